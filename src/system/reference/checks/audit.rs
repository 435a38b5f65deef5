//! Compares the log with the audit trail: interrupted changes, and log rows without an audit entry.
//!
//! The trail is read on each check, and only for the present: a graph as of an earlier time has other rows and
//! statuses.

use crate::finding::{Finding, Rule, Severity, Subject};
use crate::graph::{Direction, Edge, Graph, NodeIx, UntilCancelled as _};
use crate::system::check::{CheckInput, shown};
use crate::system::kit::file;
use crate::system::log::{AUDIT_FILE, AuditEvent, AuditRow, EdgeKey, Intent, audit_rows, unfinished_intents};
use crate::system::reference::SYSTEM;
use crate::text::{count, for_shell, quoted};
use crate::time::Millis;
use std::collections::HashMap;
use std::hash::Hash;

const CHECK: &str = "log";
const INTERRUPTED: Rule = Rule { code: "status-interrupted", severity: Severity::Error, check: CHECK };
const UNAUDITED: Rule = Rule { code: "audit-incomplete", severity: Severity::Note, check: CHECK };

const ADDRESSES: &str = "addresses";
const ADDRESSED: &str = "addressed";

/// The actors of rows written without `--actor` and without `actor` in the user's configuration.
const OWN_ACTORS: [&str; 2] = ["cli", "tui"];

pub(super) fn check(patient: &CheckInput<'_>) -> Vec<Finding> {
    if patient.graph.as_of_time().is_some() {
        return Vec::new();
    }
    // No trail, or an unreadable one: nothing to compare.
    let Ok(trail) = file::read_bytes(&patient.root.join(AUDIT_FILE)) else { return Vec::new() };
    if (patient.cancelled)() {
        return Vec::new();
    }
    let intents = unfinished_intents(&trail);
    let mut findings: Vec<_> = intents.values().filter_map(|intent| interrupted(patient, intent)).collect();
    findings.extend(
        Ledger::new(patient.graph, audit_rows(&trail).until(patient.cancelled))
            .and_then(|ledger| ledger.missing(patient)),
    );
    findings
}

/// Whether an edge is a row of the log that this workspace writes to.
fn is_own_row(patient: &CheckInput<'_>, edge: Edge<'_>) -> bool {
    edge.system() == SYSTEM && !edge.is_implicit() && is_own_log(patient, edge.file())
}

fn is_own_log(patient: &CheckInput<'_>, file: &str) -> bool {
    patient.root.join(file) == patient.root.join(patient.log)
}

/// The finding for an intent whose edge was stored but whose status change was not.
fn interrupted(patient: &CheckInput<'_>, intent: &Intent) -> Option<Finding> {
    let graph = patient.graph;
    let is_artifact = |node: &crate::graph::Node<'_>| node.system() == SYSTEM && !node.is_missing();
    let node = graph.with_id(&intent.id).find(is_artifact)?;
    if node.status() == Some(&*intent.new_status) {
        return None;
    }
    let from = graph.find(&intent.edge.from)?.ix();
    let is_stored = |edge: &Edge<'_>| {
        edge.from().ix() == from
            && edge.relation() == intent.edge.relation
            && edge.ts().as_deref() == Some(&*intent.edge.ts)
            && is_own_row(patient, *edge)
    };
    let edge = node.edges(Direction::In).iter().map(|ix| graph.edge(*ix)).find(is_stored)?;

    let (id, status, by) = (for_shell(&intent.id), for_shell(&intent.new_status), for_shell(&intent.edge.from));
    let message = format!(
        "{} is stored, but the status of {} was not changed to {}: the change was interrupted",
        shown(edge),
        quoted(&intent.id),
        quoted(&intent.new_status)
    );
    let named = Subject::edge(edge.from().id(), edge.relation(), edge.to().id()).at_line(edge.line());
    let finding = Finding::new(&INTERRUPTED, SYSTEM.name(), message).about(&*intent.id).naming(named);
    let finding = finding.naming(Subject::new("status", "name", &*intent.new_status));
    let relation = for_shell(&intent.edge.relation);
    Some(finding.in_file(edge.file()).at_line(edge.line()).suggest(format!(
        "run `refscope status {id} {status} --addressed-by {by}` to complete it, \
         or `refscope refs retract {by} {id} {relation}` to undo it"
    )))
}

