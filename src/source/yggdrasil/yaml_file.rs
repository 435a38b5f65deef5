//! One YAML file of a model: its fields, what is wrong with them, and the lines they stand on.

use super::SYSTEM;
use super::subject::About;
use crate::finding::{Finding, Rule, Subject};
use crate::graph::Batch;
use crate::source::length::LONGEST_WORD;
use crate::source::{file, yaml};
use crate::text::quoted;
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// How many bytes of a file are searched for lines. An entry that cannot be seen costs a look at all the rest, and a file
/// can hold a great many of them.
const MOST_SEARCHED: usize = 32 << 20;

/// A file that was read, and what its findings are called.
pub(super) struct YamlFile<'a> {
    /// Its path as people write it.
    pub(super) shown: String,
    /// The part of the model that its findings are about.
    pub(super) about: About,
    /// The rule that a malformed field breaks.
    pub(super) invalid: &'static Rule,
    pub(super) batch: &'a mut Batch,
    text: String,
    /// Where to look next, and the line that is on.
    from: (usize, u32),
    /// How many bytes may still be searched. Once there are none, every line is the last one that was found.
    left: usize,
}

impl<'a> YamlFile<'a> {
    /// Opens a file; what cannot be read is a finding and has no fields.
    pub(super) fn read(
        root: &Path,
        path: &Path,
        about: About,
        invalid: &'static Rule,
        batch: &'a mut Batch,
    ) -> (Self, Option<Map<String, Value>>) {
        let shown = file::relative(root, path);
        match file::read(path) {
            Ok(read) => {
                let (mut this, fields) = Self::parse(shown, read.text.into_owned(), about, invalid, batch);
                if read.broken_line.is_some() {
                    this.report(invalid, "the file is not UTF-8".to_owned(), read.broken_line);
                }
                (this, fields)
            }
            Err(error) => {
                let mut this = Self { shown, about, invalid, batch, text: String::new(), from: (0, 1), left: 0 };
                this.report(invalid, format!("the file could not be read: {}", file::reason(&error)), None);
                (this, None)
            }
        }
    }

    /// Takes a text apart; what is no map of fields is a finding.
    pub(super) fn parse(
        shown: String,
        text: String,
        about: About,
        invalid: &'static Rule,
        batch: &'a mut Batch,
    ) -> (Self, Option<Map<String, Value>>) {
        let mut this = Self { shown, about, invalid, batch, text, from: (0, 1), left: MOST_SEARCHED };
        let fields = match yaml::parse(&this.text) {
            Ok(Value::Object(fields)) => Some(fields),
            Ok(_) => {
                this.report(invalid, "the file is not a map of fields".to_owned(), Some(1));
                None
            }
            Err(error) => {
                this.report(invalid, format!("the file is not YAML: {}", error.message), error.line);
                None
            }
        };
        (this, fields)
    }

    /// A finding of this file.
    pub(super) fn report(&mut self, rule: &'static Rule, message: String, line: Option<u32>) {
        self.report_naming(rule, None, message, line);
    }

    /// A finding of this file that names something beside what the file describes.
    pub(super) fn report_naming(
        &mut self,
        rule: &'static Rule,
        named: Option<Subject>,
        message: String,
        line: Option<u32>,
    ) {
        let mut finding = self.about.of(Finding::new(rule, SYSTEM.name(), message).in_file(&*self.shown));
        finding.named.extend(named);
        self.batch.finding(Finding { line, ..finding });
    }

    /// A malformed field.
    pub(super) fn malformed(&mut self, field: &str, message: String, line: u32) {
        self.report_naming(self.invalid, Some(Subject::field(field)), message, Some(line));
    }

    /// The line on which a field of the outermost map stands; what is looked for next stands below it.
    pub(super) fn section(&mut self, name: &str) -> u32 {
        let is_field = |line: &str| line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(':'));
        if self.left == 0 {
            return self.from.1;
        }
        let mut at = 0;
        for (number, line) in (1..).zip(self.text.split_inclusive('\n')) {
            if is_field(line) {
                self.from = (at, number);
                self.left = self.left.saturating_sub(at);
                return number;
            }
            at += line.len();
        }
        self.from = (0, 1);
        self.left = self.left.saturating_sub(at);
        1
    }

    /// The line below the last one asked for on which this text stands; that one again if it stands nowhere.
    pub(super) fn line_of(&mut self, text: &str) -> u32 {
        let first_line = text.lines().next().unwrap_or_default();
        let (from, line) = self.from;
        if self.left == 0 {
            return line;
        }
        let found = self.text[from..].find(first_line);
        if let Some(ahead) = found {
            let passed = &self.text.as_bytes()[from..from + ahead];
            self.from = (from + ahead, line + memchr::memchr_iter(b'\n', passed).count() as u32);
        }
        self.left = self.left.saturating_sub(found.unwrap_or(self.text.len() - from));
        self.from.1
    }

    /// A text that must be there.
    pub(super) fn required(&mut self, fields: &Map<String, Value>, name: &str) -> Option<String> {
        if matches!(fields.get(name), None | Some(Value::Null)) {
            self.malformed(name, format!("{} is missing", quoted(name)), 1);
            return None;
        }
        self.optional(fields, name)
    }

    /// A text that may be there.
    pub(super) fn optional(&mut self, fields: &Map<String, Value>, name: &str) -> Option<String> {
        match fields.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if !text.trim().is_empty() && text.len() <= LONGEST_WORD => {
                Some(text.trim().to_owned())
            }
            Some(_) => {
                let line = self.section(name);
                self.malformed(name, format!("{} is not a text", quoted(name)), line);
                None
            }
        }
    }

    /// A list that may be there.
    pub(super) fn list<'v>(&mut self, fields: &'v Map<String, Value>, name: &str) -> &'v [Value] {
        match fields.get(name) {
            None | Some(Value::Null) => &[],
            Some(Value::Array(items)) => items,
            Some(_) => {
                let line = self.section(name);
                self.malformed(name, format!("{} is not a list", quoted(name)), line);
                &[]
            }
        }
    }

    /// A list of texts that may be there, each with its line.
    pub(super) fn texts(&mut self, fields: &Map<String, Value>, name: &str) -> Vec<(String, u32)> {
        let items = self.list(fields, name);
        self.section(name);
        let mut texts = Vec::new();
        for item in items {
            let text = item.as_str().filter(|text| !text.trim().is_empty() && text.len() <= LONGEST_WORD);
            if let Some(text) = text {
                texts.push((text.to_owned(), self.line_of(text)));
            } else {
                let line = self.line_of("");
                self.malformed(name, format!("{} holds something that is not a text", quoted(name)), line);
            }
        }
        texts
    }
}

/// What a model's files say that becomes an edge; it is shown as one.
const EDGES: [&str; 4] = ["relations", "mapping", "implies", "nodes"];

/// The fields of a model's file, read again because they are about to be shown. What became an edge is left out.
pub fn fields(root: &Path, file: &str) -> io::Result<Map<String, Value>> {
    let read = file::read(&root.join(file))?;
    match yaml::parse(&read.text) {
        Ok(Value::Object(fields)) => Ok(fields.into_iter().filter(|(name, _)| !EDGES.contains(&&**name)).collect()),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(io::Error::other(error)),
    }
}
