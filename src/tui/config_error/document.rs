//! One YAML file the user wrote: its value, and the line of everything in it.

use super::ConfigError;
use super::lines::Lines;
use crate::source::yaml;
use serde_json::{Map, Value};
use std::cell::OnceCell;
use std::path::{Path, PathBuf};

/// A step from a value to one inside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui) enum KeyPath<'k> {
    /// The entry of a map.
    Key(&'k str),
    /// The item of a list, from 0.
    Item(usize),
}

/// One file, read.
pub(in crate::tui) struct Document<'t> {
    file: PathBuf,
    text: &'t str,
    lines: OnceCell<Lines>,
    entries: Map<String, Value>,
}

impl<'t> Document<'t> {
    /// Reads a text that is to be a map. Nothing at all is an empty one.
    pub(in crate::tui) fn read(file: &Path, text: &'t str) -> Result<Self, ConfigError> {
        let mistake = |line, message| ConfigError { file: file.to_owned(), line, message };
        let value = yaml::parse(text).map_err(|error| mistake(error.line.or(Some(1)), error.message))?;
        let entries = match value {
            Value::Null => Map::new(),
            Value::Object(entries) => entries,
            _ => return Err(mistake(Some(1), "the file is no map of names and values".to_owned())),
        };
        Ok(Self { file: file.to_owned(), text, lines: OnceCell::new(), entries })
    }

    /// Its entries, in the order written.
    pub(in crate::tui) fn entries(&self) -> &Map<String, Value> {
        &self.entries
    }

    /// The line of what lies there, or of the nearest thing around it.
    pub(in crate::tui) fn line(&self, path: &[KeyPath<'_>]) -> u32 {
        self.lines.get_or_init(|| Lines::of(self.text)).line(path)
    }

    /// A mistake in what lies there.
    pub(in crate::tui) fn mistake(&self, path: &[KeyPath<'_>], message: impl Into<String>) -> ConfigError {
        ConfigError { file: self.file.clone(), line: Some(self.line(path)), message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (Option<u32>, String) {
        let mistake = Document::read(Path::new("x.yaml"), text).err().unwrap();
        (mistake.line, mistake.message)
    }

    #[test]
    fn nothing_at_all_is_a_map_without_entries() {
        for text in ["", "# only a word\n", "---\n"] {
            assert!(Document::read(Path::new("x.yaml"), text).ok().unwrap().entries().is_empty());
        }
    }

    #[test]
    fn a_mistake_of_syntax_has_its_line() {
        assert_eq!(refused("a: 1\nb: [}\n").0, Some(2));
    }

    #[test]
    fn a_list_is_no_map() {
        assert_eq!(refused("- a\n"), (Some(1), "the file is no map of names and values".to_owned()));
    }
}