/// The writes recorded in the trail, counted, and the time of its first entry.
struct Ledger {
    since: Millis,
    added: HashMap<(NodeIx, NodeIx, String), usize>,
    retracted: HashMap<EdgeKey, usize>,
    /// Artifacts that were closed. The older tool writes no separate entry for the edge that comes with the status.
    addressed: HashMap<NodeIx, usize>,
}

impl Ledger {
    /// `None` for a trail without any valid time.
    fn new(graph: &Graph, rows: impl Iterator<Item = AuditRow>) -> Option<Self> {
        let mut since = None;
        let (mut added, mut retracted, mut addressed) = (HashMap::new(), HashMap::new(), HashMap::new());
        for row in rows {
            since = since.or(row.ts);
            match row.what {
                AuditEvent::Added(EdgeKey { from, to, relation }) => {
                    if let (Some(from), Some(to)) = (graph.find(&from), graph.find(&to)) {
                        *added.entry((from.ix(), to.ix(), relation)).or_default() += 1;
                    }
                }
                AuditEvent::Retracted(edge) => *retracted.entry(edge).or_default() += 1,
                AuditEvent::Status { id, new_status } if new_status == ADDRESSED => {
                    if let Some(node) = graph.with_id(&id).find(|node| node.system() == SYSTEM) {
                        *addressed.entry(node.ix()).or_default() += 1;
                    }
                }
                // Migration changed the ids in the log: earlier entries cannot be compared.
                AuditEvent::Migrated => {
                    since = row.ts.or(since);
                    added.clear();
                    retracted.clear();
                    addressed.clear();
                }
                AuditEvent::Status { .. } | AuditEvent::Intended(_) | AuditEvent::Other => {}
            }
        }
        Some(Self { since: since?, added, retracted, addressed })
    }

    /// One note about all rows written by refscope that have no entry in the trail.
    fn missing(mut self, patient: &CheckInput<'_>) -> Option<Finding> {
        let graph = patient.graph;
        let is_own = |edge: &Edge<'_>| edge.actor().is_some_and(|actor| OWN_ACTORS.contains(&actor));
        let is_since = |time: Option<Millis>| time.is_some_and(|time| time >= self.since);
        let edges = graph.edges().chain(graph.retracted()).until(patient.cancelled);
        let edges: Vec<_> =
            edges.filter(|edge| is_own(edge) && is_since(edge.millis()) && is_own_row(patient, *edge)).collect();
        let retractions: Vec<_> = graph
            .retractions()
            .until(patient.cancelled)
            .filter(|row| is_since(row.written) && is_own_log(patient, row.file))
            .collect();

        let mut lines = Vec::new();
        for edge in edges.into_iter().until(patient.cancelled) {
            let (from, to, relation) = (edge.from().ix(), edge.to().ix(), edge.relation());
            let is_closing = relation == ADDRESSES;
            let is_there = take(&mut self.added, &(from, to, relation.to_owned()))
                || (is_closing && take(&mut self.addressed, &to));
            if !is_there {
                lines.push(edge.line());
            }
        }
        for row in retractions {
            let [from, to, relation] = [row.from, row.to, row.relation].map(str::to_owned);
            if !take(&mut self.retracted, &EdgeKey { from, to, relation }) {
                lines.push(row.line);
            }
        }
        let first = *lines.iter().min()?;
        let log = patient.log.display().to_string();
        let (have, rows) = if lines.len() == 1 { ("has", "a row") } else { ("have", "rows") };
        let message = format!(
            "{} that refscope wrote to {} {have} no row in {AUDIT_FILE}; the first is on line {first}",
            count(lines.len(), "row"),
            crate::text::plain(&log)
        );
        let finding = Finding::new(&UNAUDITED, SYSTEM.name(), message).in_file(&*log).at_line(first);
        let finding = finding.naming(Subject::file(&*log).at_line(first)).naming(Subject::file(AUDIT_FILE));
        Some(finding.suggest(format!("no data is lost: the log has the edges, only the audit trail lacks {rows}")))
    }
}

/// Decrements the count of `key`; returns whether it was positive.
fn take<K: Hash + Eq>(from: &mut HashMap<K, usize>, key: &K) -> bool {
    from.get_mut(key).filter(|number| **number > 0).map(|number| *number -= 1).is_some()
}
