//! A YAML file of the user: its value, and the line of each key and item.

use super::ConfigError;
use crate::system::kit::yaml::{self, Lines};
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// A step from a value to one inside it; a path is a list of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KeyPath<'k> {
    /// An entry of a map.
    Key(&'k str),
    /// An item of a list, from 0.
    Item(usize),
}

/// A parsed file.
pub(crate) struct Document<'t> {
    file: PathBuf,
    text: &'t str,
    lines: OnceCell<Lines>,
    entries: Map<String, Value>,
}

impl<'t> Document<'t> {
    /// Parses a text that must be a map; an empty text is an empty map.
    pub(crate) fn read(file: &Path, text: &'t str) -> Result<Self, ConfigError> {
        let error = |line, message| ConfigError { file: file.to_owned(), line, message };
        let value = yaml::parse(text).map_err(|found| error(found.line.or(Some(1)), found.message))?;
        let entries = match value {
            Value::Null => Map::new(),
            Value::Object(entries) => entries,
            _ => return Err(error(Some(1), "Expected a map of names and values".to_owned())),
        };
        Ok(Self { file: file.to_owned(), text, lines: OnceCell::new(), entries })
    }

    /// Its entries, in the order written.
    pub(crate) fn entries(&self) -> &Map<String, Value> {
        &self.entries
    }

    /// The line of the value at a path, or of its nearest ancestor.
    pub(crate) fn line(&self, path: &[KeyPath<'_>]) -> u32 {
        let lines = self.lines.get_or_init(|| Lines::of(self.text));
        let inside = path.iter().fold(lines.top(), |at, step| match step {
            KeyPath::Key(key) => at.key(key),
            KeyPath::Item(nth) => at.item(*nth),
        });
        inside.line()
    }

    /// An error in the value at a path.
    pub(crate) fn error(&self, path: &[KeyPath<'_>], message: impl Into<String>) -> ConfigError {
        ConfigError { file: self.file.clone(), line: Some(self.line(path)), message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Option<u32>, String) {
        let error = Document::read(Path::new("x.yaml"), text).err().unwrap();
        (error.line, error.message)
    }

    #[test]
    fn an_empty_file_is_an_empty_map() {
        for text in ["", "# only a comment\n", "---\n"] {
            assert!(Document::read(Path::new("x.yaml"), text).ok().unwrap().entries().is_empty());
        }
    }

    #[test]
    fn a_syntax_error_has_its_line() {
        assert_eq!(refused("a: 1\nb: [}\n").0, Some(2));
    }

    #[test]
    fn a_list_is_refused() {
        assert_eq!(refused("- a\n"), (Some(1), "Expected a map of names and values".to_owned()));
    }
}
