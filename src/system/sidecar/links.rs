//! Reads and checks the links of one sidecar.

use super::id::SPELLING;
use super::id::{is_id, is_short};
use super::read::{Reader, Subject};
use super::{SYSTEM, rules};
use crate::finding::{self, Rule};
use crate::graph::EdgeRecord;
use crate::system::kit::json::{Fields, Json};
use crate::system::registry;
use crate::text::{either, quoted};
use std::borrow::Cow;
use std::collections::HashSet;

/// Maximum length of a reason, which is meant to be a short note.
const LONGEST_REASON: usize = 200;

/// The fields a link may have.
const FIELDS: [&str; 3] = ["type", "target", "reason"];

type Fact<'a> = (Cow<'a, str>, Cow<'a, str>);

/// A link with a type and a target.
struct Link<'a, 's> {
    subject: &'s str,
    fact: Fact<'a>,
    fields: Fields<'a>,
    json: Json<'a>,
}

impl<'a> Link<'a, '_> {
    /// The link as it appears in a message.
    fn shown(&self) -> String {
        let (kind, target) = &self.fact;
        format!("{} {}", quoted(kind), quoted(target))
    }

    /// The link as a subject of a finding.
    fn edge(&self, reader: &Reader<'a>) -> finding::Subject {
        let (kind, target) = &self.fact;
        finding::Subject::edge(self.subject, &**kind, &**target).at_line(reader.lines.of(self.json))
    }

    fn finding(
        &self,
        reader: &mut Reader<'a>,
        rule: &'static Rule,
        message: String,
        named: impl IntoIterator<Item = finding::Subject>,
    ) {
        reader.finding(rule, Some(self.subject), message, self.json, named);
    }
}

/// Reads the links of a sidecar, if it has any.
pub(super) fn read<'a>(reader: &mut Reader<'a>, subject: &Subject<'_>, fields: &Fields<'a>) {
    let Some(given) = fields.given("links") else { return };
    let registry = registry();
    let types: Vec<_> = registry.names(SYSTEM).collect();
    let mut seen: HashSet<Fact<'a>> = HashSet::new();
    let mut last: Option<Fact<'a>> = None;
    let mut is_sorted = true;
    let is_list = given.each_item(|item| {
        let Some(link) = link_of(reader, subject, item) else { return };
        let (kind, target) = &link.fact;
        if !types.contains(&&**kind) {
            let message = format!("Unknown link type {}; expected {}", quoted(kind), either(&types));
            link.finding(reader, &rules::TYPE, message, [finding::Subject::relation(&**kind)]);
        }
        if !is_id(target) {
            let message = format!("The target {} is not a valid record id ({SPELLING})", quoted(target));
            link.finding(reader, &rules::TARGET, message, [finding::Subject::node(&**target)]);
        }
        if is_sorted && last.as_ref().is_some_and(|last| *last > link.fact) {
            is_sorted = false;
            let message = format!("The link {} is out of order; sort links by type, then by target", link.shown());
            link.finding(reader, &rules::UNSORTED, message, [link.edge(reader)]);
        }
        if !seen.insert(link.fact.clone()) {
            let message = format!("The link {} is listed twice", link.shown());
            link.finding(reader, &rules::REPEATED, message, [link.edge(reader)]);
        }
        check_fields(reader, &link);
        let reason = reason_of(reader, &link);
        let batch = &mut *reader.batch;
        let (from, to, relation) = (batch.word(subject.id), batch.word(target), batch.word(kind));
        let note = reason.map(|reason| batch.word(&reason));
        batch.edge(EdgeRecord { note, ..EdgeRecord::new(from, to, relation, reader.place, reader.lines.of(item)) });
        last = Some(link.fact);
    });
    if !is_list {
        let message = "\"links\" is not a list and is not read".to_owned();
        reader.finding(&rules::INVALID, Some(subject.id), message, given, [finding::Subject::field("links")]);
    }
}

/// The link, if it has a type and a target.
fn link_of<'a, 's>(reader: &mut Reader<'a>, subject: &Subject<'s>, item: Json<'a>) -> Option<Link<'a, 's>> {
    let mut invalid = |defect: &str, field: Option<&str>| {
        let message = format!("A link {defect}; it is skipped");
        reader.finding(&rules::INVALID, Some(subject.id), message, item, field.map(finding::Subject::field));
    };
    let Some(fields) = item.fields() else {
        invalid("is not an object", None);
        return None;
    };
    let mut text = |name: &str| match fields.get(name).and_then(Json::filled_text) {
        Some(text) if is_short(&text) => Some(text),
        Some(_) => {
            invalid(&format!("has a {} that is too long", quoted(name)), Some(name));
            None
        }
        None => {
            invalid(&format!("has no {}", quoted(name)), Some(name));
            None
        }
    };
    let fact = (text("type")?, text("target")?);
    Some(Link { subject: subject.id, fact, fields, json: item })
}

/// Reports fields that a link must not have.
fn check_fields<'a>(reader: &mut Reader<'a>, link: &Link<'a, '_>) {
    for (name, _) in link.fields.iter().filter(|(name, _)| !FIELDS.contains(name)) {
        let (shown, advice) = match name {
            name if !is_short(name) => (None, ""),
            "source_ref" => (Some(name), ": provenance belongs to the sidecar, not to a link"),
            name => (Some(name), ""),
        };
        let field = shown.map_or_else(
            || "a field whose name is too long".to_owned(),
            |name| format!("the unknown field {}", quoted(name)),
        );
        let message = format!("The link {} has {field}{advice}", link.shown());
        let named = [Some(link.edge(reader)), shown.map(finding::Subject::field)];
        link.finding(reader, &rules::FIELD, message, named.into_iter().flatten());
    }
}

/// The reason of a link, if it is a string.
fn reason_of<'a>(reader: &mut Reader<'a>, link: &Link<'a, '_>) -> Option<Cow<'a, str>> {
    let given = link.fields.given("reason")?;
    let mut finding = |rule, defect: &str| {
        let message = format!("The \"reason\" of the link {} {defect}", link.shown());
        link.finding(reader, rule, message, [finding::Subject::field("reason"), link.edge(reader)]);
    };
    let Some(reason) = given.text() else {
        finding(&rules::REASON, "is not a string");
        return None;
    };
    if reason.chars().nth(LONGEST_REASON).is_some() {
        finding(&rules::REASON_LONG, &format!("is longer than {LONGEST_REASON} characters"));
    }
    Some(reason).filter(|reason| !reason.trim().is_empty())
}
