//! One YAML file of a model: its fields, the findings about them, and their lines.

use super::SYSTEM;
use super::subject::About;
use crate::finding::{Finding, Rule, Subject};
use crate::graph::Batch;
use crate::system::kit::length::LONGEST_WORD;
use crate::system::{file, yaml};
use crate::text::quoted;
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// Maximum number of bytes searched for line numbers. An entry that is not found verbatim costs a search of the rest of
/// the file, and a file can contain a great many of them.
const MOST_SEARCHED: usize = 32 << 20;

/// A parsed file, and the context of its findings.
pub(super) struct YamlFile<'a> {
    /// The path as displayed.
    pub(super) shown: String,
    /// The part of the model that its findings are about.
    pub(super) about: About,
    /// The rule that a malformed field breaks.
    pub(super) invalid: &'static Rule,
    pub(super) batch: &'a mut Batch,
    text: String,
    /// The byte position where the next search starts, and its line.
    from: (usize, u32),
    /// Number of bytes that may still be searched. Once it is 0, every entry gets the line that was found last.
    left: usize,
}

impl<'a> YamlFile<'a> {
    /// Reads a file; an unreadable file is a finding and has no fields.
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
                    this.report(invalid, "The file is not UTF-8".to_owned(), read.broken_line);
                }
                (this, fields)
            }
            Err(error) => {
                let mut this = Self { shown, about, invalid, batch, text: String::new(), from: (0, 1), left: 0 };
                this.report(invalid, format!("The file could not be read: {}", file::reason(&error)), None);
                (this, None)
            }
        }
    }

    /// Parses a text; anything but a map is a finding.
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
                this.report(invalid, "The file is not a map of fields".to_owned(), Some(1));
                None
            }
            Err(error) => {
                this.report(invalid, format!("The file is not YAML: {}", error.message), error.line);
                None
            }
        };
        (this, fields)
    }

    /// Reports a finding about this file.
    pub(super) fn report(&mut self, rule: &'static Rule, message: String, line: Option<u32>) {
        self.report_naming(rule, None, message, line);
    }

    /// Reports a finding about this file that names a further subject.
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

    /// Reports a malformed field.
    pub(super) fn malformed(&mut self, field: &str, message: String, line: u32) {
        self.report_naming(self.invalid, Some(Subject::field(field)), message, Some(line));
    }

    /// The line of a top-level field; the next search starts below it.
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

    /// The next line that contains this text, below the last one found; the last one again if there is none.
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

    /// A required string.
    pub(super) fn required(&mut self, fields: &Map<String, Value>, name: &str) -> Option<String> {
        if matches!(fields.get(name), None | Some(Value::Null)) {
            self.malformed(name, format!("{} is missing", quoted(name)), 1);
            return None;
        }
        self.optional(fields, name)
    }

    /// An optional string.
    pub(super) fn optional(&mut self, fields: &Map<String, Value>, name: &str) -> Option<String> {
        match fields.get(name) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if !text.trim().is_empty() && text.len() <= LONGEST_WORD => {
                Some(text.trim().to_owned())
            }
            Some(_) => {
                let line = self.section(name);
                self.malformed(name, format!("{} is not a string", quoted(name)), line);
                None
            }
        }
    }

    /// An optional list.
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

    /// An optional list of strings, each with its line.
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
                self.malformed(name, format!("{} contains a value that is not a string", quoted(name)), line);
            }
        }
        texts
    }
}

/// The fields that become edges and are displayed as such.
const EDGES: [&str; 4] = ["relations", "mapping", "implies", "nodes"];

/// Reads the fields of a model's file again, for display. Fields that became edges are left out.
pub(super) fn fields(root: &Path, file: &str) -> io::Result<Map<String, Value>> {
    let read = file::read(&root.join(file))?;
    match yaml::parse(&read.text) {
        Ok(Value::Object(fields)) => Ok(fields.into_iter().filter(|(name, _)| !EDGES.contains(&&**name)).collect()),
        Ok(_) => Ok(Map::new()),
        Err(error) => Err(io::Error::other(error)),
    }
}
