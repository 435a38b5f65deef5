//! One row of an export: an issue and the dependencies it states.

use super::rules;
use super::vocabulary::{BLOCKS, LONGEST_TYPE};
use crate::finding::Rule;
use crate::system::kit::json::{Fields, Json};
use crate::system::kit::length::{LONGEST_WORD, cut};
use crate::text::quoted;
use crate::time::{self, Millis};
use std::borrow::Cow;

/// Maximum length of a value quoted in a message.
const LONGEST_QUOTE: usize = 80;

/// A row as far as the graph needs it.
#[derive(Debug)]
pub(super) struct Issue<'t> {
    pub(super) id: Cow<'t, str>,
    pub(super) title: Option<Cow<'t, str>>,
    pub(super) kind: Cow<'t, str>,
    pub(super) status: Cow<'t, str>,
    /// 0 is the most urgent.
    pub(super) priority: Option<i64>,
    /// The time of creation, as written.
    pub(super) created: Option<Cow<'t, str>>,
    /// The time before which it is not to be worked on.
    pub(super) deferred_until: Option<Millis>,
    pub(super) dependencies: Vec<Dependency<'t>>,
}

/// A dependency of the issue whose row contains it.
#[derive(Debug)]
pub(super) struct Dependency<'t> {
    pub(super) on: Cow<'t, str>,
    /// The type as written.
    pub(super) kind: Cow<'t, str>,
    pub(super) created: Option<Cow<'t, str>>,
    pub(super) actor: Option<Cow<'t, str>>,
    pub(super) note: Option<Cow<'t, str>>,
}

/// A part of a row that does not fit.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) rule: &'static Rule,
    pub(super) message: String,
}

/// What a row is.
pub(super) enum Row<'t> {
    /// An issue, and what was left out of it.
    Issue(Box<Issue<'t>>, Vec<Fault>),
    /// A header, or something else than an issue.
    Skipped,
    /// Not a row of an export, for this reason.
    Broken(String),
}

/// Reads one line.
pub(super) fn read(text: &str) -> Row<'_> {
    let Some(fields) = Json::object(text) else {
        return Row::Broken(match Json::parse(text) {
            Ok(_) => "The row is not an object".to_owned(),
            Err(error) => format!("The row is not JSON: {}", error.message),
        });
    };
    if fields.given("_schema").is_some() {
        return Row::Skipped;
    }
    if let Some(kind) = fields.given("_type")
        && kind.text().is_none_or(|kind| kind != "issue")
    {
        return Row::Skipped;
    }
    let Some(id) = fields.given("id").and_then(Json::filled_text) else {
        return Row::Broken("The row has no id that is a text".to_owned());
    };
    if id.len() > LONGEST_WORD {
        return Row::Broken(format!("The id is longer than {LONGEST_WORD} bytes: {}", named(&id)));
    }
    let text_of = |name: &str| fields.given(name).and_then(Json::filled_text);
    let mut faults = Vec::new();
    let mut reading = Reading { id: &id, fields: &fields, faults: &mut faults };
    let created = reading.time("created_at");
    let deferred_until = reading.time("defer_until").and_then(|time| time::parse(&time));
    let priority = reading.priority();
    let dependencies = reading.dependencies();
    let issue = Issue {
        title: text_of("title"),
        kind: text_of("issue_type").unwrap_or(Cow::Borrowed("task")),
        status: text_of("status").unwrap_or(Cow::Borrowed("open")),
        priority,
        created,
        deferred_until,
        dependencies,
        id,
    };
    Row::Issue(Box::new(issue), faults)
}

struct Reading<'r, 't> {
    id: &'r str,
    fields: &'r Fields<'t>,
    faults: &'r mut Vec<Fault>,
}

