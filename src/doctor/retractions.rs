//! Retracted edges, and retractions that match no row.

use crate::finding::{Finding, Rule, Severity};
use crate::graph::{Cancelled, Graph, UntilCancelled as _};
use crate::text::{count, quoted};
use std::collections::BTreeMap;

const CHECK: &str = "log";
const RETRACTED: Rule = Rule { code: "edges-retracted", severity: Severity::Note, check: CHECK };
const UNMATCHED: Rule = Rule { code: "retraction-unmatched", severity: Severity::Warning, check: CHECK };

/// One note for each log with retracted edges, at the first of them, and one warning for each retraction that matches
/// no row.
pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let mut by_log: BTreeMap<&str, (usize, u32)> = BTreeMap::new();
    for edge in graph.retracted().until(cancelled).filter(|edge| !edge.is_repeated()) {
        by_log.entry(edge.file()).or_insert((0, edge.line())).0 += 1;
    }
    let system = graph.registry().log_system().name();
    let counted = by_log.into_iter().map(move |(file, (number, first))| {
        let (are, them) = if number == 1 { ("is", "it") } else { ("are", "them") };
        let message = format!("{} {are} retracted; `refs ID --retracted` shows {them}", count(number, "edge"));
        Finding::new(&RETRACTED, system, message).in_file(file).at_line(first)
    });
    let unmatched = graph.unmatched_retractions().until(cancelled).map(move |one| {
        let (from, to) = (quoted(one.from), quoted(one.to));
        let at = one.ts.map_or_else(|| "without ts".to_owned(), |ts| format!("with ts {}", quoted(&ts)));
        let message = format!("Retraction matches no row: {from} {} {to} {at}", one.relation);
        Finding::new(&UNMATCHED, system, message).in_file(one.file).at_line(one.line)
    });
    counted.chain(unmatched)
}
