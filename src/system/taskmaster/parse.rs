//! Parses a `tasks.json`: an object with a key for each tag, or the older form with the tasks of one tag.
//!
//! Ids of tasks count within their tag, ids of subtasks within their task. A *key* is the id of a task within its tag,
//! `5`, or that of a subtask, `5.2`; the id of a node is `tag/key`.

use super::vocabulary::{CHILD_OF, DEPENDS_ON};
use super::{SYSTEM, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, NodeRecord, Stamp, Sym};
use crate::system::kit::json::{Fields, Json, JsonFile, Lines};
use crate::system::kit::length::{LONGEST_TITLE, LONGEST_WORD, cut};
use crate::text::{grouped, quoted};
use crate::time;
use std::borrow::Cow;
use std::collections::HashSet;

/// The tag of the tasks of a file without tags.
pub(super) const DEFAULT_TAG: &str = "master";

/// The kind of subtasks.
pub(super) const SUBTASK: &str = "subtask";

/// Maximum length of a value quoted in a message.
const LONGEST_QUOTE: usize = 80;

/// The tasks of one tag.
pub(super) struct Tag<'a> {
    pub(super) name: String,
    tasks: Json<'a>,
    /// The time of tasks without one of their own.
    updated: Option<Json<'a>>,
}

/// The tags of a file, and the values of keys that should be tags but have no list of tasks.
pub(super) fn tags<'a>(fields: &Fields<'a>) -> (Vec<Tag<'a>>, Vec<(String, Json<'a>)>) {
    let updated_in = |fields: &Fields<'a>, name: &str| fields.given(name)?.fields()?.given("updated");
    let (mut tags, mut others) = (Vec::new(), Vec::new());
    let list = |fields: &Fields<'a>| fields.given("tasks").filter(|tasks| tasks.is_list());
    let is_older = list(fields).is_some();
    if let Some(tasks) = list(fields) {
        let updated = updated_in(fields, "metadata").or_else(|| updated_in(fields, "meta"));
        tags.push(Tag { name: DEFAULT_TAG.to_owned(), tasks, updated });
    }
    for (name, value) in fields.iter().filter(|(name, _)| !(is_older && *name == "tasks")) {
        let tag = value.fields().and_then(|tag| Some((list(&tag)?, updated_in(&tag, "metadata"))));
        match tag {
            Some((tasks, updated)) => tags.push(Tag { name: name.to_owned(), tasks, updated }),
            // The older form has other keys, such as `meta`.
            None if is_older => {}
            None => others.push((name.to_owned(), value)),
        }
    }
    (tags, others)
}

/// A task or a subtask with a usable id.
pub(super) struct Task<'a> {
    pub(super) key: String,
    json: Json<'a>,
    pub(super) fields: Fields<'a>,
}

impl<'a> Task<'a> {
    /// `None` if the value is not an object with an id. `parent` is the key of the task that contains a subtask.
    fn of(json: Json<'a>, parent: Option<&str>) -> Option<Self> {
        let fields = json.fields()?;
        let id = fields.given("id")?.scalar().filter(|id| !id.trim().is_empty() && id.len() <= LONGEST_WORD)?;
        Some(Self { key: key(&id, parent), json, fields })
    }

