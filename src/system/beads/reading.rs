//! Turns the rows of exports into nodes and edges.
//!
//! All exports of a workspace are read before the first edge is made: whether an id is an issue, is in another
//! repository or is missing depends on every row. Of several rows with one id, the last one counts, as when the tool
//! imports them.

use super::SYSTEM;
use super::issue::{Fault, Issue, Row, named, read};
use super::rules;
use super::urgency::{Urgencies, Urgency};
use super::vocabulary::{PARENT_CHILD, as_one_fact, is_parent, is_stored_backwards};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EXTERNAL, EdgeRecord, NodeRecord, Registry, Stamp, Sym};
use crate::system::kit::length::{LONGEST_TITLE, cut};
use crate::text::quoted;
use crate::time;
use hashbrown::{HashMap, HashSet};
use rayon::prelude::*;
use std::borrow::Cow;

/// Part of the ids of short-lived issues, which are never exported.
pub(super) const WISP: &str = "-wisp-";

/// The rows of one export.
pub(super) struct Export<'t> {
    /// The path as displayed.
    shown: &'t str,
    /// One for each id, in the order of their rows.
    issues: Vec<Issue<'t>>,
    /// Number of rows that could not be read.
    broken: usize,
}

impl<'t> Export<'t> {
    /// Reads the rows of a text. `shown` is the path of its file as displayed.
    pub(super) fn read(shown: &'t str, text: &'t str, batch: &mut Batch) -> Self {
        let mut issues: Vec<Option<Issue<'t>>> = Vec::new();
        let mut positions: HashMap<Cow<'t, str>, usize> = HashMap::new();
        let mut broken = 0;
        let at = |rule: &'static Rule, line: u32, message: String| {
            Finding::new(rule, SYSTEM.name(), message).in_file(shown).at_line(line)
        };
        let rows: Vec<(u32, &str)> = (1..).zip(text.split('\n')).filter(|(_, row)| !row.trim().is_empty()).collect();
        let rows: Vec<(u32, Row<'t>)> = rows.into_par_iter().map(|(line, row)| (line, read(row, line))).collect();
        for (line, row) in rows {
            match row {
                Row::Skipped => {}
                Row::Broken(message) => {
                    broken += 1;
                    batch.finding(at(&rules::ROW, line, message).naming(Subject::file(shown).at_line(line)));
                }
                Row::Issue(issue, faults) => {
                    for Fault { rule, message } in faults {
                        batch.finding(at(rule, line, message).about(&*issue.id));
                    }
                    let position = positions.insert(issue.id.clone(), issues.len());
                    if let Some(earlier) = position.and_then(|position| issues[position].take()) {
                        let id = named(&issue.id);
                        let message = format!("Id {id} is already defined in line {}; the last row wins", earlier.line);
                        let finding = at(&rules::ID_DUPLICATE, line, message).about(&*issue.id);
                        let finding = finding.naming(Subject::file(shown).at_line(earlier.line));
                        batch.finding(finding.suggest("delete one of the two rows"));
                    }
                    issues.push(Some(*issue));
                }
            }
        }
        Self { shown, issues: issues.into_iter().flatten().collect(), broken }
    }

    /// Whether it contains neither issues nor anything that should be one.
    pub(super) fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.broken == 0
    }
}

/// The issues of all exports of a workspace.
pub(super) struct Issues<'e, 't> {
    exports: &'e [Export<'t>],
    registry: &'e Registry,
    ids: HashSet<&'e str>,
    /// The parts of ids before the first hyphen.
    prefixes: HashSet<&'e str>,
    /// The ids in other repositories that are already nodes.
    external: HashSet<&'e str>,
}

