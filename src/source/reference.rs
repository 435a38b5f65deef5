//! Reader for the reference graph: markdown artifacts, their kinds, and the append-only log of edges.
//!
//! Reads both existing layouts: `artifacts/<dirName>/…` (0.2) and time-stamped folders with prefixed ids (0.1). Files
//! are read in parallel; an unreadable file is a finding and the rest still loads. Writing to the log is done
//! elsewhere.

mod artifact;
mod audit;
mod config;
mod growing;
mod kind;
mod log;
mod parts;
mod plain_row;
mod retraction;
mod row;
mod rules;
mod walk;

pub use crate::graph::Ts;
pub use audit::{
    AUDIT_FILE, AuditEvent, AuditRow, EdgeKey, INTENT, IntendedEdge, Intent, audit_rows, unfinished_intents,
};
pub use config::{CONFIG_FILE, Config};
pub use growing::{Log, ReadLog};
pub use kind::{Kind, Kinds, StatusMachine};
pub use log::{LOG_FILE, without_mark};
pub use parts::Growth;
pub use retraction::{Retraction, Retracts};
pub use row::{Entry, Incomplete, Record, Row, RowError, readable, records};

use super::file::{FileReader, Opening};
use super::file_cache::{FileCache, Reading, Suspects};
use super::obstacle::Obstacle;
use super::read_request::small_batch;
use super::stored::{Batches, Sections, StoredBatches};
use super::walk::{LIMITS, Quota, without_repeats};
use super::{Boundary, Progress, ReadLocation, file};
use crate::finding::Finding;
use crate::graph::{Batch, System};
use crate::pack::{Packer, Unpacker};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

const SYSTEM: System = System::Reference;

/// Number of artifacts per batch: enough to make merging cheap, few enough to distribute the work evenly.
const ARTIFACTS_A_BATCH: usize = 512;

/// The result of a read: batches for the graph, and the facts that the doctor and the status writer need.
#[derive(Debug)]
pub struct Reference {
    /// Findings about folders that could not be searched.
    search_batch: Batch,
    places: Vec<PlaceRead>,
}

/// The contents of one folder with artifacts, kinds and settings.
#[derive(Debug)]
struct PlaceRead {
    folder: PathBuf,
    settings: Batch,
    config: Config,
    kinds: Kinds,
    artifacts: Artifacts,
    is_there: bool,
}

/// Data of a workspace outside its nodes and edges.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    pub kinds: Kinds,
    pub config: Config,
    /// Number of artifact files.
    pub artifacts: usize,
    /// Number of edges in the logs, once they are read.
    pub rows: usize,
    /// Whether there is any file of this system.
    pub is_there: bool,
}

/// Where the files of this system are.
#[derive(Debug)]
pub struct Request<'a> {
    pub root: &'a Path,
    /// The log, relative to the workspace.
    pub log: &'a Path,
    /// Further folders with artifacts, kinds and logs of their own.
    pub further: Vec<PathBuf>,
    pub boundary: &'a Boundary,
    /// Whether the files will be read again later, to detect changes.
    pub stays: bool,
    pub progress: &'a Progress,
}

impl Request<'_> {
    /// The folders to read, each once, and the findings about those that cannot be read.
    fn folders(&self) -> (Vec<PathBuf>, Batch) {
        let mut search_batch = Batch::new(SYSTEM, 0);
        let mut folders = vec![self.root.to_owned()];
        for folder in &self.further {
            if let Some(target) = self.boundary.target_outside(folder) {
                let obstacle = Obstacle::Outside { path: folder.clone(), target };
                search_batch.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, self.root));
            } else if let Some(obstacle) = self.log_too_large(folder) {
                search_batch.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, self.root));
            } else if folder.is_dir() {
                folders.push(folder.clone());
            } else {
                let message = "Not a folder, but named in the settings".to_owned();
                let finding = Finding::new(&rules::SOURCE_MISSING, SYSTEM.name(), message);
                search_batch.finding(finding.in_file(file::relative(self.root, folder)));
            }
        }
        (without_repeats(folders), search_batch)
    }

    /// The obstacle for a folder outside the workspace whose log alone exceeds the limits.
    fn log_too_large(&self, folder: &Path) -> Option<Obstacle> {
        let (log, mut quota) = (folder.join(LOG_FILE), Quota::new(LIMITS));
        let is_inside = || self.boundary.is_inside(&file::real(folder));
        (!quota.count_file(&log) && !is_inside()).then(|| quota.exceeded(folder, &log))
    }

    fn place(&self, folder: PathBuf) -> ReadLocation<'_> {
        ReadLocation { root: self.root, folder, boundary: self.boundary }
    }

    fn log_of(&self, number: u64, folder: &Path) -> PathBuf {
        if number == 1 { folder.join(self.log) } else { folder.join(LOG_FILE) }
    }
}

