//! Reads one file among the records: its subject, and the node and links it defines.

use super::group::{Role, name_in_path};
use super::id::SPELLING;
use super::id::{is_id, is_short, kind_of};
use super::{SYSTEM, links, rules};
use crate::finding::{self, Finding, Rule};
use crate::graph::{Batch, NodeRecord, Sym};
use crate::system::kit::json::{Fields, Json, JsonFile, Lines};
use crate::text::quoted;
use std::borrow::Cow;
use std::path::Path;

/// The data of a record that its sidecar may leave out.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) id: Option<String>,
    pub(super) title: Option<String>,
    /// The file, and the line on which the record begins.
    pub(super) file: String,
    pub(super) line: u32,
}

impl Record {
    /// Adds the node for a record without a sidecar.
    pub(super) fn add_to(&self, batch: &mut Batch) {
        let Some(id) = &self.id else { return };
        let title = batch.word(self.title.as_deref().unwrap_or(id));
        let (id, kind, file) = (batch.word(id), batch.word(kind_of(id)), batch.word(&self.file));
        batch.node(NodeRecord::new(id, kind, title, file, self.line));
    }
}

/// The subject of a sidecar.
pub(super) struct Subject<'s> {
    pub(super) id: &'s str,
    /// The title from its record.
    title: Option<&'s str>,
}

pub(super) struct Reader<'a> {
    file: &'a JsonFile,
    json: Json<'a>,
    pub(super) lines: Lines<'a>,
    /// The file's path, interned in the batch.
    pub(super) place: Sym,
    pub(super) batch: &'a mut Batch,
    /// The ids of the sidecars' subjects.
    subjects: &'a mut Vec<String>,
}

/// Reads a file. Returns a record instead of adding its node: whether it is a node depends on all sidecars.
pub(super) fn read(
    path: &Path,
    file: &JsonFile,
    record: Option<&Record>,
    batch: &mut Batch,
    subjects: &mut Vec<String>,
) -> Option<Record> {
    let json = file.json(SYSTEM, &rules::FILES, batch)?;
    let place = batch.word(&file.shown);
    let mut reader = Reader { file, json, lines: Lines::new(&file.text), place, batch, subjects };
    match Role::of(path) {
        Role::Sidecar => {
            reader.sidecar(path, record);
            None
        }
        Role::Other => {
            reader.without_links();
            None
        }
        Role::Record => reader.without_links().map(|fields| reader.record(&fields)),
    }
}

