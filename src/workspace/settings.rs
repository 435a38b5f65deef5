//! `.refscope.yaml`: additional sources, the path of the log, half-life of confidence, thresholds.

use crate::graph::SystemId;
use crate::system::Systems;
use crate::system::kit::yaml;
use crate::system::log::LOG_FILE;
use crate::system::{Boundary, file};
use crate::text;
use std::io;
use std::path::{Path, PathBuf};

pub const SETTINGS_FILE: &str = ".refscope.yaml";

/// All keys, for error messages.
const KEYS: &str = "sources (a list of {system, path}), log, half_life_days, thresholds ({dim, drop})";

/// The settings of a workspace.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Additional sources with their system, relative to the workspace.
    pub sources: Vec<(SystemId, PathBuf)>,
    /// The edge log, relative to the workspace.
    pub log: PathBuf,
    /// Half-life of an edge's confidence in days; 0 means that it never fades.
    pub half_life_days: f64,
    /// Edges with lower confidence are dimmed.
    pub dim: f64,
    /// Edges with lower confidence are omitted from answers.
    pub drop: f64,
    /// The folders that can be read and written: the workspace itself and those the user trusts.
    pub boundary: Boundary,
    /// The systems to read.
    pub systems: Systems,
    /// How the workspace was opened.
    pub(super) opening: Opening,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            log: PathBuf::from(LOG_FILE),
            half_life_days: 180.0,
            dim: 0.2,
            drop: 0.05,
            // Without a workspace there is no outside.
            boundary: Boundary::open(Path::new("/")),
            systems: Systems::built_in(),
            opening: Opening::from(&Boundary::open(Path::new("/"))),
        }
    }
}

impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        let weights = |it: &Self| [it.half_life_days, it.dim, it.drop];
        self.read_the_same(other) && weights(self) == weights(other)
    }
}

/// A configuration error in the settings.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}; valid keys: {KEYS}", place(.file, *.line), text::plain(.message))]
pub struct SettingsError {
    pub file: PathBuf,
    /// The line of the error, if known.
    pub line: Option<u32>,
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
    system: String,
    path: String,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, expecting = "a map with dim and drop")]
struct WrittenThresholds {
    dim: Option<f64>,
    drop: Option<f64>,
}

/// How a workspace is opened: what may be read, and the systems that the program knows.
#[derive(Debug, Clone)]
pub struct Opening {
    pub boundary: Boundary,
    pub systems: Systems,
}

impl From<&Boundary> for Opening {
    fn from(boundary: &Boundary) -> Self {
        Self { boundary: boundary.clone(), systems: Systems::built_in() }
    }
}

impl From<&Opening> for Opening {
    fn from(opening: &Opening) -> Self {
        opening.clone()
    }
}

impl Settings {
    /// The defaults within a boundary.
    pub fn within(boundary: Boundary) -> Self {
        let opening = Opening::from(&boundary);
        Self { boundary, opening, ..Self::default() }
    }

    /// Reads the settings of a workspace; the defaults if there is no file. The boundary comes from the user, because
    /// no file of the workspace may extend it.
    pub fn load(root: &Path, opening: impl Into<Opening>) -> Result<Self, SettingsError> {
        let opening = opening.into();
        let read = Self::read(root, &opening.systems)?;
        Ok(Self { boundary: opening.boundary.clone(), opening, ..read })
    }

    /// Whether these settings lead to the same reading of files; they may differ in how much edges are trusted.
    pub(super) fn read_the_same(&self, other: &Self) -> bool {
        self.reading_key() == other.reading_key()
    }

    /// A text that differs between settings that lead to a different reading of files.
    pub(super) fn reading_key(&self) -> String {
        format!("{:?} {} {:?}", self.sources, self.log.display(), self.boundary)
    }

    fn read(root: &Path, known: &Systems) -> Result<Self, SettingsError> {
        let path = root.join(SETTINGS_FILE);
        match file::read_text(&path) {
            Ok(text) => {
                Self::parse(&text, known).map_err(|(line, message)| SettingsError { file: path, line, message })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
                Ok(Self { systems: known.clone(), ..Self::default() })
            }
            Err(error) => {
                let message = format!("cannot read the settings: {error}");
                Err(SettingsError { file: path, line: None, message })
            }
        }
    }

