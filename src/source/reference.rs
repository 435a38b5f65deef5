//! The reference graph: markdown artifacts, their kinds, and the append-only log of edges.
//!
//! Reads both layouts in the wild: `artifacts/<dirName>/…` (0.2) and time-stamped folders with prefixed ids (0.1). Files
//! are read in parallel; whatever cannot be read is a finding and the rest still loads.

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
    AUDIT_FILE, AuditRow, Audited, EdgeNamed, INTENT, IntendedEdge, Intent, audit_rows, unfinished_intents,
};
pub use config::{CONFIG_FILE, Config};
pub use growing::{Log, ReadLog};
pub use kind::{Kind, Kinds, StatusMachine};
pub use log::{LOG_FILE, without_mark};
pub use parts::Growth;
pub use retraction::{Retraction, Retracts};
pub use row::{Entry, Incomplete, Problem, Record, Row, readable, records};

use super::file::{Desk, Opening};
use super::obstacle::Obstacle;
use super::read_request::small_batch;
use super::shelf::{Reading, Shelf, Suspects};
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

/// How many artifacts one batch holds: enough to make merging cheap, few enough to share the work evenly.
const ARTIFACTS_A_BATCH: usize = 512;

/// What was read: batches for the graph, and what the doctor and the status writer need besides.
#[derive(Debug)]
pub struct Reference {
    /// What stood in the way of looking.
    looking: Batch,
    places: Vec<PlaceRead>,
}

/// What was read in one place.
#[derive(Debug)]
struct PlaceRead {
    folder: PathBuf,
    settings: Batch,
    config: Config,
    kinds: Kinds,
    artifacts: Artifacts,
    is_there: bool,
}

/// What a workspace says about itself outside its nodes and edges.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    /// The kinds of artifacts.
    pub kinds: Kinds,
    /// The workspace's own settings.
    pub config: Config,
    /// How many artifact files there are.
    pub artifacts: usize,
    /// How many edges the logs hold, once they are read.
    pub rows: usize,
    /// Whether there is any file of this system at all.
    pub is_there: bool,
}

/// Where the files of this system lie.
#[derive(Debug)]
pub struct Request<'a> {
    /// The workspace.
    pub root: &'a Path,
    /// Its log, relative to it.
    pub log: &'a Path,
    /// Further folders with artifacts, kinds and logs of their own.
    pub further: Vec<PathBuf>,
    /// What may be read.
    pub boundary: &'a Boundary,
    /// Whether it will be looked at again, to see what changed.
    pub stays: bool,
    /// Who is told how far it is.
    pub progress: &'a Progress,
}

impl Request<'_> {
    /// The places to look in, each once, and what stands in the way.
    fn folders(&self) -> (Vec<PathBuf>, Batch) {
        let mut looking = Batch::new(SYSTEM, 0);
        let mut folders = vec![self.root.to_owned()];
        for folder in &self.further {
            if let Some(target) = self.boundary.target_outside(folder) {
                let obstacle = Obstacle::Outside { path: folder.clone(), target };
                looking.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, self.root));
            } else if let Some(obstacle) = self.log_too_large(folder) {
                looking.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, self.root));
            } else if folder.is_dir() {
                folders.push(folder.clone());
            } else {
                let message = "the settings name this path, but it is no folder".to_owned();
                let finding = Finding::new(&rules::SOURCE_MISSING, SYSTEM.name(), message);
                looking.finding(finding.in_file(file::relative(self.root, folder)));
            }
        }
        (without_repeats(folders), looking)
    }

    /// The obstacle that the log of a folder outside the workspace is when it alone exceeds the limits.
    fn log_too_large(&self, folder: &Path) -> Option<Obstacle> {
        let (log, mut quota) = (folder.join(LOG_FILE), Quota::new(LIMITS));
        let is_inside = || self.boundary.is_inside(&file::real(folder));
        (!quota.takes(&log) && !is_inside()).then(|| quota.exceeded(folder, &log))
    }

    fn place(&self, folder: PathBuf) -> ReadLocation<'_> {
        ReadLocation { root: self.root, folder, boundary: self.boundary }
    }

    fn log_of(&self, number: u64, folder: &Path) -> PathBuf {
        if number == 1 { folder.join(self.log) } else { folder.join(LOG_FILE) }
    }
}

