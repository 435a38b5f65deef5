//! One node with its details, drift and edges.

use super::Input;
use crate::document::{
    Answer, Document, EdgesWire, Give, Line, NodeWire, Notice, Role, Row, Section, beyond, called, facts, id, title,
    written,
};
use crate::format::json::Sink;
use crate::graph::{Direction, EdgeIx, Graph, Node, NodeIx};
use crate::query::{RelationGroup, Trust, grouped};
use crate::system::{Facts, NodeDrift};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

#[derive(Debug, Clone)]
pub struct ShowRequest {
    pub node: NodeIx,
    pub trust: Trust,
    /// Maximum number of edges with a relation in JSON.
    pub most: usize,
}

/// Everything about a node.
pub struct ShowAnswer<'a> {
    graph: &'a Graph,
    node: Node<'a>,
    trust: Trust,
    most: usize,
    fields: Map<String, Value>,
    unread: Option<Notice>,
    drift: Option<NodeDrift>,
}

impl<'a> ShowAnswer<'a> {
    pub fn new(input: Input<'a>, request: &ShowRequest) -> Self {
        let (graph, trust, most) = (input.graph, request.trust, request.most);
        let node = graph.node(request.node);
        let (mut fields, mut unread) = (Map::new(), None);
        if let Some(workspace) = input.workspace {
            match workspace.settings.systems.fields(&workspace.root, node) {
                Ok(read) => fields = read,
                Err(error) => {
                    let file = node.file().unwrap_or_default();
                    unread = Some(Notice::warning(format!("cannot read its details in {file}: {error}")));
                }
            }
        }
        Self { graph, node, trust, most, fields, unread, drift: drift_of(input, node) }
    }

    /// The rows of the node itself.
    fn head(&self) -> impl Iterator<Item = Row> {
        let node = self.node;
        let name = if node.title() == node.id() { "" } else { node.title() };
        let file = Line::of(Role::Dim, node.file().unwrap_or_default());
        let lines = [Line::of(Role::Strong, name), facts(node), file].into_iter().filter(|line| !line.is_empty());
        let drift = self.drift.iter().flat_map(|drift| {
            let role = if drift.is_drifted { Role::Warn } else { Role::Dim };
            let first = Line::of(role, &format!("{}: {}", drift.status, drift.sentence));
            let files = drift.changed.iter().map(|file| Line::of(Role::Dim, &format!("  {}", file.shown())));
            std::iter::once(first).chain(files)
        });
        std::iter::once(id(node)).chain(lines).chain(drift).map(move |line| Row::of(line).to(node.ix()))
    }

    fn field((name, value): (&String, &Value)) -> Row {
        Row::of(Line::of(Role::Dim, name)).phrase(Line::new().plain(&shown(value)).giving(Give::End(16)))
    }

    /// The edges with one relation.
    fn group(&self, group: RelationGroup<'a>, arrow: &str, most: usize) -> Section<'_> {
        // Omits the reading if it equals the relation.
        let reading = if group.reading == group.relation { "" } else { group.reading };
        let heading = format!("{arrow} {}", group.relation);
        let section = Section::entries(most, group.edges, |edge| [self.edge(edge)]);
        Section { heading, ..section }.about(reading)
    }

    fn edge(&self, ix: EdgeIx) -> Row {
        let edge = self.graph.edge(ix);
        let other = self.graph.node(edge.other(self.node.ix()));
        let [place, by, sure, note] = written(edge, &self.trust);
        let row = Row::of(id(other)).phrase(title(other)).placed(place).detail(by).detail(sure).detail(note);
        let row = row.to(other.ix()).by(ix);
        if edge.is_implicit() || self.trust.dims(edge) { row.in_role(Role::Dim) } else { row }
    }
}

/// The drift of a node, if there is a record of its files. Those of the past are not known.
fn drift_of(input: Input<'_>, node: Node<'_>) -> Option<NodeDrift> {
    let asked = input.question().filter(|_| input.graph.as_of_time().is_none())?;
    let system = asked.systems.get(node.system())?;
    let mut found = Facts::default();
    found.set(system.check_disk_of(asked.facts, &asked.disk, node)?);
    system.drift_of(&found, node)
}

/// A field on one line.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

impl Answer for ShowAnswer<'_> {
    fn title(&self) -> String {
        called(self.node).into_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let mut sections = vec![Section::plain(self.head())];
        if !self.fields.is_empty() {
            sections.push(Section::plain(self.fields.iter().map(Self::field)));
        }
        for (direction, arrow) in [(Direction::Out, "→"), (Direction::In, "←")] {
            for group in grouped(self.graph, self.node, direction, &self.trust) {
                let arrow = if group.is_symmetric { "↔" } else { arrow };
                sections.push(self.group(group, arrow, most));
            }
        }
        Document::new(sections)
    }

    fn left_out(&self, most: usize) -> Option<String> {
        let groups = [Direction::Out, Direction::In].map(|side| grouped(self.graph, self.node, side, &self.trust));
        let sizes = || groups.iter().flatten().map(|group| group.edges.len());
        beyond([(sizes().map(|size| size.min(most)).sum(), sizes().sum(), "edge")])
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        let [out, into] = [Direction::Out, Direction::In].map(|direction| GroupsWire {
            graph: self.graph,
            groups: grouped(self.graph, self.node, direction, &self.trust),
            trust: &self.trust,
            most: self.most,
        });
        let is_artifact = self.node.spec().has_statuses;
        let (frontmatter, fields) = if is_artifact { (Some(&self.fields), None) } else { (None, Some(&self.fields)) };
        sink.put(&ShowWire {
            node: NodeWire::new(self.node),
            frontmatter,
            fields,
            drift: self.drift.as_ref(),
            edges: SidesWire { out, into },
        })
    }

    fn notices(&self) -> Vec<Notice> {
        self.unread.iter().cloned().collect()
    }
}

/// The edges of one direction, as a map by relation.
struct GroupsWire<'g> {
    graph: &'g Graph,
    groups: Vec<RelationGroup<'g>>,
    trust: &'g Trust,
    /// Maximum number of edges in each group.
    most: usize,
}

impl Serialize for GroupsWire<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.groups.len()))?;
        for group in &self.groups {
            let edges = &group.edges[..group.edges.len().min(self.most)];
            map.serialize_entry(group.relation, &EdgesWire { graph: self.graph, edges, trust: self.trust })?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct ShowWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frontmatter: Option<&'g Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fields: Option<&'g Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drift: Option<&'g NodeDrift>,
    edges: SidesWire<'g>,
}

#[derive(Serialize)]
struct SidesWire<'g> {
    out: GroupsWire<'g>,
    #[serde(rename = "in")]
    into: GroupsWire<'g>,
}