    fn parse(text: &str, known: &Systems) -> Result<Self, (Option<u32>, String)> {
        let mut settings = Self { systems: known.clone(), ..Self::default() };
        let written: Option<Written> = yaml::typed(text).map_err(|error| (error.line.or(Some(1)), error.message))?;
        let Some(written) = written else { return Ok(settings) };
        // Errors that the parser does not detect are attributed to the first line with the key.
        let blame = |key: &str, message: String| Err((Some(line_with(text, key, 0)), message));
        for (nth, source) in written.sources.into_iter().enumerate() {
            if source.path.trim().is_empty() {
                return Err((Some(line_with(text, "path", nth)), "a path is empty".to_owned()));
            }
            let Some(system) = known.registry().system_named(&source.system) else {
                let valid: Vec<_> = known.iter().map(|(id, _)| id.name()).collect();
                let message = format!("unknown system {}; valid: {}", text::quoted(&source.system), valid.join(", "));
                return Err((Some(line_of(text, "system", &source.system)), message));
            };
            settings.sources.push((system, PathBuf::from(source.path)));
        }
        if let Some(log) = written.log {
            if log.trim().is_empty() {
                return blame("log", "the log's path is empty".to_owned());
            }
            settings.log = file::lexically_normalized(Path::new(&log));
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
                return blame(key, format!("{key} must be between 0 and 1"));
            }
            *share = written;
        }
        if settings.drop > settings.dim {
            let message = format!("drop ({}) is above dim ({})", settings.drop, settings.dim);
            return blame("thresholds", message);
        }
        Ok(settings)
    }

    /// The additional sources of a system, resolved against `root`.
    pub(super) fn places(&self, root: &Path, system: SystemId) -> Vec<PathBuf> {
        let own = self.sources.iter().filter(|(of, _)| *of == system);
        own.map(|(_, path)| root.join(file::lexically_normalized(path))).collect()
    }
}

/// The line of the first occurrence of a key with this value.
fn line_of(text: &str, key: &str, value: &str) -> u32 {
    let is_it =
        |line: &str| line.split(['{', ',', '-', ' ']).any(|part| part == format!("{key}:")) && line.contains(value);
    (1..).zip(text.lines()).find(|(_, line)| is_it(line)).map_or(1, |(number, _)| number)
}

/// The line of the `nth` occurrence of a key, from 0.
fn line_with(text: &str, key: &str, nth: usize) -> u32 {
    let is_key = |part: &&str| part.strip_prefix(key).is_some_and(|rest| rest.starts_with(':'));
    let times = |line: &str| line.split(['{', ',', '-', ' ']).filter(is_key).count();
    let lines = (1..).zip(text.lines()).flat_map(|(number, line)| std::iter::repeat_n(number, times(line)));
    lines.into_iter().nth(nth).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{UNIT, YGGDRASIL};

    #[test]
    fn every_key_is_read_and_optional() {
        for text in ["", "# nothing\n", "---\n"] {
            assert_eq!(Settings::parse(text, &Systems::built_in()), Ok(Settings::default()));
        }
        let text = "sources:\n  - {system: unit, path: claims}\n  - system: yggdrasil\n    path: ../other\nlog: log/edges.jsonl\n\
            half_life_days: 0\nthresholds: {dim: 0.5, drop: 0.25}\n";
        let expected = Settings {
            sources: vec![(UNIT, "claims".into()), (YGGDRASIL, "../other".into())],
            log: "log/edges.jsonl".into(),
            half_life_days: 0.0,
            dim: 0.5,
            drop: 0.25,
            ..Settings::default()
        };
        assert_eq!(Settings::parse(text, &Systems::built_in()), Ok(expected));
    }

    #[test]
    fn error_names_its_line() {
        let cases = [
            ("log: a\nsorces: []\n", 2, "sorces"),
            ("log: a\nsources:\n  - system: unit\n    pth: x\n", 4, "pth"),
            ("\nsources:\n  - {system: other, path: x}\n", 3, "other"),
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
        for (text, line, word) in cases {
            let (found, message) = Settings::parse(text, &Systems::built_in()).unwrap_err();
            assert_eq!(found, Some(line), "{text}: {message}");
            assert!(message.contains(word), "{message}");
        }
    }
}
