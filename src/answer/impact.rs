//! The nodes that a change of a node affects, and what systems add to that.

use super::{Input, head};
use crate::document::{
    Answer, Document, EdgeWire, Line, NodeWire, Notice, Role, Row, Section, beyond, called, name, note, other_name,
    place, rounded, sentence, written,
};
use crate::format::json::{Each, Sink};
use crate::graph::{Edge, EdgeIx, Graph, Node, NodeIx};
use crate::query::{Direct, EdgeFilter, Event, Impact, Reach, Subgraph, Transitive, Trust, impact_by};
use crate::system::{Arguments, ChangedPart, Extra};
use crate::text::grouped;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

#[derive(Debug, Clone)]
pub struct ImpactRequest {
    /// The node that changes.
    pub node: NodeIx,
    pub edges: EdgeFilter,
    /// The options of systems that were given.
    pub options: Arguments,
}

/// The impact of a change.
pub struct ImpactAnswer<'a> {
    graph: &'a Graph,
    found: Impact,
    trust: Trust,
    /// The part of the node that changes, if not all of it.
    part: Option<ChangedPart<'a>>,
    extras: Vec<Box<dyn Extra + 'a>>,
}

impl<'a> ImpactAnswer<'a> {
    pub fn new(input: Input<'a>, request: &ImpactRequest) -> Self {
        let (graph, node, options) = (input.graph, request.node, &request.options);
        let systems = input.systems();
        let asked = input.question().filter(|_| !options.is_empty());
        let changed_part = |asked| systems.iter().find_map(|(_, system)| system.changed_part(&asked, node, options));
        let part = asked.and_then(changed_part);
        let is_first: &dyn Fn(Edge<'_>) -> bool = match &part {
            Some(part) => &part.concerns,
            None => &|_| true,
        };
        let found = impact_by(graph, node, &request.edges, is_first, input.cancelled);
        let found = found.unwrap_or_else(|| Impact::none(node));
        let whole = part.is_none().then_some(node);
        let concerned = systems.iter().flat_map(|(_, system)| system.concerned(graph, whole, input.cancelled));
        let mut extras: Vec<_> = concerned.collect();
        if let Some(asked) = asked {
            extras.extend(systems.iter().flat_map(|(_, system)| system.impact_extras(&asked, &found, options)));
        }
        Self { graph, found, trust: request.edges.trust, part, extras }
    }

    /// The message if nothing concerns the part that changes.
    fn unknown(&self) -> Option<&str> {
        let is_empty = self.found.direct.is_empty() && self.found.events.is_empty();
        self.part.as_ref().filter(|_| is_empty).map(|part| &*part.unknown)
    }

    /// Direct dependents with all their edges, most certain first.
    fn dependents(&self) -> Vec<&[Direct]> {
        let mut direct: Vec<_> = self.found.direct.chunk_by(|one, other| one.node == other.node).collect();
        direct.sort_by(|one, other| other[0].reach.weight.total_cmp(&one[0].reach.weight));
        direct
    }

    /// Indirect dependents, most certain first.
    fn farther(&self) -> Vec<&Transitive> {
        let mut farther: Vec<_> = self.found.transitive.iter().collect();
        // Keeps the order by distance and id among equally certain ones.
        farther.sort_by(|one, other| other.reach.weight.total_cmp(&one.reach.weight));
        farther
    }

    /// A row that starts with the weight of a path, if edges have confidence, and the name of the dependent.
    fn row(&self, row: Row, weight: Option<&Reach>, dependent: Node<'_>) -> Row {
        let shown = weight.map(|reach| format!("{:.2}", reach.weight)).unwrap_or_default();
        let row = if self.graph.has_confidence() { row.phrase(Line::of(Role::Dim, &shown)) } else { row };
        row.phrase(name(dependent))
    }

    /// A dependent with the edge through which the change reaches it.
    fn dependent(&self, weight: Option<&Reach>, dependent: NodeIx, edge: EdgeIx) -> Row {
        let (dependent, edge) = (self.graph.node(dependent), self.graph.edge(edge));
        let [place, by, sure, note] = written(edge, &self.trust);
        let row = self.row(Row::default(), weight, dependent).phrase(because(edge)).detail(sure).placed(place);
        row.detail(note).detail(other_name(dependent)).detail(by).to(dependent.ix()).by(edge.ix())
    }

