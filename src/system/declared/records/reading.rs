//! Adds the rows of one file to a batch: nodes, edges, and findings about rows that do not fit.

use super::cell::Cell;
use super::declaration::Declaration;
use super::edge::{EdgeField, EdgeRows, Verb};
use super::path::FieldPath;
use super::row::Row;
use super::rows::{Fault, each_row};
use super::rules;
use crate::finding::{Finding, Rule, Subject};
use crate::graph::{Batch, EdgeRecord, NodeRecord, Stamp, Sym};
use crate::system::kit::file;
use crate::system::kit::length::{LONGEST_TITLE, LONGEST_WORD, cut};
use crate::text::quoted;
use crate::time::{self, Millis};
use std::borrow::Cow;
use std::path::{Component, Path};

/// Maximum length of a value quoted in a message.
const LONGEST_QUOTE: usize = 80;

/// Reads the text of a file. `shown` is its path as displayed.
pub(super) fn read(declaration: &Declaration, shown: &str, text: &str, batch: &mut Batch) {
    let file = batch.word(shown);
    let mut reading = Reading { declaration, shown, file, batch };
    let mut is_empty = true;
    each_row(declaration, text, &mut |row| {
        is_empty = false;
        match row {
            Ok(row) => reading.row(&row),
            Err(Fault { line, message, is_part }) => {
                let rule = if is_part { &rules::FIELD } else { &rules::INVALID };
                reading.batch.finding(reading.at(rule, line, message));
            }
        }
    });
    if is_empty {
        let message = match &declaration.rows {
            Some(rows) => format!("The file contains no records at {}", quoted(rows.text())),
            None => "The file contains no records".to_owned(),
        };
        batch.finding(Finding::new(&rules::NONE, declaration.system.name(), message).in_file(shown));
    }
}

impl Declaration {
    /// The id of a row; `None` if it has none.
    pub(super) fn id_of(&self, row: &Row<'_>) -> Option<String> {
        self.id.as_ref()?.id(row).map(|id| self.spelt(id)).filter(|id| !id.trim().is_empty())
    }

    fn spelt(&self, id: String) -> String {
        if self.lower { id.to_lowercase() } else { id }
    }

    /// The id that a reference in a field stands for, and the part of the record that it names.
    fn target<'r>(&self, reference: &'r str, field: &str, row: &Row<'_>) -> (String, Option<&'r str>) {
        let split = self.part.as_deref().and_then(|separator| reference.split_once(separator));
        let split = split.filter(|(id, part)| !id.is_empty() && !part.is_empty());
        let (reference, part) = split.map_or((reference, None), |(id, part)| (id, Some(part)));
        let completed = self.short_ids.as_ref().and_then(|short| short.complete(reference, field, row));
        (self.spelt(completed.unwrap_or_else(|| reference.to_owned())), part)
    }
}

struct Reading<'a> {
    declaration: &'a Declaration,
    shown: &'a str,
    file: Sym,
    batch: &'a mut Batch,
}

/// What the edges of a row share.
#[derive(Clone, Copy)]
struct Origin {
    actor: Option<Sym>,
    stamp: Stamp,
    /// Which part of a record an edge names.
    note: Option<Sym>,
}

