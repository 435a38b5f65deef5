//! The toy format: files `toys/**/*.toy` with lines `id: title` and `from -> to : verb`.

use refscope::finding::{Finding, Rule, Severity};
use refscope::graph::relation::{Dependent, Relation};
use refscope::graph::{Batch, Direction, EdgeRecord, Node, NodeRecord, Registry, SystemId, SystemSpec};
use refscope::pack::Unpacker;
use refscope::system::check::{CheckInput, Summary};
use refscope::system::{FileRules, Loaded, Marker, ReadRequest, System, TextFormat, Watched, file};
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

pub(super) const SYSTEM: SystemId = SystemId::new(100, "toy");
pub(super) const CHECK: &str = "toys";

static RULES: FileRules = FileRules::of(CHECK);
static LINE: Rule = Rule { code: "toy-line", severity: Severity::Warning, check: CHECK };
static UNUSED: Rule = Rule { code: "toy-unused", severity: Severity::Warning, check: CHECK };

static FORMAT: TextFormat = TextFormat { system: SYSTEM, folder: "toys", is_wanted: is_toy, rules: &RULES, read };

#[derive(Debug)]
pub(super) struct Toys;

impl System for Toys {
    fn spec(&self) -> SystemSpec {
        SystemSpec::new(SYSTEM)
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vec![Relation {
            incoming: "is needed by".into(),
            dependent: Some(Dependent::From),
            ..Relation::new(SYSTEM, "needs")
        }]
    }

    fn markers(&self) -> Vec<Marker> {
        let has_folder = |folder: &Path| folder.join("toys").is_dir();
        vec![Marker { name: "toys/", is_there: has_folder, is_sure: has_folder }]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        FORMAT.watch(watched);
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        FORMAT.load(request)
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        FORMAT.restore(from, file)
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let Some(name) = nodes.first().and_then(|node| node.file()) else { return Ok(Vec::new()) };
        let text = file::read_text(&root.join(name))?;
        let fields = |node: &Node<'_>| {
            let title = text.lines().find_map(|line| line.strip_prefix(node.id())?.strip_prefix(": "));
            title.map(|title| ("title".to_owned(), title.into())).into_iter().collect()
        };
        Ok(nodes.iter().map(fields).collect())
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![Summary {
            name: CHECK,
            position: 900,
            applies: |input| input.defined(SYSTEM) > 0,
            subject: |input| format!("{} toys", input.defined(SYSTEM)),
            healthy: "all in use",
        }]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        let is_unused = |node: &Node<'_>| {
            node.system() == SYSTEM && [Direction::In, Direction::Out].iter().all(|side| node.edges(*side).is_empty())
        };
        let finding = |node: Node<'_>| Finding::new(&UNUSED, SYSTEM.name(), "No edge refers to it").about(node.id());
        input.graph.nodes().filter(is_unused).map(finding).collect()
    }
}

fn is_toy(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "toy")
}

fn read(name: &str, text: &str, _: &Registry, batch: &mut Batch) {
    let (file, kind) = (batch.word(name), batch.word("toy"));
    for (number, line) in (1..).zip(text.lines()) {
        let edge = line.split_once(" -> ").and_then(|(from, rest)| Some((from, rest.split_once(" : ")?)));
        if let Some((from, (to, verb))) = edge {
            let [from, to, verb] = [from, to, verb].map(|word| batch.word(word));
            batch.edge(EdgeRecord::new(from, to, verb, file, number));
        } else if let Some((id, title)) = line.split_once(": ") {
            let (id, title) = (batch.word(id), batch.word(title));
            batch.node(NodeRecord::new(id, kind, title, file, number));
        } else {
            let message = "Neither `id: title` nor `from -> to : verb`";
            batch.finding(Finding::new(&LINE, SYSTEM.name(), message).in_file(name).at_line(number));
        }
    }
}
