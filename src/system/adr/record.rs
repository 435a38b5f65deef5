//! Reads one record: title, status, date, deciders, and the relations and links of its lines.
//!
//! The three formats keep these values in different places: frontmatter (MADR 3 and 4), list items before the first
//! section (MADR 2, log4brains), a line and a section of their own (adr-tools). The first that exists counts.

use super::markdown;
use super::name;
use super::statement::{self, Target, Verb};
use crate::system::frontmatter::Document;
use crate::system::kit::length::{LONGEST_TITLE, cut};
use crate::system::yaml::Fields;
use crate::text::quoted;
use crate::time::{self, Millis};
use serde_json::{Map, Value};

/// Maximum number of relations and links of a record.
pub(super) const MOST_LINKS: usize = 10_000;

/// Sections whose lines state relations, in lower case. A section that only starts with `related` counts too.
const SECTIONS: [&str; 3] = ["status", "links", "more information"];
const RELATED: &str = "related";

/// Fields with people, in the order in which they are looked up as deciders.
const DECIDERS: [&str; 2] = ["decision-makers", "deciders"];

/// Keys of the list items before the first section that are fields.
const KEYS: [&str; 8] =
    ["status", "date", "deciders", "decision-makers", "consulted", "informed", "tags", "technical story"];

/// A record as its file describes it.
#[derive(Debug, Default)]
pub(super) struct Record {
    pub(super) title: Option<String>,
    pub(super) status: Option<String>,
    pub(super) date: Option<Millis>,
    pub(super) deciders: Vec<String>,
    pub(super) relations: Vec<Statement>,
    /// Number of relations and links beyond [`MOST_LINKS`].
    pub(super) left_out: usize,
    /// What cannot be read, with its line.
    pub(super) faults: Vec<(u32, String)>,
}

/// A relation or a link, with its line.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) verb: Verb,
    pub(super) target: Target,
    pub(super) line: u32,
}

/// The part of the body that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Before the first section.
    Head,
    Status,
    /// Another section whose lines state relations.
    Relations,
    Prose,
}

impl Part {
    fn of(heading: &str) -> Self {
        let heading = heading.trim_end_matches(':').to_lowercase();
        match heading.as_str() {
            "status" => Self::Status,
            heading if SECTIONS.contains(&heading) || heading.starts_with(RELATED) => Self::Relations,
            _ => Self::Prose,
        }
    }
}

impl Record {
    pub(super) fn parse(stem: &str, text: &str) -> Self {
        let document = Document::split(text);
        let mut record = Self::default();
        if document.is_unclosed() {
            record.faults.push((1, "The frontmatter has no end; the whole file is read as its text".to_owned()));
        }
        match document.fields_in_place() {
            Ok((fields, unread)) => {
                for field in unread.iter().map(|one| one.field.as_str()) {
                    let message = format!("A value in {} contains a control character and is not read", quoted(field));
                    record.faults.push((document.field_line_number(field), message));
                }
                record.frontmatter(&fields, document.field_line_number("status"));
            }
            Err(error) => {
                let message = format!("The frontmatter is not valid: {}", error.message);
                record.faults.push((error.line.unwrap_or(1), message));
            }
        }
        record.body(document.body(), document.body_line());
        record.date = record.date.or_else(|| name::date(stem));
        record
    }

    fn frontmatter(&mut self, fields: &Fields<'_>, status_line: u32) {
        let scalar = |name: &str| fields.get(name).and_then(|field| field.scalar());
        if let Some(text) = scalar("status") {
            self.status = statement::status(&text);
            if !statement::is_unfilled(&text) {
                self.state(&text, status_line);
            }
        }
        self.date = scalar("date").and_then(|text| date(&text));
        let deciders = |name: &&str| {
            let listed = fields.get(name).and_then(|field| field.items());
            let listed = listed.map(|items| items.into_iter().flatten().map(str::to_owned).collect());
            listed.or_else(|| scalar(name).map(|text| people(&text))).filter(|people: &Vec<_>| !people.is_empty())
        };
        self.deciders = DECIDERS.iter().find_map(deciders).unwrap_or_default();
    }

