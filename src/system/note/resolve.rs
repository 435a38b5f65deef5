//! Finds the note that a link names, as the tools do, in time that does not depend on the number of notes.

use super::fold::folded;
use super::links::has_scheme;
use super::preset::Ids;
use super::read::Raw;
use super::vault::Vault;
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;

/// Index of a note in [`Index::notes`].
pub(super) type NoteIx = u32;

/// A note of a vault.
#[derive(Debug)]
pub(super) struct Note<'b> {
    pub(super) id: &'b str,
    /// The displayed path of its file.
    pub(super) file: &'b str,
    /// The path below the folder of the vault, without `.md`, folded.
    path: String,
}

/// The notes of one vault, by everything that can name them.
#[derive(Debug)]
pub(super) struct Index<'b> {
    pub(super) vault: &'b Vault,
    pub(super) notes: Vec<Note<'b>>,
    by_id: HashMap<String, NoteIx>,
    by_path: HashMap<String, NoteIx>,
    by_last_part: HashMap<String, Vec<NoteIx>>,
    by_alias: HashMap<String, Vec<NoteIx>>,
    by_title: HashMap<String, Vec<NoteIx>>,
    /// Tasks by the number in their id.
    by_number: HashMap<String, Vec<NoteIx>>,
    /// Files that are not notes, by path and by name, folded.
    files: &'b HashSet<String>,
}

/// What a link names.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meant {
    One(NoteIx),
    /// The first of several notes with this name.
    First(NoteIx, Vec<NoteIx>),
    /// A task whose id has another prefix but the same number.
    ByNumber(NoteIx),
    /// An id that is not a note.
    Missing(String),
    /// A URL.
    External,
    /// A file that is not a note, or a text that is not a link.
    Nothing,
}

/// Extensions of files that can be embedded but are never notes.
const ATTACHMENTS: [&str; 22] = [
    "png",
    "jpg",
    "jpeg",
    "gif",
    "svg",
    "webp",
    "bmp",
    "avif",
    "pdf",
    "mp3",
    "mp4",
    "wav",
    "m4a",
    "ogg",
    "flac",
    "webm",
    "mov",
    "mkv",
    "3gp",
    "canvas",
    "base",
    "excalidraw",
];

impl<'b> Index<'b> {
    pub(super) fn new(vault: &'b Vault, files: &'b HashSet<String>) -> Self {
        Self {
            vault,
            notes: Vec::new(),
            by_id: HashMap::new(),
            by_path: HashMap::new(),
            by_last_part: HashMap::new(),
            by_alias: HashMap::new(),
            by_title: HashMap::new(),
            by_number: HashMap::new(),
            files,
        }
    }

    /// Adds a note. Notes with the same path or id must not be added twice.
    pub(super) fn add(&mut self, id: &'b str, file: &'b str) -> NoteIx {
        let below = file.strip_prefix(&*self.vault.prefix).unwrap_or(file);
        let path = folded(without_ending(below));
        let ix = self.notes.len() as NoteIx;
        let own_id = folded(id);
        let last = path.rsplit('/').next().unwrap_or(&path).to_owned();
        self.by_last_part.entry(last).or_default().push(ix);
        if self.vault.preset.ids == Ids::Property
            && is_task(&path)
            && let Some(number) = number(&own_id)
        {
            self.by_number.entry(number.to_owned()).or_default().push(ix);
        }
        self.by_id.insert(own_id, ix);
        self.by_path.insert(path.clone(), ix);
        self.notes.push(Note { id, file, path });
        ix
    }

    /// Adds another name of a note.
    pub(super) fn name(&mut self, note: NoteIx, raw: Raw, name: &str) {
        let names = if raw == Raw::Alias { &mut self.by_alias } else { &mut self.by_title };
        let notes = names.entry(folded(name)).or_default();
        if !notes.contains(&note) {
            notes.push(note);
        }
    }

    /// Aliases of several notes, sorted.
    pub(super) fn shared_aliases(&self) -> Vec<(&str, &[NoteIx])> {
        let mut shared: Vec<_> = self
            .by_alias
            .iter()
            .filter(|(_, notes)| notes.len() > 1)
            .map(|(name, notes)| (&**name, &**notes))
            .collect();
        shared.sort_unstable();
        shared
    }