    fn direct(&self, edges: &[Direct]) -> Vec<Row> {
        // The path with the highest weight can be indirect even if there is a direct edge.
        let best = edges[0].reach;
        let is_indirect = edges.iter().all(|one| one.edge != best.edge);
        let through = is_indirect.then(|| self.dependent(Some(&best), edges[0].node, best.edge));
        let direct = edges.iter().map(|one| {
            // The weight is shown beside the edge it comes through.
            self.dependent(Some(&best).filter(|_| one.edge == best.edge), one.node, one.edge)
        });
        // Further edges are indented below the first one.
        let rows = through.into_iter().chain(direct).enumerate();
        rows.map(|(number, row)| row.indented(u16::from(number > 0))).collect()
    }

    /// An indirect dependent: the path with the highest weight, but the distance of the shortest one.
    fn transitive(&self, one: &Transitive) -> Row {
        let (node, edge) = (self.graph.node(one.node), self.graph.edge(one.reach.edge));
        let distance = Line::of(Role::Dim, &format!("{:>2}", one.distance));
        let row = self.row(Row::default().detail(distance), Some(&one.reach), node);
        row.phrase(because(edge)).placed(place(edge)).detail(other_name(node)).to(one.node).by(edge.ix())
    }

    fn event(&self, event: &Event) -> Row {
        let (node, edge) = (self.graph.node(event.node), self.graph.edge(event.edge));
        let row = Row::of(name(node)).phrase(because(edge)).placed(place(edge));
        row.detail(note(edge.note())).detail(other_name(node)).to(event.node).by(event.edge)
    }

    fn total(&self, direct: usize) -> String {
        let mut total = vec![
            format!("{} directly", grouped(direct)),
            format!("{} transitively", grouped(self.found.transitive.len())),
        ];
        let mut linked: Vec<_> = self.found.events.iter().map(|event| event.node).collect();
        linked.dedup();
        total.extend((!linked.is_empty()).then(|| format!("{} by events", grouped(linked.len()))));
        total.extend(self.extras.iter().filter_map(|extra| extra.total()));
        total.join(", ")
    }
}

/// `because a caused b`.
fn because(edge: Edge<'_>) -> Line {
    let sentence = sentence(edge);
    let give = sentence.give;
    Line::of(Role::Dim, "because ").and_line(sentence).giving(give)
}

impl Answer for ImpactAnswer<'_> {
    fn title(&self) -> String {
        format!("Impact of {}", called(self.graph.node(self.found.root)))
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        if self.unknown().is_some() {
            return None;
        }
        let (graph, found) = (self.graph, &self.found);
        let direct = self.dependents().into_iter().take(most).flatten().map(|one| one.edge);
        let edges = direct.chain(self.farther().into_iter().take(most).map(|one| one.edge));
        let nodes = [found.root].into_iter().chain(found.events.iter().take(most).map(|event| event.node));
        Some((graph, Subgraph::new(graph, nodes, edges).with_roots([found.root])))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        let found = &self.found;
        let lists = [
            (most, self.dependents().len(), "direct dependent"),
            (most, found.transitive.len(), "indirect dependent"),
            (most, found.events.len(), "event"),
        ];
        beyond(lists)
    }

    fn document(&self, most: usize) -> Document<'_> {
        if self.unknown().is_some() {
            return Document::default();
        }
        let dependents = self.dependents();
        let total = self.total(dependents.len());
        let about = self.part.as_ref().map_or("depend on it directly", |part| &part.about);
        let direct = Section::list("direct", most, dependents, |edges| self.direct(edges));
        let transitive = Section::list("transitive", most, self.farther(), |one| [self.transitive(one)]);
        let events = Section::list("events", most, &self.found.events, |event| [self.event(event)]);
        let mut sections = vec![
            Section::plain([head(self.graph.node(self.found.root))]),
            direct.about(about).or("No dependents"),
            transitive.about("depend on it through others").or("No indirect dependents"),
        ];
        let rest = [events.about("linked to it by events")].into_iter();
        let rest = rest.chain(self.extras.iter().map(|extra| extra.section(most)));
        sections.extend(rest.filter(|section| section.total != Some(0)));
        Document::new(sections).with_total(total)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }

    fn is_negative(&self) -> bool {
        self.unknown().is_some()
    }

    fn notices(&self) -> Vec<Notice> {
        let extras = self.extras.iter().flat_map(|extra| extra.notices());
        extras.chain(self.unknown().map(Notice::error)).collect()
    }
}