    fn each_subtask(&self, mut visit: impl FnMut(Json<'a>)) -> bool {
        self.fields.given("subtasks").is_none_or(|list| list.each_item(&mut visit))
    }
}

/// The key of an id. Some tools write the id of a subtask with that of its task.
fn key(id: &str, parent: Option<&str>) -> String {
    match parent {
        Some(parent) if id.strip_prefix(parent).is_some_and(|rest| rest.starts_with('.')) => id.to_owned(),
        Some(parent) => format!("{parent}.{id}"),
        None => id.to_owned(),
    }
}

impl<'a> Tag<'a> {
    /// Visits every task and subtask, the latter with the key of its task. Values that are neither are left out.
    pub(super) fn each(&self, mut visit: impl FnMut(&Task<'a>, Option<&str>)) {
        self.tasks.each_item(|json| {
            let Some(task) = Task::of(json, None) else { return };
            visit(&task, None);
            task.each_subtask(|json| {
                if let Some(subtask) = Task::of(json, Some(&task.key)) {
                    visit(&subtask, Some(&task.key));
                }
            });
        });
    }
}

/// The key that a dependency refers to. In a subtask, an id without a dot is that of a sibling, or else of a task.
fn target(known: &HashSet<String>, written: &str, parent: Option<&str>) -> String {
    let sibling = parent.map(|parent| key(written, Some(parent))).filter(|sibling| known.contains(sibling));
    match sibling {
        Some(sibling) if !(written.contains('.') && known.contains(written)) => sibling,
        _ => written.to_owned(),
    }
}

/// Reads a file. The tasks of the tag `current` can be typed without their tag; `None` means the only tag.
pub(super) fn read(file: &JsonFile, current: Option<&str>, batch: &mut Batch) {
    let Some(json) = file.json(SYSTEM, &rules::FILES, batch) else { return };
    let place = batch.word(&file.shown);
    let mut reader = Reader { shown: &file.shown, place, lines: Lines::new(&file.text), batch };
    let Some(fields) = json.fields() else {
        return reader.finding(&rules::INVALID, json, "The file is not an object with tags or tasks".to_owned());
    };
    let (tags, others) = tags(&fields);
    for (name, value) in &others {
        let message = format!("{} is not a tag: it has no list \"tasks\"", named(name));
        let finding = reader.at(&rules::TAG, reader.lines.of(*value), message);
        reader.batch.finding(finding.naming(Subject::field("tasks")));
    }
    let before = reader.batch.node_count();
    let is_known = |name: &str| tags.iter().any(|tag| tag.name == name);
    for tag in &tags {
        let is_current = current.filter(|name| is_known(name)).map_or(tags.len() == 1, |name| tag.name == name);
        reader.tag(tag, is_current);
    }
    if reader.batch.node_count() == before && reader.batch.findings().is_empty() {
        reader.finding(&rules::EMPTY, json, "The file contains no tasks".to_owned());
    }
}

struct Reader<'a> {
    shown: &'a str,
    /// The file's path, interned in the batch.
    place: Sym,
    lines: Lines<'a>,
    batch: &'a mut Batch,
}

impl<'a> Reader<'a> {
    fn tag(&mut self, tag: &Tag<'a>, is_current: bool) {
        if tag.name.len() > LONGEST_WORD {
            let message = format!("The name of a tag is longer than {} bytes", grouped(LONGEST_WORD));
            return self.finding(&rules::TAG, tag.tasks, message);
        }
        let mut known = HashSet::new();
        tag.each(|task, _| {
            known.insert(task.key.clone());
        });
        let updated = tag.updated.map_or(Stamp::NONE, |updated| self.stamp(updated, "updated", None));
        let scope = Scope { tag: &tag.name, is_current, known: &known, updated };
        tag.tasks.each_item(|json| {
            let Some(task) = Task::of(json, None) else { return self.unusable(json, "task") };
            self.task(&scope, &task, None);
            let is_list = task.each_subtask(|json| match Task::of(json, Some(&task.key)) {
                Some(subtask) => self.task(&scope, &subtask, Some(&task.key)),
                None => self.unusable(json, "subtask"),
            });
            if !is_list {
                self.field(&scope.id(&task.key), &task, "subtasks", "is not a list");
            }
        });
    }

    fn task(&mut self, scope: &Scope<'_>, task: &Task<'a>, parent: Option<&str>) {
        let id = scope.id(&task.key);
        let text = |name: &str| task.fields.given(name).and_then(Json::scalar).filter(|text| !text.trim().is_empty());
        let title = text("title").map(|title| first_line(&title).to_owned());
        let stamp = match task.fields.given("updatedAt") {
            Some(given) => self.stamp(given, "updatedAt", Some(&id)),
            None => scope.updated,
        };
        let line = self.lines.of(task.json);
        let status = text("status").map(|status| self.batch.word(&cut(&status, LONGEST_TITLE)));
        let node = self.batch.word(&id);
        let title = title.map_or(node, |title| self.batch.word(&cut(&title, LONGEST_TITLE)));
        let kind = self.batch.word(if parent.is_some() { SUBTASK } else { "task" });
        let created = stamp.millis;
        let alias = scope.is_current.then(|| self.batch.word(&task.key));
        self.batch.node(NodeRecord { status, created, alias, ..NodeRecord::new(node, kind, title, self.place, line) });
        if let Some(parent) = parent {
            let (parent, relation) = (self.batch.word(&scope.id(parent)), self.batch.word(CHILD_OF));
            let edge = EdgeRecord::new(node, parent, relation, self.place, line);
            self.batch.edge(EdgeRecord { implicit: true, ..edge });
            let mut has_subtasks = false;
            task.each_subtask(|_| has_subtasks = true);
            if has_subtasks {
                let message = format!("{} is a subtask, and its own subtasks are not read", quoted(&id));
                let finding = self.at(&rules::NESTED, line, message).about(&id).naming(Subject::field("subtasks"));
                self.batch.finding(finding.suggest("make it a task, or move its subtasks up to its task"));
            }
        }
        self.dependencies(scope, task, &id, parent, stamp);
    }

