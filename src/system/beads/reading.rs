//! Turns the rows of exports into nodes and edges, in parts that are read on all threads.
//!
//! Whether an id is an issue, is in another repository or is missing depends on every row, and of several rows with one
//! id, the last one counts, as when the tool imports them. A part is therefore read as if it had no exceptions: no
//! later row has an id of its rows, and ids such as `bd-1.2` name parents that exist. When all parts are known, those
//! with exceptions are read again. Exceptions are rare, so most exports are read once and never held in memory.

use super::SYSTEM;
use super::issue::{Fault, Issue, Row, named, read};
use super::rules;
use super::urgency::{Urgency, UrgencyList};
use super::vocabulary::{PARENT_CHILD, as_one_fact, is_parent, is_stored_backwards};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EXTERNAL, EdgeRecord, NodeRecord, Registry, Stamp, Sym};
use crate::system::kit::length::{LONGEST_TITLE, cut};
use crate::text::quoted;
use crate::time;
use hashbrown::HashSet;
use std::borrow::Cow;

/// Part of the ids of short-lived issues, which are never exported.
pub(super) const WISP: &str = "-wisp-";

/// The start of ids that name another repository.
const ELSEWHERE: &str = "external:";

/// What a part does not read, by lines of the part. Found by [`super::ids::Settled`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Exceptions {
    /// Rows with an id that a later row of the export has.
    pub(super) replaced: HashSet<u32>,
    /// Rows whose id names a parent that does not exist.
    pub(super) orphans: HashSet<u32>,
}

impl Exceptions {
    pub(super) fn is_empty(&self) -> bool {
        self.replaced.is_empty() && self.orphans.is_empty()
    }
}

/// An id that a row names, and the line of the row in its part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named {
    pub(super) id: Sym,
    pub(super) line: u32,
}

/// Some consecutive lines of an export. Lines are counted from its start.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) batch: Batch,
    file: Sym,
    exceptions: Exceptions,
    /// The ids of its rows.
    pub(super) ids: Vec<Named>,
    /// The ids that may be in another repository.
    pub(super) perhaps_external: Vec<Named>,
    /// The parents that are known only from the ids of their children.
    pub(super) parents: Vec<Named>,
    /// The parts of ids before the first hyphen.
    pub(super) prefixes: HashSet<Box<str>>,
    pub(super) urgencies: UrgencyList,
    /// Number of rows that could not be read.
    broken: usize,
    pub(super) lines: u32,
    /// The first line that is not UTF-8.
    pub(super) broken_line: Option<u32>,
}

impl Part {
    /// A part without lines. `shown` is the path of its file as displayed.
    pub(super) fn new(shown: &str, number: u64, exceptions: Exceptions) -> Self {
        let mut batch = Batch::new(SYSTEM, number);
        Self {
            file: batch.word(shown),
            batch,
            exceptions,
            ids: Vec::new(),
            perhaps_external: Vec::new(),
            parents: Vec::new(),
            prefixes: HashSet::new(),
            urgencies: UrgencyList::default(),
            broken: 0,
            lines: 0,
            broken_line: None,
        }
    }

