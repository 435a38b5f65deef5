//! `path A B`: shortest paths between two nodes.

use super::Outcome;
use super::args::PathArgs;
use super::context::{Context, find, say};
use super::edges::edge_filter;
use crate::document::{EdgeWire, EdgesWire, NodeWire};
use crate::document::{Give, Line, Role};
use crate::document::{called, name, number_of, written};
use crate::format::json::Each;
use crate::graph::{EdgeIx, Graph, Node};
use crate::query::{
    Directions, EdgeFilter, Path, PathRequest, PathStep, Paths, RelationFilter, Subgraph, Trust, paths, reading,
};
use crate::text;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(args: &PathArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let (from, to) = match (find(graph, &args.from), find(graph, &args.to)) {
        (Ok(from), Ok(to)) => (from, to),
        (Err(answer), _) | (_, Err(answer)) => return Ok(answer),
    };
    let request = PathRequest {
        edges: edge_filter(&workspace, &args.edges, args.orient, context),
        directions: if args.directed { Directions::Out } else { Directions::Both },
        orient: args.orient,
        max_hops: args.max_hops,
        most: if args.all_shortest { context.limit(100) } else { 1 },
    };
    let found = paths(graph, from.ix(), to.ix(), &request);
    let trust = &request.edges.trust;
    if context.out.wants_graph() {
        let steps = || found.listed.iter().flat_map(|path| &path.steps);
        let edges = steps().flat_map(|step| std::iter::once(step.edge).chain(step.also.iter().copied()));
        let ends = [from.ix(), to.ix()];
        let subgraph = Subgraph::new(graph, ends, edges).with_roots(ends);
        if found.hops.is_some() {
            let title = format!("Shortest paths from {} to {}", from.address(), to.address());
            context.write_graph(graph, &subgraph, &title)?;
        }
    } else if context.out.is_human() {
        print(graph, &found, trust, context)?;
    } else {
        context.out.json(&PathsWire { graph, from, to, found: &found, trust })?;
    }
    context.out.flush()?;
    let Some(hops) = found.hops else {
        let within = args.max_hops.map(|most| format!(" within {}", text::count(most as usize, "step")));
        let ends = format!("from {} to {}", text::quoted(&args.from), text::quoted(&args.to));
        say("error", &format!("no path {ends}{}", within.unwrap_or_default()));
        hint_wider(graph, from, to, &request);
        return Ok(Outcome::No);
    };
    if context.out.is_human() {
        say_total(&found, hops, args.all_shortest);
    }
    Ok(Outcome::Yes)
}

/// Prints the length of the shortest path without filters, if there is one.
fn hint_wider(graph: &Graph, from: Node<'_>, to: Node<'_>, request: &PathRequest) {
    let trust = Trust { least: 0.0, ..request.edges.trust };
    let edges = EdgeFilter { trust, ..EdgeFilter::of(RelationFilter::Any) };
    let wider = PathRequest { edges, directions: Directions::Both, max_hops: None, most: 0, ..request.clone() };
    if let Some(hops) = paths(graph, from.ix(), to.ix(), &wider).hops {
        say("hint", &format!("ignoring filters and edge directions, there is a path of {}", steps(hops)));
    }
}

fn say_total(found: &Paths, hops: u32, asked_for_all: bool) {
    let count = usize::try_from(found.count).unwrap_or(usize::MAX);
    let least = if found.is_beyond_counting() { "at least " } else { "" };
    let listed = found.listed.len();
    let all = text::count(count, "shortest path");
    let number = if listed < count { format!("{} of {least}{all}", text::grouped(listed)) } else { all };
    let how = match (listed < count, asked_for_all) {
        (true, false) => "; --all-shortest shows more",
        (true, true) => "; --limit shows more",
        (false, _) => "",
    };
    say("total", &format!("{}, {number}{how}", steps(hops)));
}

fn steps(hops: u32) -> String {
    text::count(hops as usize, "step")
}