    fn dependencies(&mut self, scope: &Scope<'_>, task: &Task<'a>, id: &str, parent: Option<&str>, stamp: Stamp) {
        let Some(list) = task.fields.given("dependencies") else { return };
        let is_list = list.each_item(|entry| {
            let written = entry.scalar().filter(|text| !text.trim().is_empty() && text.len() <= LONGEST_WORD);
            let Some(written) = written else {
                let message = format!("A dependency of {} is not the id of a task; it is skipped", quoted(id));
                let finding = self.at(&rules::FIELD, self.lines.of(entry), message).about(id);
                return self.batch.finding(finding.naming(Subject::field("dependencies")));
            };
            let to = scope.id(&target(scope.known, written.trim(), parent));
            let (from, to, relation) = (self.batch.word(id), self.batch.word(&to), self.batch.word(DEPENDS_ON));
            let edge = EdgeRecord::new(from, to, relation, self.place, self.lines.of(entry));
            self.batch.edge(EdgeRecord { stamp, ..edge });
        });
        if !is_list {
            self.field(id, task, "dependencies", "is not a list");
        }
    }

    /// A time as written; one that is not valid is reported.
    fn stamp(&mut self, given: Json<'a>, name: &str, id: Option<&str>) -> Stamp {
        let text = given.text().filter(|text| text.len() <= LONGEST_WORD && time::parse(text).is_some());
        if let Some(text) = text {
            return self.batch.stamp(&text);
        }
        let written = given.scalar().unwrap_or(Cow::Borrowed("a list or an object"));
        let message = format!("{}: {} is not a valid time", quoted(name), named(&written));
        let finding = self.at(&rules::FIELD, self.lines.of(given), message).naming(Subject::field(name));
        self.batch.finding(match id {
            Some(id) => finding.about(id),
            None => finding,
        });
        Stamp::NONE
    }

    fn unusable(&mut self, json: Json<'a>, what: &str) {
        let message = format!("A {what} is not an object with an \"id\" that is a number or a text; it is skipped");
        let finding = self.at(&rules::TASK, self.lines.of(json), message);
        self.batch.finding(finding.naming(Subject::field("id")));
    }

    /// Reports an invalid field of a task; the task is kept.
    fn field(&mut self, id: &str, task: &Task<'a>, name: &str, defect: &str) {
        let line = self.lines.of(task.fields.get(name).unwrap_or(task.json));
        let message = format!("{}: {} {defect}", quoted(id), quoted(name));
        let finding = self.at(&rules::FIELD, line, message).about(id).naming(Subject::field(name));
        self.batch.finding(finding);
    }

    fn finding(&mut self, rule: &'static Rule, json: Json<'a>, message: String) {
        self.batch.finding(self.at(rule, self.lines.of(json), message));
    }

    fn at(&self, rule: &'static Rule, line: u32, message: String) -> Finding {
        Finding::new(rule, SYSTEM.name(), message).in_file(self.shown).at_line(line)
    }
}

/// What the tasks of a tag share.
struct Scope<'t> {
    tag: &'t str,
    /// Whether its tasks can be typed without the tag.
    is_current: bool,
    /// The keys of its tasks and subtasks.
    known: &'t HashSet<String>,
    updated: Stamp,
}

impl Scope<'_> {
    fn id(&self, key: &str) -> String {
        node_id(self.tag, key)
    }
}

pub(super) fn node_id(tag: &str, key: &str) -> String {
    format!("{tag}/{key}")
}

fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

/// A value from a file, quoted and short enough for a message.
fn named(text: &str) -> String {
    quoted(&cut(text, LONGEST_QUOTE))
}
