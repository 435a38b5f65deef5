//! Paths to the fields of a row: keys joined by dots, such as `metadata.name`.

use crate::system::kit::config_error::{Entry, Parsed};
use crate::text::quoted;

/// Maximum number of keys in a path. Reading a value recurses along its path.
const MOST_STEPS: usize = 32;

/// A path that stands for the key under which a row was found by `*`.
const ROW_KEY: &str = "$key";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    /// `*`: every entry of a map or item of a list.
    Every,
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
        if steps.len() > MOST_STEPS {
            return refuse(&format!("it has more than {MOST_STEPS} keys"));
        }
        Ok(Self { text: text.to_owned(), steps })
    }

    /// The path as written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Whether it stands for the key of the row.
    pub(super) fn is_row_key(&self) -> bool {
        self.text == ROW_KEY
    }

    /// The key, if the path has only one.
    pub(super) fn only_key(&self) -> Option<&str> {
        match &*self.steps {
            [Step::Key(key)] => Some(key),
            _ => None,
        }
    }
}
