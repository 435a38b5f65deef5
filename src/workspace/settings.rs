//! `.refscope.yaml`: further places, the log's place, how confidence fades.

use crate::graph::System;
use crate::source::reference::LOG_FILE;
use crate::source::yaml;
use crate::source::{Boundary, file};
use crate::text;
use serde::de::{Deserialize, Deserializer, Error as _};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the file, in the workspace.
pub const SETTINGS_FILE: &str = ".refscope.yaml";

/// Every key there is, as people write them.
const KEYS: &str = "sources (a list of {system, path}), log, half_life_days, thresholds ({dim, drop})";

/// How refscope looks at one workspace.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Further places to read, each with its system, relative to the workspace.
    pub sources: Vec<(System, PathBuf)>,
    /// The log of edges, relative to the workspace.
    pub log: PathBuf,
    /// After so many days half of an edge's confidence is left; 0 keeps it for ever.
    pub half_life_days: f64,
    /// Below this an edge is dimmed.
    pub dim: f64,
    /// Below this an edge is left out of answers.
    pub drop: f64,
    /// What may be read and written for the workspace: its own folder, and what the user trusts.
    pub boundary: Boundary,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            log: PathBuf::from(LOG_FILE),
            half_life_days: 180.0,
            dim: 0.2,
            drop: 0.05,
            // Without a workspace nothing is outside it.
            boundary: Boundary::open(Path::new("/")),
        }
    }
}

/// A mistake in the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}; the keys are {KEYS}", place(.file, *.line), text::plain(.message))]
pub struct SettingsError {
    /// The file.
    pub file: PathBuf,
    /// The line, where one is to blame.
    pub line: Option<u32>,
    /// What is wrong.
    pub message: String,
}