/// Reads everything of this system but the rows of its logs: nodes come from elsewhere, and there can be a million rows.
pub fn load(request: &Request<'_>) -> Reference {
    let (folders, looking) = request.folders();
    let read = |(number, folder): (u64, PathBuf)| {
        let log = request.log_of(number, &folder);
        PlaceRead::load(&request.place(folder), &log, PartNumbers { place: number }, request)
    };
    Reference { looking, places: (1..).zip(folders).map(read).collect() }
}

/// The logs of this system, opened, in the order in which they are merged.
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
    /// What the workspace says about itself; how many rows its logs hold is not known here.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        for place in &self.places {
            facts.kinds.extend(place.kinds.clone());
            facts.config.enabled_domains.extend(place.config.enabled_domains.iter().cloned());
            facts.artifacts += place.artifacts.shelf.file_count();
            facts.is_there |= place.is_there;
        }
        facts
    }

    /// Nodes, findings, and the edges that stand in artifacts.
    pub fn batches(&self) -> Batches<'_> {
        let here = self.places.iter().flat_map(|place| [&place.settings, &place.artifacts.walking]);
        let kept = self.places.iter().flat_map(|place| place.artifacts.shelf.batches());
        Batches::new(std::iter::once(&self.looking).chain(here), kept)
    }

    /// Writes what was read, and into the index where that is.
    pub fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        self.looking.pack(index)?;
        self.looking.findings_packed(index)?;
        index.number(self.places.len() as u64)?;
        for place in &self.places {
            index.blob(place.folder.as_os_str().as_bytes())?;
            index.text(&place.said())?;
            index.number(u64::from(place.is_there))?;
            let Artifacts { first_part, walking, has_links, shelf } = &place.artifacts;
            for batch in [&place.settings, walking] {
                batch.pack(index)?;
                batch.findings_packed(index)?;
            }
            index.number(*first_part)?;
            index.number(u64::from(*has_links))?;
            shelf.pack(out, index)?;
        }
        Ok(())
    }

    /// Reads from the index what was read once; `None` also if kinds or settings are others now, as they say what an
    /// artifact is.
    pub fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>, root: &Path, boundary: &Boundary) -> Option<Self> {
        let looking = small_batch(from)?;
        let mut places = Vec::new();
        for _ in 0..from.length(1)? {
            let folder = PathBuf::from(OsString::from_vec(from.blob()?));
            let (said, is_there) = (from.text()?, from.number()? == 1);
            let (settings, walking) = (small_batch(from)?, small_batch(from)?);
            let (first_part, has_links) = (from.number()?, from.number()? == 1);
            let artifacts = Artifacts { first_part, walking, has_links, shelf: Shelf::unpack(from, file)? };
            let place = ReadLocation { root, folder: folder.clone(), boundary };
            let mut unused = Batch::new(SYSTEM, 0);
            let config = Config::load(&place, &mut unused);
            let kinds = Kinds::load(&place, &config, &mut unused);
            let read = PlaceRead { folder, settings, config, kinds, artifacts, is_there };
            if read.said() != said {
                return None;
            }
            places.push(read);
        }
        Some(Self { looking, places })
    }

    /// The same, if nothing will be read again.
    pub fn into_batches(self) -> impl Iterator<Item = Batch> {
        let of_place = |place: PlaceRead| {
            let Artifacts { walking, shelf, .. } = place.artifacts;
            [place.settings, walking].into_iter().chain(shelf.into_batches().filter_map(StoredBatches::into_batch))
        };
        std::iter::once(self.looking).chain(self.places.into_iter().flat_map(of_place))
    }

    /// Looks again at everything but the logs; `None` if there are other places than before. Whether anything changed.
    pub fn refresh(&mut self, request: &Request<'_>, suspects: Suspects<'_>) -> Option<bool> {
        let (folders, looking) = request.folders();
        if !folders.iter().eq(self.places.iter().map(|place| &place.folder)) {
            return None;
        }
        let mut is_changed = looking.findings() != self.looking.findings();
        self.looking = looking;
        for (number, read) in (1..).zip(&mut self.places) {
            let (path, parts) = (request.log_of(number, &read.folder), PartNumbers { place: number });
            let place = request.place(read.folder.clone());
            is_changed |= read.refresh(&place, &path, parts, suspects, request);
        }
        Some(is_changed)
    }
}

/// The order of one place's batches: settings, the log, artifacts. Stored edges are met before inferred ones.
#[derive(Clone, Copy)]
struct PartNumbers {
    place: u64,
}

impl PartNumbers {
    fn settings(self) -> u64 {
        self.place << 40
    }

    /// The workspace's own log is the last of all: what is appended to it gets the highest numbers.
    fn log(self) -> u64 {
        if self.place == 1 { 1 << 62 } else { self.settings() + 1 }
    }

