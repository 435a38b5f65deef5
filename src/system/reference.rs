//! Reader for the reference graph: markdown artifacts, their kinds, and the append-only log of edges.
//!
//! Reads both existing layouts: `artifacts/<dirName>/…` (0.2) and time-stamped folders with prefixed ids (0.1). Files
//! are read in parallel; an unreadable file is a finding and the rest still loads. Writing to the log is done
//! elsewhere.

mod artifact;
mod checks;
mod config;
mod kind;
mod rules;
mod vocabulary;
mod walk;

pub use config::{CONFIG_FILE, Config};
pub use kind::{Kind, Kinds};

use super::assumptions::assumed_by;
use super::check::{CheckInput, Summary};
use super::kit::file::{FileReader, Opening};
use super::kit::file_cache::{FileCache, Reading, Suspects};
use super::kit::obstacle::Obstacle;
use super::kit::read_request::small_batch;
use super::kit::stored::{Batches, Sections, StoredBatches};
use super::kit::walk::{LIMITS, Quota, without_repeats};
use super::kit::{Boundary, ReadLocation, ReadRequest, file};
use super::log::{AUDIT_FILE, LOG_FILE, Log};
use super::{Fact, Facts as AllFacts, Found, FurtherFiles, Loaded, Marker, Reach, Statuses, System, Watched};
use crate::finding::Finding;
use crate::graph::relation::Relation;
use crate::graph::{Batch, Graph, Node, NodeIx, SystemId, SystemSpec};
use crate::pack::{Packer, Unpacker};
use serde_json::{Map, Value};
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

pub const SYSTEM: SystemId = SystemId::new(10, "reference");

const ARTIFACTS: &str = "artifacts";
const KINDS: &str = "kinds";

/// Number of artifacts per batch: enough to make merging cheap, few enough to distribute the work evenly.
const ARTIFACTS_A_BATCH: usize = 512;

/// The reference graph: artifacts, kinds and the log.
#[derive(Debug)]
pub struct ReferenceGraph;

impl System for ReferenceGraph {
    fn spec(&self) -> SystemSpec {
        SystemSpec {
            is_specified: true,
            links_all: true,
            neutral: Some("mentions"),
            has_statuses: true,
            ..SystemSpec::new(SYSTEM)
        }
    }

    fn vocabulary(&self) -> Vec<Relation> {
        vocabulary::vocabulary()
    }

    fn markers(&self) -> Vec<Marker> {
        let has_log = |folder: &Path| folder.join(LOG_FILE).is_file();
        let has_artifacts = |folder: &Path| folder.join(ARTIFACTS).is_dir();
        let has_kinds = |folder: &Path| folder.join(KINDS).is_dir();
        // Many projects have a folder `artifacts`, so it counts only together with `kinds`.
        let has_both = |folder: &Path| [ARTIFACTS, KINDS].iter().all(|name| folder.join(name).is_dir());
        vec![
            Marker { name: LOG_FILE, is_there: has_log, is_sure: has_log },
            Marker { name: "artifacts/", is_there: has_artifacts, is_sure: has_both },
            Marker { name: "kinds/", is_there: has_kinds, is_sure: |_| false },
        ]
    }