fn print(graph: &Graph, found: &Paths, trust: &Trust, context: &mut Context) -> anyhow::Result<()> {
    for (at, path) in found.listed.iter().enumerate() {
        if at > 0 {
            context.out.blank()?;
        }
        let Some(first) = path.steps.first() else {
            context.out.line(&Line::new().plain("both ends are the same node"))?;
            continue;
        };
        let number = if found.listed.len() > 1 { format!("{}. ", at + 1) } else { String::new() };
        context.out.paragraph(Role::Strong, &number, &path.in_words(graph, called))?;
        let start = graph.node(first.from);
        context.out.table([vec![name(start), number_of(start)]], 8)?;
        let rows = path.steps.iter().enumerate().flat_map(|(at, step)| {
            let also = step.also.iter().map(|edge| ("also".to_owned(), *edge));
            let rows = std::iter::once(((at + 1).to_string(), step.edge)).chain(also);
            rows.map(|(number, edge)| row(graph, &number, step, edge, trust)).collect::<Vec<_>>()
        });
        context.out.table(rows, 2)?;
        if path.confidence < 1.0 {
            context.out.line(&Line::of(Role::Dim, &format!("  confidence {:.2}", path.confidence)))?;
        }
    }
    Ok(())
}

/// One edge of a step of a path as a table row. A narrow terminal keeps its file and line longest.
fn row(graph: &Graph, number: &str, step: &PathStep, edge: EdgeIx, trust: &Trust) -> Vec<Line> {
    let edge = graph.edge(edge);
    let verb = Line::of(Role::Relation, &reading(edge, step.from)).giving(Give::Rest(8));
    let mut row = vec![Line::of(Role::Dim, &format!("{number:>4}")), verb, name(graph.node(step.to))];
    row.extend(written(edge, trust));
    row.push(number_of(graph.node(step.to)));
    let is_faint = edge.is_implicit() || trust.dims(edge);
    if is_faint { row.into_iter().map(Line::dimmed).collect() } else { row }
}

struct PathsWire<'g> {
    graph: &'g Graph,
    from: Node<'g>,
    to: Node<'g>,
    found: &'g Paths,
    trust: &'g Trust,
}

#[derive(Serialize)]
struct PathWire<'g> {
    confidence: f64,
    sentence: String,
    nodes: Vec<NodeWire<'g>>,
    steps: Vec<StepWire<'g>>,
}

#[derive(Serialize)]
struct StepWire<'g> {
    from: String,
    reading: String,
    to: String,
    edge: EdgeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    also: Option<EdgesWire<'g>>,
}

impl<'g> PathsWire<'g> {
    fn path(&self, path: &'g Path) -> PathWire<'g> {
        let nodes = std::iter::once(self.from.ix()).chain(path.steps.iter().map(|step| step.to));
        PathWire {
            confidence: crate::document::rounded(path.confidence),
            sentence: path.in_words(self.graph, called),
            nodes: nodes.map(|node| NodeWire::new(self.graph.node(node))).collect(),
            steps: path.steps.iter().map(|step| self.step(step)).collect(),
        }
    }

    fn step(&self, step: &'g PathStep) -> StepWire<'g> {
        let (graph, trust) = (self.graph, self.trust);
        let [from, to] = [step.from, step.to].map(|node| graph.node(node).address().into_owned());
        let edge = graph.edge(step.edge);
        let also = (!step.also.is_empty()).then_some(EdgesWire { graph, edges: &step.also, trust });
        StepWire { from, reading: reading(edge, step.from).into_owned(), to, edge: EdgeWire { edge, trust }, also }
    }
}

impl Serialize for PathsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = self.found;
        let mut fields = serializer.serialize_struct("paths", 6)?;
        fields.serialize_field("from", &self.from.address())?;
        fields.serialize_field("to", &self.to.address())?;
        fields.serialize_field("hops", &found.hops)?;
        fields.serialize_field("count", &found.count)?;
        if found.is_beyond_counting() {
            fields.serialize_field("at_least", &true)?;
        }
        fields.serialize_field("paths", &Each(|| found.listed.iter().map(|path| self.path(path))))?;
        fields.end()
    }
}
