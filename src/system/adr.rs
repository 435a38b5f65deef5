//! Reader for decision records: Markdown files in the formats of adr-tools, MADR and log4brains.
//!
//! A file is a node, and a line such as `Superseded by [ADR-7](0007-use-s3.md)` is an edge. The tools write a supersession
//! into both files: these are two places of one edge, and the second is marked as a repetition. Links and numbers are
//! resolved against all records, so the files are read as a whole; there are rarely more than a few hundred.

mod build;
mod checks;
mod markdown;
mod name;
mod places;
mod record;
mod rules;
mod statement;
#[cfg(test)]
mod tests;
mod vocabulary;

use self::build::{Builder, Located, package_of};
use self::places::{ADR_DIR, Folder, LOG4BRAINS};
use super::check::{CheckInput, Summary};
use super::kit::file_cache::Suspects;
use super::kit::json::JsonFile;
use super::kit::named::Finder;
use super::kit::read_request::Seen;
use super::kit::walk::without_repeats;
use super::kit::{Batches, Progress, ReadRequest, file};
use super::{Found, Loaded, Marker, Reach, System, Watched};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Dangling, Node, SystemId, SystemSpec, TreePath};
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

pub const SYSTEM: SystemId = SystemId::new(70, "adr");

/// The kind of a record.
const DECISION: &str = "decision";

/// Decision records.
#[derive(Debug)]
pub struct DecisionRecords;

impl System for DecisionRecords {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            is_alias: Some(name::is_alias),
            neutral: Some(statement::MENTIONS),
            dangling: Dangling::OwnCheck,
            tree_path,
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_adr_dir = |folder: &Path| folder.join(ADR_DIR).is_file();
        let has_log4brains = |folder: &Path| folder.join(LOG4BRAINS).is_file();
        vec![
            Marker { name: ADR_DIR, is_there: has_adr_dir, is_sure: has_adr_dir },
            Marker { name: LOG4BRAINS, is_there: has_log4brains, is_sure: has_log4brains },
            Marker { name: "docs/adr/0001-*.md", is_there: places::has_usual, is_sure: places::has_usual },
            Marker { name: "adr/0001-*.md", is_there: places::has_bare, is_sure: places::has_bare_alone },
        ]
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        for name in [ADR_DIR, LOG4BRAINS] {
            watched.file(watched.root.join(name));
        }
        for folder in places::usual(watched.root).chain(places::named(watched.root)) {
            watched.area(folder, Reach::Below);
        }
        for place in watched.further {
            watched.area(place.clone(), Reach::FileOrFolder);
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(Decisions::read(request))
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let fields = |node: &Node<'_>| match node.file().filter(|_| node.kind() == Some(DECISION)) {
            Some(file) => Ok(record::fields(&file::read_text(&root.join(file))?)),
            None => Ok(Map::new()),
        };
        nodes.iter().map(fields).collect()
    }

    fn summaries(&self) -> Vec<Summary> {
        vec![checks::summary()]
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input.graph, input.cancelled).collect()
    }

    fn cycle_codes(&self) -> &'static [&'static str] {
        &[checks::CYCLE_CODE]
    }
}

/// Arranges records by folder.
fn tree_path(node: Node<'_>) -> TreePath<'_> {
    let folder = node.file().filter(|_| node.kind() == Some(DECISION)).and_then(|file| Some(file.rsplit_once('/')?.0));
    vec![folder.or(node.kind()).unwrap_or_default().into(), node.id().into()]
}

/// The records of a workspace. Their links depend on all of them, so they are read as a whole.
#[derive(Debug)]
struct Decisions {
    /// Findings about settings, folders and files that were not read.
    search_batch: Batch,
    batch: Batch,
    seen: Seen,
    has_links: bool,
    /// The folders and files on which the content depends.
    places: Vec<PathBuf>,
    /// Files that are not records and are the targets of links, and whether they exist.
    probed: BTreeMap<PathBuf, bool>,
}

impl Loaded for Decisions {
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        Found::changed(self.refresh_from(request))
    }

    fn batches(&self) -> Batches<'_> {
        Batches::here([&self.search_batch, &self.batch])
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        vec![self.search_batch, self.batch]
    }
}

impl Decisions {
    fn read(request: &ReadRequest<'_>) -> Self {
        let mut search_batch = Batch::new(SYSTEM, 0);
        let search = Search::run(request, &mut search_batch);
        Self::of(request, search_batch, &search)
    }

    fn of(request: &ReadRequest<'_>, search_batch: Batch, search: &Search) -> Self {
        // Taken before the files are read, so that a change in between is detected the next time.
        let seen = if request.stays { search.seen(request.root) } else { Seen::default() };
        let (mut batch, read) = search.records(request);
        let mut builder = Builder::new(request.root, &search.folders, &read);
        builder.fill(&mut batch);
        let probed = builder.probed;
        batch.seal();
        let places = relevant_places(request).chain(probed.keys().cloned()).collect();
        Self { search_batch, batch, seen, has_links: search.has_links, places, probed }
    }