impl<'a> Reader<'a> {
    /// The fields of a file that must not contain links.
    fn without_links(&mut self) -> Option<Fields<'a>> {
        for links in links_within(self.json) {
            let message = "Links in a file that is not a sidecar are not read".to_owned();
            let finding = self.located(&rules::MISPLACED, message, links).naming(finding::Subject::field("links"));
            let finding = finding.naming(finding::Subject::file(&*self.file.shown));
            self.batch.finding(finding.suggest("move them into the record's .meta.json"));
        }
        self.json.fields()
    }

    fn record(&self, fields: &Fields<'a>) -> Record {
        let id = fields.get("id").and_then(Json::filled_text).filter(|id| is_short(id));
        Record {
            id: id.map(Cow::into_owned),
            title: title_of(fields).map(Cow::into_owned),
            file: self.file.shown.clone(),
            line: self.lines.of(self.json),
        }
    }

    fn sidecar(&mut self, path: &Path, record: Option<&Record>) {
        let Some(fields) = self.json.fields() else {
            let message = "The sidecar is not an object and is not read".to_owned();
            return self.finding(&rules::INVALID, None, message, self.json, []);
        };
        let entries = entries_of(&fields);
        for (id, json, entry) in &entries {
            if let Some(entry) = entry {
                self.entry(id, *json, entry, record);
            } else {
                let message = format!("The entry {} is not an object; it is skipped", quoted(id));
                self.finding(&rules::INVALID, None, message, *json, [finding::Subject::node(*id)]);
            }
        }
        if entries.is_empty()
            && let Some(id) = self.subject(path, &fields, record)
        {
            let title = record.filter(|record| record.id.as_ref().is_none_or(|own| *own == id));
            let subject = Subject { id: &id, title: title.and_then(|record| record.title.as_deref()) };
            self.describe(&subject, self.json, &fields);
        }
    }

    /// Reads one entry of a map of sidecars. The record beside the file describes at most one of them.
    fn entry(&mut self, id: &str, json: Json<'a>, fields: &Fields<'a>, record: Option<&Record>) {
        if !is_short(id) {
            let message = "The id of an entry is too long; the entry is skipped".to_owned();
            return self.finding(&rules::SUBJECT, None, message, json, []);
        }
        if !is_id(id) {
            self.misspelt(id, json);
        }
        if let Some(own) = fields.given("id")
            && own.text().is_none_or(|own| own != id)
        {
            let message = format!("The entry {} has a different \"id\" of its own", quoted(id));
            self.finding(&rules::SUBJECT, Some(id), message, own, [finding::Subject::field("id")]);
        }
        let title = record.filter(|record| record.id.as_deref() == Some(id));
        let subject = Subject { id, title: title.and_then(|record| record.title.as_deref()) };
        self.describe(&subject, json, fields);
    }

    /// Adds the node and the links of one subject.
    fn describe(&mut self, subject: &Subject<'_>, json: Json<'a>, fields: &Fields<'a>) {
        let own = title_of(fields);
        let title = self.batch.word(own.as_deref().or(subject.title).unwrap_or(subject.id));
        let (id, kind) = (self.batch.word(subject.id), self.batch.word(kind_of(subject.id)));
        self.batch.node(NodeRecord::new(id, kind, title, self.place, self.lines.of(json)));
        self.subjects.push(subject.id.to_owned());
        links::read(self, subject, fields);
    }

    /// The id of a sidecar's subject: from its own field, otherwise from its file name, otherwise from the record
    /// beside it. The sidecar of a collection or a scene has no subject with an id, and no links.
    fn subject(&mut self, path: &Path, fields: &Fields<'a>, record: Option<&Record>) -> Option<String> {
        if let Some(given) = fields.given("id") {
            let Some(id) = given.filled_text().filter(|id| is_short(id)) else {
                let message = "The \"id\" is not a record id, so the sidecar is not read".to_owned();
                self.finding(&rules::SUBJECT, None, message, given, [finding::Subject::field("id")]);
                return None;
            };
            if !is_id(&id) {
                self.misspelt(&id, given);
            }
            return Some(id.into_owned());
        }
        if let Some(name) = name_in_path(path).filter(|name| is_id(name)) {
            return Some(name.to_owned());
        }
        let id = record.and_then(|record| record.id.clone());
        if fields.given("links").is_none() {
            return id.filter(|id| is_id(id));
        }
        let Some(id) = id else {
            let message = "The sidecar has no subject: no \"id\", no id in its name and no record beside it";
            let finding = self.located(&rules::SUBJECT, message.to_owned(), self.json);
            let finding =
                finding.naming(finding::Subject::file(&*self.file.shown)).naming(finding::Subject::field("id"));
            self.batch.finding(finding.suggest("give it an \"id\""));
            return None;
        };
        if !is_id(&id) {
            self.misspelt(&id, self.json);
        }
        Some(id)
    }

    fn misspelt(&mut self, id: &str, at: Json<'_>) {
        let message = format!("The id {} is not a valid record id ({SPELLING})", quoted(id));
        self.finding(&rules::SUBJECT, Some(id), message, at, []);
    }

    pub(super) fn finding(
        &mut self,
        rule: &'static Rule,
        about: Option<&str>,
        message: String,
        at: Json<'_>,
        named: impl IntoIterator<Item = finding::Subject>,
    ) {
        let finding = named.into_iter().fold(self.located(rule, message, at), Finding::naming);
        self.batch.finding(Finding { node: about.map(str::to_owned), ..finding });
    }

    fn located(&self, rule: &'static Rule, message: String, at: Json<'_>) -> Finding {
        Finding::new(rule, SYSTEM.name(), message).in_file(&*self.file.shown).at_line(self.lines.of(at))
    }
}

/// The entries of a sidecar that describes several records, by id; none if it describes one. A key that is no id, or
/// whose value is no object, such as a version, belongs to the file itself.
pub(super) fn entries_of<'f, 'a>(fields: &'f Fields<'a>) -> Vec<(&'f str, Json<'a>, Option<Fields<'a>>)> {
    let is_one = fields.given("id").is_some() || fields.get("links").is_some();
    let is_map = || fields.iter().any(|(key, json)| is_id(key) && json.fields().is_some());
    if is_one || !is_map() {
        return Vec::new();
    }
    let entries = fields.iter().map(|(key, json)| (key, json, json.fields()));
    let describes = |fields: &Fields<'_>| ["links", "id"].iter().any(|name| fields.get(name).is_some());
    entries.filter(|(key, _, entry)| is_id(key) || entry.as_ref().is_some_and(describes)).collect()
}

/// Links in a file that must not have any: a top-level `links`, or a nested value that looks like links.
fn links_within(json: Json<'_>) -> Vec<Json<'_>> {
    let mut found = Vec::new();
    find_links(json, 0, &mut found);
    found
}

/// Visits item by item without keeping them: a list can contain millions.
fn find_links<'a>(json: Json<'a>, depth: usize, found: &mut Vec<Json<'a>>) {
    /// Each level reads the file once more.
    const DEEPEST: usize = 6;
    let Some(fields) = json.fields() else {
        if depth < DEEPEST {
            json.each_item(|item| find_links(item, depth + 1, found));
        }
        return;
    };
    for (name, value) in fields.iter() {
        if name == "links" && (depth == 0 || holds_links(value)) {
            found.push(value);
        } else if depth < DEEPEST {
            find_links(value, depth + 1, found);
        }
    }
}

fn holds_links(json: Json<'_>) -> bool {
    let is_link = |item: Json<'_>| {
        item.fields().is_some_and(|link| ["type", "target"].iter().all(|name| link.get(name).is_some()))
    };
    let mut holds = false;
    json.each_item(|item| holds = holds || is_link(item));
    holds
}

/// The field `title`, otherwise `name`.
fn title_of<'a>(fields: &Fields<'a>) -> Option<Cow<'a, str>> {
    ["title", "name"].into_iter().find_map(|name| fields.get(name)?.filled_text())
}
