//! Adds the units of one file to a batch.

use super::field::{self, at_most};
use super::reference::{Reference, Unusable};
use super::{SYSTEM, is_too_long, named, rules};
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, NodeRecord, Registry, Stamp, Sym};
use crate::system::kit::json::{Fields, Json, Lines};
use crate::system::kit::length::{LONGEST_TITLE, cut};
use crate::time;
use std::borrow::Cow;

/// The kind of a unit without a type.
const UNTYPED: &str = "unit";

/// Types that are expected to have a reference with this relation.
const EXPECTED: [(&str, &str); 2] = [("challenge", "rebuts"), ("inference", "derives-from")];

pub(super) struct Document<'a> {
    shown: &'a str,
    file: Sym,
    lines: Lines<'a>,
    registry: &'a Registry,
    batch: &'a mut Batch,
}

impl<'a> Document<'a> {
    pub(super) fn new(shown: &'a str, lines: Lines<'a>, registry: &'a Registry, batch: &'a mut Batch) -> Self {
        Self { shown, file: batch.word(shown), lines, registry, batch }
    }

    /// Adds a value that should be a unit: as a node with its edges, or as a finding that says why it is not one.
    pub(super) fn add(&mut self, json: Json<'_>) {
        let line = self.lines.of(json);
        let Some(fields) = json.fields() else {
            let message = "Not a unit: not an object, or one with too many fields".to_owned();
            return self.finding(&rules::UNIT_INVALID, line, message);
        };
        let Some(id) = fields.given("id").and_then(Json::filled_text) else {
            let message = "The unit has no \"id\" that is a non-empty string".to_owned();
            return self.id_finding(&rules::UNIT_INVALID, line, message);
        };
        if is_too_long(&id) {
            let message = format!("\"id\" is not {}: {}", at_most("a word"), named(&id));
            return self.id_finding(&rules::UNIT_FIELD, line, message);
        }
        Unit { id: &id, line, fields: &fields, document: self }.add();
    }

    /// Adds a finding about a unit without a usable id, which is identified by its position only.
    fn id_finding(&mut self, rule: &'static Rule, line: u32, message: String) {
        let finding = Finding::new(rule, SYSTEM.name(), message).in_file(self.shown).at_line(line);
        let place = Subject::file(self.shown).at_line(line);
        self.batch.finding(finding.naming(place).naming(Subject::field("id")));
    }

    /// Adds a finding about a line of the file.
    pub(super) fn finding(&mut self, rule: &'static Rule, line: u32, message: String) {
        self.batch.finding(Finding::new(rule, SYSTEM.name(), message).in_file(self.shown).at_line(line));
    }
}

struct Unit<'u, 'd> {
    id: &'u str,
    line: u32,
    fields: &'u Fields<'u>,
    document: &'u mut Document<'d>,
}

impl<'u> Unit<'u, '_> {
    fn add(&mut self) {
        let unit_type = self.word("type");
        let unit_type = unit_type.as_deref().unwrap_or(UNTYPED);
        self.node(unit_type);
        for breach in field::breaches(self.fields) {
            let line = breach.value.map_or(self.line, |value| self.document.lines.of(value));
            self.finding(&rules::UNIT_FIELD, line, breach.message, [Subject::field(breach.name).at_line(line)]);
        }
        self.references(unit_type);
    }

    fn node(&mut self, unit_type: &str) {
        let content = self.fields.given("content").and_then(Json::filled_text).unwrap_or_default();
        let title = content.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or(self.id);
        let created = self.word("created_at");
        let Document { batch, file, .. } = &mut *self.document;
        let (id, kind, title) = (batch.word(self.id), batch.word(unit_type), batch.word(&cut(title, LONGEST_TITLE)));
        let created = created.as_deref().and_then(time::parse);
        batch.node(NodeRecord { created, ..NodeRecord::new(id, kind, title, *file, self.line) });
    }

    fn references(&mut self, unit_type: &str) {
        let list = self.fields.given("references");
        let actor = self.word("author").map(|author| self.document.batch.word(&author));
        let stamp = self.word("created_at").map_or(Stamp::NONE, |time| self.document.batch.stamp(&time));
        let expected = EXPECTED.into_iter().find(|(one, _)| *one == unit_type).map(|(_, rel)| rel);
        let (mut is_missed, mut is_empty) = (expected.is_some(), true);
        let add = |entry: Json<'u>| {
            is_empty = false;
            let line = self.document.lines.of(entry);
            match Reference::read(entry) {
                Ok(reference) => {
                    is_missed &= expected.is_some_and(|expected| reference.rel != expected);
                    self.edge(&reference, actor, stamp, line);
                    for breach in reference.breaches(self.document.registry, self.id, unit_type) {
                        self.finding(breach.rule, line, breach.message, [breach.names.at_line(line)]);
                    }
                }
                Err(Unusable { message, field }) => {
                    // It may have been meant as the expected reference.
                    is_missed = false;
                    self.finding(&rules::UNIT_REFERENCE, line, message, [Subject::field(field).at_line(line)]);
                }
            }
        };
        if let Some(list) = list {
            let is_list = list.each_item(add);
            if !is_list || is_empty {
                let message = if is_list {
                    "\"references\" is empty; leave the field out instead"
                } else {
                    "\"references\" is not a list of {id, rel}"
                };
                let line = self.document.lines.of(list);
                self.finding(
                    &rules::UNIT_FIELD,
                    line,
                    message.to_owned(),
                    [Subject::field("references").at_line(line)],
                );
            }
            is_missed &= is_list;
        }
        if let Some(rel) = expected.filter(|_| is_missed) {
            let message = format!("The unit is of type {unit_type} but has no reference with {rel}");
            let names = [Subject::new("type", "name", unit_type), Subject::relation(rel)];
            self.finding(&rules::UNIT_UNUSUAL, self.line, message, names);
        }
    }

    fn edge(&mut self, reference: &Reference<'_>, actor: Option<Sym>, stamp: Stamp, line: u32) {
        let Document { batch, file, .. } = &mut *self.document;
        let (from, to, relation) = (batch.word(self.id), batch.word(&reference.id), batch.word(&reference.rel));
        batch.edge(EdgeRecord { actor, stamp, ..EdgeRecord::new(from, to, relation, *file, line) });
    }

    /// The text of a field, if it is short enough to be kept.
    fn word(&self, name: &str) -> Option<Cow<'u, str>> {
        self.fields.given(name)?.filled_text().filter(|text| !is_too_long(text))
    }

    fn finding<const N: usize>(&mut self, rule: &'static Rule, line: u32, message: String, names: [Subject; N]) {
        let finding = Finding::new(rule, SYSTEM.name(), message).about(self.id);
        let finding = names.into_iter().fold(finding, Finding::naming);
        self.document.batch.finding(finding.in_file(self.document.shown).at_line(line));
    }
}