    /// The note that a text names in a note.
    pub(super) fn meant(&self, raw: Raw, text: &str, from: NoteIx) -> Meant {
        match raw {
            Raw::Name => self.by_name(text, from),
            Raw::Tag => match self.by_name(text, from) {
                Meant::Missing(_) => Meant::Nothing,
                found => found,
            },
            Raw::Path => self.by_markdown_path(text, from),
            Raw::Id => self.by_id(text),
            Raw::IdIfKnown => match self.by_id(text) {
                Meant::Missing(_) => self.known_path(text).map_or(Meant::Nothing, Meant::One),
                found => found,
            },
            Raw::PathOrUrl => self.by_resource(text),
            Raw::Alias | Raw::Title => Meant::Nothing,
        }
    }

    fn by_name(&self, text: &str, from: NoteIx) -> Meant {
        if has_scheme(text) && text.contains("://") {
            return Meant::External;
        }
        if text.starts_with("./") || text.starts_with("../") {
            return match relative(self.path_of(from), without_ending(text)) {
                Some(path) => self.at_path(path),
                None => Meant::Missing(text.to_owned()),
            };
        }
        let name = folded(without_ending(text.trim_start_matches('/')));
        let name = &*name;
        let direct = if self.vault.preset.ids == Ids::Path { &self.by_path } else { &self.by_id };
        if let Some(note) = direct.get(name) {
            return Meant::One(*note);
        }
        let last = name.rsplit('/').next().unwrap_or(name);
        if self.vault.preset.matches_last_parts {
            let ends = |note: &&NoteIx| {
                let path = &*self.notes[**note as usize].path;
                path == name || path.strip_suffix(name).is_some_and(|before| before.ends_with('/'))
            };
            let named = self.by_last_part.get(last).into_iter().flatten();
            if let Some(found) = self.best(named.filter(ends).copied().collect(), from) {
                return found;
            }
        }
        let others = [&self.by_alias, &self.by_title];
        if let Some(found) = others.iter().find_map(|names| self.best(names.get(name)?.clone(), from)) {
            return found;
        }
        if self.is_file(name) { Meant::Nothing } else { Meant::Missing(text.to_owned()) }
    }

    /// Of several notes the one in the same folder, else the shallowest, then the first by name.
    fn best(&self, mut notes: Vec<NoteIx>, from: NoteIx) -> Option<Meant> {
        let folder = |note: NoteIx| self.notes[note as usize].path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let rank = |note: &NoteIx| {
            let path = &*self.notes[*note as usize].path;
            (Reverse(folder(*note) == folder(from)), path.matches('/').count(), path)
        };
        notes.sort_by(|one, other| rank(one).cmp(&rank(other)));
        match notes[..] {
            [] => None,
            [note] => Some(Meant::One(note)),
            [first, ..] => Some(Meant::First(first, notes)),
        }
    }

    /// Resolves the destination of a Markdown link.
    fn by_markdown_path(&self, text: &str, from: NoteIx) -> Meant {
        let is_note = has_ending(text, ".md");
        if !is_note && !self.vault.preset.matches_bare_paths {
            return Meant::Nothing;
        }
        let plain = without_ending(text);
        let path = match plain.strip_prefix('/') {
            Some(path) => file_path(path),
            None => relative(self.path_of(from), plain),
        };
        let Some(path) = path else { return if is_note { Meant::Missing(text.to_owned()) } else { Meant::Nothing } };
        match self.by_path.get(&folded(&path)) {
            Some(note) => Meant::One(*note),
            // A note that is left out is a file like others.
            None if self.is_file(&folded(&format!("{path}.md"))) || !is_note => Meant::Nothing,
            None => Meant::Missing(path),
        }
    }

    /// Resolves a path below the folder of the vault.
    fn at_path(&self, path: String) -> Meant {
        let name = folded(&path);
        match self.by_path.get(&name) {
            Some(note) => Meant::One(*note),
            None if self.is_file(&name) => Meant::Nothing,
            None => Meant::Missing(path),
        }
    }

