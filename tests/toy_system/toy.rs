//! The toy format: files `toys/**/*.toy` with lines `id: title` and `from -> to : verb`.

use refscope::document::{Answer, Document, Line, Row, Section};
use refscope::finding::{Finding, Rule, Severity};
use refscope::format::json::Sink;
use refscope::graph::relation::{Dependent, Relation};
use refscope::graph::{Batch, Direction, EdgeRecord, Graph, Node, NodeRecord, Registry, SystemId, SystemSpec};
use refscope::pack::Unpacker;
use refscope::system::check::{CheckInput, Summary};
use refscope::system::question::{Arguments, Kind, Parameter, Question, QuestionInput, Refusal, Reply};
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

    fn questions(&self) -> &'static [Question] {
        &QUESTIONS
    }

    fn sections_about<'g>(&self, graph: &'g Graph, node: Node<'g>) -> Vec<Section<'g>> {
        vec![playmates(graph, node)]
    }
}

static QUESTIONS: [Question; 1] = [Question {
    name: "playmates",
    about: "Toys that a toy is linked to",
    parameters: &[Parameter::positional("id", "ID", Kind::Node("a toy box"), "Toy").required()],
    below: &[],
    only_now: None,
    writes: false,
    ask,
}];

fn ask<'a>(input: &QuestionInput<'a>, arguments: &Arguments) -> Result<Reply<'a>, Refusal> {
    let node = arguments.node("id").ok_or_else(|| Refusal::Negative("which toy?".to_owned()))?;
    Ok(Reply::new(Playmates { graph: input.graph, node: input.graph.node(node) }))
}

/// The nodes that a toy is linked to.
struct Playmates<'a> {
    graph: &'a Graph,
    node: Node<'a>,
}

fn playmates<'g>(graph: &'g Graph, node: Node<'g>) -> Section<'g> {
    let edges = node.edges(Direction::Out).iter().map(|ix| graph.edge(*ix));
    let row = |edge: refscope::graph::Edge<'g>| {
        [Row::of(Line::new().plain(edge.to().id())).phrase(Line::new().plain(edge.relation())).by(edge.ix())]
    };
    Section::list("playmates", 10, edges, row)
}

impl Answer for Playmates<'_> {
    fn title(&self) -> String {
        format!("Playmates of {}", self.node.id())
    }

    fn document(&self, _most: usize) -> Document<'_> {
        Document::new(vec![playmates(self.graph, self.node)])
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&self.title())
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
