//! A value in a configuration file together with its path, so that every error names its line, its key and what is
//! allowed there.

use super::{ConfigError, Document, KeyPath, unknown};
use crate::text::{is_unsafe, quoted};
use serde_json::Value;
use std::fmt::Write as _;

/// A value of a [`Document`].
#[derive(Clone)]
pub(crate) struct Entry<'d> {
    document: &'d Document<'d>,
    path: Vec<KeyPath<'d>>,
    value: &'d Value,
}

/// A part of a file, or the first error in it.
pub(crate) type Parsed<T> = Result<T, ConfigError>;

impl<'d> Entry<'d> {
    /// The entries of a file. `allowed` are the valid keys.
    pub(crate) fn all(document: &'d Document<'d>, allowed: &[&str]) -> Parsed<Vec<(&'d str, Self)>> {
        let entry = |(key, value): (&'d String, &'d Value)| {
            (key.as_str(), Self { document, path: vec![KeyPath::Key(key)], value })
        };
        let entries: Vec<_> = document.entries().iter().map(entry).collect();
        match entries.iter().find(|(key, _)| !allowed.contains(key)) {
            Some((key, entry)) => Err(document.error(&entry.path, unknown("key", key, allowed))),
            None => Ok(entries),
        }
    }

    /// An error in this value, with the path of its key.
    pub(crate) fn error(&self, message: &str) -> ConfigError {
        self.document.error(&self.path, format!("{}: {message}", self.shown_path()))
    }

    /// The line of the value's key.
    pub(crate) fn line(&self) -> u32 {
        self.document.line(&self.path)
    }

    pub(crate) fn is_null(&self) -> bool {
        self.value.is_null()
    }

    pub(crate) fn is_map(&self) -> bool {
        self.value.is_object()
    }

    pub(crate) fn is_list(&self) -> bool {
        self.value.is_array()
    }

    /// The value as JSON, for errors and for keys of snapshots.
    pub(crate) fn value(&self) -> &'d Value {
        self.value
    }

    /// The entries of a map with any keys. An empty value is an empty map.
    pub(crate) fn entries(&self) -> Parsed<Vec<(&'d str, Self)>> {
        match self.value {
            Value::Null => Ok(Vec::new()),
            Value::Object(entries) => {
                let entry =
                    |(key, value): (&'d String, &'d Value)| (key.as_str(), self.inside(KeyPath::Key(key), value));
                Ok(entries.iter().map(entry).collect())
            }
            _ => Err(self.wrong("a map")),
        }
    }

    /// The entries of a map with these keys only.
    pub(crate) fn map(&self, allowed: &[&str]) -> Parsed<Vec<(&'d str, Self)>> {
        let entries = self.entries()?;
        match entries.iter().find(|(key, _)| !allowed.contains(key)) {
            Some((key, entry)) => {
                let message = format!("{}: {}", self.shown_path(), unknown("key", key, allowed));
                Err(self.document.error(&entry.path, message))
            }
            None => Ok(entries),
        }
    }

    /// The items of a list.
    pub(crate) fn list(&self) -> Parsed<Vec<Self>> {
        let Value::Array(items) = self.value else { return Err(self.wrong("a list")) };
        Ok(items.iter().enumerate().map(|(at, value)| self.inside(KeyPath::Item(at), value)).collect())
    }

    /// A text that is not empty and can be shown.
    pub(crate) fn text(&self) -> Parsed<&'d str> {
        let Value::String(text) = self.value else { return Err(self.wrong("a text")) };
        if text.trim().is_empty() {
            return Err(self.error("must not be empty"));
        }
        if text.trim() != text {
            return Err(self.error(&format!("{} has leading or trailing spaces", quoted(text))));
        }
        if text.contains(is_unsafe) {
            return Err(self.error(&format!("{} contains a control character", quoted(text))));
        }
        Ok(text)
    }

    pub(crate) fn truth(&self) -> Parsed<bool> {
        self.value.as_bool().ok_or_else(|| self.wrong("true or false"))
    }

    pub(crate) fn number(&self) -> Parsed<f64> {
        self.value.as_f64().ok_or_else(|| self.wrong("a number"))
    }

    /// One of several names with their values.
    pub(crate) fn one_of<T: Copy>(&self, allowed: &[(&str, T)]) -> Parsed<T> {
        let name = self.text()?;
        let found = allowed.iter().find(|(known, _)| *known == name);
        let names = || allowed.iter().map(|(known, _)| *known).collect::<Vec<_>>();
        found.map(|(_, value)| *value).ok_or_else(|| self.error(&unknown("value", name, &names())))
    }

    /// The error for a value of another type than `wanted`.
    pub(crate) fn wrong(&self, wanted: &str) -> ConfigError {
        let found = match self.value {
            Value::Null => "nothing".to_owned(),
            Value::Array(_) => "a list".to_owned(),
            Value::Object(_) => "a map".to_owned(),
            Value::String(text) => quoted(text),
            other => other.to_string(),
        };
        self.error(&format!("must be {wanted}, not {found}"))
    }

    fn inside(&self, step: KeyPath<'d>, value: &'d Value) -> Self {
        let path = self.path.iter().copied().chain([step]).collect();
        Self { document: self.document, path, value }
    }

    /// The path as `relations.blocks.synonyms[1]`.
    fn shown_path(&self) -> String {
        let mut shown = String::new();
        for step in &self.path {
            match step {
                KeyPath::Key(key) if shown.is_empty() => shown.push_str(key),
                // Writing to a String cannot fail.
                KeyPath::Key(key) => drop(write!(shown, ".{key}")),
                KeyPath::Item(at) => drop(write!(shown, "[{at}]")),
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn refused(text: &str, read: impl Fn(&Entry<'_>) -> Option<ConfigError>) -> (Option<u32>, String) {
        let document = Document::read(Path::new("x.yaml"), text).ok().unwrap();
        let entries = Entry::all(&document, &["a"]).unwrap();
        let error = read(&entries[0].1).unwrap();
        (error.line, error.message)
    }

    #[test]
    fn errors_name_the_line_the_path_and_what_is_allowed() {
        let one_of = |entry: &Entry<'_>| entry.map(&["b"]).unwrap()[0].1.one_of(&[("from", 1), ("to", 2)]).err();
        let unknown = "a.b: Unknown value \"form\"; did you mean \"from\"? Valid: from, to";
        assert_eq!(refused("a:\n  b: form\n", one_of), (Some(2), unknown.to_owned()));
        let key = |entry: &Entry<'_>| entry.map(&["bcd"]).err();
        let unknown = "a: Unknown key \"bcx\"; did you mean \"bcd\"? Valid: bcd";
        assert_eq!(refused("a:\n  # comment\n  bcx: 1\n", key), (Some(3), unknown.to_owned()));
        let text = |entry: &Entry<'_>| entry.list().unwrap()[1].text().err();
        assert_eq!(refused("a:\n- x\n- 2\n", text), (Some(3), "a[1]: must be a text, not 2".to_owned()));
        assert_eq!(
            refused("a: [x,\n ' y']\n", text),
            (Some(2), "a[1]: \" y\" has leading or trailing spaces".to_owned())
        );
    }

    #[test]
    fn an_unknown_key_of_the_file_is_refused() {
        let document = Document::read(Path::new("x.yaml"), "a: 1\nsorces: 1\n").ok().unwrap();
        let error = Entry::all(&document, &["a", "sources"]).err().unwrap();
        assert_eq!(
            (error.line, &*error.message),
            (Some(2), "Unknown key \"sorces\"; did you mean \"sources\"? Valid: a, sources")
        );
    }
}
