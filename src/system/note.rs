//! Reader for notes: Markdown files whose links have types, as Obsidian, Logseq, Backlog.md, Dendron and other tools
//! keep them.
//!
//! Every `.md` file of a [vault](vault) is a node. Links in properties, fields and list items are edges with a verb;
//! all others are implicit `mentions`. What differs between tools is data ([`preset`]). Which note a link names depends
//! on all notes of its vault: files are read one by one into a cache ([`read`]), and the links of all of them are then
//! resolved in a second pass ([`resolved`]), which is fast because names are looked up in hash tables.

mod blank;
mod body;
mod breadcrumbs;
mod checks;
mod files;
mod fold;
mod links;
mod preset;
mod properties;
mod read;
mod resolve;
mod resolved;
mod rules;
#[cfg(test)]
mod tests;
mod vault;
mod vocabulary;

use self::files::FoundNotes;
use self::preset::{PRESETS, Preset};
use self::vault::{Vault, vaults};
use super::check::{CheckInput, Summary};
use super::kit::frontmatter::Document;
use super::kit::stored::{Batches, Sections, StoredBatches};
use super::kit::{Boundary, Files, ReadRequest, Suspects, file};
use super::{Found, Loaded, Marker, Reach, System, Watched};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, EXTERNAL, Node, SystemId, SystemSpec, TreePath};
use crate::pack::{Packer, Unpacker};
use serde_json::{Map, Value};
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

pub const SYSTEM: SystemId = SystemId::new(100, "note");

/// The verb of a link without one.
const MENTIONS: &str = "mentions";
const EMBEDS: &str = "embeds";
const CHILD_OF: &str = "child-of";

/// Markdown notes with typed links.
#[derive(Debug, Default)]
pub struct MarkdownNotes {
    /// The fields that a vault of the workspace declares.
    fields: Vec<Relation>,
}

impl System for MarkdownNotes {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            id_duplicate: &rules::ID_DUPLICATE,
            // A link can lead to a node of any system.
            links_all: true,
            neutral: Some(MENTIONS),
            dangling: Dangling::OwnCheck,
            tree_path,
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary().into_iter().chain(self.fields.iter().cloned()).collect()
    }

    fn configured(&self, root: &Path) -> Option<Arc<dyn System>> {
        let fields = breadcrumbs::relations(root);
        (!fields.is_empty()).then(|| Arc::new(Self { fields }) as Arc<dyn System>)
    }

    fn markers(&self) -> Vec<Marker> {
        markers()
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        let found = vaults(watched.root, watched.further, &Boundary::open(watched.root));
        for vault in &found {
            watched.area(vault.folder.clone(), Reach::Below);
            for path in vault::CONFIGURATION {
                watched.file(vault.folder.join(path));
            }
        }
        for preset in &PRESETS {
            preset.signs.iter().for_each(|sign| watched.file(watched.root.join(sign.path())));
        }
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(Vaults::load(request))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(Vaults::unpack(from, file)?))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let fields = |node: &Node<'_>| match node.file().filter(|_| !node.is_external()) {
            Some(file) => fields(&root.join(file)),
            None => Ok(Map::new()),
        };
        nodes.iter().map(fields).collect()
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled)
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &[checks::CYCLE_CODE]
    }
}

/// A marker for each preset that is recognised by a file or folder.
fn markers() -> Vec<Marker> {
    fn has<const AT: usize>(folder: &Path) -> bool {
        PRESETS[AT].signs.iter().any(|sign| sign.is_in(folder))
    }
    let tests: [fn(&Path) -> bool; PRESETS.len()] =
        [has::<0>, has::<1>, has::<2>, has::<3>, has::<4>, has::<5>, has::<6>, has::<7>, has::<8>];
    let marker =
        |(preset, is_in): (&Preset, fn(&Path) -> bool)| Marker { name: preset.shown, is_there: is_in, is_sure: is_in };
    PRESETS.iter().zip(tests).filter(|(preset, _)| !preset.signs.is_empty()).map(marker).collect()
}

/// Arranges notes by folder.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let file = node.file().filter(|_| !node.is_external());
    let Some(file) = file else { return vec![EXTERNAL.into(), node.id().into()] };
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    let name = name.strip_suffix(".md").unwrap_or(name);
    let mut path: TreePath<'_> = folder.split('/').filter(|part| !part.is_empty()).map(Into::into).collect();
    path.push(if node.id().ends_with(name) { name.into() } else { node.id().into() });
    path
}

/// Reads the properties of a note again, for display.
fn fields(path: &Path) -> io::Result<Map<String, Value>> {
    let text = file::read(path)?.text;
    let document = Document::split(&text);
    let Some(block) = document.block() else { return Ok(Map::new()) };
    let read = properties::fields(&document, &text[block]);
    if let Ok((fields, _)) = read {
        return Ok(fields);
    }
    let properties = properties::Properties::of(&text, &document);
    Ok(properties.list.into_iter().map(|property| (property.path, property.text.into())).collect())
}

