//! The folders with notes in a workspace, each with its preset and with what its tool's configuration leaves out.
//!
//! They are determined again for every read: a few files are looked at, and a change of any of them changes the
//! [`Vault::description`], after which all notes are read again.

use super::preset::{Habit, PLAIN, PRESETS, Preset, Sign};
use crate::system::kit::frontmatter::Document;
use crate::system::kit::{Boundary, file};
use serde_json::Value;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// A folder with notes.
#[derive(Debug)]
pub(super) struct Vault {
    pub(super) folder: PathBuf,
    /// The start of the displayed paths of its files: empty, or ending in `/`.
    pub(super) prefix: String,
    pub(super) preset: &'static Preset,
    /// Paths below the folder that are not read: folders, ending in `/`.
    left_out: Vec<String>,
}

/// Files below the folder of a vault that decide how it is read.
pub(super) const CONFIGURATION: [&str; 4] = [
    ".obsidian/app.json",
    ".obsidian/templates.json",
    ".obsidian/plugins/templater-obsidian/data.json",
    ".obsidian/plugins/breadcrumbs/data.json",
];

/// Maximum size of a configuration file.
const MOST_BYTES: u64 = 4 << 20;

/// The folders with notes: those that a sign in the workspace identifies, and those that the settings name.
pub(super) fn vaults(root: &Path, further: &[PathBuf], boundary: &Boundary) -> Vec<Vault> {
    let mut found: Vec<Vault> = Vec::new();
    let mut add = |vault: Vault| {
        if !found.iter().any(|other| other.folder == vault.folder) {
            found.push(vault);
        }
    };
    for preset in PRESETS.iter().filter(|preset| preset.signs.iter().any(|sign| sign.is_in(root))) {
        add(Vault::new(root, root.join(preset.folder), preset));
    }
    for place in further.iter().filter(|place| place.is_dir() && boundary.target_outside(place).is_none()) {
        let has_sign = |preset: &&Preset| preset.signs.iter().any(|sign| sign.is_in(place));
        let preset = PRESETS.iter().find(has_sign).or_else(|| by_habit(place)).unwrap_or(&PLAIN);
        add(Vault::new(root, place.join(preset.folder), preset));
    }
    // The notes of a vault inside another one belong to the inner one.
    for at in 0..found.len() {
        let inner: Vec<_> = found.iter().filter_map(|other| below(&found[at].folder, &other.folder)).collect();
        found[at].left_out.extend(inner);
    }
    found
}

/// The path of a folder inside another one, ending in `/`.
fn below(folder: &Path, inner: &Path) -> Option<String> {
    let path = inner.strip_prefix(folder).ok()?.to_str()?;
    (!path.is_empty()).then(|| format!("{path}/"))
}

impl Vault {
    fn new(root: &Path, folder: PathBuf, preset: &'static Preset) -> Self {
        let shown = if folder == root { String::new() } else { format!("{}/", file::relative(root, &folder)) };
        let mut left_out: Vec<_> = preset.skipped.iter().map(|name| format!("{name}/")).collect();
        left_out.extend(excluded(&folder));
        // A vault of a tool can also be used with Basic Memory, whose notes say so themselves.
        let preset = match by_habit(&folder) {
            Some(habitual) if preset.signs == [Sign::Folder(".obsidian")] && habitual.has_verb_items => habitual,
            _ => preset,
        };
        Self { folder, prefix: shown, preset, left_out }
    }

    /// A vault in the workspace itself.
    pub(super) fn plain(preset: &'static Preset) -> Self {
        Self { folder: PathBuf::new(), prefix: String::new(), preset, left_out: Vec::new() }
    }

    /// Whether a path below the folder is left out.
    pub(super) fn leaves_out(&self, below: &str) -> bool {
        self.left_out.iter().any(|folder| below.starts_with(&**folder))
    }

