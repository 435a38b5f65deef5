//! `show ID`: one node with its details, drift and edges.

use super::Outcome;
use super::args::ShowArgs;
use super::context::{Context, find, say};
use super::drift::{StateWire, with_disk};
use crate::document::{EdgesWire, NodeWire};
use crate::document::{Give, Line, Role};
use crate::document::{facts, id, title, written};
use crate::graph::{Direction, EdgeIx, Graph, Node};
use crate::query::{RelationGroup, Trust, grouped};
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::{self, Entry, Status};
use crate::workspace::Workspace;
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

pub(super) fn run(args: &ShowArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let graph = &*workspace.graph;
    let node = match find(graph, &args.id) {
        Ok(node) => node,
        Err(answer) => return Ok(answer),
    };
    let fields = read_fields(&workspace, node);
    let trust = context.trust(&workspace, args.trust);
    let drift = drift_of(&workspace, node, context);
    if context.out.is_human() {
        print(graph, node, &fields, drift.as_ref(), &trust, context)?;
    } else {
        let [out, into] = [Direction::Out, Direction::In].map(|direction| GroupsWire {
            graph,
            groups: grouped(graph, node, direction, &trust),
            trust: &trust,
        });
        let is_artifact = node.spec().has_statuses;
        let (frontmatter, fields) = if is_artifact { (Some(fields), None) } else { (None, Some(fields)) };
        context.out.json(&ShowWire {
            node: NodeWire::new(node),
            frontmatter,
            fields,
            drift: drift.as_ref().map(StateWire::new),
            edges: SidesWire { out, into },
        })?;
    }
    Ok(Outcome::Yes)
}

/// The drift of a mapped node, if its model has records of a sync.
fn drift_of(workspace: &Workspace, node: Node<'_>, context: &Context) -> Option<Entry> {
    if node.system() != yggdrasil::SYSTEM || workspace.graph.as_of_time().is_some() {
        return None;
    }
    let facts = yggdrasil::facts(&workspace.facts);
    let found = with_disk(workspace, context, |disk| drift::check_selected(facts, disk, |id| id == node.id()));
    found.recorded_of(node.id()).cloned()
}

fn read_fields(workspace: &Workspace, node: Node<'_>) -> Map<String, Value> {
    workspace.settings.systems.fields(&workspace.root, node).unwrap_or_else(|error| {
        let file = node.file().unwrap_or_default();
        say("warning", &format!("cannot read its details in {file}: {error}"));
        Map::new()
    })
}

/// The edges of one direction, as a map by relation.
struct GroupsWire<'g> {
    graph: &'g Graph,
    groups: Vec<RelationGroup<'g>>,
    trust: &'g Trust,
}

impl Serialize for GroupsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.groups.len()))?;
        for group in &self.groups {
            map.serialize_entry(
                group.relation,
                &EdgesWire { graph: self.graph, edges: &group.edges, trust: self.trust },
            )?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct ShowWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frontmatter: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drift: Option<StateWire<'g>>,
    edges: SidesWire<'g>,
}

#[derive(Serialize)]
struct SidesWire<'g> {
    out: GroupsWire<'g>,
    #[serde(rename = "in")]
    into: GroupsWire<'g>,
}

fn print(
    graph: &Graph,
    node: Node<'_>,
    fields: &Map<String, Value>,
    drift: Option<&Entry>,
    trust: &Trust,
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
    if let Some(entry) = drift {
        let role = if entry.status == Status::Ok { Role::Dim } else { Role::Warn };
        context.out.line(&Line::of(role, &format!("{}: {}", entry.status.name(), entry.sentence())))?;
        for file in &entry.changed {
            context.out.line(&Line::of(Role::Dim, &format!("  {}", file.shown())))?;
        }
    }
    if !fields.is_empty() {
        context.out.blank()?;
        let field = |(name, value): (&String, &Value)| {
            vec![Line::of(Role::Dim, name), Line::new().plain(&shown(value)).giving(Give::End(16))]
        };
        context.out.table(fields.iter().map(field), 0)?;
    }
    for (direction, arrow) in [(Direction::Out, "→"), (Direction::In, "←")] {
        for group in grouped(graph, node, direction, trust) {
            print_group(graph, node, &group, if group.is_symmetric { "↔" } else { arrow }, trust, context)?;
        }
    }
    Ok(())
}

fn print_group(
    graph: &Graph,
    node: Node<'_>,
    group: &RelationGroup<'_>,
    arrow: &str,
    trust: &Trust,
    context: &mut Context,
) -> anyhow::Result<()> {
    // Omits the reading if it equals the relation.
    let reading = if group.reading == group.relation { "" } else { group.reading };
    let heading = Line::new().plain(arrow).plain(" ").with(Role::Relation, group.relation);
    context.out.blank()?;
    context.out.line(&heading.with(Role::Dim, format!(" ({})  {reading}", group.edges.len()).trim_end()))?;
    let row = |ix: &EdgeIx| {
        let edge = graph.edge(*ix);
        let other = graph.node(edge.other(node.ix()));
        let mut row = vec![id(other), title(other)];
        row.extend(written(edge, trust));
        if edge.is_implicit() || trust.dims(edge) { row.into_iter().map(Line::dimmed).collect() } else { row }
    };
    context.out.table(group.edges.iter().map(row), 4)?;
    Ok(())
}

/// A frontmatter value on one line.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