impl<'e, 't> Issues<'e, 't> {
    pub(super) fn of(exports: &'e [Export<'t>], registry: &'e Registry) -> Self {
        let all = || exports.iter().flat_map(|export| &export.issues).map(|issue| &*issue.id);
        let prefixes = all().map(|id| id.split_once('-').map_or(id, |(prefix, _)| prefix)).collect();
        Self { exports, registry, ids: all().collect(), prefixes, external: HashSet::new() }
    }

    /// The priorities of all issues.
    pub(super) fn urgencies(&self) -> Urgencies {
        let issues = self.exports.iter().flat_map(|export| &export.issues);
        let urgency = |issue: &Issue<'_>| Urgency { priority: issue.priority, deferred_until: issue.deferred_until };
        // Of an id in several exports, the first one is a node.
        Urgencies::of(issues.rev().map(|issue| (issue.id.to_string(), urgency(issue))))
    }

    /// Adds the issues of one export to its batch.
    pub(super) fn add(&mut self, export: &'e Export<'t>, batch: &mut Batch) {
        let file = batch.word(export.shown);
        for issue in &export.issues {
            add_node(issue, file, batch);
            self.edges(issue, export.shown, file, batch);
        }
    }

    fn edges(&mut self, issue: &'e Issue<'t>, shown: &str, file: Sym, batch: &mut Batch) {
        for dependency in &issue.dependencies {
            let stamp = dependency.created.as_deref().map_or(Stamp::NONE, |time| batch.stamp(time));
            if let Some(written) = dependency.created.as_deref().filter(|_| stamp.millis.is_none()) {
                let what = format!("the time of a dependency, {}, is not a time", named(written));
                let finding = Finding::new(&rules::FIELD, SYSTEM.name(), format!("{}: {what}", quoted(&issue.id)));
                batch.finding(finding.about(&*issue.id).in_file(shown).at_line(issue.line));
            }
            if self.is_external(&dependency.on) && self.external.insert(&dependency.on) {
                let (id, kind) = (batch.word(&dependency.on), batch.word(EXTERNAL));
                batch.node(NodeRecord::new(id, kind, id, file, issue.line));
            }
            let (own, other) = (batch.word(&issue.id), batch.word(&dependency.on));
            let (from, to) = if is_stored_backwards(&dependency.kind) { (other, own) } else { (own, other) };
            let actor = dependency.actor.as_deref().map(|actor| batch.word(&cut(actor, LONGEST_TITLE)));
            let (relation, note) = (batch.word(&as_one_fact(&dependency.kind)), dependency.note.as_deref());
            let note = note.map(|note| batch.word(note));
            batch.edge(EdgeRecord { actor, stamp, note, ..EdgeRecord::new(from, to, relation, file, issue.line) });
        }
        if let Some(parent) = self.parent_by_id(issue) {
            let stamp = issue.created.as_deref().map_or(Stamp::NONE, |time| batch.stamp(time));
            let (child, parent, relation) = (batch.word(&issue.id), batch.word(parent), batch.word(PARENT_CHILD));
            let record = EdgeRecord::new(child, parent, relation, file, issue.line);
            batch.edge(EdgeRecord { stamp, implicit: true, ..record });
        }
    }

    /// The parent that the id of an issue names, as `bd-1.2` names `bd-1`, unless a row states one.
    fn parent_by_id<'i>(&self, issue: &'i Issue<'_>) -> Option<&'i str> {
        let (parent, number) = issue.id.rsplit_once('.')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let is_stated = || issue.dependencies.iter().any(|dependency| is_parent(&dependency.kind));
        (is_number && self.ids.contains(parent) && !is_stated()).then_some(parent)
    }

    /// Whether an id is in another repository: it says so, or no issue here has its prefix.
    fn is_external(&self, id: &str) -> bool {
        if self.ids.contains(id) || id.contains(WISP) {
            return false;
        }
        let is_foreign = |prefix: &str| !self.prefixes.contains(prefix) && self.registry.split(id).is_none();
        id.starts_with("external:") || id.split_once('-').is_some_and(|(prefix, _)| is_foreign(prefix))
    }
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}

fn add_node(issue: &Issue<'_>, file: Sym, batch: &mut Batch) {
    let title = issue.title.as_deref().and_then(first_line).unwrap_or(&issue.id);
    let (kind, title) = (batch.word(&cut(&issue.kind, LONGEST_TITLE)), batch.word(&cut(title, LONGEST_TITLE)));
    let (id, status) = (batch.word(&issue.id), batch.word(&cut(&issue.status, LONGEST_TITLE)));
    let created = issue.created.as_deref().and_then(time::parse);
    let record = NodeRecord::new(id, kind, title, file, issue.line);
    batch.node(NodeRecord { status: Some(status), created, ..record });
}