    /// A text that differs between vaults whose notes are read differently.
    pub(super) fn description(&self) -> String {
        format!("{} {} {:?}", self.folder.display(), self.preset.name, self.left_out)
    }
}

impl Sign {
    pub(super) fn is_in(&self, folder: &Path) -> bool {
        match self {
            Self::File(path) => folder.join(path).is_file(),
            Self::Folder(path) => folder.join(path).is_dir(),
            Self::FileWithKey(path, key) => has_key(&folder.join(path), key),
        }
    }

    /// The file or folder.
    pub(super) fn path(&self) -> &'static str {
        match self {
            Self::File(path) | Self::Folder(path) | Self::FileWithKey(path, _) => path,
        }
    }
}

/// Number of notes that are looked at to recognise a habit.
const SAMPLES: usize = 20;

/// Number of bytes at the start of a note that are searched for a property.
const START: u64 = 4096;

/// The preset of a folder most of whose first notes have its property.
fn by_habit(folder: &Path) -> Option<&'static Preset> {
    let has_habit = |preset: &&Preset| preset.habit.as_ref().is_some_and(|habit| habit.is_in(folder, preset));
    PRESETS.iter().find(has_habit)
}

impl Habit {
    fn is_in(&self, folder: &Path, preset: &Preset) -> bool {
        if self.file.is_some_and(|name| !folder.join(name).is_file()) {
            return false;
        }
        let notes = samples(folder, preset);
        let having = notes.iter().filter(|note| has_key(note, self.key)).count();
        2 * having > notes.len()
    }
}

/// The first notes of a folder and of the folders in it.
fn samples(folder: &Path, preset: &Preset) -> Vec<PathBuf> {
    let is_note = |path: &PathBuf| {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        !preset.not_notes.contains(&stem)
    };
    let inner = file::folders_in(folder).into_iter().take(SAMPLES);
    let folders = std::iter::once(folder.to_owned()).chain(inner);
    let notes = folders.flat_map(|folder| file::markdown_in(&folder).unwrap_or_default());
    notes.filter(is_note).take(SAMPLES).collect()
}

/// Whether the frontmatter of a file has a key.
fn has_key(path: &Path, key: &str) -> bool {
    let mut bytes = Vec::new();
    let Ok(file) = file::open(path) else { return false };
    if file.take(START).read_to_end(&mut bytes).is_err() {
        return false;
    }
    let text = String::from_utf8_lossy(&bytes);
    // A block that is longer than what was read has no end in it.
    let whole = format!("{text}\n---\n");
    [&*text, &whole].iter().any(|text| Document::split(text).field_line(key).is_some())
}

/// The folders that an Obsidian vault leaves out: those of templates, and those that the user excludes.
fn excluded(folder: &Path) -> Vec<String> {
    let settings = folder.join(".obsidian");
    let text = |path: &str, key: &str| json(&settings.join(path))?.get(key)?.as_str().map(str::to_owned);
    let templates =
        [text("templates.json", "folder"), text("plugins/templater-obsidian/data.json", "templates_folder")];
    let filters = json(&settings.join("app.json")).and_then(|app| match app.get("userIgnoreFilters")? {
        Value::Array(items) => {
            Some(items.iter().filter_map(|item| Some(item.as_str()?.to_owned())).collect::<Vec<_>>())
        }
        _ => None,
    });
    // A filter in slashes is a regular expression, which is not supported.
    let is_path = |path: &String| !path.starts_with('/');
    let filters = filters.unwrap_or_default().into_iter().filter(is_path);
    let all = templates.into_iter().flatten().chain(filters);
    let folders = all.map(|path| path.trim_matches('/').to_owned()).filter(|path| !path.is_empty() && path != ".");
    folders.map(|path| format!("{path}/")).collect()
}

/// A small JSON file; `None` if it cannot be read.
pub(super) fn json(path: &Path) -> Option<Value> {
    let mut bytes = Vec::new();
    file::open(path).ok()?.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}