    /// Whether it contains neither issues nor anything that should be one.
    pub(super) fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.broken == 0
    }

    /// The path of its file as displayed.
    pub(super) fn shown(&self) -> &str {
        self.batch.text(self.file)
    }

    /// Reads further lines.
    pub(super) fn add_lines(&mut self, bytes: &[u8]) {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(error) => {
                let line = 1 + memchr::memchr_iter(b'\n', &bytes[..error.valid_up_to()]).count() as u32;
                self.broken_line.get_or_insert(self.lines + line);
                String::from_utf8_lossy(bytes)
            }
        };
        let mut start = 0;
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        let without_end = (!text.ends_with('\n')).then_some(text.len());
        for end in ends.chain(without_end) {
            self.lines += 1;
            self.add_line(&text[start..end]);
            start = end + 1;
        }
    }

    fn add_line(&mut self, text: &str) {
        if text.trim().is_empty() {
            return;
        }
        let line = self.lines;
        match read(text) {
            Row::Skipped => {}
            Row::Broken(message) => {
                self.broken += 1;
                let finding = self.at(&rules::ROW, line, message);
                self.batch.finding(finding.naming(Subject::file(self.shown()).at_line(line)));
            }
            Row::Issue(issue, faults) => {
                for Fault { rule, message } in faults {
                    let finding = self.at(rule, line, message).about(&*issue.id);
                    self.batch.finding(finding);
                }
                if !self.exceptions.replaced.contains(&line) {
                    self.add(&issue);
                }
            }
        }
    }

    /// A finding on a line of this part.
    pub(super) fn at(&self, rule: &'static Rule, line: u32, message: String) -> Finding {
        Finding::new(rule, SYSTEM.name(), message).in_file(self.shown()).at_line(line)
    }

    fn add(&mut self, issue: &Issue<'_>) {
        let (line, id) = (self.lines, self.batch.word(&issue.id));
        self.ids.push(Named { id, line });
        let prefix = prefix(&issue.id);
        if !self.prefixes.contains(prefix) {
            self.prefixes.insert(prefix.into());
        }
        let urgency = Urgency { priority: issue.priority, deferred_until: issue.deferred_until };
        self.urgencies.add(&issue.id, urgency);
        self.add_node(issue, id);
        self.add_edges(issue, id);
    }

    fn add_node(&mut self, issue: &Issue<'_>, id: Sym) {
        let batch = &mut self.batch;
        let title = issue.title.as_deref().and_then(first_line);
        let title = title.map_or(id, |title| batch.word_apart(&cut(title, LONGEST_TITLE)));
        let (kind, status) = (cut(&issue.kind, LONGEST_TITLE), cut(&issue.status, LONGEST_TITLE));
        let (kind, status) = (batch.word(&kind), batch.word(&status));
        let created = issue.created.as_deref().and_then(time::parse);
        let record = NodeRecord::new(id, kind, title, self.file, self.lines);
        batch.node(NodeRecord { status: Some(status), created, ..record });
    }

    fn add_edges(&mut self, issue: &Issue<'_>, own: Sym) {
        let (line, file) = (self.lines, self.file);
        for dependency in &issue.dependencies {
            let stamp = dependency.created.as_deref().map_or(Stamp::NONE, |time| self.batch.stamp(time));
            if let Some(written) = dependency.created.as_deref().filter(|_| stamp.millis.is_none()) {
                let what = format!("the time of a dependency, {}, is not a time", named(written));
                let finding = self.at(&rules::FIELD, line, format!("{}: {what}", quoted(&issue.id)));
                self.batch.finding(finding.about(&*issue.id));
            }
            let other = self.batch.word(&dependency.on);
            if self.may_be_external(&dependency.on) {
                self.perhaps_external.push(Named { id: other, line });
            }
            let (from, to) = if is_stored_backwards(&dependency.kind) { (other, own) } else { (own, other) };
            let batch = &mut self.batch;
            let actor = dependency.actor.as_deref().map(|actor| batch.word(&cut(actor, LONGEST_TITLE)));
            let (relation, note) = (batch.word(&as_one_fact(&dependency.kind)), dependency.note.as_deref());
            let note = note.map(|note| batch.word(note));
            batch.edge(EdgeRecord { actor, stamp, note, ..EdgeRecord::new(from, to, relation, file, line) });
        }
        if let Some(parent) = parent_by_id(issue).filter(|_| !self.exceptions.orphans.contains(&line)) {
            let batch = &mut self.batch;
            let stamp = issue.created.as_deref().map_or(Stamp::NONE, |time| batch.stamp(time));
            let (parent, relation) = (batch.word(parent), batch.word(PARENT_CHILD));
            let record = EdgeRecord::new(own, parent, relation, file, line);
            batch.edge(EdgeRecord { stamp, implicit: true, ..record });
            self.parents.push(Named { id: parent, line });
        }
    }

    /// Whether an id may be in another repository, as far as the lines before tell.
    fn may_be_external(&self, id: &str) -> bool {
        id.starts_with(ELSEWHERE) || !self.prefixes.contains(prefix(id))
    }

    /// Adds the ids of other repositories that are not nodes yet.
    pub(super) fn add_external(&mut self, is_external: &mut impl FnMut(&str) -> bool) {
        for Named { id, line } in std::mem::take(&mut self.perhaps_external) {
            if is_external(self.batch.text(id)) {
                let kind = self.batch.word(EXTERNAL);
                self.batch.node(NodeRecord::new(id, kind, id, self.file, line));
            }
        }
    }
}

/// The part of an id before the first hyphen.
fn prefix(id: &str) -> &str {
    id.split_once('-').map_or(id, |(prefix, _)| prefix)
}

/// Whether an id that is not an issue is in another repository: it says so, or no issue here has its prefix.
pub(super) fn is_external(id: &str, prefixes: &HashSet<Box<str>>, registry: &Registry) -> bool {
    let is_foreign = |(prefix, _): (&str, &str)| !prefixes.contains(prefix) && registry.split(id).is_none();
    !id.contains(WISP) && (id.starts_with(ELSEWHERE) || id.split_once('-').is_some_and(is_foreign))
}

/// The parent that the id of an issue names, as `bd-1.2` names `bd-1`, unless its row states one.
fn parent_by_id<'i>(issue: &'i Issue<'_>) -> Option<&'i str> {
    let (parent, number) = issue.id.rsplit_once('.')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_stated = || issue.dependencies.iter().any(|dependency| is_parent(&dependency.kind));
    (is_number && !is_stated()).then_some(parent)
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}