    fn workspace_variable(&self) -> Option<&'static str> {
        Some("LOOPANY_HOME")
    }

    fn home_folder(&self) -> Option<&'static str> {
        Some("loopany")
    }

    fn watch(&self, watched: &mut Watched<'_>) {
        watch_place(watched, watched.root, watched.root.join(watched.log));
        for place in watched.further {
            watch_place(watched, place, place.join(LOG_FILE));
        }
    }

    fn load(&self, request: &ReadRequest<'_>) -> Box<dyn Loaded> {
        Box::new(load(request))
    }

    fn restore(&self, from: &mut Unpacker<'_>, file: &Arc<File>, request: &ReadRequest<'_>) -> Option<Box<dyn Loaded>> {
        Some(Box::new(Reference::unpack(from, file, request.root, &request.boundary)?))
    }

    fn logs(&self, request: &ReadRequest<'_>) -> Vec<Log> {
        logs(request)
    }

    fn fields(&self, root: &Path, nodes: &[Node<'_>]) -> io::Result<Vec<Map<String, Value>>> {
        let fields = |node: &Node<'_>| node.file().map_or_else(|| Ok(Map::new()), |file| frontmatter(root, file));
        nodes.iter().map(fields).collect()
    }

    fn assumptions(
        &self,
        root: &Path,
        _: &Graph,
        file: &str,
        nodes: &[NodeIx],
    ) -> io::Result<Vec<(NodeIx, Vec<String>)>> {
        let fields = frontmatter(root, file)?;
        let assumed = fields.get("assumptions").map(assumed_by).unwrap_or_default();
        Ok(nodes.iter().map(|ix| (*ix, assumed.clone())).collect())
    }

    fn facts_as_of(&self, now: &AllFacts, graph: &Graph, _: &dyn Fn(&str) -> bool) -> Option<Fact> {
        let defined = graph.nodes().filter(|node| node.system() == SYSTEM && !node.is_missing());
        Some(Fact::new(Facts { artifacts: defined.count(), ..facts(now).clone() }))
    }

    fn further_files(&self, _: &Graph, all: &AllFacts) -> FurtherFiles {
        let trees =
            if facts(all).kinds.are_defined() { vec!["kinds/".to_owned(), "domains/".to_owned()] } else { vec![] };
        let files = [AUDIT_FILE, CONFIG_FILE, LOG_FILE].map(str::to_owned).to_vec();
        FurtherFiles { files, trees, ..FurtherFiles::default() }
    }

    fn statuses<'f>(&self, all: &'f AllFacts, kind: &str) -> Option<Statuses<'f>> {
        facts(all).kinds.named(kind).map(Kind::statuses)
    }

    fn summaries(&self) -> Vec<Summary> {
        checks::summaries()
    }

    fn check(&self, input: &CheckInput<'_>) -> Vec<Finding> {
        checks::check(input)
    }
}

/// The facts of a workspace's reference graph.
pub fn facts(all: &AllFacts) -> &Facts {
    static NONE: LazyLock<Facts> = LazyLock::new(Facts::default);
    all.get().unwrap_or(&NONE)
}

fn watch_place(watched: &mut Watched<'_>, folder: &Path, log: PathBuf) {
    watched.area(folder.to_owned(), Reach::Files);
    watched.file(folder.join(CONFIG_FILE));
    for below in [ARTIFACTS, KINDS, "domains"] {
        watched.area(folder.join(below), Reach::Below);
    }
    watched.log(log);
}

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
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Facts {
    pub kinds: Kinds,
    pub config: Config,
    /// Number of artifact files.
    pub artifacts: usize,
    /// Whether there is any file of this system.
    pub is_there: bool,
}

/// The folders to read, each once, and the findings about those that cannot be read.
fn folders(request: &ReadRequest<'_>) -> (Vec<PathBuf>, Batch) {
    let mut search_batch = Batch::new(SYSTEM, 0);
    let mut folders = vec![request.root.to_owned()];
    for folder in &request.further {
        if let Some(target) = request.boundary.target_outside(folder) {
            let obstacle = Obstacle::Outside { path: folder.clone(), target };
            search_batch.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, request.root));
        } else if let Some(obstacle) = log_too_large(request, folder) {
            search_batch.finding(obstacle.finding(&rules::SOURCE_OBSTACLES, SYSTEM, request.root));
        } else if folder.is_dir() {
            folders.push(folder.clone());
        } else {
            let message = "Not a folder, but named in the settings".to_owned();
            let finding = Finding::new(&rules::SOURCE_MISSING, SYSTEM.name(), message);
            search_batch.finding(finding.in_file(file::relative(request.root, folder)));
        }
    }
    (without_repeats(folders), search_batch)
}

/// The obstacle for a folder outside the workspace whose log alone exceeds the limits.
fn log_too_large(request: &ReadRequest<'_>, folder: &Path) -> Option<Obstacle> {
    let (log, mut quota) = (folder.join(LOG_FILE), Quota::new(LIMITS));
    let is_inside = || request.boundary.is_inside(&file::real(folder));
    (!quota.count_file(&log) && !is_inside()).then(|| quota.exceeded(folder, &log))
}

fn place<'r>(request: &'r ReadRequest<'_>, folder: PathBuf) -> ReadLocation<'r> {
    ReadLocation { root: request.root, folder, boundary: &request.boundary }
}

fn log_of(request: &ReadRequest<'_>, number: u64, folder: &Path) -> PathBuf {
    if number == 1 { folder.join(request.log) } else { folder.join(LOG_FILE) }
}