/// Reads everything except the rows of the logs: nodes come from elsewhere, and there can be a million rows.
pub fn load(request: &Request<'_>) -> Reference {
    let (folders, search_batch) = request.folders();
    let read = |(number, folder): (u64, PathBuf)| {
        let log = request.log_of(number, &folder);
        PlaceRead::load(&request.place(folder), &log, PartNumbers { place: number }, request)
    };
    Reference { search_batch, places: (1..).zip(folders).map(read).collect() }
}

/// Opens the logs of this system, in the order in which they are merged.
pub fn logs(request: &Request<'_>) -> Vec<Log> {
    let open = |(number, folder): (u64, PathBuf)| {
        let path = request.log_of(number, &folder);
        Log::open(&path, request.place(folder).shown(&path), PartNumbers { place: number }.log())
    };
    let mut logs: Vec<_> = (1..).zip(request.folders().0).map(open).collect();
    logs.rotate_left(1);
    logs
}

impl Reference {
    /// The facts of the workspace, except the number of rows in its logs.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for place in &self.places {
            facts.kinds.extend(place.kinds.clone());
            facts.config.enabled_domains.extend(place.config.enabled_domains.iter().cloned());
            facts.artifacts += place.artifacts.cache.file_count();
            facts.is_there |= place.is_there;
        }
        facts
    }

    /// Nodes, findings, and the edges in artifacts.
    pub fn batches(&self) -> Batches<'_> {
        let here = self.places.iter().flat_map(|place| [&place.settings, &place.artifacts.walk_batch]);
        let kept = self.places.iter().flat_map(|place| place.artifacts.cache.batches());
        Batches::new(std::iter::once(&self.search_batch).chain(here), kept)
    }

    /// Writes the batches, and their locations into the index.
    pub fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        self.search_batch.pack(index)?;
        self.search_batch.findings_packed(index)?;
        index.number(self.places.len() as u64)?;
        for place in &self.places {
            index.blob(place.folder.as_os_str().as_bytes())?;
            index.text(&place.settings_text())?;
            index.number(u64::from(place.is_there))?;
            let Artifacts { first_part, walk_batch, has_links, cache } = &place.artifacts;
            for batch in [&place.settings, walk_batch] {
                batch.pack(index)?;
                batch.findings_packed(index)?;
            }
            index.number(*first_part)?;
            index.number(u64::from(*has_links))?;
            cache.pack(out, index)?;
        }
        Ok(())
    }

    /// Reads the state of an earlier read from the index; `None` also if kinds or settings have changed, because they
    /// decide how artifacts are read.
    pub fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>, root: &Path, boundary: &Boundary) -> Option<Self> {
        let search_batch = small_batch(from)?;
        let mut places = Vec::new();
        for _ in 0..from.length(1)? {
            let folder = PathBuf::from(OsString::from_vec(from.blob()?));
            let (settings_text, is_there) = (from.text()?, from.number()? == 1);
            let (settings, walk_batch) = (small_batch(from)?, small_batch(from)?);
            let (first_part, has_links) = (from.number()?, from.number()? == 1);
            let artifacts = Artifacts { first_part, walk_batch, has_links, cache: FileCache::unpack(from, file)? };
            let place = ReadLocation { root, folder: folder.clone(), boundary };
            let mut unused = Batch::new(SYSTEM, 0);
            let config = Config::load(&place, &mut unused);
            let kinds = Kinds::load(&place, &config, &mut unused);
            let read = PlaceRead { folder, settings, config, kinds, artifacts, is_there };
            if read.settings_text() != settings_text {
                return None;
            }
            places.push(read);
        }
        Some(Self { search_batch, places })
    }

    /// The batches, if nothing will be read again.
    pub fn into_batches(self) -> impl Iterator<Item = Batch> {
        let of_place = |place: PlaceRead| {
            let Artifacts { walk_batch, cache, .. } = place.artifacts;
            [place.settings, walk_batch].into_iter().chain(cache.into_batches().filter_map(StoredBatches::into_batch))
        };
        std::iter::once(self.search_batch).chain(self.places.into_iter().flat_map(of_place))
    }

    /// Reads changed files again, except the logs; `None` if the set of folders has changed. Returns whether anything
    /// changed.
    pub fn refresh(&mut self, request: &Request<'_>, suspects: Suspects<'_>) -> Option<bool> {
        let (folders, search_batch) = request.folders();
        if !folders.iter().eq(self.places.iter().map(|place| &place.folder)) {
            return None;
        }
        let mut is_changed = search_batch.findings() != self.search_batch.findings();
        self.search_batch = search_batch;
        for (number, read) in (1..).zip(&mut self.places) {
            let (path, parts) = (request.log_of(number, &read.folder), PartNumbers { place: number });
            let place = request.place(read.folder.clone());
            is_changed |= read.refresh(&place, &path, parts, suspects, request);
        }
        Some(is_changed)
    }
}

