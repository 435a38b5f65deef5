//! Turns the records of a workspace into nodes and edges: resolves links and aliases, which depend on all records.

use super::places::Folder;
use super::record::{MOST_LINKS, Record, Statement};
use super::statement::{MENTIONS, Target, Verb};
use super::{DECISION, SYSTEM, name, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EXTERNAL, EdgeRecord, NodeRecord, Stamp};
use crate::system::file;
use crate::system::kit::length::LONGEST_WORD;
use crate::text::{count, grouped, quoted};
use std::collections::{BTreeMap, HashMap};
use std::path::{Component, Path, PathBuf};

/// A record with its place and name.
#[derive(Debug)]
pub(super) struct Located {
    /// The path relative to the workspace.
    pub(super) shown: String,
    pub(super) id: String,
    pub(super) record: Record,
}

impl Located {
    pub(super) fn new(shown: String, package: Option<&str>, text: &str) -> Self {
        let stem = name::stem(Path::new(&shown));
        let record = Record::parse(&stem, text);
        Self { id: id_of(package, &stem), shown, record }
    }

    /// The folder of its file.
    fn folder(&self) -> &str {
        self.shown.rsplit_once('/').map_or("", |(folder, _)| folder)
    }

    fn number(&self) -> Option<u32> {
        name::number(self.id.rsplit('/').next().unwrap_or(&self.id))
    }
}

fn id_of(package: Option<&str>, stem: &str) -> String {
    package.map_or_else(|| stem.to_owned(), |package| format!("{package}/{stem}"))
}

/// The package of a file: that of the innermost folder that contains it.
pub(super) fn package_of<'f>(folders: &'f [Folder], path: &Path) -> Option<&'f str> {
    let around = folders.iter().filter(|folder| path.starts_with(&folder.path));
    around.max_by_key(|folder| folder.path.components().count())?.package.as_deref()
}

/// What a statement refers to.
enum End {
    Record(usize),
    /// A record that does not exist, by the id it would have.
    Missing(String),
    /// A URL, or a file that is not a record.
    External(String),
}

/// All records, to be found by path, id and number.
pub(super) struct Builder<'a> {
    root: &'a Path,
    folders: &'a [Folder],
    records: &'a [Located],
    by_path: HashMap<&'a str, usize>,
    by_id: HashMap<&'a str, usize>,
    by_number: HashMap<u32, Vec<usize>>,
    /// Files outside the folders of records that links refer to, and whether they exist: the result depends on them.
    pub(super) probed: BTreeMap<PathBuf, bool>,
    /// Nodes for ends that are not records, by id, with the first place that refers to them.
    externals: BTreeMap<String, (usize, u32)>,
}