/// Reads everything except the rows of the logs: nodes come from elsewhere, and there can be a million rows.
fn load(request: &ReadRequest<'_>) -> Reference {
    let (folders, search_batch) = folders(request);
    let read = |(number, folder): (u64, PathBuf)| {
        let log = log_of(request, number, &folder);
        PlaceRead::load(&place(request, folder), &log, PartNumbers { place: number }, request)
    };
    Reference { search_batch, places: (1..).zip(folders).map(read).collect() }
}

/// Opens the logs of this system, in the order in which they are merged.
fn logs(request: &ReadRequest<'_>) -> Vec<Log> {
    let open = |(number, folder): (u64, PathBuf)| {
        let path = log_of(request, number, &folder);
        Log::open(SYSTEM, &path, place(request, folder).shown(&path), PartNumbers { place: number }.log())
    };
    let mut logs: Vec<_> = (1..).zip(folders(request).0).map(open).collect();
    logs.rotate_left(1);
    logs
}

impl Reference {
    /// The facts of the workspace, except the number of rows in its logs.
    fn all_facts(&self) -> Facts {
        let mut facts = Facts::default();
        for place in &self.places {
            facts.kinds.extend(place.kinds.clone());
            facts.config.enabled_domains.extend(place.config.enabled_domains.iter().cloned());
            facts.artifacts += place.artifacts.cache.file_count();
            facts.is_there |= place.is_there;
        }
        facts
    }

    /// Reads the state of an earlier read from the index; `None` also if kinds or settings have changed, because they
    /// decide how artifacts are read.
    fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>, root: &Path, boundary: &Boundary) -> Option<Self> {
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
}

impl Loaded for Reference {
    /// Reads changed files again, except the logs.
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        let (folders, search_batch) = folders(request);
        if !folders.iter().eq(self.places.iter().map(|place| &place.folder)) {
            return Found::Everything;
        }
        let mut is_changed = search_batch.findings() != self.search_batch.findings();
        self.search_batch = search_batch;
        for (number, read) in (1..).zip(&mut self.places) {
            let (path, parts) = (log_of(request, number, &read.folder), PartNumbers { place: number });
            let place = place(request, read.folder.clone());
            is_changed |= read.refresh(&place, &path, parts, request);
        }
        Found::changed(is_changed)
    }

    fn batches(&self) -> Batches<'_> {
        let here = self.places.iter().flat_map(|place| [&place.settings, &place.artifacts.walk_batch]);
        let kept = self.places.iter().flat_map(|place| place.artifacts.cache.batches());
        Batches::new(std::iter::once(&self.search_batch).chain(here), kept)
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        let of_place = |place: PlaceRead| {
            let Artifacts { walk_batch, cache, .. } = place.artifacts;
            [place.settings, walk_batch].into_iter().chain(cache.into_batches().filter_map(StoredBatches::into_batch))
        };
        let Self { search_batch, places } = *self;
        std::iter::once(search_batch).chain(places.into_iter().flat_map(of_place)).collect()
    }

    fn stored_files(&self) -> Option<usize> {
        Some(self.places.iter().map(|place| place.artifacts.cache.file_count()).sum())
    }

    fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
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

    fn facts(&self) -> Option<Fact> {
        Some(Fact::new(self.all_facts()))
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

    fn load(place: &ReadLocation<'_>, log: &Path, parts: PartNumbers, request: &ReadRequest<'_>) -> Self {
        let mut settings = Batch::new(SYSTEM, parts.settings());
        let config = Config::load(place, &mut settings);
        let kinds = Kinds::load(place, &config, &mut settings);
        let mut artifacts = Artifacts::none(parts.artifacts());
        artifacts.update(place, &kinds, Suspects::All, request);
        let is_there = is_there(place, log);
        Self { folder: place.folder.clone(), settings, config, kinds, artifacts, is_there }
    }

    fn refresh(&mut self, place: &ReadLocation<'_>, log: &Path, parts: PartNumbers, request: &ReadRequest<'_>) -> bool {
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
        self.artifacts.update(place, &self.kinds, request.suspects, request) || is_changed
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

/// Reads the frontmatter of an artifact again, for display.
pub fn frontmatter(root: &Path, file: &str) -> io::Result<Map<String, Value>> {
    let read = file::read(&root.join(file))?;
    let document = super::kit::frontmatter::Document::split(&read.text);
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
        request: &ReadRequest<'_>,
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