/// The notes of a workspace.
#[derive(Debug)]
struct Vaults {
    /// The descriptions of the vaults: if they change, everything is read again.
    description: String,
    /// The notes as they were read, each file by itself.
    raw: Files,
    /// A checksum of the names of the files that are not notes.
    other_files: u64,
    /// The notes with their links resolved.
    resolved: Vec<StoredBatches>,
}

impl Vaults {
    fn load(request: &ReadRequest<'_>) -> Self {
        let mut loaded =
            Self { description: String::new(), raw: Files::none(SYSTEM), other_files: 0, resolved: Vec::new() };
        let vaults = vaults(request.root, &request.further, &request.boundary);
        loaded.description = description(&vaults);
        if !vaults.is_empty() || !request.further.is_empty() {
            loaded.read(&vaults, request);
        }
        loaded
    }

    /// Reads new and changed files and resolves all links again if anything changed. Returns whether it did; `None` if
    /// the notes that did not change are in a snapshot that no longer exists.
    fn read(&mut self, vaults: &[Vault], request: &ReadRequest<'_>) -> Option<bool> {
        let mut search_batch = Batch::new(SYSTEM, 0);
        let FoundNotes { found, other_files } = files::find(vaults, request, &mut search_batch);
        let checksum = files::checksum(&other_files);
        let is_changed = files::read(vaults, &mut self.raw, found, search_batch, request);
        if !is_changed && self.other_files == checksum {
            return Some(false);
        }
        self.other_files = checksum;
        let batches = self.raw.batches();
        let mut raw = batches.all()?;
        raw.sort_by_key(|batch| batch.part());
        let resolved = resolved::resolved(vaults, &other_files, &raw);
        self.resolved = resolved.into_iter().map(StoredBatches::here).collect();
        Some(true)
    }

    fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let (description, other_files) = (from.text()?, from.number()?);
        let raw = Files::unpack(from, file)?;
        let count = from.length(1)?;
        let resolved = (0..count).map(|_| StoredBatches::unpack(from, file)).collect::<Option<_>>()?;
        Some(Self { description, raw, other_files, resolved })
    }
}

fn description(vaults: &[Vault]) -> String {
    vaults.iter().map(Vault::description).collect::<Vec<_>>().join("\n")
}

impl Loaded for Vaults {
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        let vaults = vaults(request.root, &request.further, &request.boundary);
        let description = description(&vaults);
        if description != self.description {
            let had_none = self.description.is_empty() && self.resolved.is_empty();
            *self = Self::load(request);
            return Found::changed(!had_none || !self.resolved.is_empty());
        }
        if vaults.is_empty() && request.further.is_empty() {
            return Found::Same;
        }
        if !self.raw.has_links() && !concerns(&vaults, request) {
            return Found::Same;
        }
        let Some(is_changed) = self.read(&vaults, request) else {
            *self = Self::load(request);
            return Found::Changed;
        };
        Found::changed(is_changed)
    }

    fn batches(&self) -> Batches<'_> {
        Batches::new([], &self.resolved)
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        self.resolved.into_iter().filter_map(StoredBatches::into_batch).collect()
    }

    fn stored_files(&self) -> Option<usize> {
        Some(self.raw.file_count())
    }

    fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        index.text(&self.description)?;
        index.number(self.other_files)?;
        self.raw.pack(out, index)?;
        index.number(self.resolved.len() as u64)?;
        self.resolved.iter().try_for_each(|batch| batch.pack(out, index))
    }
}

/// Whether any suspect may be a file of a vault. The log is none, and it changes most often.
fn concerns(vaults: &[Vault], request: &ReadRequest<'_>) -> bool {
    let Suspects::Only(paths) = request.suspects else { return true };
    let log = request.root.join(request.log);
    let places = || vaults.iter().map(|vault| &vault.folder).chain(&request.further);
    let is_near = |path: &Path| places().any(|place| path.starts_with(place) || place.starts_with(path));
    paths.iter().any(|path| *path != log && is_near(path))
}

/// Parses a text as the only note of a vault of the tool with this name. For fuzzing.
pub fn parse(tool: &str, shown: &str, text: &str) -> Option<Vec<Batch>> {
    let preset = PRESETS.iter().find(|preset| preset.name == tool)?;
    let vaults = [Vault::plain(preset)];
    let mut raw = Batch::new(SYSTEM, 0);
    read::read(&vaults[0], shown, text, &mut raw);
    Some(resolved::resolved(&vaults, &[hashbrown::HashSet::new()], &[&raw]))
}
