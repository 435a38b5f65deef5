//! Prose in a node's file, read on demand so that unlinked mentions of other nodes can be searched for. The graph does
//! not store it.

use super::Systems;
use super::kit::frontmatter::Document;
use super::kit::{Boundary, file};
use crate::graph::Node;
use serde_json::{Map, Value};
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
    let Some(path) = node.file() else { return Ok(Vec::new()) };
    if Path::new(path).extension().is_some_and(|end| end == "md") {
        let path = root.join(path);
        // A declared record may say that it is in another file, which was not read and may be a link.
        if node.system().is_declared() && Boundary::around(root).target_outside(&path).is_some() {
            return Ok(Vec::new());
        }
        let text = file::read_text(&path)?;
        let document = Document::split(&text);
        return Ok(vec![Passage { line: document.body_line(), text: start_of(document.body()).to_owned() }]);
    }
    let mut found = Vec::new();
    let line = node.line().unwrap_or(1);
    collect(&systems.fields(root, node)?, node.spec().prose, line, &mut found);
    Ok(found)
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
    use crate::graph::SystemId;
    use crate::graph::fixture::{CAUSAL, SIDECAR, UNIT, YGGDRASIL};
    use serde_json::json;

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

    #[test]
    fn a_long_text_is_cut_between_characters() {
        let long = format!("{}日本", "x".repeat(MOST_BYTES - 1));
        assert!(start_of(&long).ends_with("x日"));
    }
}