impl<'t> Reading<'_, 't> {
    fn time(&mut self, name: &str) -> Option<Cow<'t, str>> {
        let json = self.fields.given(name)?;
        let text = json.text().filter(|text| text.len() <= LONGEST_WORD && time::parse(text).is_some());
        // The tool writes an empty text for a time that is not set.
        if text.is_none() && json.text().is_none_or(|text| !text.is_empty()) {
            self.fault(&rules::FIELD, &format!("{} is not a time", quoted(name)));
        }
        text
    }

    fn priority(&mut self) -> Option<i64> {
        let number = self.fields.given("priority")?.number();
        if number.is_none() {
            self.fault(&rules::FIELD, "\"priority\" is not a number");
        }
        number.filter(|number| number.is_finite()).map(|number| number as i64)
    }

    fn dependencies(&mut self) -> Vec<Dependency<'t>> {
        let Some(json) = self.fields.given("dependencies") else { return Vec::new() };
        let mut found = Vec::new();
        let is_list = json.each_item(|item| match dependency(item, self.id) {
            Ok(dependency) => found.push(dependency),
            Err(reason) => {
                self.faults.push(Fault { rule: &rules::EDGE, message: format!("{}: {reason}", quoted(self.id)) });
            }
        });
        if !is_list {
            self.fault(&rules::FIELD, "\"dependencies\" is not a list");
        }
        found
    }

    fn fault(&mut self, rule: &'static Rule, message: &str) {
        self.faults.push(Fault { rule, message: format!("{}: {message}", quoted(self.id)) });
    }
}

/// An entry of `dependencies`: an object, or the id of a blocker alone.
fn dependency<'t>(item: Json<'t>, id: &str) -> Result<Dependency<'t>, String> {
    if let Some(on) = item.text() {
        let on = checked_id(on)?;
        return Ok(Dependency { on, kind: Cow::Borrowed(BLOCKS), created: None, actor: None, note: None });
    }
    let fields = item.fields().ok_or("a dependency is neither an object nor an id")?;
    let text_of = |name: &str| fields.given(name).and_then(Json::filled_text);
    let on = text_of("depends_on_id").ok_or("a dependency has no \"depends_on_id\" that is a text")?;
    if let Some(other) = text_of("issue_id").filter(|other| other != id) {
        return Err(format!("a dependency belongs to another issue, {}", named(&other)));
    }
    let kind = match fields.given("type") {
        None => Cow::Borrowed(BLOCKS),
        Some(kind) => match kind.text() {
            Some(kind) if kind.is_empty() => Cow::Borrowed(BLOCKS),
            Some(kind) if kind.trim().is_empty() => return Err("the type of a dependency is blank".to_owned()),
            Some(kind) if kind.len() > LONGEST_TYPE => {
                return Err(format!("the type of a dependency is longer than {LONGEST_TYPE} bytes: {}", named(&kind)));
            }
            Some(kind) => kind,
            None => return Err("the type of a dependency is not a text".to_owned()),
        },
    };
    let created = fields.given("created_at").and_then(Json::text).filter(|time| !time.is_empty());
    Ok(Dependency {
        on: checked_id(on)?,
        kind,
        created: created.filter(|time| time.len() <= LONGEST_WORD),
        actor: text_of("created_by"),
        note: fields.given("metadata").and_then(note),
    })
}

fn checked_id(id: Cow<'_, str>) -> Result<Cow<'_, str>, String> {
    if id.trim().is_empty() {
        return Err("a dependency names no issue".to_owned());
    }
    if id.len() > LONGEST_WORD {
        return Err(format!("the id of a dependency is longer than {LONGEST_WORD} bytes: {}", named(&id)));
    }
    Ok(id)
}

/// Metadata that says something: the tool writes `{}` for none.
fn note(metadata: Json<'_>) -> Option<Cow<'_, str>> {
    let text = match metadata.text() {
        Some(text) => text,
        None => Cow::Owned(metadata.value()?.to_string()),
    };
    (!["", "{}"].contains(&text.trim())).then_some(text)
}

/// A value from a file, quoted and short enough for a message.
pub(super) fn named(text: &str) -> String {
    quoted(&cut(text, LONGEST_QUOTE))
}
