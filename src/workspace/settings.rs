//! `.refscope.yaml`: additional sources, the path of the log, half-life of confidence, thresholds, and what the user
//! declares: relations and records of their own.

use super::named_source::NamedSource;
use crate::graph::SystemId;
use crate::system::kit::config_error::{Document, Entry, Parsed};
use crate::system::log::LOG_FILE;
use crate::system::{Boundary, ConfigError, Systems, declared, file};
use crate::text::quoted;
use std::io;
use std::path::{Path, PathBuf};

pub const SETTINGS_FILE: &str = declared::SETTINGS_FILE;

/// Characters that separate the parts of `name/system:id`.
const SEPARATORS: [char; 2] = ['/', ':'];

const KEYS: [&str; 6] = ["sources", "log", "half_life_days", "thresholds", "relations", "records"];

/// The settings of a workspace.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Additional sources with their system, relative to the workspace.
    pub sources: Vec<(SystemId, PathBuf)>,
    /// Other repositories whose nodes are part of the graph.
    pub named: Vec<NamedSource>,
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
    /// The declarations of records, as texts that differ if they lead to a different reading.
    pub(super) records: Vec<String>,
    /// How the workspace was opened.
    pub(super) opening: Opening,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            sources: Vec::new(),
            named: Vec::new(),
            log: PathBuf::from(LOG_FILE),
            half_life_days: 180.0,
            dim: 0.2,
            drop: 0.05,
            // Without a workspace there is no outside.
            boundary: Boundary::open(Path::new("/")),
            systems: Systems::built_in(),
            records: Vec::new(),
            opening: Opening::from(&Boundary::open(Path::new("/"))),
        }
    }
}

impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        let weights = |it: &Self| [it.half_life_days, it.dim, it.drop];
        let (registry, other_registry) = (self.systems.registry(), other.systems.registry());
        self.read_the_same(other)
            && weights(self) == weights(other)
            && registry.fingerprint() == other_registry.fingerprint()
            // The lines of declarations too, which answers show.
            && registry.relations() == other_registry.relations()
    }
}

/// How a workspace is opened: what may be read, and the systems that the program knows.
#[derive(Debug, Clone)]
pub struct Opening {
    pub boundary: Boundary,
    pub systems: Systems,
    /// Whether it is a source of another workspace: then its own sources with a name are not read.
    pub is_source: bool,
}

impl From<&Boundary> for Opening {
    fn from(boundary: &Boundary) -> Self {
        Self { boundary: boundary.clone(), systems: Systems::built_in(), is_source: false }
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
    pub fn load(root: &Path, opening: impl Into<Opening>) -> Result<Self, ConfigError> {
        let opening = opening.into();
        let mut read = Self::read(root, &opening.systems.configured(root))?;
        if opening.is_source {
            read.named.clear();
        }
        let boundary = opening.boundary.clone().without(read.named.iter().map(|source| source.folder(root)));
        Ok(Self { boundary, opening, ..read })
    }

    /// Whether these settings lead to the same reading of files; they may differ in how much edges are trusted.
    pub(super) fn read_the_same(&self, other: &Self) -> bool {
        self.reading_key() == other.reading_key()
    }

    /// A text that differs between settings that lead to a different reading of files.
    pub(super) fn reading_key(&self) -> String {
        let sources = (&self.sources, &self.named);
        format!("{sources:?} {} {:?} {:?}", self.log.display(), self.boundary, self.records)
    }

    fn read(root: &Path, known: &Systems) -> Parsed<Self> {
        let path = root.join(SETTINGS_FILE);
        match file::read_text(&path) {
            Ok(text) => Self::parse(&path, &text, known),
            Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
                Ok(Self { systems: known.clone(), ..Self::default() })
            }
            Err(error) => {
                Err(ConfigError { file: path, line: None, message: format!("cannot read the settings: {error}") })
            }
        }
    }

    fn parse(path: &Path, text: &str, known: &Systems) -> Parsed<Self> {
        let document = Document::read(path, text)?;
        let mut settings = Self { systems: known.clone(), ..Self::default() };
        let (mut user, mut further) = (Vec::new(), Vec::new());
        let mut last = None;
        let mut entries = Entry::all(&document, &KEYS)?;
        // Records may use the user's relations, wherever those are in the file.
        entries.sort_by_key(|(key, _)| *key == "records");
        for (key, entry) in entries.into_iter().filter(|(_, entry)| !entry.is_null()) {
            match key {
                "sources" => {
                    for one in entry.list()? {
                        match source(&one, known)? {
                            Source::Named(named) if settings.named.iter().any(|other| other.name == named.name) => {
                                return Err(one.error(&format!("another source has the name {}", quoted(&named.name))));
                            }
                            Source::Named(named) if is_workspace(path, &named) => {
                                return Err(one.error("the path is the workspace itself, which is read without it"));
                            }
                            Source::Named(named) => settings.named.push(named),
                            Source::Place(system, path) => settings.sources.push((system, path)),
                        }
                    }
                }
                "log" => settings.log = file::lexically_normalized(Path::new(entry.text()?)),
                "half_life_days" => settings.half_life_days = half_life(&entry)?,
                "thresholds" => (settings.dim, settings.drop) = thresholds(&entry, (settings.dim, settings.drop))?,
                "relations" => {
                    user = declared::relations(&entry, SystemId::USER, known.registry(), &[])?;
                    last = Some(entry);
                }
                _ => {
                    (further, settings.records) = declared::records(&entry, known, &user)?.into_iter().unzip();
                    last = Some(entry);
                }
            }
        }
        if let Some(entry) = last.filter(|_| !declared::fits(known, &further, &user)) {
            return Err(entry.error("too many systems or relations are declared; remove some of them"));
        }
        settings.systems = known.with(further, user);
        Ok(settings)
    }

