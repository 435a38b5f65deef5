//! `show ID`: one node with everything around it.

use super::Answer;
use super::args::ShowArgs;
use super::context::{Context, find, say};
use super::human::{facts, id, title, written};
use super::paint::{Give, Line, Role};
use super::wire::{EdgesWire, NodeWire};
use crate::graph::relation;
use crate::graph::{Direction, EdgeIx, Graph, Node};
use crate::source::reference;
use crate::workspace::Workspace;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub(super) fn run(args: &ShowArgs, context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let frontmatter = read_frontmatter(&workspace, node);
    let groups = [Direction::Out, Direction::In].map(|direction| Groups::new(graph, node, direction));
    if context.out.is_human() {
        print(node, &frontmatter, &groups, context)?;
    } else {
        let [out, into] = groups;
        context.out.json(&ShowWire { node: NodeWire::new(node), frontmatter, edges: SidesWire { out, into } })?;
    }
    Ok(Answer::Yes)
}

fn read_frontmatter(workspace: &Workspace, node: Node<'_>) -> Map<String, Value> {
    let Some(file) = node.file() else { return Map::new() };
    reference::frontmatter(&workspace.root, file).unwrap_or_else(|error| {
        say("warning", &format!("the frontmatter of {file} could not be read: {error}"));
        Map::new()
    })
}

/// The edges of one direction, by relation in order of name.
struct Groups<'g> {
    graph: &'g Graph,
    direction: Direction,
    by_relation: Vec<(&'g str, Vec<EdgeIx>)>,
}

impl<'g> Groups<'g> {
    fn new(graph: &'g Graph, node: Node<'g>, direction: Direction) -> Self {
        let mut by_relation: Vec<(&str, Vec<EdgeIx>)> = Vec::new();
        for &ix in node.edges(direction).iter().filter(|ix| !graph.edge(**ix).is_repeated()) {
            let relation = graph.edge(ix).relation();
            match by_relation.iter_mut().find(|(name, _)| *name == relation) {
                Some((_, edges)) => edges.push(ix),
                None => by_relation.push((relation, vec![ix])),
            }
        }
        by_relation.sort_by_key(|(relation, _)| *relation);
        Self { graph, direction, by_relation }
    }
}

impl Serialize for Groups<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.by_relation.len()))?;
        for (relation, edges) in &self.by_relation {
            map.serialize_entry(relation, &EdgesWire { graph: self.graph, edges })?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct ShowWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    frontmatter: Map<String, Value>,
    edges: SidesWire<'g>,
}

#[derive(Serialize)]
struct SidesWire<'g> {
    out: Groups<'g>,
    #[serde(rename = "in")]
    into: Groups<'g>,
}

fn print(
    node: Node<'_>,
    frontmatter: &Map<String, Value>,
    groups: &[Groups<'_>],
    context: &mut Context,
) -> anyhow::Result<()> {
    context.out.line(&id(node))?;
    for line in [Line::of(Role::Strong, if node.title() == node.id() { "" } else { node.title() }), facts(node)] {
        if !line.is_empty() {
            context.out.line(&line)?;
        }
    }
    if let Some(file) = node.file() {
        context.out.line(&Line::of(Role::Dim, file))?;
    }
    if !frontmatter.is_empty() {
        context.out.blank()?;
        let field = |(name, value): (&String, &Value)| {
            vec![Line::of(Role::Dim, name), Line::new().plain(&shown(value)).giving(Give::End(16))]
        };
        context.out.table(frontmatter.iter().map(field), 0)?;
    }
    for group in groups {
        print_groups(node, group, context)?;
    }
    Ok(())
}

fn print_groups(node: Node<'_>, groups: &Groups<'_>, context: &mut Context) -> anyhow::Result<()> {
    let arrow = if groups.direction == Direction::Out { "→" } else { "←" };
    for (relation, edges) in &groups.by_relation {
        context.out.blank()?;
        let system = edges.first().map_or(node.system(), |ix| groups.graph.edge(*ix).system());
        let reading = relation::find(system, relation).map_or(*relation, |known| match groups.direction {
            Direction::Out => known.outgoing,
            Direction::In => known.incoming,
        });
        // A verb that reads as it is written need not be said twice.
        let reading = if reading == *relation { "" } else { reading };
        let heading = Line::new().plain(arrow).plain(" ").with(Role::Relation, relation);
        context.out.line(&heading.with(Role::Dim, format!(" ({})  {reading}", edges.len()).trim_end()))?;
        let row = |ix: &EdgeIx| {
            let edge = groups.graph.edge(*ix);
            let other = groups.graph.node(edge.other(node.ix()));
            let mut row = vec![id(other), title(other)];
            row.extend(written(edge));
            if edge.is_implicit() { row.into_iter().map(Line::dimmed).collect() } else { row }
        };
        context.out.table(edges.iter().map(row), 4)?;
    }
    Ok(())
}

/// A value of the frontmatter on one line.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