/// The order of one place's batches: settings, the log, artifacts. Edges from the log come before implicit ones.
#[derive(Clone, Copy)]
struct PartNumbers {
    place: u64,
}

impl PartNumbers {
    fn settings(self) -> u64 {
        self.place << 40
    }

    /// The workspace's own log is last, so that appended edges get the highest indexes.
    fn log(self) -> u64 {
        if self.place == 1 { 1 << 62 } else { self.settings() + 1 }
    }

    fn artifacts(self) -> u64 {
        self.settings() + (1 << 31)
    }
}

impl PlaceRead {
    /// The kinds and settings as text, to detect changes.
    fn settings_text(&self) -> String {
        format!("{:?} {:?}", self.config, self.kinds)
    }

    fn load(place: &ReadLocation<'_>, log: &Path, parts: PartNumbers, request: &Request<'_>) -> Self {
        let mut settings = Batch::new(SYSTEM, parts.settings());
        let config = Config::load(place, &mut settings);
        let kinds = Kinds::load(place, &config, &mut settings);
        let mut artifacts = Artifacts::none(parts.artifacts());
        artifacts.update(place, &kinds, Suspects::All, request);
        let is_there = is_there(place, log);
        Self { folder: place.folder.clone(), settings, config, kinds, artifacts, is_there }
    }

    fn refresh(
        &mut self,
        place: &ReadLocation<'_>,
        log: &Path,
        parts: PartNumbers,
        suspects: Suspects<'_>,
        request: &Request<'_>,
    ) -> bool {
        let mut settings = Batch::new(SYSTEM, parts.settings());
        let config = Config::load(place, &mut settings);
        let kinds = Kinds::load(place, &config, &mut settings);
        let is_there = is_there(place, log);
        if kinds != self.kinds {
            // Kinds and settings decide how artifacts are read, so all of them are read again.
            *self = Self::load(place, log, parts, request);
            return true;
        }
        let is_changed =
            config != self.config || is_there != self.is_there || settings.findings() != self.settings.findings();
        (self.settings, self.config, self.is_there) = (settings, config, is_there);
        self.artifacts.update(place, &self.kinds, suspects, request) || is_changed
    }
}

/// Whether a place has any file of this system.
fn is_there(place: &ReadLocation<'_>, log: &Path) -> bool {
    log.exists() || ["artifacts", "kinds"].iter().any(|name| place.folder.join(name).exists())
}

/// Parses a text as the artifact at this path.
pub fn parse_artifact(path: &str, text: &str) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    artifact::parse(path, text, &mut batch);
    batch
}