#[derive(Serialize)]
struct DirectWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    edge: EdgeWire<'g>,
    #[serde(flatten)]
    reach: ReachWire<'g>,
}

/// The weight with which a change reaches a node, and the edge it comes through.
#[derive(Serialize)]
struct ReachWire<'g> {
    weight: f64,
    because: BecauseWire<'g>,
}

#[derive(Serialize)]
struct BecauseWire<'g> {
    via: String,
    edge: EdgeWire<'g>,
}

#[derive(Serialize)]
struct TransitiveWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    distance: u32,
    via: String,
    relation: &'g str,
    edge: EdgeWire<'g>,
    #[serde(flatten)]
    reach: ReachWire<'g>,
}

/// A node connected with the changing one by an event.
#[derive(Serialize)]
struct EventWire<'g> {
    #[serde(flatten)]
    node: NodeWire<'g>,
    relation: &'g str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'g str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    edge: EdgeWire<'g>,
}

impl ImpactAnswer<'_> {
    fn node(&self, ix: NodeIx) -> NodeWire<'_> {
        NodeWire::new(self.graph.node(ix))
    }

    fn direct_wire(&self, one: &Direct) -> DirectWire<'_> {
        let edge = self.graph.edge(one.edge);
        DirectWire {
            node: self.node(one.node),
            relation: edge.relation(),
            note: edge.note(),
            edge: EdgeWire { edge, trust: &self.trust },
            reach: self.reach(one.reach),
        }
    }

    fn transitive_wire(&self, one: &Transitive) -> TransitiveWire<'_> {
        let edge = self.graph.edge(one.edge);
        TransitiveWire {
            node: self.node(one.node),
            distance: one.distance,
            via: self.graph.node(one.via).address().into_owned(),
            relation: edge.relation(),
            edge: EdgeWire { edge, trust: &self.trust },
            reach: self.reach(one.reach),
        }
    }

    fn event_wire(&self, event: &Event) -> EventWire<'_> {
        let edge = self.graph.edge(event.edge);
        EventWire {
            node: self.node(event.node),
            relation: edge.relation(),
            note: edge.note(),
            via: event.via.map(|via| self.graph.node(via).address().into_owned()),
            edge: EdgeWire { edge, trust: &self.trust },
        }
    }

    fn reach(&self, reach: Reach) -> ReachWire<'_> {
        let via = self.graph.node(reach.via).address().into_owned();
        let edge = EdgeWire { edge: self.graph.edge(reach.edge), trust: &self.trust };
        ReachWire { weight: rounded(reach.weight), because: BecauseWire { via, edge } }
    }
}

impl Serialize for ImpactAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let found = &self.found;
        let length = 4 + self.extras.len() + usize::from(self.part.is_some());
        let mut fields = serializer.serialize_struct("impact", length)?;
        fields.serialize_field("root", &self.graph.node(found.root).address())?;
        if let Some(part) = &self.part {
            fields.serialize_field(part.key, &part.name)?;
        }
        fields.serialize_field("direct", &Each(|| found.direct.iter().map(|one| self.direct_wire(one))))?;
        fields.serialize_field("transitive", &Each(|| found.transitive.iter().map(|one| self.transitive_wire(one))))?;
        fields.serialize_field("events", &Each(|| found.events.iter().map(|event| self.event_wire(event))))?;
        for extra in &self.extras {
            fields.serialize_field(extra.key(), &extra.json())?;
        }
        fields.end()
    }
}