impl Reading<'_> {
    fn row(&mut self, row: &Row<'_>) {
        if let Some(rows) = self.declaration.edge_rows.as_ref().filter(|rows| rows.fit(row)) {
            self.report_misfit(row, None);
            return self.edge_row(rows, row);
        }
        let line = row.line();
        let Some(id) = self.declaration.id_of(row) else {
            let finding = self.at(&rules::ID, line, "The record has no id that is a text or a whole number".to_owned());
            return self.batch.finding(finding.naming(Subject::file(self.shown).at_line(line)));
        };
        if id.len() > LONGEST_WORD {
            let message = format!("The id is longer than {LONGEST_WORD} bytes: {}", named(&id));
            return self.batch.finding(self.at(&rules::ID, line, message));
        }
        self.report_misfit(row, Some(&id));
        let origin = self.origin(row, Some(&id));
        self.node(row, &id, origin.stamp.millis);
        let described = row.described().into_iter().flat_map(|fields| &fields.edges);
        for edge in self.declaration.edges.iter().chain(described) {
            self.edges(edge, row, &id, origin);
        }
    }

    fn report_misfit(&mut self, row: &Row<'_>, id: Option<&str>) {
        if let Some(misfit) = row.misfit() {
            self.report(&rules::FIELD, row.line(), misfit.to_owned(), id);
        }
    }

    fn node(&mut self, row: &Row<'_>, id: &str, created: Option<Millis>) {
        let declaration = self.declaration;
        let title = declaration.title.as_ref().and_then(|title| title.text(row));
        let title = title.as_deref().and_then(first_line).unwrap_or(id);
        let kind = declaration.kind.as_ref().and_then(|kind| kind.text(row));
        let kind = kind.as_deref().unwrap_or(declaration.system.name());
        let status = declaration.status.as_ref().and_then(|status| status.text(row));
        let (file, line) = self.place(row, id);
        let batch = &mut *self.batch;
        let status = status.map(|status| batch.word(&cut(&status, LONGEST_TITLE)));
        let (kind, title) = (batch.word(&cut(kind, LONGEST_TITLE)), batch.word(&cut(title, LONGEST_TITLE)));
        let id = batch.word(id);
        batch.node(NodeRecord { status, created, ..NodeRecord::new(id, kind, title, file, line) });
    }

    /// Where a record says it is, otherwise where it was read.
    fn place(&mut self, row: &Row<'_>, id: &str) -> (Sym, u32) {
        let declaration = self.declaration;
        let Some(path) = declaration.file.as_ref().and_then(|file| file.text(row)) else {
            return (self.file, row.line());
        };
        let plain = file::lexically_normalized(Path::new(&path));
        let is_inside = plain.components().all(|part| matches!(part, Component::Normal(_)));
        if !is_inside || plain.as_os_str().is_empty() || path.len() > LONGEST_WORD {
            let message = format!("{} is not a path inside the workspace", named(&path));
            self.report(&rules::FIELD, row.line(), message, Some(id));
            return (self.file, row.line());
        }
        let line = declaration.line.as_ref().and_then(|line| line.text(row));
        let number = line.as_deref().map_or(Some(1), |line| line.parse().ok().filter(|line| *line > 0));
        if number.is_none() {
            let message = format!("{} is not a line number", named(&line.unwrap_or_default()));
            self.report(&rules::FIELD, row.line(), message, Some(id));
        }
        (self.batch.word(&plain.to_string_lossy()), number.unwrap_or(1))
    }

    fn origin(&mut self, row: &Row<'_>, id: Option<&str>) -> Origin {
        let declaration = self.declaration;
        let actor = declaration.actor.as_ref().and_then(|actor| actor.text(row));
        let actor = actor.map(|actor| self.batch.word(&cut(&actor, LONGEST_TITLE)));
        let Some(time) = declaration.time.as_ref().and_then(|time| time.text(row)) else {
            return Origin { actor, stamp: Stamp::NONE, note: None };
        };
        if time.len() > LONGEST_WORD || time::parse(&time).is_none() {
            let line = declaration.time.as_ref().and_then(|time| time.line(row)).unwrap_or(row.line());
            self.report(&rules::FIELD, line, format!("{} is not a valid time", named(&time)), id);
            return Origin { actor, stamp: Stamp::NONE, note: None };
        }
        Origin { actor, stamp: self.batch.stamp(&time), note: None }
    }

    /// Adds the edges of a field: one id, or a list of ids or of objects.
    fn edges(&mut self, edge: &EdgeField, row: &Row<'_>, id: &str, origin: Origin) {
        row.walk(&edge.field, &mut |cell| {
            if cell.is_list() {
                cell.each_item(&mut |item| self.edge(edge, row, id, origin, &item));
            } else {
                self.edge(edge, row, id, origin, &cell);
            }
        });
    }

    fn edge(&mut self, edge: &EdgeField, row: &Row<'_>, id: &str, origin: Origin, cell: &Cell<'_>) {
        if cell.is_null() {
            return;
        }
        let field = edge.field.text();
        let target = edge.target.as_ref().map_or_else(
            || Ok(*cell),
            |path| match cell.word() {
                // An entry may be a plain id if the verb does not depend on it.
                Some(_) => Ok(*cell),
                None => cell.at(path).ok_or_else(|| format!("an entry has no {}", quoted(path.text()))),
            },
        );
        let ids = target.and_then(|target| target.word().ok_or_else(|| unfit(edge.target.as_ref())));
        let ids = match ids {
            Ok(ids) if ids.trim().is_empty() => return,
            Ok(ids) => ids,
            Err(reason) => return self.report_edge(field, cell.line(), &reason, id),
        };
        let verb = match edge.verb.text(|path| cell.at(path)) {
            Ok(verb) => verb,
            Err(reason) => return self.report_edge(field, cell.line(), &reason, id),
        };
        for reference in self.split(&ids) {
            let (target, part) = self.declaration.target(reference, field, row);
            if target.len() > LONGEST_WORD {
                let reason = format!("an id is longer than {LONGEST_WORD} bytes: {}", named(&target));
                self.report_edge(field, cell.line(), &reason, id);
                continue;
            }
            let (from, to) = if edge.reverse { (&*target, id) } else { (id, &*target) };
            let note = part.map(|part| cut(&format!("part {part}"), LONGEST_TITLE).into_owned());
            let note = note.map(|note| self.batch.word(&note));
            self.add_edge(from, to, &verb, Origin { note, ..origin }, cell.line());
        }
    }

    /// Adds the edge that a row is.
    fn edge_row(&mut self, rows: &EdgeRows, row: &Row<'_>) {
        let line = row.line();
        let origin = self.origin(row, None);
        let end = |path| {
            let text = row.get(path).and_then(|cell| cell.word());
            let text = text.map(|text| self.declaration.target(text.trim(), path.text(), row).0);
            text.filter(|text| !text.is_empty() && text.len() <= LONGEST_WORD)
                .ok_or_else(|| format!("The edge has no {} that is a text or a number", quoted(path.text())))
        };
        let ends = end(&rows.from).and_then(|from| Ok((from, end(&rows.to)?)));
        let whole = ends.and_then(|ends| {
            let verb =
                rows.verb.text(|path| row.get(path)).map_err(|reason| format!("The edge does not fit: {reason}"))?;
            Ok((ends, verb.into_owned()))
        });
        match whole {
            Ok(((from, to), verb)) if rows.reverse => self.add_edge(&to, &from, &verb, origin, line),
            Ok(((from, to), verb)) => self.add_edge(&from, &to, &verb, origin, line),
            Err(message) => self.report(&rules::EDGE, line, message, None),
        }
    }

    fn add_edge(&mut self, from: &str, to: &str, verb: &str, Origin { actor, stamp, note }: Origin, line: u32) {
        let batch = &mut *self.batch;
        let (from, to, relation) = (batch.word(from), batch.word(to), batch.word(verb));
        batch.edge(EdgeRecord { actor, stamp, note, ..EdgeRecord::new(from, to, relation, self.file, line) });
    }

    /// The ids in one text.
    fn split<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let all: Vec<_> = match &self.declaration.separator {
            Some(separator) => text.split(separator.as_str()).collect(),
            None => vec![text],
        };
        all.into_iter().map(str::trim).filter(|id| !id.is_empty()).collect()
    }

    fn report_edge(&mut self, field: &str, line: u32, reason: &str, id: &str) {
        let message = format!("{}: no edge from {}: {reason}", quoted(id), quoted(field));
        let finding = self.at(&rules::EDGE, line, message).about(id);
        self.batch.finding(finding.naming(Subject::field(field).at_line(line)));
    }

    fn report(&mut self, rule: &'static Rule, line: u32, message: String, id: Option<&str>) {
        let finding = match id {
            Some(id) => self.at(rule, line, format!("{}: {message}", quoted(id))).about(id),
            None => self.at(rule, line, message),
        };
        self.batch.finding(finding);
    }

    fn at(&self, rule: &'static Rule, line: u32, message: String) -> Finding {
        Finding::new(rule, self.declaration.system.name(), message).in_file(self.shown).at_line(line)
    }
}