    /// How a named source of the workspace is opened.
    pub(super) fn opening_of_source(&self, folder: &Path) -> Opening {
        let systems = self.opening.systems.clone();
        Opening { boundary: self.boundary.moved_to(folder), systems, is_source: true }
    }

    /// The additional sources of a system, resolved against `root`.
    pub(super) fn places(&self, root: &Path, system: SystemId) -> Vec<PathBuf> {
        let own = self.sources.iter().filter(|(of, _)| *of == system);
        own.map(|(_, path)| root.join(file::lexically_normalized(path))).collect()
    }
}

/// An additional source.
enum Source {
    /// Another repository.
    Named(NamedSource),
    /// A place where a system finds further files.
    Place(SystemId, PathBuf),
}

/// Whether a source is the folder of the settings file, which would then be read twice.
fn is_workspace(settings: &Path, source: &NamedSource) -> bool {
    let root = settings.parent().unwrap_or(Path::new(""));
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| file::lexically_normalized(path));
    real(&source.folder(root)) == real(root)
}

/// An additional source: a path with a name, a system, or both.
fn source(entry: &Entry<'_>, known: &Systems) -> Parsed<Source> {
    let (mut name, mut system, mut path) = (None, None, None);
    for (key, entry) in entry.map(&["name", "system", "path"])? {
        match key {
            "system" => {
                let all: Vec<_> = known.iter().map(|(id, _)| (id.name(), id)).collect();
                system = Some(entry.one_of(&all)?);
            }
            "name" => {
                let text = entry.text()?;
                if text.contains(SEPARATORS) || text.chars().any(char::is_control) {
                    return Err(entry.error("must contain neither / nor : nor control characters"));
                }
                name = Some(text.to_owned());
            }
            _ => path = Some(PathBuf::from(entry.text()?)),
        }
    }
    let missing = |key: &str| entry.error(&format!("missing {key}; a source has a path, and a name, a system or both"));
    let path = path.ok_or_else(|| missing("path"))?;
    match (name, system) {
        (Some(name), system) => Ok(Source::Named(NamedSource { name, path, system })),
        (None, Some(system)) => Ok(Source::Place(system, path)),
        (None, None) => Err(missing("name or system")),
    }
}

fn half_life(entry: &Entry<'_>) -> Parsed<f64> {
    let days = entry.number()?;
    if days.is_finite() && days >= 0.0 { Ok(days) } else { Err(entry.error("must be 0 or more")) }
}

/// The thresholds `dim` and `drop`; `defaults` are those that are not set.
fn thresholds(entry: &Entry<'_>, defaults: (f64, f64)) -> Parsed<(f64, f64)> {
    let (mut dim, mut drop) = defaults;
    for (key, entry) in entry.map(&["dim", "drop"])?.into_iter().filter(|(_, entry)| !entry.is_null()) {
        let share = entry.number()?;
        if !(0.0..=1.0).contains(&share) {
            return Err(entry.error("must be between 0 and 1"));
        }
        match key {
            "dim" => dim = share,
            _ => drop = share,
        }
    }
    if drop > dim {
        return Err(entry.error(&format!("drop ({drop}) is above dim ({dim})")));
    }
    Ok((dim, drop))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::{UNIT, YGGDRASIL};

    fn parse(text: &str) -> Parsed<Settings> {
        Settings::parse(Path::new("x.yaml"), text, &Systems::built_in())
    }

    #[test]
    fn every_key_is_read_and_optional() {
        for text in ["", "# nothing\n", "---\n"] {
            assert_eq!(parse(text), Ok(Settings::default()));
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
        assert_eq!(parse(text), Ok(expected));
    }

    #[test]
    fn declared_records_are_a_system_and_change_the_reading() {
        let text = |glob: &str| format!("records:\n  - {{system: t, files: ['{glob}'], format: json, id: id}}\n");
        let [one, same, other] = ["a", "a", "b"].map(|glob| parse(&text(glob)).unwrap());
        assert!(one.systems.registry().system_named("t").is_some());
        assert!(one.read_the_same(&same) && !one.read_the_same(&other) && !one.read_the_same(&Settings::default()));
        let moved = parse(&format!("\n{}", text("a"))).unwrap();
        assert!(!one.read_the_same(&moved), "a finding names the line of the glob");
    }

    #[test]
    fn more_relations_than_a_registry_can_hold_are_an_error() {
        let names: String = (0..66_000).map(|n| format!("  r{n}: {{}}\n")).collect();
        let error = parse(&format!("log: a\nrelations:\n{names}")).unwrap_err();
        assert_eq!((error.line, &*error.message), (Some(2), "relations: at most 1000 relations can be declared"));
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
            ("log: a\nsources:\n  - {name: x, path: y}\n  - {name: self, path: y/..}\n", 4, "the workspace itself"),
            ("log: ''\n", 1, "empty"),
            ("sources:\n  - {system: unit, path: log}\nlog: ''\n", 3, "empty"),
            ("sources:\n  - {system: unit, path: a}\n  - {system: unit, path: ''}\n", 3, "empty"),
            ("log: a\nrecords:\n  - {system: t}\n", 3, "records[0]: missing files"),
            ("- a\n", 1, ""),
            ("a: [\n", 2, ""),
        ];
        for (text, line, word) in cases {
            let ConfigError { line: found, message, .. } = parse(text).unwrap_err();
            assert_eq!(found, Some(line), "{text}: {message}");
            assert!(message.contains(word), "{message}");
        }
    }
}
