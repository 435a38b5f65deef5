//! The reference graph: markdown artifacts, their kinds, and the append-only log of edges.
//!
//! Reads both layouts in the wild: `artifacts/<dirName>/…` (0.2) and time-stamped folders with prefixed ids (0.1). Files
//! are read in parallel; whatever cannot be read is a finding and the rest still loads.

mod artifact;
mod config;
mod kind;
mod log;
mod row;
mod rules;
mod walk;

pub use config::Config;
pub use kind::{Kind, Kinds, StatusMachine};
pub use log::{LOG_FILE, Log, without_mark};
pub use row::{Problem, Record, Row, records};

use super::walk::without_repeats;
use super::{Place, Progress, file};
use crate::finding::Finding;
use crate::graph::{Batch, System};
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::io;
use std::path::{Path, PathBuf};

const SYSTEM: System = System::Reference;

/// How many artifacts one batch holds: enough to make merging cheap, few enough to share the work evenly.
const ARTIFACTS_A_BATCH: usize = 512;

/// What was read: batches for the graph, and what the doctor and the status writer need besides.
#[derive(Debug)]
pub struct Reference {
    /// Nodes, findings, and the edges that stand in artifacts.
    pub batches: Vec<Batch>,
    /// The logs, whose rows are read last: nodes come from elsewhere, and there can be a million rows.
    pub logs: Vec<Log>,
    /// What the workspace says about itself.
    pub facts: Facts,
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
    /// Who is told how far it is.
    pub progress: &'a Progress,
}

/// Reads everything of this system but the rows of its logs.
pub fn load(request: &Request<'_>) -> Reference {
    let mut all = Reference { batches: Vec::new(), logs: Vec::new(), facts: Facts::default() };
    let mut looking = Batch::new(SYSTEM, 0);
    let mut folders = vec![request.root.to_owned()];
    for folder in &request.further {
        if folder.is_dir() {
            folders.push(folder.clone());
        } else {
            let message = "the settings name this path, but it is no folder".to_owned();
            let finding = Finding::new(&rules::SOURCE_MISSING, SYSTEM.name(), message);
            looking.finding(finding.in_file(file::relative(request.root, folder)));
        }
    }
    all.batches.push(looking);
    for (number, folder) in (1..).zip(without_repeats(folders)) {
        let log = if number == 1 { folder.join(request.log) } else { folder.join(LOG_FILE) };
        all.facts.is_there |= log.exists() || ["artifacts", "kinds"].iter().any(|name| folder.join(name).exists());
        let read = load_place(&Place { root: request.root, folder }, &log, Parts { place: number }, request.progress);
        all.batches.extend(read.batches);
        all.logs.extend(read.logs);
        all.facts.kinds.extend(read.facts.kinds);
        all.facts.config.enabled_domains.extend(read.facts.config.enabled_domains);
        all.facts.artifacts += read.facts.artifacts;
    }
    all
}

/// The order of one place's batches: settings, the log, artifacts. Stored edges are met before inferred ones.
#[derive(Clone, Copy)]
struct Parts {
    place: u64,
}

impl Parts {
    fn settings(self) -> u64 {
        self.place << 40
    }

    fn log(self) -> u64 {
        self.settings() + 1
    }

    fn artifacts(self) -> u64 {
        self.settings() + (1 << 31)
    }
}

fn load_place(place: &Place<'_>, log: &Path, parts: Parts, progress: &Progress) -> Reference {
    let mut settings = Batch::new(SYSTEM, parts.settings());
    let config = Config::load(place, &mut settings);
    let kinds = Kinds::load(place, &config, &mut settings);

    let open_log = || Log::open(log, place.shown(log), parts.log());
    let load_artifacts = || load_artifacts(place, &kinds, parts.artifacts(), progress);
    let (artifacts, log) = rayon::join(load_artifacts, open_log);
    let count = artifacts.count;

    let mut batches = vec![settings];
    batches.extend(artifacts.batches);
    let facts = Facts { kinds, config, artifacts: count, rows: 0, is_there: false };
    Reference { batches, logs: vec![log], facts }
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
pub fn parse_log(bytes: &[u8]) -> Vec<Batch> {
    log::parse(bytes, LOG_FILE, 0, &Progress::default())
}

/// The frontmatter of an artifact, read again because it is about to be shown.
pub fn frontmatter(root: &Path, file: &str) -> io::Result<Map<String, Value>> {
    let read = file::read(&root.join(file))?;
    let document = super::frontmatter::Document::split(&read.text);
    document.fields().map_err(io::Error::other)
}

struct Artifacts {
    batches: Vec<Batch>,
    count: usize,
}

fn load_artifacts(place: &Place<'_>, kinds: &Kinds, first_part: u64, progress: &Progress) -> Artifacts {
    let mut walking = Batch::new(SYSTEM, first_part);
    let files = walk::artifacts(place, progress, &mut walking);
    let parts = files.par_chunks(ARTIFACTS_A_BATCH).enumerate().map(|(part, files)| {
        let mut batch = Batch::new(SYSTEM, first_part + 1 + part as u64);
        for file in files.iter().take_while(|_| !progress.is_cancelled()) {
            artifact::read(place, file, kinds, &mut batch);
            progress.add_files(1);
        }
        batch
    });
    let mut batches: Vec<_> = parts.collect();
    batches.push(walking);
    Artifacts { batches, count: files.len() }
}
