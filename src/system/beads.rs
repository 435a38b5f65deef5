//! Reader for beads: an issue tracker whose issues are rows of a JSONL file in `.beads/`.
//!
//! The file is the store itself in older versions of the tool and an export of a database in newer ones, which is why
//! its age matters. One file contains everything, so all of it is read when it changes. The direction of edges is
//! that of their reading: `blocks` is stored in the row of the blocked issue and turned here.

mod checks;
mod export;
mod folder;
mod ids;
mod issue;
mod reading;
mod rules;
mod store;
#[cfg(test)]
mod tests;
mod urgency;
mod vocabulary;

use self::export::{Content, Exports};
use self::folder::{Chosen, Place};
use self::urgency::Urgencies;
use self::vocabulary::{BLOCKS, CONDITIONAL_BLOCKS, PARENT_CHILD, WAITS_FOR};
use super::check::{CheckInput, Summary};
use super::kit::json::Json;
use super::kit::named::Finder;
use super::kit::read_request::Seen;
use super::kit::stored::StoredBatches;
use super::kit::wanted_fields::{WantedFields, file_of, read_fields};
use super::kit::{Batches, ReadRequest, Sections, file};
use super::{Fact, Facts, Found, Loaded, Marker, Reach, System, Watched, registry};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Direction, Node, SystemId, SystemSpec, TreePath};
use crate::pack::{Packer, Unpacker};
use crate::query::{Stage, Task};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub const SYSTEM: SystemId = SystemId::new(60, "beads");

/// The folder of the tool in a project.
const FOLDER: &str = ".beads";

/// The status of a deleted issue, of which the row is kept.
const DELETED: &str = "tombstone";

/// Issues of the tracker beads.
#[derive(Debug)]
pub struct BeadsIssues;

impl System for BeadsIssues {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            // A cycle through a deleted issue is history.
            opaque_status: Some(DELETED),
            deleted_status: Some(DELETED),
            dangling: Dangling::Foreign,
            foreign: Some(|id| id.strip_prefix("external:")?.split_once(':')),
            tree_path,
            prose: &["title", "description", "design", "acceptance_criteria", "notes", "close_reason", "text"],
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_folder = |folder: &Path| folder.join(FOLDER).is_dir();
        vec![Marker { name: ".beads/", is_there: has_folder, is_sure: folder::is_sure }]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        let own = watched.root.join(FOLDER);
        // A redirect out of the workspace is not watched: whether it may be read is known only on disk.
        let behind = folder::redirect_target(&own).filter(|target| target.starts_with(watched.root));
        for folder in [own].into_iter().chain(behind) {
            watched.area(folder, Reach::Below);
        }
        for place in watched.further {
            watched.area(place.join(FOLDER), Reach::Below);
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(LoadedIssues::read(request, &Search::new(request)))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, _: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(store::unpack(from, file)?))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        read_fields(root, file_of(nodes), nodes, |text, wanted| {
            fields(text, nodes, wanted);
            Ok(())
        })
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![rules::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled)
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &checks::CYCLE_CODES
    }

    fn task(&self, facts: &Facts, node: Node<'_>) -> Option<Task> {
        if node.is_missing() || node.is_external() {
            return None;
        }
        let urgency = facts.about(node).get::<Urgencies>().and_then(|all| all.get(node.id_in_file()));
        let stage = match node.status() {
            Some("open") => Stage::Open,
            _ if is_done(node) => Stage::Done,
            _ => Stage::Held,
        };
        let (priority, starts) = urgency.map_or((None, None), |one| (one.priority, one.deferred_until));
        Some(Task { stage, priority, starts })
    }

    fn blocking(&self) -> &'static [&'static str] {
        &[BLOCKS, CONDITIONAL_BLOCKS, WAITS_FOR]
    }
}

fn is_deleted(node: Node<'_>) -> bool {
    node.system() == SYSTEM && node.status() == Some(DELETED)
}

