//! `stats`: counts by system, kind and relation.

use super::Outcome;
use super::context::Context;
use super::owner::{CoverageWire, coverage_of, covered};
use crate::document::{Line, Role};
use crate::finding::{Finding, Severity};
use crate::graph::SystemId;
use crate::query::{Stats, stats};
use crate::system::yggdrasil;
use crate::system::yggdrasil::drift::Coverage;
use crate::text::{count, grouped};
use serde::Serialize;
use std::collections::BTreeMap;

/// Where each system was found; empty if that is not printed.
type Places = BTreeMap<SystemId, Vec<String>>;

/// Maximum number of places of a system in readable output.
const MOST_PLACES: usize = 3;

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.load()?;
    let empty = workspace.empty_systems().into_iter().map(|(system, _)| system);
    let counted = stats(&workspace.graph).with_empty(empty);
    let findings = by_severity(&context.report(&workspace).findings);
    let has_model = !yggdrasil::facts(&workspace.facts).models.is_empty() && workspace.graph.as_of_time().is_none();
    let coverage = has_model.then(|| coverage_of(&workspace, context));
    let has_places = counted.named_systems(&workspace.graph).next().is_some();
    let places = if has_places { workspace.places() } else { Places::new() };
    if context.out.is_human() {
        print(&counted, &places, &findings, coverage.as_ref(), context)?;
    } else {
        let coverage = coverage.as_ref().map(CoverageWire::new);
        context.out.json(&StatsWire { coverage, ..StatsWire::new(&counted, &places, &findings) })?;
    }
    Ok(Outcome::Yes)
}

fn by_severity(findings: &[Finding]) -> [(&'static str, usize); 3] {
    let number = |severity: Severity| findings.iter().filter(|finding| finding.rule.severity == severity).count();
    [Severity::Error, Severity::Warning, Severity::Note].map(|severity| (severity.name(), number(severity)))
}

fn print(
    stats: &Stats,
    places: &Places,
    findings: &[(&str, usize)],
    coverage: Option<&Coverage>,
    context: &mut Context,
) -> anyhow::Result<()> {
    let missing = if stats.missing == 0 { String::new() } else { format!(" and {} missing", grouped(stats.missing)) };
    let across = if stats.across == 0 { String::new() } else { format!(", {} across systems", grouped(stats.across)) };
    let implicit = grouped(stats.implicit);
    let heading = format!(
        "{}{missing}, {} ({implicit} implicit{across})",
        count(stats.nodes, "node"),
        count(stats.edges, "edge")
    );
    context.out.line(&Line::of(Role::Strong, &heading))?;
    let systems = stats.systems.iter().map(|(system, (nodes, edges))| {
        let counts = format!("{}, {}", count(*nodes, "node"), count(*edges, "edge"));
        [system.name().to_owned(), counts, places.get(system).map(|places| listed(places)).unwrap_or_default()]
    });
    table("systems", systems, context)?;
    let kinds =
        stats.kinds.iter().map(|((system, kind), nodes)| (format!("{} {kind}", system.name()), grouped(*nodes)));
    section("kinds", kinds, context)?;
    section("relations", stats.relations.iter().map(|(verb, edges)| (verb.clone(), grouped(*edges))), context)?;
    section("layers", stats.layers.iter().map(|(layer, nodes)| (layer.clone(), grouped(*nodes))), context)?;
    let coverage = coverage.map(|found| ("files of nodes".to_owned(), covered(found)));
    section("architecture model", coverage.into_iter(), context)?;
    section("findings", findings.iter().map(|(name, number)| ((*name).to_owned(), grouped(*number))), context)
}

/// The first places, and how many more there are.
fn listed(places: &[String]) -> String {
    let more = places.len().saturating_sub(MOST_PLACES);
    let shown = places.iter().take(MOST_PLACES).cloned().chain((more > 0).then(|| format!("{more} more")));
    shown.collect::<Vec<_>>().join(", ")
}

fn section(
    name: &str,
    entries: impl ExactSizeIterator<Item = (String, String)>,
    context: &mut Context,
) -> anyhow::Result<()> {
    table(name, entries.map(|(what, number)| [what, number]), context)
}

fn table<const COLUMNS: usize>(
    name: &str,
    entries: impl ExactSizeIterator<Item = [String; COLUMNS]>,
    context: &mut Context,
) -> anyhow::Result<()> {
    if entries.len() == 0 {
        return Ok(());
    }
    context.out.blank()?;
    context.out.line(&Line::of(Role::Strong, name))?;
    let roles = [Role::Plain, Role::Dim, Role::Dim];
    let row = |entry: [String; COLUMNS]| entry.iter().zip(roles).map(|(cell, role)| Line::of(role, cell)).collect();
    let rows = entries.map(row);
    context.out.entries(rows, 4)?;
    Ok(())
}

#[derive(Serialize)]
struct StatsWire<'a> {
    nodes: usize,
    missing: usize,
    edges: usize,
    repeated: usize,
    implicit: usize,
    across: usize,
    systems: BTreeMap<&'static str, SystemWire<'a>>,
    kinds: Vec<KindWire<'a>>,
    relations: &'a BTreeMap<String, usize>,
    layers: &'a BTreeMap<String, usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    coverage: Option<CoverageWire<'a>>,
    findings: BTreeMap<&'static str, usize>,
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

impl<'a> StatsWire<'a> {
    fn new(stats: &'a Stats, places: &'a Places, findings: &[(&'static str, usize)]) -> Self {
        let system = |(id, (nodes, edges)): (&SystemId, &(usize, usize))| {
            let places = places.get(id).map(Vec::as_slice);
            (id.name(), SystemWire { nodes: *nodes, edges: *edges, places })
        };
        let kinds = stats.kinds.iter();
        Self {
            nodes: stats.nodes,
            missing: stats.missing,
            edges: stats.edges,
            repeated: stats.repeated,
            implicit: stats.implicit,
            across: stats.across,
            systems: stats.systems.iter().map(system).collect(),
            kinds: kinds
                .map(|((system, kind), nodes)| KindWire { system: system.name(), kind, nodes: *nodes })
                .collect(),
            relations: &stats.relations,
            layers: &stats.layers,
            coverage: None,
            findings: findings.iter().copied().collect(),
        }
    }
}