impl<'a> Builder<'a> {
    pub(super) fn new(root: &'a Path, folders: &'a [Folder], records: &'a [Located]) -> Self {
        let (mut by_path, mut by_id) = (HashMap::new(), HashMap::new());
        let mut by_number: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, one) in records.iter().enumerate() {
            by_path.insert(one.shown.as_str(), at);
            // Of several records with one id, the first is the node.
            by_id.entry(one.id.as_str()).or_insert(at);
            if let Some(number) = one.number() {
                by_number.entry(number).or_default().push(at);
            }
        }
        let (probed, externals) = (BTreeMap::new(), BTreeMap::new());
        Self { root, folders, records, by_path, by_id, by_number, probed, externals }
    }

    /// Adds the nodes, edges and findings of all records.
    pub(super) fn fill(&mut self, batch: &mut Batch) {
        for (at, one) in self.records.iter().enumerate() {
            node(one, batch);
            faults(one, batch);
            for statement in &one.record.relations {
                self.edge(at, statement, batch);
            }
        }
        let kind = batch.word(EXTERNAL);
        for (id, (at, line)) in &self.externals {
            let (id, file) = (batch.word(id), batch.word(&self.records[*at].shown));
            batch.node(NodeRecord::new(id, kind, id, file, *line));
        }
        self.same_numbers(batch);
    }

    fn edge(&mut self, at: usize, statement: &Statement, batch: &mut Batch) {
        let is_mention = statement.verb == Verb::Mention;
        let Some(end) = self.end(at, &statement.target) else { return };
        let is_itself = matches!(end, End::Record(to) if to == at);
        if is_mention && (is_itself || matches!(end, End::External(_))) {
            return;
        }
        let own = &self.records[at];
        let (other, record) = match &end {
            End::Record(to) => (self.records[*to].id.as_str(), Some(&self.records[*to].record)),
            End::Missing(id) => (id.as_str(), None),
            End::External(id) => {
                self.externals.entry(id.clone()).or_insert((at, statement.line));
                (id.as_str(), None)
            }
        };
        let (relation, is_passive) = match &statement.verb {
            Verb::Known { relation, is_passive } => (*relation, *is_passive),
            Verb::Other(verb) => (verb.as_str(), false),
            Verb::Mention => (MENTIONS, false),
        };
        let ends = if is_passive { [other, &own.id] } else { [&own.id, other] };
        // Both records of a relation may state it. Its time is that of the record it starts from, so that the second
        // statement is a repetition, and so is its actor, unless that record has no decider.
        let source = if is_passive { record } else { Some(&own.record) };
        let ([from, to], relation) = (ends.map(|id| batch.word(id)), batch.word(relation));
        let file = batch.word(&own.shown);
        let deciders = source.map(|record| &record.deciders).filter(|deciders| !deciders.is_empty());
        let actor = match deciders.unwrap_or(&own.record.deciders).as_slice() {
            [one] => Some(batch.word(one)),
            _ => None,
        };
        let stamp = source.and_then(|record| record.date).map_or(Stamp::NONE, Stamp::at);
        let edge = EdgeRecord::new(from, to, relation, file, statement.line);
        batch.edge(EdgeRecord { actor, stamp, implicit: is_mention, ..edge });
    }

    /// The end that a statement of a record refers to; `None` if it is none: another part of the same file, an image, a
    /// number in prose.
    fn end(&mut self, at: usize, target: &Target) -> Option<End> {
        match target {
            Target::Link(target) if target.len() > LONGEST_WORD => None,
            Target::Link(target) if is_url(target) => Some(End::External(target.clone())),
            Target::Link(target) => self.linked(at, target),
            Target::Name(name) => self.named(at, name),
        }
    }

    fn linked(&mut self, at: usize, target: &str) -> Option<End> {
        let path = decoded(target.split(['#', '?']).next().unwrap_or_default());
        let path = Path::new(&path);
        if path.extension().is_none_or(|extension| extension != "md") {
            return None;
        }
        // A path with a leading slash starts at the workspace, as on the pages that hosts of repositories show.
        let folder = Path::new(self.records[at].folder());
        let path = path.strip_prefix("/").map_or_else(|_| folder.join(path), Path::to_owned);
        let path = file::lexically_normalized(&path);
        let shown = path.to_string_lossy().into_owned();
        if let Some(to) = self.by_path.get(shown.as_str()) {
            return Some(End::Record(*to));
        }
        if path.components().any(|part| !matches!(part, Component::Normal(_))) {
            return Some(End::External(shown));
        }
        let full = self.root.join(&path);
        let root = &full;
        let exists = *self.probed.entry(full.clone()).or_insert_with(|| root.is_file());
        if exists {
            return Some(End::External(shown));
        }
        let is_in = self.folders.iter().any(|folder| full.starts_with(&folder.path));
        let id = id_of(package_of(self.folders, &full), &name::stem(&path));
        let is_free = is_in && !self.by_id.contains_key(id.as_str());
        Some(End::Missing(if is_free { id } else { shown }))
    }

    /// A record by its id or its number: that in the same folder, else the only one.
    fn named(&self, at: usize, text: &str) -> Option<End> {
        if let Some(to) = self.by_id.get(text) {
            return Some(End::Record(*to));
        }
        let missing = || name::is_prefixed(text).then(|| End::Missing(text.to_owned()));
        let all = name::alias(text).and_then(|number| self.by_number.get(&number));
        let Some(all) = all else { return missing() };
        let here = self.records[at].folder();
        let near: Vec<_> = all.iter().filter(|to| self.records[**to].folder() == here).collect();
        match (near.as_slice(), all.as_slice()) {
            ([one], _) => Some(End::Record(**one)),
            ([], [one]) => Some(End::Record(*one)),
            _ => missing(),
        }
    }

    /// Reports records of one folder with the same number.
    fn same_numbers(&self, batch: &mut Batch) {
        let mut first: HashMap<(&str, u32), &Located> = HashMap::new();
        for one in self.records {
            let Some(number) = one.number() else { continue };
            let earlier = *first.entry((one.folder(), number)).or_insert(one);
            if earlier.id != one.id {
                let message = format!("The number {number} is also that of {}", quoted(&earlier.id));
                let found = finding(&rules::NUMBER, one, 1, message).about(one.id.as_str());
                let found = found.naming(Subject::node(earlier.id.as_str()));
                batch.finding(found.suggest("give one of them another number; aliases such as ADR-7 are ambiguous"));
            }
        }
    }
}

fn node(one: &Located, batch: &mut Batch) {
    let (id, kind, file) = (batch.word(&one.id), batch.word(DECISION), batch.word(&one.shown));
    let title = batch.word(one.record.title.as_deref().unwrap_or(&one.id));
    let status = one.record.status.as_ref().map(|status| batch.word(status));
    batch.node(NodeRecord { status, created: one.record.date, ..NodeRecord::new(id, kind, title, file, 1) });
}

fn faults(one: &Located, batch: &mut Batch) {
    for (line, message) in &one.record.faults {
        batch.finding(finding(&rules::FRONTMATTER, one, *line, message.clone()));
    }
    if one.record.left_out > 0 {
        let message = format!(
            "Too many links: {} after the first {} not read",
            count(one.record.left_out, "link"),
            grouped(MOST_LINKS)
        );
        batch.finding(finding(&rules::LINKS, one, 1, message));
    }
}

fn finding(rule: &'static Rule, one: &Located, line: u32, message: String) -> Finding {
    Finding::new(rule, SYSTEM.name(), message).in_file(one.shown.as_str()).at_line(line)
}

/// Whether the target of a link names a place on the network: it has a scheme, or starts with `//`.
fn is_url(target: &str) -> bool {
    let scheme = target.split_once(':').map(|(scheme, _)| scheme);
    let is_scheme = |scheme: &str| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || ['+', '-', '.'].contains(&c))
    };
    target.starts_with("//") || scheme.is_some_and(is_scheme)
}

/// A path with its percent-encoded characters decoded. Anything that is not an encoding stays.
fn decoded(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%').and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        if let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            bytes.push(byte);
            rest = &after[2..];
        } else {
            bytes.push(*first);
            rest = after;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoded_paths_are_decoded() {
        for (written, expected) in
            [("a%20b.md", "a b.md"), ("%", "%"), ("%zz%2", "%zz%2"), ("%ff.md", "%ff.md"), ("é", "é")]
        {
            assert_eq!(decoded(written), expected);
        }
    }

    #[test]
    fn a_url_has_a_scheme() {
        for target in ["https://x.org/a.md", "mailto:a@b", "//x/a.md"] {
            assert!(is_url(target), "{target}");
        }
        for target in ["a.md", "./a:b.md", "../x/a.md", "1:a.md"] {
            assert!(!is_url(target), "{target}");
        }
    }
}
