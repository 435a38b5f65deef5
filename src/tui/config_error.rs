//! What is wrong with a file the user wrote for the screen: config, keymap or theme.
//!
//! A mistake is a value. All of them are collected, each with its line and the names that would have been right, and
//! whatever else the file says still counts.

mod document;
mod lines;

pub(super) use document::{Document, KeyPath};

use crate::text::{either, plain, quoted};
use std::fmt;
use std::path::PathBuf;
use strsim::osa_distance;

/// Something wrong in one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1, where one is to blame.
    pub line: Option<u32>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", plain(&self.file.display().to_string()))?;
        if let Some(line) = self.line {
            write!(formatter, ":{line}")?;
        }
        write!(formatter, ": {}", plain(&self.message))
    }
}

/// How many names are worth guessing.
const MOST: usize = 3;

/// `: did you mean …?`, if a name is near.
pub(super) fn did_you_mean(name: &str, allowed: &[&str]) -> Option<String> {
    let near = nearest(name, allowed);
    (!near.is_empty()).then(|| format!(": did you mean {}?", either(&near)))
}

/// `"sarch" is no action: did you mean search? Allowed are …`
pub(super) fn unknown(what: &str, name: &str, allowed: &[&str]) -> String {
    let hint = did_you_mean(name, allowed).unwrap_or_else(|| ".".to_owned());
    format!("{} is no {what}{hint} Allowed are {}", quoted(name), allowed.join(", "))
}

/// The names a misspelt one probably meant, nearest first.
fn nearest<'n>(name: &str, allowed: &[&'n str]) -> Vec<&'n str> {
    let name = name.to_lowercase();
    let length = name.chars().count();
    // Nobody misses a name by this much, and comparing takes time that grows with both lengths.
    if length > 64 {
        return Vec::new();
    }
    // A single letter is near to every other one.
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
    fn a_mistake_is_told_with_its_place_on_one_line() {
        let mut mistake = ConfigError { file: "a/keymap.yaml".into(), line: Some(3), message: "two\nlines".to_owned() };
        assert_eq!(mistake.to_string(), "a/keymap.yaml:3: two\\nlines");
        mistake.line = None;
        assert_eq!(mistake.to_string(), "a/keymap.yaml: two\\nlines");
    }

    #[test]
    fn an_unknown_name_is_told_with_the_nearest_and_all_that_are_allowed() {
        let allowed = ["search", "back", "marks", "mark"];
        let expected = "\"sarch\" is no action: did you mean search? Allowed are search, back, marks, mark";
        assert_eq!(unknown("action", "sarch", &allowed), expected);
        assert_eq!(
            unknown("action", "zzzzz", &allowed),
            "\"zzzzz\" is no action. Allowed are search, back, marks, mark"
        );
    }

    #[test]
    fn the_nearest_name_comes_first() {
        assert_eq!(nearest("mrak", &["marks", "mark"]), ["mark"]);
        assert_eq!(nearest("Mark", &["marks", "mark"]), ["mark", "marks"]);
        assert_eq!(nearest("d", &["a", "D", "d"]), ["d"]);
        assert_eq!(nearest("zoom", &["fit", "zoom-out", "zoom-in"]), ["zoom-in", "zoom-out"]);
    }
}