    /// The path of a note below the folder of the vault, without `.md`.
    fn path_of(&self, note: NoteIx) -> &'b str {
        let file = self.notes[note as usize].file;
        without_ending(file.strip_prefix(&*self.vault.prefix).unwrap_or(file))
    }

    fn by_id(&self, text: &str) -> Meant {
        let id = folded(text);
        if let Some(note) = self.by_id.get(&id) {
            return Meant::One(*note);
        }
        let by_title = self.by_title.get(&id).filter(|notes| notes.len() == 1);
        if let Some(notes) = by_title {
            return Meant::One(notes[0]);
        }
        match number(&id).and_then(|number| self.by_number.get(number)).map(Vec::as_slice) {
            Some([note]) => Meant::ByNumber(*note),
            _ => Meant::Missing(text.to_owned()),
        }
    }

    /// The note at a path from the folder of the vault or from the one above it.
    fn known_path(&self, text: &str) -> Option<NoteIx> {
        let path = folded(&file_path(text.trim_start_matches('/'))?);
        let path = path.strip_suffix(".md")?;
        let folder = format!("{}/", self.vault.preset.folder);
        let inside = path.strip_prefix(&folder).unwrap_or(path);
        self.by_path.get(inside).copied()
    }

    fn by_resource(&self, text: &str) -> Meant {
        if has_scheme(text) {
            return Meant::External;
        }
        let path = has_ending(text, ".md").then(|| file_path(text.trim_start_matches('/'))).flatten();
        let Some(path) = path else { return Meant::Nothing };
        let path = without_ending(&path);
        match self.by_path.get(&folded(path)) {
            Some(note) => Meant::One(*note),
            None if self.is_file(&folded(&format!("{path}.md"))) => Meant::Nothing,
            None => Meant::Missing(path.to_owned()),
        }
    }

    /// The note whose name this note's name continues, if there is one.
    pub(super) fn parent(&self, note: NoteIx) -> Option<NoteIx> {
        let separator = self.vault.preset.hierarchy?;
        let Note { id, path, .. } = &self.notes[note as usize];
        if self.vault.preset.ids == Ids::Page {
            let (parent, _) = id.rsplit_once(separator)?;
            return self.by_id.get(&folded(parent)).copied();
        }
        let folder = path.rfind('/').map_or(0, |slash| slash + 1);
        let (parent, _) = path[folder..].rsplit_once(separator)?;
        self.by_path.get(&format!("{}{parent}", &path[..folder])).copied()
    }

    /// Whether a folded path or name is that of a file that is not a note.
    fn is_file(&self, name: &str) -> bool {
        let is_attachment = name.rsplit_once('.').is_some_and(|(_, end)| ATTACHMENTS.contains(&end));
        is_attachment || self.files.contains(name)
    }
}

fn has_ending(text: &str, ending: &str) -> bool {
    let end = text.len().checked_sub(ending.len()).filter(|at| *at > 0).and_then(|at| text.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(ending))
}

/// A path or name without `.md`.
fn without_ending(text: &str) -> &str {
    if has_ending(text, ".md") { &text[..text.len() - ".md".len()] } else { text }
}

fn is_task(path: &str) -> bool {
    ["tasks/", "completed/", "drafts/", "archive/"].iter().any(|folder| path.starts_with(folder))
}

/// The number of an id such as `BACK-24.1`.
fn number(id: &str) -> Option<&str> {
    let (prefix, number) = id.split_once('-')?;
    let is_number =
        number.starts_with(|c: char| c.is_ascii_digit()) && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    (!prefix.is_empty() && prefix.chars().all(char::is_alphabetic) && is_number).then_some(number)
}

/// A path relative to the file at `from`; `None` if it leaves the vault.
fn relative(from: &str, path: &str) -> Option<String> {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    file_path(&format!("{folder}/{path}"))
}

/// A path without `.`, `..` and repeated slashes; `None` if it leaves its folder.
fn file_path(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}
