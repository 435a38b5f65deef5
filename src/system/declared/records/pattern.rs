//! Patterns that make a text of a row: a path, alternatives `a|b`, or a template such as `{kind}:{name}`.

use super::cell::Cell;
use super::path::{FieldPath, Stars};
use super::row::Row;
use crate::system::kit::config_error::{Entry, Parsed};
use crate::text::quoted;
use std::borrow::Cow;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Text(String),
    Field(Choice),
}

/// Paths of which the first with a value counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    paths: Vec<FieldPath>,
    /// The text if there is no value.
    default: Option<String>,
}

/// The type of a value as text, or `None` if it cannot be one.
type AsText = for<'c> fn(&Cell<'c>) -> Option<Cow<'c, str>>;

impl Pattern {
    pub(super) fn read(entry: &Entry<'_>) -> Parsed<Self> {
        let text = entry.text()?;
        if !text.contains(['{', '}']) {
            let paths = text.split('|').map(|path| FieldPath::parse(entry, path, Stars::Refused));
            let paths = paths.collect::<Parsed<_>>()?;
            return Ok(Self { parts: vec![Part::Field(Choice { paths, default: None })] });
        }
        Self::template(entry, text)
    }

    fn template(entry: &Entry<'_>, text: &str) -> Parsed<Self> {
        let refuse = |reason: &str| entry.error(&format!("{} is not a template: {reason}", quoted(text)));
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let (before, after) = rest.split_once('{').unwrap_or((rest, ""));
            if before.contains('}') {
                return Err(refuse("} without {"));
            }
            if !before.is_empty() {
                parts.push(Part::Text(before.to_owned()));
            }
            if before.len() == rest.len() {
                break;
            }
            let (field, after) = after.split_once('}').ok_or_else(|| refuse("{ without }"))?;
            parts.push(Part::Field(Choice::parse(entry, field)?));
            rest = after;
        }
        if parts.iter().all(|part| matches!(part, Part::Text(_))) {
            return Err(refuse("it names no field; write {field} or {field|default}"));
        }
        Ok(Self { parts })
    }

    /// The text of a row. `None` if a field without a default is absent, blank, or not a text or number.
    pub(super) fn id(&self, row: &Row<'_>) -> Option<String> {
        self.fill(row, |cell| cell.word())
    }

    /// Like [`Self::id`], but a boolean counts as text.
    pub(super) fn text(&self, row: &Row<'_>) -> Option<String> {
        self.fill(row, |cell| cell.scalar())
    }

    fn fill(&self, row: &Row<'_>, as_text: AsText) -> Option<String> {
        let mut filled = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => filled.push_str(text),
                Part::Field(choice) => filled.push_str(&choice.fill(row, as_text)?),
            }
        }
        Some(filled)
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The single choice of a pattern that is not a template.
    pub(super) fn only_choice(&self) -> Option<&Choice> {
        match &*self.parts {
            [Part::Field(choice)] => Some(choice),
            _ => None,
        }
    }

    /// The line of the first value that the pattern uses.
    pub(super) fn line(&self, row: &Row<'_>) -> Option<u32> {
        let choices = self.parts.iter().filter_map(|part| match part {
            Part::Field(choice) => Some(choice),
            Part::Text(_) => None,
        });
        choices.flat_map(|choice| &choice.paths).find_map(|path| row.get(path)).map(|cell| cell.line())
    }
}

impl Choice {
    /// Parses the inside of `{…}`: a path, further paths, and after the last `|` the default text.
    fn parse(entry: &Entry<'_>, text: &str) -> Parsed<Self> {
        let (paths, default) = match text.rsplit_once('|') {
            Some((paths, default)) => (paths, Some(default.to_owned())),
            None => (text, None),
        };
        let paths = paths.split('|').map(|path| FieldPath::parse(entry, path, Stars::Refused));
        Ok(Self { paths: paths.collect::<Parsed<_>>()?, default })
    }

    /// The value of a row as text, or the default.
    pub(super) fn id(&self, row: &Row<'_>) -> Option<String> {
        self.fill(row, |cell| cell.word())
    }

    fn fill(&self, row: &Row<'_>, as_text: AsText) -> Option<String> {
        let value = |path: &FieldPath| {
            if path.is_row_key() {
                return row.key().map(str::to_owned);
            }
            let text = as_text(&row.get(path)?)?;
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        self.paths.iter().find_map(value).or_else(|| self.default.clone())
    }

    /// Whether it reads the same fields, whatever the defaults.
    pub(super) fn reads_like(&self, other: &Self) -> bool {
        self.paths == other.paths
    }
}