fn place(file: &Path, line: Option<u32>) -> String {
    match line {
        Some(line) => format!("{}:{line}", file.display()),
        None => file.display().to_string(),
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map of settings")]
struct Written {
    #[serde(default)]
    sources: Vec<WrittenSource>,
    log: Option<String>,
    half_life_days: Option<f64>,
    thresholds: Option<WrittenThresholds>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map with system and path")]
struct WrittenSource {
    system: WrittenSystem,
    path: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map with dim and drop")]
struct WrittenThresholds {
    dim: Option<f64>,
    drop: Option<f64>,
}

struct WrittenSystem(System);

impl<'de> Deserialize<'de> for WrittenSystem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let known: Vec<_> = System::ALL.iter().map(|system| system.name()).collect();
        let unknown =
            || D::Error::custom(format!("{} is no system, but {} are", text::quoted(&name), known.join(", ")));
        System::from_name(&name).map(Self).ok_or_else(unknown)
    }
}

impl Settings {
    /// The settings of a workspace; without a file, the defaults. The boundary is the user's word, which no file of the
    /// workspace can give.
    pub fn load(root: &Path, boundary: &Boundary) -> Result<Self, SettingsError> {
        Ok(Self { boundary: boundary.clone(), ..Self::read(root)? })
    }

    fn read(root: &Path) -> Result<Self, SettingsError> {
        let path = root.join(SETTINGS_FILE);
        match file::read_text(&path) {
            Ok(text) => Self::parse(&text).map_err(|(line, message)| SettingsError { file: path, line, message }),
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => Ok(Self::default()),
            Err(error) => {
                let message = format!("the settings could not be read: {error}");
                Err(SettingsError { file: path, line: None, message })
            }
        }
    }

    fn parse(text: &str) -> Result<Self, (Option<u32>, String)> {
        let mut settings = Self::default();
        let written: Option<Written> = yaml::typed(text).map_err(|error| (error.line.or(Some(1)), error.message))?;
        let Some(written) = written else { return Ok(settings) };
        // What the parser lets through is blamed on the first line that says it.
        let blame = |key: &str, message: String| Err((Some(line_with(text, key, 0)), message));
        for (nth, source) in written.sources.into_iter().enumerate() {
            if source.path.trim().is_empty() {
                return Err((Some(line_with(text, "path", nth)), "a path is empty".to_owned()));
            }
            settings.sources.push((source.system.0, PathBuf::from(source.path)));
        }
        if let Some(log) = written.log {
            if log.trim().is_empty() {
                return blame("log", "the log's path is empty".to_owned());
            }
            settings.log = file::without_detours(Path::new(&log));
        }
        if let Some(days) = written.half_life_days {
            if !days.is_finite() || days < 0.0 {
                return blame("half_life_days", "half_life_days must be 0 or more".to_owned());
            }
            settings.half_life_days = days;
        }
        let thresholds = written.thresholds.unwrap_or(WrittenThresholds { dim: None, drop: None });
        let shares = [("dim", thresholds.dim, &mut settings.dim), ("drop", thresholds.drop, &mut settings.drop)];
        for (key, written, share) in shares {
            let Some(written) = written else { continue };
            if !(0.0..=1.0).contains(&written) {
                return blame(key, format!("{key} must lie between 0 and 1"));
            }
            *share = written;
        }
        if settings.drop > settings.dim {
            let message = format!("drop ({}) lies above dim ({})", settings.drop, settings.dim);
            return blame("thresholds", message);
        }
        Ok(settings)
    }

    /// The further places of a system, as paths that can be opened.
    pub(super) fn places(&self, root: &Path, system: System) -> Vec<PathBuf> {
        let own = self.sources.iter().filter(|(of, _)| *of == system);
        own.map(|(_, path)| root.join(file::without_detours(path))).collect()
    }
}

/// The line that has this key for the nth time, from 0.
fn line_with(text: &str, key: &str, nth: usize) -> u32 {
    let is_key = |part: &&str| part.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let times = |line: &str| line.split(['{', ',', '-', ' ']).filter(is_key).count();
    let lines = (1..).zip(text.lines()).flat_map(|(number, line)| std::iter::repeat_n(number, times(line)));
    lines.into_iter().nth(nth).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_set_and_nothing_must() {
        for text in ["", "# nothing\n", "---\n"] {
            assert_eq!(Settings::parse(text), Ok(Settings::default()));
        }
        let text = "sources:\n  - {system: unit, path: claims}\n  - system: yggdrasil\n    path: ../other\nlog: log/edges.jsonl\n\
            half_life_days: 0\nthresholds: {dim: 0.5, drop: 0.25}\n";
        let expected = Settings {
            sources: vec![(System::Unit, "claims".into()), (System::Yggdrasil, "../other".into())],
            log: "log/edges.jsonl".into(),
            half_life_days: 0.0,
            dim: 0.5,
            drop: 0.25,
            ..Settings::default()
        };
        assert_eq!(Settings::parse(text), Ok(expected));
    }

    #[test]
    fn a_mistake_names_its_line() {
        let mistakes = [
            ("log: a\nsorces: []\n", 2, "sorces"),
            ("log: a\nsources:\n  - system: unit\n    pth: x\n", 4, "pth"),
            ("\nsources:\n  - {system: nobody, path: x}\n", 3, "nobody"),
            ("sources:\n  - {system: unit}\n", 2, "path"),
            ("sources: units\n", 1, "units"),
            ("log: a\nhalf_life_days: -1\n", 2, "half_life_days"),
            ("log: a\nthresholds: {dim: 2}\n", 2, "between 0 and 1"),
            ("log: a\nthresholds: {dim: 0.1, drop: 0.3}\n", 2, "above dim"),
            ("log: ''\n", 1, "empty"),
            ("sources:\n  - {system: unit, path: log}\nlog: ''\n", 3, "empty"),
            ("sources:\n  - {system: unit, path: a}\n  - {system: unit, path: ''}\n", 3, "empty"),
            ("- a\n", 1, ""),
            ("a: [\n", 2, ""),
        ];
        for (text, line, word) in mistakes {
            let (found, message) = Settings::parse(text).unwrap_err();
            assert_eq!(found, Some(line), "{text}: {message}");
            assert!(message.contains(word), "{message}");
        }
    }
}
