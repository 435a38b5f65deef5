//! Counts by system, kind and relation, and those that systems add.

use super::Input;
use crate::document::{Answer, Document, Line, Role, Row, Section};
use crate::finding::{Finding, Severity};
use crate::format::json::{Each, Sink};
use crate::graph::SystemId;
use crate::query::{Stats, stats};
use crate::system::Extra;
use crate::text::{count, grouped};
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Where each system was found; empty if that is not shown.
type Places = BTreeMap<SystemId, Vec<String>>;

/// Maximum number of places of a system in readable output.
const MOST_PLACES: usize = 3;

#[derive(Debug, Clone)]
pub struct StatsRequest<'r> {
    /// The findings of the doctor.
    pub findings: &'r [Finding],
}

/// Counts of a workspace.
pub struct StatsAnswer<'a> {
    counted: Stats,
    places: Places,
    findings: [(&'static str, usize); 3],
    extras: Vec<Box<dyn Extra + 'a>>,
}

impl<'a> StatsAnswer<'a> {
    pub fn new(input: Input<'a>, request: &StatsRequest<'_>) -> Self {
        let (mut counted, mut places) = (stats(input.graph), Places::new());
        if let Some(workspace) = input.workspace {
            let empty = workspace.empty_systems().into_iter().map(|(system, _)| system);
            counted = counted.with_empty(empty);
            if counted.named_systems(input.graph).next().is_some() {
                places = workspace.places();
            }
        }
        let asked = input.question();
        let extras = asked.iter().flat_map(|asked| asked.systems.iter().flat_map(|(_, system)| system.counts(asked)));
        Self { counted, places, findings: by_severity(request.findings), extras: extras.collect() }
    }

    /// The numbers of nodes and edges.
    fn heading(&self) -> String {
        let Stats { nodes, missing, edges, implicit, across, .. } = &self.counted;
        let missing = if *missing == 0 { String::new() } else { format!(" and {} missing", grouped(*missing)) };
        let across = if *across == 0 { String::new() } else { format!(", {} across systems", grouped(*across)) };
        let (nodes, edges) = (count(*nodes, "node"), count(*edges, "edge"));
        format!("{nodes}{missing}, {edges} ({} implicit{across})", grouped(*implicit))
    }
}

fn by_severity(findings: &[Finding]) -> [(&'static str, usize); 3] {
    let number = |severity: Severity| findings.iter().filter(|finding| finding.rule.severity == severity).count();
    [Severity::Error, Severity::Warning, Severity::Note].map(|severity| (severity.name(), number(severity)))
}

/// A name and what it counts.
fn row(name: &str, counts: &str) -> Row {
    Row::of(Line::new().plain(name)).phrase(Line::of(Role::Dim, counts))
}

/// The first places, and how many more there are.
fn listed(places: &[String]) -> String {
    let more = places.len().saturating_sub(MOST_PLACES);
    let shown = places.iter().take(MOST_PLACES).cloned().chain((more > 0).then(|| format!("{more} more")));
    shown.collect::<Vec<_>>().join(", ")
}

impl Answer for StatsAnswer<'_> {
    fn title(&self) -> String {
        "Counts".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let counted = &self.counted;
        let system = |(system, (nodes, edges)): (&SystemId, &(usize, usize))| {
            let counts = format!("{}, {}", count(*nodes, "node"), count(*edges, "edge"));
            let places = self.places.get(system).map(|places| listed(places)).unwrap_or_default();
            [row(system.name(), &counts).phrase(Line::of(Role::Dim, &places))]
        };
        let kind = |((system, kind), nodes): (&(SystemId, String), &usize)| {
            [row(&format!("{} {kind}", system.name()), &grouped(*nodes))]
        };
        let named = |(name, number): (&String, &usize)| [row(name, &grouped(*number))];
        let severity = |(name, number): &(&'static str, usize)| [row(name, &grouped(*number))];
        let mut sections = vec![
            Section::plain([Row::saying(Role::Strong, &self.heading())]),
            Section::list("systems", most, &counted.systems, system),
            Section::list("kinds", most, &counted.kinds, kind),
            Section::list("relations", most, &counted.relations, named),
            Section::list("layers", most, &counted.layers, named),
        ];
        sections.extend(self.extras.iter().map(|extra| extra.section(most)));
        let findings = Section::list("findings", most, &self.findings, severity);
        // Its entries are severities, not findings.
        sections.push(Section { total: None, ..findings });
        Document::new(sections)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }
}

#[derive(Serialize)]
struct SystemWire<'a> {
    nodes: usize,
    edges: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    places: Option<&'a [String]>,
}

#[derive(Serialize)]
struct KindWire<'a> {
    system: &'static str,
    kind: &'a str,
    nodes: usize,
}

impl<'a> KindWire<'a> {
    fn new(((system, kind), nodes): (&'a (SystemId, String), &usize)) -> Self {
        Self { system: system.name(), kind, nodes: *nodes }
    }
}

impl Serialize for StatsAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counted = &self.counted;
        let system = |(id, (nodes, edges)): (&SystemId, &(usize, usize))| {
            let places = self.places.get(id).map(Vec::as_slice);
            (id.name(), SystemWire { nodes: *nodes, edges: *edges, places })
        };
        let mut fields = serializer.serialize_struct("stats", 11 + self.extras.len())?;
        fields.serialize_field("nodes", &counted.nodes)?;
        fields.serialize_field("missing", &counted.missing)?;
        fields.serialize_field("edges", &counted.edges)?;
        fields.serialize_field("repeated", &counted.repeated)?;
        fields.serialize_field("implicit", &counted.implicit)?;
        fields.serialize_field("across", &counted.across)?;
        fields.serialize_field("systems", &counted.systems.iter().map(system).collect::<BTreeMap<_, _>>())?;
        fields.serialize_field("kinds", &Each(|| counted.kinds.iter().map(KindWire::new)))?;
        fields.serialize_field("relations", &counted.relations)?;
        fields.serialize_field("layers", &counted.layers)?;
        for extra in &self.extras {
            fields.serialize_field(extra.key(), &extra.json())?;
        }
        fields.serialize_field("findings", &self.findings.iter().copied().collect::<BTreeMap<_, _>>())?;
        fields.end()
    }
}