/// Whether an issue holds up no other one any more.
fn is_done(node: Node<'_>) -> bool {
    matches!(node.status(), Some("closed" | DELETED))
}

/// Maximum number of levels in the tree; parents above are left out.
const MOST_LEVELS: usize = 64;

/// Arranges issues below their parents, and those without one by kind.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let mut way = vec![node];
    while let Some(parent) = way.last().and_then(|child| parent(*child)).filter(|_| way.len() < MOST_LEVELS) {
        // Parents in a cycle: it is cut here.
        if way.iter().any(|known| known.ix() == parent.ix()) {
            break;
        }
        way.push(parent);
    }
    let kind = way.last().and_then(|top| top.kind()).unwrap_or_default();
    std::iter::once(kind).chain(way.iter().rev().map(|node| node.id())).map(Cow::Borrowed).collect()
}

fn parent(child: Node<'_>) -> Option<Node<'_>> {
    let is_parent = |relation: &Relation| relation.system == SYSTEM && relation.name == PARENT_CHILD;
    let mut edges = child.each_edge(Direction::Out);
    let edge = edges.find(|edge| edge.meaning().is_some_and(|one| is_parent(one.relation)) && !edge.to().is_missing());
    edge.map(|edge| edge.to()).filter(|parent| parent.system() == SYSTEM)
}

/// The issues of a workspace, and what was looked at to read them.
struct LoadedIssues {
    /// The findings about places.
    search_batch: Batch,
    /// For each place, the findings about its export.
    heads: Vec<Batch>,
    rows: Vec<StoredBatches>,
    urgencies: Urgencies,
    /// The export of each place: a place without files can appear.
    exports: Vec<Option<PathBuf>>,
    seen: Seen,
    /// Whether a file is outside the usual folder, so that it may change under another path.
    is_elsewhere: bool,
}

impl Loaded for LoadedIssues {
    /// Reads everything again if a file changed: whether an id is an issue depends on all rows.
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        if !self.seen.has_links() && !self.is_elsewhere && !request.concerns(&[FOLDER]) {
            return Found::Same;
        }
        let search = Search::new(request);
        let is_same_search = self.search_batch.findings() == search.batch.findings();
        if is_same_search && self.exports == search.exports() && self.seen.still_holds(&search.seen()) {
            return Found::Same;
        }
        let now = Self::read(request, &search);
        let is_same = now.urgencies == self.urgencies && now.has_same_content(self);
        *self = now;
        Found::changed(!is_same)
    }

    fn batches(&self) -> Batches<'_> {
        Batches::new([&self.search_batch].into_iter().chain(&self.heads), &self.rows)
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        let rows = self.rows.into_iter().filter_map(StoredBatches::into_batch);
        [self.search_batch].into_iter().chain(self.heads).chain(rows).collect()
    }

    fn stored_files(&self) -> Option<usize> {
        Some(self.exports.iter().flatten().count())
    }

    fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        store::pack(self, out, index)
    }

    fn facts(&self) -> Option<Fact> {
        Some(Fact::new(self.urgencies.clone()))
    }
}

impl LoadedIssues {
    fn read(request: &ReadRequest<'_>, search: &Search) -> Self {
        let seen = if request.stays { search.seen() } else { Seen::default() };
        let places = search.places.iter().filter(|_| !request.progress.is_cancelled());
        let export = |chosen: &Chosen| {
            let path = chosen.export.clone();
            let shown = path.as_ref().map(|path| file::relative(request.root, path)).unwrap_or_default();
            (path, shown)
        };
        let exports = Exports::read(places.map(export), &request.registry, request.progress);
        request.progress.add_files(exports.contents.iter().filter(|content| **content != Content::Unknown).count());
        let mut heads = exports.heads;
        for ((chosen, content), head) in search.places.iter().zip(&exports.contents).zip(&mut heads) {
            // A file that cannot be read is reported as such.
            if *content != Content::Unknown || chosen.export.is_none() {
                let is_empty = *content != Content::Rows;
                chosen.stale(request.root, is_empty).into_iter().for_each(|finding| head.finding(finding));
            }
        }
        let is_elsewhere =
            search.places.iter().any(|chosen| chosen.is_elsewhere) || request.root.join(FOLDER).is_symlink();
        Self {
            search_batch: search.batch.clone(),
            heads,
            rows: exports.parts.into_iter().map(StoredBatches::here).collect(),
            urgencies: exports.urgencies,
            exports: search.exports(),
            seen,
            is_elsewhere,
        }
    }