    fn body(&mut self, body: &str, first_line: u32) {
        let (mut part, mut has_status_line) = (Part::Head, false);
        for line in markdown::prose(body) {
            let (text, number) = (&*line.text, first_line + line.number);
            if let Some((level, heading)) = markdown::heading(text) {
                match level {
                    1 if self.title.is_none() => self.title = title(heading),
                    2 => part = Part::of(heading),
                    _ => {}
                }
                self.add(statement::mentions(text), number);
                continue;
            }
            match part {
                Part::Head => self.head(text, number),
                Part::Status if !text.trim().is_empty() => {
                    if self.status.is_none() && !has_status_line {
                        self.status = statement::status(text);
                    }
                    has_status_line = true;
                    if !statement::is_unfilled(text) {
                        self.state(text, number);
                    }
                }
                Part::Relations => self.state(text, number),
                Part::Status | Part::Prose => self.add(statement::mentions(text), number),
            }
        }
    }

    /// A line before the first section: a field, or prose.
    fn head(&mut self, text: &str, number: u32) {
        let Some((key, value, is_item)) = key_value(text) else {
            self.add(statement::mentions(text), number);
            return;
        };
        match key.as_str() {
            "status" if is_item => {
                self.status = self.status.take().or_else(|| statement::status(value));
                if !statement::is_unfilled(value) {
                    self.state(value, number);
                }
            }
            "date" => self.date = self.date.or_else(|| date(value)),
            "deciders" | "decision-makers" if is_item && self.deciders.is_empty() => self.deciders = people(value),
            _ => self.add(statement::mentions(text), number),
        }
    }

    fn state(&mut self, text: &str, line: u32) {
        self.add(statement::relations(text).into_iter(), line);
    }

    fn add(&mut self, relations: impl Iterator<Item = (Verb, Target)>, line: u32) {
        for (verb, target) in relations {
            if self.relations.len() == MOST_LINKS {
                self.left_out += 1;
            } else {
                self.relations.push(Statement { verb, target, line });
            }
        }
    }
}

/// The fields of a record for display, as written: the frontmatter, and the list items before the first section.
pub(super) fn fields(text: &str) -> Map<String, Value> {
    let document = Document::split(text);
    let mut fields = document.fields().unwrap_or_default();
    for line in markdown::prose(document.body()) {
        if markdown::heading(&line.text).is_some_and(|(level, _)| level > 1) {
            break;
        }
        let Some((key, value, is_item)) = key_value(&line.text) else { continue };
        let is_field = KEYS.contains(&key.as_str()) && (is_item || key == "date");
        if is_field && !value.is_empty() && !statement::is_unfilled(value) && !fields.contains_key(&key) {
            fields.insert(key, value.into());
        }
    }
    fields
}

/// The heading without its number; `None` if it is that of a template.
fn title(heading: &str) -> Option<String> {
    let digits = heading.bytes().take_while(u8::is_ascii_digit).count();
    let title = heading[digits..].strip_prefix(". ").filter(|_| digits > 0).unwrap_or(heading).trim();
    (!title.is_empty() && !statement::is_unfilled(title)).then(|| cut(title, LONGEST_TITLE).into_owned())
}

/// A line `key: value`, with its key in lower case, and whether it is a list item.
fn key_value(line: &str) -> Option<(String, &str, bool)> {
    let item = markdown::item(line);
    let (key, value) = item.unwrap_or_else(|| line.trim()).split_once(':')?;
    let emphasis = ['*', '_', ' '];
    let key = key.trim_matches(emphasis).to_lowercase();
    Some((key, value.trim_start_matches(emphasis).trim_end(), item.is_some()))
}

/// A date as `YYYY-MM-DD`, with or without a time, or as `DD/MM/YYYY`.
fn date(text: &str) -> Option<Millis> {
    let text = text.trim();
    let first = text.split_whitespace().next()?.trim_end_matches(['.', ',', ';']);
    let british = || {
        let [day, month, year] = first.split('/').collect::<Vec<_>>().try_into().ok()?;
        let has_form = [(day, 2), (month, 2), (year, 4)]
            .iter()
            .all(|(part, length)| part.len() == *length && part.bytes().all(|byte| byte.is_ascii_digit()));
        has_form.then(|| time::parse(&format!("{year}-{month}-{day}"))).flatten()
    };
    time::parse(text).or_else(|| time::parse(first)).or_else(british)
}

/// The people in a list with commas.
fn people(text: &str) -> Vec<String> {
    if statement::is_unfilled(text) {
        return Vec::new();
    }
    text.split([',', ';']).map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}