/// Parses a text as a kind file.
pub fn parse_kind(text: &str) -> Option<Kind> {
    kind::parse(text)
}

/// Parses bytes as a log.
pub fn parse_log(bytes: &[u8]) -> Batch {
    log::parse(bytes, LOG_FILE)
}

/// Reads the edges on one line of a log again, for their exact spelling. `line` counts from 1.
pub fn rows_on_line(log: &Path, line: u32) -> io::Result<Vec<Row<'static>>> {
    let bytes = file::read_bytes(log)?;
    let mut lines = without_mark(&bytes).split(|byte| *byte == b'\n');
    let line = lines.nth((line as usize).saturating_sub(1)).unwrap_or_default();
    let edge = |record: Record<'_>| match record.content {
        Ok(Entry::Edge(row)) => Some(row.into_owned()),
        _ => None,
    };
    Ok(records(line).into_iter().filter_map(edge).collect())
}

/// Reads the frontmatter of an artifact again, for display.
pub fn frontmatter(root: &Path, file: &str) -> io::Result<Map<String, Value>> {
    let read = file::read(&root.join(file))?;
    let document = super::frontmatter::Document::split(&read.text);
    document.fields().map_err(io::Error::other)
}

#[derive(Debug)]
struct Artifacts {
    first_part: u64,
    /// Findings about artifacts that could not be found.
    walk_batch: Batch,
    /// Whether links were found, so that only another walk can tell which files exist.
    has_links: bool,
    cache: FileCache,
}

impl Artifacts {
    fn none(first_part: u64) -> Self {
        Self { first_part, walk_batch: Batch::new(SYSTEM, first_part), has_links: false, cache: FileCache::default() }
    }

    /// Finds artifacts and reads new and changed ones. Returns whether anything changed.
    fn update(
        &mut self,
        place: &ReadLocation<'_>,
        kinds: &Kinds,
        suspects: Suspects<'_>,
        request: &Request<'_>,
    ) -> bool {
        let top = place.folder.join("artifacts");
        if let Suspects::Only(paths) = suspects
            && !self.has_links
            && !paths.iter().any(|path| path.starts_with(&top) || top.starts_with(path))
        {
            return false;
        }
        let mut is_changed = false;
        let (files, suspects) = if let Some(files) = self.known_files(place, suspects) {
            (files, suspects)
        } else {
            let mut walk_batch = Batch::new(SYSTEM, self.first_part);
            let found = walk::artifacts(place, request.progress, &mut walk_batch);
            is_changed = walk_batch.findings() != self.walk_batch.findings();
            (self.walk_batch, self.has_links) = (walk_batch, found.has_links);
            (found.files, if found.has_links { Suspects::All } else { suspects })
        };
        let opening = if self.has_links { Opening::Careful } else { Opening::Direct };
        let read = |path: &Path, batch: &mut Batch, reader: &mut FileReader| {
            artifact::read(place, path, opening, kinds, batch, reader)
        };
        let reading = Reading {
            system: SYSTEM,
            first_part: self.first_part + 1,
            files_a_batch: ARTIFACTS_A_BATCH,
            read: &read,
            stays: request.stays,
            progress: request.progress,
        };
        self.cache.fill(files, suspects, &reading) || is_changed
    }

    /// The current files, if they follow from the suspects without another walk.
    fn known_files(&self, place: &ReadLocation<'_>, suspects: Suspects<'_>) -> Option<Vec<PathBuf>> {
        let Suspects::Only(paths) = suspects else { return None };
        let top = place.folder.join("artifacts");
        let inside: Vec<_> = paths.iter().filter(|path| path.starts_with(&top) || top.starts_with(path)).collect();
        if self.has_links || !self.walk_batch.findings().is_empty() {
            return None;
        }
        let mut files: Vec<PathBuf> = self.cache.files().map(Path::to_owned).collect();
        for path in inside {
            let at = files.binary_search(path);
            match (walk::is_artifact(&top, path)?, at) {
                (true, Err(at)) => files.insert(at, path.clone()),
                (false, Ok(at)) => {
                    files.remove(at);
                }
                _ => {}
            }
        }
        Some(files)
    }
}