impl Verb {
    /// The verb of an edge, whose fields `get` returns.
    fn text<'c>(&'c self, get: impl Fn(&FieldPath) -> Option<Cell<'c>>) -> Result<Cow<'c, str>, String> {
        let Some(path) = &self.field else { return Ok(Cow::Borrowed(self.fixed.as_deref().unwrap_or_default())) };
        let text = get(path).and_then(|cell| cell.word()).map(|text| text.trim().to_owned());
        let text = text.filter(|text| !text.is_empty() && text.len() <= LONGEST_WORD).or_else(|| self.fixed.clone());
        text.map(Cow::Owned).ok_or_else(|| format!("there is no verb in {}", quoted(path.text())))
    }
}

/// Why a value cannot be the target of an edge.
fn unfit(target: Option<&FieldPath>) -> String {
    match target {
        Some(path) => format!("{} is not an id, which is a text or a number", quoted(path.text())),
        None => "the value is not an id or a list of ids, which are texts or numbers".to_owned(),
    }
}

fn first_line(text: &str) -> Option<&str> {
    text.lines().map(str::trim).find(|line| !line.is_empty())
}

/// A value from a file, quoted and short enough for a message.
fn named(text: &str) -> String {
    quoted(&cut(text, LONGEST_QUOTE))
}
