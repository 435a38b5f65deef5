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

pub use config::Config;
pub use kind::{Kind, Kinds, StatusMachine};
pub use log::{LOG_FILE, without_mark};
pub use row::{Problem, Record, Row, records};

use super::file;
use crate::finding::Finding;
use crate::graph::{Batch, System};
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};

const SYSTEM: System = System::Reference;

/// How many artifacts one batch holds: enough to make merging cheap, few enough to share the work evenly.
const ARTIFACTS_A_BATCH: usize = 512;

/// What was read: batches for the graph, and what the doctor and the status writer need besides.
#[derive(Debug)]
pub struct Reference {
    /// Nodes, edges and findings.
    pub batches: Vec<Batch>,
    /// What the workspace says about itself.
    pub facts: Facts,
}

/// What a workspace says about itself outside its nodes and edges.
#[derive(Debug, Default)]
pub struct Facts {
    /// The kinds of artifacts.
    pub kinds: Kinds,
    /// The workspace's own settings.
    pub config: Config,
    /// How many artifact files there are.
    pub artifacts: usize,
    /// How many edges the log holds.
    pub rows: usize,
}

/// Whether a folder holds files of this system: what was looked for, and whether each is there.
pub fn markers(root: &Path) -> [(&'static str, bool); 3] {
    [
        (LOG_FILE, root.join(LOG_FILE).is_file()),
        ("artifacts/", root.join("artifacts").is_dir()),
        ("kinds/", root.join("kinds").is_dir()),
    ]
}

/// Reads everything of this system below `root`.
pub fn load(root: &Path) -> Reference {
    let mut settings = Batch::new(SYSTEM, 0);
    let config = Config::load(root, &mut settings);
    let kinds = Kinds::load(root, &config, &mut settings);

    let (logged, artifacts) = rayon::join(|| log::load(root), || load_artifacts(root, &kinds));
    let rows = logged.iter().map(|batch| batch.edges().len()).sum();
    let count = artifacts.count;

    let mut batches = vec![settings];
    batches.extend(logged);
    batches.extend(artifacts.batches);
    Reference { batches, facts: Facts { kinds, config, artifacts: count, rows } }
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

fn load_artifacts(root: &Path, kinds: &Kinds) -> Artifacts {
    let mut walking = Batch::new(SYSTEM, artifact::FIRST_PART);
    let files = walk(root, &mut walking);
    let parts = files.par_chunks(ARTIFACTS_A_BATCH).enumerate().map(|(part, files)| {
        let mut batch = Batch::new(SYSTEM, artifact::FIRST_PART + 1 + part as u32);
        for file in files {
            artifact::read(root, file, kinds, &mut batch);
        }
        batch
    });
    let mut batches: Vec<_> = parts.collect();
    batches.push(walking);
    Artifacts { batches, count: files.len() }
}

/// The artifact files below `artifacts/`, by path. Hidden files are left out. Linked folders are entered, but each file is
/// taken once, by its own path if it has one here, and a link that leads back to a folder above it is passed over.
fn walk(root: &Path, batch: &mut Batch) -> Vec<PathBuf> {
    let top = root.join("artifacts");
    if !top.is_dir() {
        return Vec::new();
    }
    let mut files = Vec::new();
    let mut linked = false;
    let real_top = top.canonicalize().unwrap_or_else(|_| top.clone());
    let leads_above = {
        let real_top = real_top.clone();
        move |link: &Path| link.canonicalize().is_ok_and(|target| real_top.starts_with(target))
    };
    let walk = ignore::WalkBuilder::new(&top)
        .standard_filters(false)
        .hidden(true)
        .follow_links(true)
        .filter_entry(move |entry| entry.depth() == 0 || !entry.path_is_symlink() || !leads_above(entry.path()))
        .build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                linked |= entry.path_is_symlink();
                if !is_folder && file::is_markdown(entry.path()) {
                    files.push(entry.into_path());
                }
            }
            Err(error) => match obstacle(&error) {
                Obstacle::Loop => {}
                Obstacle::Link(path) => files.extend(path.filter(|path| file::is_markdown(path))),
                Obstacle::Unlisted(path, reason) => {
                    let message = format!("the folder could not be listed: {reason}");
                    let place = file::relative(root, &path.unwrap_or(top.clone()));
                    let finding = Finding::new(&rules::FILE_UNREADABLE, SYSTEM.name(), message);
                    batch.finding(finding.in_file(place));
                }
            },
        }
    }
    files.sort();
    if linked {
        keep_each_once(&mut files, &top, &real_top);
    }
    files
}

/// Why a walk could not go on at some place.
enum Obstacle {
    /// A link leads back to where the walk came from.
    Loop,
    /// A link leads nowhere.
    Link(Option<PathBuf>),
    /// A folder cannot be listed.
    Unlisted(Option<PathBuf>, String),
}

fn obstacle(error: &ignore::Error) -> Obstacle {
    fn path_of(error: &ignore::Error) -> Option<&Path> {
        match error {
            ignore::Error::WithPath { path, .. } => Some(path),
            ignore::Error::WithDepth { err, .. } => path_of(err),
            _ => None,
        }
    }
    fn is_loop(error: &ignore::Error) -> bool {
        match error {
            ignore::Error::Loop { .. } => true,
            ignore::Error::WithDepth { err, .. } | ignore::Error::WithPath { err, .. } => is_loop(err),
            _ => false,
        }
    }
    let path = path_of(error).map(Path::to_owned);
    if is_loop(error) {
        return Obstacle::Loop;
    }
    if path.as_ref().is_some_and(|path| path.is_symlink()) {
        return Obstacle::Link(path);
    }
    let reason = error.io_error().map_or_else(|| error.to_string(), file::reason);
    Obstacle::Unlisted(path, reason)
}

/// Of several paths that lead to one file, keeps the one without a link, else the shortest.
fn keep_each_once(files: &mut Vec<PathBuf>, top: &Path, real_top: &Path) {
    let ranked = |path: PathBuf| {
        let real = path.canonicalize().unwrap_or_else(|_| path.clone());
        let is_linked = path.strip_prefix(top).map(|below| real_top.join(below)).ok().as_ref() != Some(&real);
        // A linked file under another name is another artifact: its name is its id.
        let name = path.file_name().map(OsStr::to_owned);
        ((real, name), is_linked, path.components().count(), path)
    };
    let mut by_file: Vec<_> = files.drain(..).map(ranked).collect();
    by_file.sort();
    by_file.dedup_by(|later, first| later.0 == first.0);
    files.extend(by_file.into_iter().map(|(_, _, _, path)| path));
    files.sort();
}
