//! Verbs that fragment the graph, facts stored twice, circles that cannot be.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::relation::Spelling;
use crate::graph::{Direction, Edge, Graph, NodeIx, System, cycles};
use crate::query::RelationFilter;
use crate::query::advice::Fact;
use crate::text::{grouped, quoted};
use std::collections::{BTreeSet, HashMap, HashSet};

const CHECK: &str = "relations";
const SYNONYM: Rule = Rule { code: "relation-synonym", severity: Severity::Warning, check: CHECK };
const BOTH_WAYS: Rule = Rule { code: "stored-both-ways", severity: Severity::Warning, check: CHECK };
const CYCLE: Rule = Rule { code: "relation-cycle", severity: Severity::Warning, check: CHECK };
const MONOTONE: Rule = Rule { code: "relation-monotone", severity: Severity::Note, check: CHECK };

/// The classes of relations in which a circle is a contradiction. Other systems have findings of their own for theirs.
const CLASSES: [(System, &str); 3] =
    [(System::Reference, "led-to"), (System::Reference, "supersedes"), (System::Reference, "follows-up")];

/// With fewer explicit edges than this, one verb for all of them says nothing.
const ENOUGH_EDGES: usize = 20;

/// "Nearly every", in percent.
const NEARLY_ALL: usize = 95;

pub(super) fn check(graph: &Graph) -> Vec<Finding> {
    let mut findings = synonyms(graph);
    findings.extend(both_ways(graph));
    findings.extend(circles(graph));
    findings.extend(monotone(graph));
    findings
}

fn explicit(graph: &Graph) -> impl Iterator<Item = Edge<'_>> {
    graph.edges().filter(|edge| edge.system() == System::Reference && !edge.is_implicit())
}

fn at(rule: &'static Rule, edge: Edge<'_>, message: String) -> Finding {
    Finding::new(rule, edge.system().name(), message).about(edge.from().id()).in_file(edge.file()).at_line(edge.line())
}

fn shown(edge: Edge<'_>) -> String {
    format!("{} {} {}", quoted(edge.from().id()), edge.relation(), quoted(edge.to().id()))
}

/// Synonyms, unless the fact is there under its canonical verb too: in a log that only grows, that is how one is mended.
fn synonyms(graph: &Graph) -> Vec<Finding> {
    let canonical = |edge: Edge<'_>| edge.meaning().filter(|meaning| meaning.spelling != Spelling::Own);
    let suspects: Vec<_> = explicit(graph).filter(|edge| canonical(*edge).is_some()).collect();
    if suspects.is_empty() {
        return Vec::new();
    }
    let told: HashSet<Fact<'_>> = explicit(graph).filter(|edge| canonical(*edge).is_none()).map(Fact::of).collect();
    let finding = |edge: Edge<'_>| {
        let canonical = canonical(edge)?;
        let verb = canonical.relation.name;
        let is_inverse = canonical.spelling == Spelling::Inverse;
        let (turned, fix) = if is_inverse {
            (" the other way round", "write it that way from now on; --direction in asks for the other side".to_owned())
        } else {
            ("", format!("add the edge again with {verb}, the verb that queries look for"))
        };
        let mended = !is_inverse && told.contains(&Fact::of(edge));
        let message = format!("{}: {} is a synonym of {verb}{turned}", shown(edge), quoted(edge.relation()));
        (!mended).then(|| at(&SYNONYM, edge, message).suggest(fix))
    };
    suspects.into_iter().filter_map(finding).collect()
}

/// A fact under its verb and again, turned round, under the verb's inverse.
fn both_ways<'g>(graph: &'g Graph) -> Vec<Finding> {
    let is_inverse = |edge: Edge<'_>| edge.meaning().is_some_and(|meaning| meaning.spelling == Spelling::Inverse);
    let inverse: HashMap<Fact<'_>, Edge<'_>> =
        explicit(graph).filter(|edge| is_inverse(*edge)).map(|edge| (Fact::of(edge), edge)).collect();
    if inverse.is_empty() {
        return Vec::new();
    }
    let mut told = BTreeSet::new();
    let finding = |edge: Edge<'g>| {
        let fact = Fact::of(edge);
        let other = inverse.get(&fact).filter(|_| told.insert(fact))?;
        let place = format!("{}:{}", other.file(), other.line());
        let message = format!("{} is also stored the other way round, {} ({place})", shown(edge), shown(*other));
        Some(at(&BOTH_WAYS, edge, message).suggest("one direction is enough: ask for the other with --direction in"))
    };
    explicit(graph).filter(|edge| !is_inverse(*edge)).filter_map(finding).collect()
}

fn circles(graph: &Graph) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (system, class) in CLASSES {
        let along = RelationFilter::Class(system, class);
        let keep = |edge: Edge<'_>| along.keeps(edge);
        for group in cycles(graph, keep) {
            findings.extend(circle(graph, class, &group, keep));
        }
    }
    findings
}

/// The finding for one group of nodes that reach each other, at the first edge between them.
fn circle(graph: &Graph, class: &str, group: &[NodeIx], keep: impl Fn(Edge<'_>) -> bool) -> Option<Finding> {
    let outgoing = group.iter().flat_map(|ix| graph.edges_of(*ix, Direction::Out)).map(|ix| graph.edge(*ix));
    let inside = outgoing.filter(|edge| keep(*edge) && group.binary_search(&edge.to().ix()).is_ok());
    let first = inside.min_by_key(|edge| edge.ix())?;
    let (one, other) = first.meaning()?.relation.ends;
    let message = if group.len() == 1 {
        format!("{}: it is {one} and {other} of itself", shown(first))
    } else {
        let members = members(graph, group);
        format!("{members} go round in a circle over {class}: each is {one} and {other} of the others")
    };
    Some(at(&CYCLE, first, message))
}

fn members(graph: &Graph, group: &[NodeIx]) -> String {
    const MOST: usize = 5;
    let ids: Vec<_> = group.iter().take(MOST).map(|ix| quoted(graph.node(*ix).id())).collect();
    let more = group.len().saturating_sub(MOST);
    if more == 0 { ids.join(", ") } else { format!("{} and {more} more", ids.join(", ")) }
}

fn monotone(graph: &Graph) -> Option<Finding> {
    let total = explicit(graph).count();
    let led_to = explicit(graph).filter(|edge| edge.relation() == "led-to").count();
    if total < ENOUGH_EDGES || led_to * 100 < total * NEARLY_ALL {
        return None;
    }
    let message = format!("{} of {} explicit edges are led-to", grouped(led_to), grouped(total));
    let finding = Finding::new(&MONOTONE, System::Reference.name(), message);
    Some(finding.suggest("use addresses for responsibility, cites for evidence, mentions for the rest"))
}