    /// Reads the records again if anything may have changed. Returns whether anything did.
    fn refresh_from(&mut self, request: &ReadRequest<'_>) -> bool {
        if !self.has_links && !self.seen.has_links() && !self.is_concerned(request) {
            return false;
        }
        let mut search_batch = Batch::new(SYSTEM, 0);
        let search = Search::run(request, &mut search_batch);
        let is_probed_same = self.probed.iter().all(|(path, existed)| path.is_file() == *existed);
        let is_search_same = self.search_batch.findings() == search_batch.findings();
        if is_probed_same && is_search_same && self.seen.still_holds(&search.seen(request.root)) {
            return false;
        }
        let now = Self::of(request, search_batch, &search);
        let is_same = is_search_same && now.batch.has_same_content(&self.batch);
        *self = now;
        !is_same
    }

    fn is_concerned(&self, request: &ReadRequest<'_>) -> bool {
        let Suspects::Only(paths) = request.suspects else { return true };
        let is_near = |place: &PathBuf| paths.iter().any(|path| path.starts_with(place) || place.starts_with(path));
        self.places.iter().any(is_near)
    }
}

/// The folders and files of a workspace's records.
struct Search {
    folders: Vec<Folder>,
    files: Vec<PathBuf>,
    has_links: bool,
}

impl Search {
    fn run(request: &ReadRequest<'_>, batch: &mut Batch) -> Self {
        let mut finder =
            Finder { distinct_names: true, ..Finder::new(request, SYSTEM, &rules::FILES, name::is_record, batch) };
        let folders = places::folders(&mut finder);
        let mut files = Vec::new();
        for top in folders.iter().map(|folder| &folder.path).chain(&request.further) {
            let found = finder.named(top);
            files.extend(found.into_iter().filter(|path| !path.strip_prefix(top).is_ok_and(name::is_template)));
        }
        files.retain(|path| !request.is_claimed(path));
        let search = Self { folders, has_links: finder.has_links, files: without_repeats(files) };
        if search.files.is_empty() {
            report_none(&mut finder);
        }
        search
    }

    fn seen(&self, root: &Path) -> Seen {
        let settings = [ADR_DIR, LOG4BRAINS].map(|name| root.join(name)).into_iter().filter(|path| path.exists());
        Seen::of(settings.chain(self.files.iter().cloned()))
    }

    /// Reads all records, and collects findings about files that cannot be read.
    fn records(&self, request: &ReadRequest<'_>) -> (Batch, Vec<Located>) {
        let read = |path: &PathBuf| {
            let mut batch = Batch::new(SYSTEM, 1);
            if request.progress.is_cancelled() {
                return (batch, None);
            }
            let file = JsonFile::read(request.root, path, SYSTEM, &rules::FILES, &mut batch);
            request.progress.add_files(1);
            let package = package_of(&self.folders, path);
            (batch, file.map(|file| Located::new(file.shown, package, &file.text)))
        };
        let mut all = Batch::new(SYSTEM, 1);
        let parts: Vec<_> = self.files.par_iter().map(read).collect();
        let mut records = Vec::with_capacity(parts.len());
        for (batch, record) in parts {
            batch.all_findings().into_iter().for_each(|finding| all.finding(finding));
            records.extend(record);
        }
        (all, records)
    }
}

/// Reads all records: those in the folders of a workspace and those in `further`.
pub fn load(root: &Path, further: &[PathBuf], progress: &Progress) -> Vec<Batch> {
    Box::new(Decisions::read(&ReadRequest::once(root, further, progress))).into_batches()
}

/// Parses texts as files with these paths, all in one folder of records.
pub fn parse(files: &[(&str, &str)]) -> Batch {
    let records: Vec<_> = files.iter().map(|(shown, text)| Located::new((*shown).to_owned(), None, text)).collect();
    let mut batch = Batch::new(SYSTEM, 0);
    let folders = [Folder { path: PathBuf::from("/nonexistent"), package: None }];
    Builder::new(Path::new("/nonexistent"), &folders, &records).fill(&mut batch);
    batch
}

/// Reports settings of a tool without any record.
fn report_none(finder: &mut Finder<'_>) {
    let is_reported = !finder.batch.findings().is_empty();
    let settings = [ADR_DIR, LOG4BRAINS].into_iter().find(|name| finder.root.join(name).is_file());
    if let Some(name) = settings.filter(|_| !is_reported) {
        let message = "There are no decision records: Markdown files in the folder that it names".to_owned();
        finder.finding(&rules::NONE, &finder.root.join(name), message);
    }
}

/// The files and folders whose changes matter.
fn relevant_places(request: &ReadRequest<'_>) -> impl Iterator<Item = PathBuf> {
    let settings = [ADR_DIR, LOG4BRAINS].map(|name| request.root.join(name));
    let folders = places::usual(request.root).chain(places::named(request.root));
    settings.into_iter().chain(folders).chain(request.further.clone())
}
