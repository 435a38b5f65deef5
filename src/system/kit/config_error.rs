//! Configuration errors: errors in the settings of a workspace and in the user's config, keymap and theme files.
//!
//! Errors are values. All of them are collected, each with its line and the valid names, and the rest of the file still
//! applies. Misspelt names are matched by optimal string alignment distance (Levenshtein with transpositions).

mod document;
mod entry;

pub(crate) use document::{Document, KeyPath};
pub(crate) use entry::{Entry, Parsed};

use crate::text::{either, plain, quoted};
use std::fmt;
use std::path::PathBuf;
use strsim::osa_distance;

/// An error in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    pub file: PathBuf,
    /// The line, from 1, if the error has one.
    pub line: Option<u32>,
    /// The error and its remedy.
    pub message: String,
}

impl std::error::Error for ConfigError {}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", plain(&self.file.display().to_string()))?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        write!(formatter, ": {}", plain(&self.message))
    }
}

/// Maximum number of names suggested.
const MOST: usize = 3;

/// `; did you mean "…"?`, if a name is similar.
pub(crate) fn did_you_mean(name: &str, allowed: &[&str]) -> Option<String> {
    let near = nearest(name, allowed);
    let near: Vec<_> = near.into_iter().map(quoted).collect();
    (!near.is_empty()).then(|| format!("; did you mean {}?", either(&near)))
}

/// `Unknown action "sarch"; did you mean "search"? Valid: …`
pub(crate) fn unknown(what: &str, name: &str, allowed: &[&str]) -> String {
    let hint = did_you_mean(name, allowed).unwrap_or_else(|| ".".to_owned());
    format!("Unknown {what} {}{hint} Valid: {}", quoted(name), allowed.join(", "))
}

/// The names similar to a misspelt one, most similar first.
fn nearest<'n>(name: &str, allowed: &[&'n str]) -> Vec<&'n str> {
    let name = name.to_lowercase();
    let length = name.chars().count();
    // Not a typo, and the distance takes time proportional to the product of the lengths.
    if length > 64 {
        return Vec::new();
    }
    // A single character is one edit away from every other one.
    let most_apart = (length / 3).clamp(1, 3).min(length.saturating_sub(1));
    let apart = |known: &&'n str| (osa_distance(known, &name), *known);
    let mut near: Vec<_> = allowed.iter().map(apart).filter(|(distance, _)| *distance <= most_apart).collect();
    if near.is_empty() && length > 2 {
        let related = |known: &&&'n str| known.contains(&name) || known.len() > 2 && name.contains(**known);
        near = allowed.iter().filter(related).map(apart).collect();
    }
    near.sort_by_key(|(distance, _)| *distance);
    near.into_iter().take(MOST).map(|(_, known)| known).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_printed_on_one_line_with_file_and_line() {
        let mut error = ConfigError { file: "a/keymap.yaml".into(), line: Some(3), message: "two\nlines".to_owned() };
        assert_eq!(error.to_string(), "a/keymap.yaml:3: two\\nlines");
        error.line = None;
        assert_eq!(error.to_string(), "a/keymap.yaml: two\\nlines");
    }

    #[test]
    fn an_unknown_name_is_reported_with_similar_and_valid_names() {
        let allowed = ["search", "back", "marks", "mark"];
        let expected = "Unknown action \"sarch\"; did you mean \"search\"? Valid: search, back, marks, mark";
        assert_eq!(unknown("action", "sarch", &allowed), expected);
        assert_eq!(unknown("action", "zzzzz", &allowed), "Unknown action \"zzzzz\". Valid: search, back, marks, mark");
    }

    #[test]
    fn the_most_similar_name_comes_first() {
        assert_eq!(nearest("mrak", &["marks", "mark"]), ["mark"]);
        assert_eq!(nearest("Mark", &["marks", "mark"]), ["mark", "marks"]);
        assert_eq!(nearest("d", &["a", "D", "d"]), ["d"]);
        assert_eq!(nearest("zoom", &["fit", "zoom-out", "zoom-in"]), ["zoom-in", "zoom-out"]);
    }
}
