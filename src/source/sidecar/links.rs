//! The links of one sidecar.

use super::id::SPELLING;
use super::id::{is_id, is_short};
use super::read::{Reader, Subject};
use super::{SYSTEM, rules};
use crate::graph::{EdgeDraft, System, relation};
use crate::source::json::{Fields, Json};
use crate::text::{either, quoted};
use std::borrow::Cow;
use std::collections::HashSet;

/// More characters than this are no short note any more.
const LONGEST_REASON: usize = 200;

type Fact<'a> = (Cow<'a, str>, Cow<'a, str>);

/// Reads the links of a sidecar, if it has any.
pub(super) fn read<'a>(reader: &mut Reader<'a>, subject: &Subject<'_>, fields: &Fields<'a>) {
    let Some(given) = fields.given("links") else { return };
    let types = relation::names(SYSTEM);
    let mut seen: HashSet<Fact<'a>> = HashSet::new();
    let mut last: Option<Fact<'a>> = None;
    let mut is_sorted = true;
    let is_list = given.each_item(|item| {
        let Some((fact, link)) = fact_of(reader, subject, item) else { return };
        let (kind, target) = &fact;
        let shown = || format!("{} {}", quoted(kind), quoted(target));
        let mut finding = |rule, message| reader.finding(rule, Some(subject.id), message, item);
        if !types.contains(&&**kind) {
            finding(&rules::TYPE, format!("the link type {} is none of {}", quoted(kind), either(&types)));
        }
        if !is_address(target) {
            finding(
                &rules::TARGET,
                format!("the target {} is not spelt like the id of a record ({SPELLING})", quoted(target)),
            );
        }
        if is_sorted && last.as_ref().is_some_and(|last| *last > fact) {
            is_sorted = false;
            let message = format!("the link {} belongs before the one above it: by type, then by target", shown());
            finding(&rules::UNSORTED, message);
        }
        if !seen.insert(fact.clone()) {
            finding(&rules::REPEATED, format!("the link {} is there twice", shown()));
        }
        let reason = reason_of(reader, subject, &link, item);
        let batch = &mut *reader.batch;
        let (from, to, relation) = (batch.word(subject.id), batch.word(target), batch.word(kind));
        let note = reason.map(|reason| batch.word(&reason));
        batch.edge(EdgeDraft { note, ..EdgeDraft::new(from, to, relation, reader.place, reader.lines.of(item)) });
        last = Some(fact);
    });
    if !is_list {
        let message = "\"links\" is not a list, so none is read".to_owned();
        reader.finding(&rules::INVALID, Some(subject.id), message, given);
    }
}

/// The type and the target of a link and all its fields, if it is one.
fn fact_of<'a>(reader: &mut Reader<'a>, subject: &Subject<'_>, item: Json<'a>) -> Option<(Fact<'a>, Fields<'a>)> {
    let mut invalid = |problem: &str| {
        let message = format!("a link {problem}; it is left out");
        reader.finding(&rules::INVALID, Some(subject.id), message, item);
    };
    let Some(link) = item.fields() else {
        invalid("is not an object");
        return None;
    };
    let mut text = |name: &str| match link.get(name).and_then(Json::filled_text) {
        Some(text) if is_short(&text) => Some(text),
        Some(_) => {
            invalid(&format!("has a {} that is far too long", quoted(name)));
            None
        }
        None => {
            invalid(&format!("has no {}", quoted(name)));
            None
        }
    };
    let kind = text("type")?;
    let target = text("target")?;
    Some(((kind, target), link))
}

/// Why a link is there, if it says so in words.
fn reason_of<'a>(
    reader: &mut Reader<'a>,
    subject: &Subject<'_>,
    link: &Fields<'a>,
    item: Json<'a>,
) -> Option<Cow<'a, str>> {
    let given = link.given("reason")?;
    let mut finding = |rule, message: String| reader.finding(rule, Some(subject.id), message, item);
    let Some(reason) = given.text() else {
        finding(&rules::REASON, "the \"reason\" of a link is not a text".to_owned());
        return None;
    };
    if reason.chars().nth(LONGEST_REASON).is_some() {
        finding(&rules::REASON_LONG, format!("the \"reason\" of a link is longer than {LONGEST_REASON} characters"));
    }
    Some(reason).filter(|reason| !reason.trim().is_empty())
}

/// Whether a link may lead there: to a record, or by `system:id` to a node of another system.
fn is_address(target: &str) -> bool {
    match System::split(target) {
        Some((SYSTEM, id)) => is_id(id),
        Some(_) => true,
        None => is_id(target),
    }
}