    /// Whether all batches say the same.
    fn has_same_content(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&Batch, &Batch)| one.has_same_content(other);
        let (Some(own), Some(others)) = (self.batches().all(), other.batches().all()) else { return false };
        own.len() == others.len() && own.into_iter().zip(others).all(is_same)
    }
}

/// The places of a workspace, and the findings about them.
struct Search {
    batch: Batch,
    places: Vec<Chosen>,
}

impl Search {
    fn new(request: &ReadRequest<'_>) -> Self {
        let mut batch = Batch::new(SYSTEM, 0);
        let mut finder = Finder::new(request, SYSTEM, &rules::FILES, is_export, &mut batch);
        let own = request.root.join(FOLDER);
        let mut places: Vec<_> = own.is_dir().then_some(Place::Folder(own)).into_iter().collect();
        let mut variable = std::env::var_os(folder::VARIABLE).filter(|_| !places.is_empty());
        for path in &request.further {
            let inside = path.join(FOLDER);
            if inside.is_dir() {
                places.push(Place::Folder(inside));
            } else if path.is_dir() {
                places.push(Place::Folder(path.clone()));
            } else {
                places.extend(finder.named(path).into_iter().map(Place::Export));
            }
        }
        let chosen: Vec<_> = places.iter().filter_map(|place| place.choose(variable.take(), &mut finder)).collect();
        let mut read = HashSet::new();
        // Each export is read once, for the first place that names it.
        let is_first = |one: &Chosen| one.export.as_ref().is_none_or(|path| read.insert(file::real(path)));
        let places = chosen.into_iter().filter(is_first).collect();
        Self { batch, places }
    }

    /// The export of each place, if it has one.
    fn exports(&self) -> Vec<Option<PathBuf>> {
        self.places.iter().map(|chosen| chosen.export.clone()).collect()
    }

    fn seen(&self) -> Seen {
        Seen::of(self.places.iter().flat_map(|chosen| chosen.files.iter().cloned()))
    }
}

/// Whether a file can be an export, by its name.
fn is_export(path: &Path) -> bool {
    file::has_extension(path, "jsonl")
}

/// Parses a text as an export with this name. For fuzzing.
pub fn parse(shown: &str, text: &str) -> Vec<Batch> {
    let exports = Exports::of_texts(shown, &[text], &registry());
    exports.heads.into_iter().chain(exports.parts).collect()
}

/// Collects the fields of issues, for display. Their dependencies are left out because they are edges.
fn fields(text: &str, nodes: &[Node<'_>], wanted: &mut WantedFields<'_>) {
    let add = |row: &str, wanted: &mut WantedFields<'_>, is_it: &dyn Fn(&str) -> bool| {
        let Some(fields) = Json::parse(row).ok().and_then(Json::fields) else { return };
        if let Some(id) = fields.get("id").and_then(Json::text).filter(|id| is_it(id)) {
            wanted.add(&id, || fields.to_map(|name| !["dependencies", "_type"].contains(&name)));
        }
    };
    let at: HashMap<_, _> = nodes.iter().map(|node| (node.line().unwrap_or(1).max(1), node.id_in_file())).collect();
    for (line, row) in (1..).zip(text.split('\n')) {
        if let Some(id) = at.get(&line) {
            add(row, wanted, &|own| own == *id);
        }
    }
    // Rows may have moved since the file was read. The last one with an id counts.
    if wanted.lacks_any() {
        text.rsplit('\n').for_each(|row| add(row, wanted, &|_| true));
    }
}
