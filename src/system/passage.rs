//! Prose in a node's file, read on demand so that unlinked mentions of other nodes can be searched for. The graph does
//! not store it.

use super::Systems;
use super::kit::frontmatter::Document;
use super::kit::{Boundary, file};
use crate::graph::{Node, NodeIx};
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Maximum number of bytes searched per text; a longer text is not prose.
const MOST_BYTES: usize = 64 << 10;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passage {
    /// The line on which the text starts.
    pub line: u32,
    /// Line breaks are those of the file, except in texts of fields, which are on one line.
    pub text: String,
}

/// The prose of a node's file: the body of a markdown file, otherwise the prose fields, at the node's line.
pub(super) fn read_passages(systems: &Systems, root: &Path, node: Node<'_>) -> io::Result<Vec<Passage>> {
    match body(root, node)? {
        Some(body) => Ok(body),
        None => Ok(in_fields(node, &systems.fields(root, node)?)),
    }
}

/// Reads the prose of nodes on all threads, each file with fields once, and returns what `search` finds, in the order
/// of the nodes. Files that cannot be read are skipped.
pub(super) fn search_passages<T: Send>(
    systems: &Systems,
    root: &Path,
    nodes: &[Node<'_>],
    search: &(dyn Fn(NodeIx, &[Passage]) -> Option<T> + Sync),
) -> Vec<T> {
    let mut files: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (position, node) in nodes.iter().enumerate() {
        // A file with a body has one node; the others of its file, such as an external one, have no prose in it.
        let own = if is_markdown(*node) { Some(node.ix()) } else { None };
        files.entry((node.system(), node.fields_file(), own)).or_default().push((position, *node));
    }
    let files: Vec<_> = files.into_values().collect();
    let of_file = |nodes: &Vec<(usize, Node<'_>)>| {
        let texts = read_file(systems, root, nodes).unwrap_or_default();
        let found =
            |((position, node), text): (&(usize, Node<'_>), Vec<Passage>)| Some((*position, search(node.ix(), &text)?));
        nodes.par_iter().zip(texts).filter_map(found).collect::<Vec<_>>()
    };
    let mut found: Vec<_> = files.par_iter().flat_map(of_file).collect();
    found.sort_unstable_by_key(|(position, _)| *position);
    found.into_iter().map(|(_, found)| found).collect()
}

/// The prose of each of these nodes of one file.
fn read_file(systems: &Systems, root: &Path, nodes: &[(usize, Node<'_>)]) -> io::Result<Vec<Vec<Passage>>> {
    if let [(_, node)] = nodes {
        return Ok(vec![read_passages(systems, root, *node)?]);
    }
    let nodes: Vec<_> = nodes.iter().map(|(_, node)| *node).collect();
    let fields = systems.fields_of(root, &nodes)?;
    Ok(nodes.iter().zip(fields).map(|(node, fields)| in_fields(*node, &fields)).collect())
}

fn is_markdown(node: Node<'_>) -> bool {
    node.file().is_some_and(|path| Path::new(path).extension().is_some_and(|end| end == "md"))
}

/// The body of a markdown file; `None` for other files. A node without a file has no prose at all.
fn body(root: &Path, node: Node<'_>) -> io::Result<Option<Vec<Passage>>> {
    let Some(path) = node.file() else { return Ok(Some(Vec::new())) };
    if is_markdown(node) {
        let path = root.join(path);
        // A declared record may say that it is in another file, which was not read and may be a link.
        if node.system().is_declared() && Boundary::around(root).target_outside(&path).is_some() {
            return Ok(Some(Vec::new()));
        }
        let text = file::read_text(&path)?;
        let document = Document::split(&text);
        return Ok(Some(vec![Passage { line: document.body_line(), text: start_of(document.body()).to_owned() }]));
    }
    Ok(None)
}

fn in_fields(node: Node<'_>, fields: &Map<String, Value>) -> Vec<Passage> {
    let mut found = Vec::new();
    collect(fields, node.spec().prose, node.line().unwrap_or(1), &mut found);
    found
}

/// Collects the texts of the fields with these names at any depth. Line breaks become spaces.
fn collect(fields: &Map<String, Value>, prose: &[&str], line: u32, into: &mut Vec<Passage>) {
    for (name, value) in fields {
        let items = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for item in items {
            match item {
                Value::String(text) if prose.contains(&name.as_str()) => {
                    into.push(Passage { line, text: start_of(text).replace('\n', " ") });
                }
                Value::Object(fields) => collect(fields, prose, line, into),
                _ => {}
            }
        }
    }
}

fn start_of(text: &str) -> &str {
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= MOST_BYTES);
    &text[..end.unwrap_or(text.len())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{CAUSAL, SIDECAR, UNIT, YGGDRASIL, build};
    use crate::graph::{Graph, SystemId, SystemSpec};
    use crate::system::kit::fixture::folder;
    use crate::system::kit::json::counted;
    use crate::system::{Loaded, Marker, Progress, ReadRequest, System, Watched, built_in};
    use serde_json::json;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    fn found(system: SystemId, fields: &Value) -> Vec<String> {
        let mut found = Vec::new();
        let prose = crate::system::registry().spec(system).unwrap().prose;
        collect(fields.as_object().unwrap(), prose, 7, &mut found);
        assert!(found.iter().all(|passage| passage.line == 7));
        found.into_iter().map(|passage| passage.text).collect()
    }

    #[test]
    fn only_prose_is_found_and_line_breaks_become_spaces() {
        let unit = json!({
            "id": "u-1", "type": "assertion", "author": "alice-chen", "created_at": "2026-01-01", "content": "x\ny",
            "assumptions": ["z"], "source": { "label": "log", "uri": "https://example.org" }, "audience": ["bob-lee"],
        });
        let mut texts = found(UNIT, &unit);
        texts.sort();
        assert_eq!(texts, ["log", "x y", "z"]);
        assert_eq!(found(UNIT, &json!({ "source": "the log" })), ["the log"]);
    }

    #[test]
    fn nested_prose_is_found() {
        let node = json!({ "type": "service", "aspects": [{ "aspect": "a-1", "exceptions": ["not here"] }] });
        assert_eq!(found(YGGDRASIL, &node), ["not here"]);
        let code = json!({ "id": "src/a.ts", "path": "src/a.ts", "summary": "reads src/b.ts" });
        assert_eq!(found(CAUSAL, &code), ["reads src/b.ts"]);
        let record = json!({ "id": "r-1", "owner": "r-2", "description": "like r-3" });
        assert_eq!(found(SIDECAR, &record), ["like r-3"]);
    }

    /// A workspace in which several systems keep `count` nodes in one file, each with prose.
    fn crowded(count: usize) -> (tempfile::TempDir, Graph) {
        let each =
            |row: &dyn Fn(usize) -> String, between: &str| (1..=count).map(row).collect::<Vec<_>>().join(between);
        let issues = each(&|n| format!(r#"{{"id": "bd-{n}", "title": "Issue {n}", "notes": "x"}}"#), "\n");
        let entities = each(&|n| format!(r#"{{"type": "entity", "name": "e{n}", "observations": ["x"]}}"#), "\n");
        let units = each(&|n| format!(r#"{{"id": "00000000-0000-4000-8000-{n:012}", "content": "x"}}"#), "\n");
        let tasks = each(&|n| format!(r#"{{"id": {n}, "title": "Task {n}", "details": "x"}}"#), ",");
        let nodes = each(&|n| format!(r#"{{"id": "n{n}", "label": "Node {n}", "layer": "code"}}"#), ",");
        let folder = folder(&[
            (".beads/issues.jsonl", &issues),
            ("memory.jsonl", &entities),
            ("units.jsonl", &units),
            (".taskmaster/tasks/tasks.json", &format!(r#"{{"master": {{"tasks": [{tasks}]}}}}"#)),
            ("graphify-out/graph.json", &format!(r#"{{"nodes": [{nodes}], "links": []}}"#)),
            ("a.causal.json", &format!(r#"{{"nodes": [{nodes}], "edges": []}}"#)),
        ]);
        let progress = Progress::default();
        let batches = built_in().into_iter().flat_map(|system| {
            let further = [folder.path().join("units.jsonl")];
            let further = if system.spec().id == UNIT { &further[..] } else { &[] };
            system.load(&ReadRequest::once(folder.path(), further, &progress)).into_batches()
        });
        let (graph, _) = build(batches);
        (folder, graph)
    }

    #[test]
    fn a_file_is_parsed_once_for_all_its_nodes() {
        const COUNT: usize = 100;
        let (folder, graph) = crowded(COUNT);
        let systems = Systems::built_in();
        let mut files: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for node in graph.nodes().filter(|node| !node.is_missing()) {
            files.entry(node.fields_file().unwrap()).or_default().push(node);
        }
        assert_eq!(files.len(), 6);
        for (file, nodes) in files {
            assert_eq!(nodes.len(), COUNT, "{file}");
            let (fields, parsed) = counted::during(|| systems.fields_of(folder.path(), &nodes).unwrap());
            assert!(fields.iter().all(|fields| !fields.is_empty()), "{file}");
            assert!(parsed <= 3 * COUNT, "{file}: {parsed} values were parsed");
        }
    }

    #[test]
    fn the_prose_of_all_nodes_is_the_prose_of_each() {
        let (folder, graph) = crowded(5);
        let systems = Systems::built_in();
        let nodes: Vec<_> = graph.nodes().collect();
        let one = |ix: &NodeIx| (*ix, systems.passages(folder.path(), graph.node(*ix)).unwrap());
        let each: Vec<_> = nodes.iter().map(|node| one(&node.ix())).collect();
        assert!(each.iter().all(|(_, passages)| !passages.is_empty()));
        assert_eq!(systems.search_passages(folder.path(), &nodes, &|ix, text| Some((ix, text.to_vec()))), each);
    }

    /// A system that counts how often it reads a file.
    #[derive(Debug)]
    struct Counting(Arc<dyn System>, AtomicUsize);

    impl System for Counting {
        fn spec(&self) -> SystemSpec {
            self.0.spec()
        }

        fn markers(&self) -> Vec<Marker> {
            self.0.markers()
        }

        fn watch(&self, watched: &mut Watched<'_>) {
            self.0.watch(watched);
        }

        fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
            self.0.load(request)
        }

        fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
            self.1.fetch_add(1, Ordering::Relaxed);
            self.0.fields(root, nodes)
        }
    }

    #[test]
    fn a_search_in_all_texts_reads_each_file_once() {
        let (folder, graph) = crowded(20);
        let counting: Vec<_> =
            built_in().into_iter().map(|system| Arc::new(Counting(system, AtomicUsize::new(0)))).collect();
        let systems = Systems::new(counting.iter().map(|one| Arc::clone(one) as Arc<dyn System>), Vec::new());
        let nodes: Vec<_> = graph.nodes().collect();
        let found = systems.search_passages(folder.path(), &nodes, &|ix, _| Some(ix));
        assert_eq!(found.len(), nodes.len());
        let reads: Vec<_> =
            counting.iter().map(|one| one.1.load(Ordering::Relaxed)).filter(|reads| *reads > 0).collect();
        assert_eq!(reads, [1; 6]);
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = format!("{}日本", "x".repeat(MOST_BYTES - 1));
        assert!(start_of(&long).ends_with("x日"));
    }
}