    fn artifacts(self) -> u64 {
        self.settings() + (1 << 31)
    }
}

impl PlaceRead {
    /// All that kinds and settings say, to see whether they are the same.
    fn said(&self) -> String {
        format!("{:?} {:?}", self.config, self.kinds)
    }

    fn load(place: &ReadLocation<'_>, log: &Path, parts: PartNumbers, request: &Request<'_>) -> Self {
        let mut settings = Batch::new(SYSTEM, parts.settings());
        let config = Config::load(place, &mut settings);
        let kinds = Kinds::load(place, &config, &mut settings);
        let mut artifacts = Artifacts::none(parts.artifacts());
        artifacts.look(place, &kinds, Suspects::All, request);
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
            // What an artifact is and must hold is another question now, so all are read again.
            *self = Self::load(place, log, parts, request);
            return true;
        }
        let is_changed =
            config != self.config || is_there != self.is_there || settings.findings() != self.settings.findings();
        (self.settings, self.config, self.is_there) = (settings, config, is_there);
        self.artifacts.look(place, &self.kinds, suspects, request) || is_changed
    }
}

/// Whether a place has any file of this system.
fn is_there(place: &ReadLocation<'_>, log: &Path) -> bool {
    log.exists() || ["artifacts", "kinds"].iter().any(|name| place.folder.join(name).exists())
}

/// Reads a text as the artifact of that path would be read.
pub fn parse_artifact(path: &str, text: &str) -> Batch {
    let mut batch = Batch::new(SYSTEM, 0);
    artifact::parse(path, text, &mut batch);
    batch
}

/// Reads a text as a kind file.
pub fn parse_kind(text: &str) -> Option<Kind> {
    kind::parse(text)
}

/// Reads bytes as a log.
pub fn parse_log(bytes: &[u8]) -> Batch {
    log::parse(bytes, LOG_FILE)
}

/// The edges on one line of a log, read again because their exact spelling is needed. `line` counts from 1.
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

/// The frontmatter of an artifact, read again because it is about to be shown.
pub fn frontmatter(root: &Path, file: &str) -> io::Result<Map<String, Value>> {
    let read = file::read(&root.join(file))?;
    let document = super::frontmatter::Document::split(&read.text);
    document.fields().map_err(io::Error::other)
}

/// The artifacts of a place.
#[derive(Debug)]
struct Artifacts {
    first_part: u64,
    /// What stood in the way of finding them.
    walking: Batch,
    /// Whether links were met: what lies where is known only after another walk.
    has_links: bool,
    shelf: Shelf,
}

impl Artifacts {
    fn none(first_part: u64) -> Self {
        Self { first_part, walking: Batch::new(SYSTEM, first_part), has_links: false, shelf: Shelf::default() }
    }

    /// Looks for artifacts and reads those that may have changed. Whether anything did.
    fn look(&mut self, place: &ReadLocation<'_>, kinds: &Kinds, suspects: Suspects<'_>, request: &Request<'_>) -> bool {
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
            let mut walking = Batch::new(SYSTEM, self.first_part);
            let found = walk::artifacts(place, request.progress, &mut walking);
            is_changed = walking.findings() != self.walking.findings();
            (self.walking, self.has_links) = (walking, found.has_links);
            (found.files, if found.has_links { Suspects::All } else { suspects })
        };
        let opening = if self.has_links { Opening::Careful } else { Opening::Direct };
        let read =
            |path: &Path, batch: &mut Batch, desk: &mut Desk| artifact::read(place, path, opening, kinds, batch, desk);
        let reading = Reading {
            system: SYSTEM,
            first_part: self.first_part + 1,
            files_a_batch: ARTIFACTS_A_BATCH,
            read: &read,
            stays: request.stays,
            progress: request.progress,
        };
        self.shelf.fill(files, suspects, &reading) || is_changed
    }

    /// The files there are now, if that can be told from the named ones without another walk.
    fn known_files(&self, place: &ReadLocation<'_>, suspects: Suspects<'_>) -> Option<Vec<PathBuf>> {
        let Suspects::Only(paths) = suspects else { return None };
        let top = place.folder.join("artifacts");
        let inside: Vec<_> = paths.iter().filter(|path| path.starts_with(&top) || top.starts_with(path)).collect();
        if self.has_links || !self.walking.findings().is_empty() {
            return None;
        }
        let mut files: Vec<PathBuf> = self.shelf.files().map(Path::to_owned).collect();
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
