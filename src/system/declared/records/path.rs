//! Paths to the fields of a row: keys joined by dots, such as `metadata.name`.

use super::cell::Cell;
use crate::system::kit::config_error::{Entry, Parsed};
use crate::text::quoted;
use std::borrow::Cow;

/// Maximum number of keys in a path. Reading a value recurses along its path.
const MOST_STEPS: usize = 32;

/// A path that stands for the key under which a row was found by `*`.
const ROW_KEY: &str = "$key";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    /// `*`: every entry of a map or item of a list.
    Every,
    /// `{field}`: the entry whose key is the value of a field of the document.
    Named(FieldPath),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FieldPath {
    text: String,
    steps: Vec<Step>,
}

/// Whether a path may contain `*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stars {
    Allowed,
    Refused,
}

impl FieldPath {
    /// The path that an entry of the settings contains.
    pub(super) fn read(entry: &Entry<'_>, stars: Stars) -> Parsed<Self> {
        Self::parse(entry, entry.text()?, stars)
    }

    /// A path from the top of a document, which may contain `{field}` too.
    pub(super) fn read_from_top(entry: &Entry<'_>, stars: Stars) -> Parsed<Self> {
        let text = entry.text()?;
        let refuse = |reason: &str| entry.error(&format!("{} is not a path: {reason}", quoted(text)));
        let mut steps = Vec::new();
        let mut rest = Some(text);
        while let Some(path) = rest {
            let Some(inside) = path.strip_prefix('{') else {
                let end = path.find(".{").unwrap_or(path.len());
                steps.extend(Self::parse(entry, &path[..end], stars)?.steps);
                rest = path.get(end + 1..);
                continue;
            };
            let (field, after) = inside.split_once('}').ok_or_else(|| refuse("{ without }"))?;
            steps.push(Step::Named(Self::parse(entry, field, Stars::Refused)?));
            rest = match after.strip_prefix('.') {
                None if !after.is_empty() => return Err(refuse("} must be followed by a dot")),
                rest => rest,
            };
        }
        Self { text: text.to_owned(), steps }.checked(entry)
    }

    /// The path of a field by its name, which may contain dots.
    pub(super) fn of_key(key: &str) -> Self {
        Self { text: key.to_owned(), steps: vec![Step::Key(key.to_owned())] }
    }

    /// Parses a part of an entry.
    pub(super) fn parse(entry: &Entry<'_>, text: &str, stars: Stars) -> Parsed<Self> {
        let text = text.trim();
        let step = |key: &str| if key == "*" { Step::Every } else { Step::Key(key.to_owned()) };
        let steps: Vec<_> = text.split('.').map(step).collect();
        let refuse = |reason: &str| Err(entry.error(&format!("{} is not a path: {reason}", quoted(text))));
        if steps.contains(&Step::Key(String::new())) {
            return refuse("a key is empty; write keys joined by dots, such as metadata.name");
        }
        if text.contains(['{', '}', '|']) {
            return refuse("{, } and | are not allowed here");
        }
        if stars == Stars::Refused && steps.contains(&Step::Every) {
            return refuse("* is allowed in rows and in the field of an edge only");
        }
        Self { text: text.to_owned(), steps }.checked(entry)
    }

    fn checked(self, entry: &Entry<'_>) -> Parsed<Self> {
        if self.steps.len() > MOST_STEPS {
            let reason = format!("{} is not a path: it has more than {MOST_STEPS} keys", quoted(&self.text));
            return Err(entry.error(&reason));
        }
        Ok(self)
    }

    /// The path as written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The steps in a row, which contains no names of keys.
    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps in a document, with the keys that its fields name. `None` if it lacks such a field.
    pub(super) fn steps_in(&self, document: &Cell<'_>) -> Option<Cow<'_, [Step]>> {
        if !self.steps.iter().any(|step| matches!(step, Step::Named(_))) {
            return Some(Cow::Borrowed(&self.steps));
        }
        let step = |step: &Step| match step {
            Step::Named(path) => document.at(path)?.scalar().map(|key| Step::Key(key.into_owned())),
            other => Some(other.clone()),
        };
        self.steps.iter().map(step).collect::<Option<Vec<_>>>().map(Cow::Owned)
    }

    /// Whether it stands for the key of the row.
    pub(super) fn is_row_key(&self) -> bool {
        self.text == ROW_KEY
    }

    /// The keys, if the path has no other steps.
    pub(super) fn keys(&self) -> Option<Vec<&str>> {
        fn key(step: &Step) -> Option<&str> {
            match step {
                Step::Key(key) => Some(key),
                Step::Every | Step::Named(_) => None,
            }
        }
        self.steps.iter().map(key).collect()
    }
}
