//! A serialised workspace in the user's cache, so that the next start reads only files that changed.
//!
//! A snapshot is never trusted blindly: every file is compared by size and times, a log whose size or times differ by
//! its bytes, and changed files are read again by the code that also refreshes a live workspace. Sections have
//! checksums. A snapshot that is truncated, corrupt, or from another build or folder is ignored silently: everything is
//! read, and a new one is written.
//!
//! ```text
//!  head | batches, one section each | index: sizes and times of files | graph | tail: offsets of index and graph
//! ```

use super::cache::Cache;
use super::sources::{Guarded, Scene, Sources};
use super::{Settings, Workspace};
use crate::finding::Finding;
use crate::graph::{Graph, GraphBuilder, Registry};
use crate::pack::{Packer, Unpacker};
use crate::system::log::ReadLog;
use crate::system::{Sections, file};
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek as _, Write as _};
use std::ops::Range;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::NamedTempFile;

/// Format version. Increment it with every change of the format.
const FORMAT: u64 = 10;

/// The last section: four offsets, the fingerprint of the registry and a checksum.
const TAIL_BYTES: u64 = 6 * 8;

/// An open snapshot with a matching key, not yet compared with the files.
pub(super) struct Snapshot {
    file: Arc<File>,
    index: Range<u64>,
    graph: Range<u64>,
    /// The fingerprint of the registry that the graph was merged with.
    registry: u64,
}

/// The graph of a snapshot with its findings.
pub(super) struct Restored {
    pub(super) graph: Graph,
    pub(super) merging: Vec<Finding>,
    pub(super) findings: Vec<Finding>,
    /// The checksum of the batches that are not in the snapshot because their systems are not read incrementally.
    pub(super) whole: u64,
}

impl Restored {
    /// An empty graph, if the one of the snapshot has to be merged again.
    pub(super) fn nothing(registry: &Arc<Registry>) -> Self {
        let graph = GraphBuilder::new(Arc::clone(registry)).finish().0;
        Self { graph, merging: Vec::new(), findings: Vec::new(), whole: 0 }
    }
}

impl Snapshot {
    /// Opens the snapshot of a workspace with these settings.
    pub(super) fn open(cache: &Cache, root: &Path, settings: &Settings) -> Option<Self> {
        let file = file::open(&cache.place(root)?).ok()?;
        let size = file.metadata().ok()?.len();
        let tail_start = size.checked_sub(TAIL_BYTES)?;
        let mut tail = Unpacker::new(&file, tail_start..size)?;
        let (index, graph) = (tail.number()?..tail.number()?, tail.number()?..tail.number()?);
        let registry = tail.number()?;
        tail.finish()?;
        let mut head = Unpacker::new(&file, 0..head_length(root, settings))?;
        let is_ours = head.blob()? == key(root, settings);
        head.finish()?;
        is_ours.then(|| Self { file: Arc::new(file), index, graph, registry })
    }

    /// The sources and logs.
    pub(super) fn sources(&self, scene: &Scene<'_>) -> Option<(Sources, Vec<ReadLog>)> {
        let mut from = Unpacker::new(&self.file, self.index.clone())?;
        let sources = Sources::unpack(&mut from, &self.file, scene)?;
        let logs = (0..from.length(1)?).map(|_| ReadLog::unpack(&mut from, &self.file)).collect::<Option<_>>()?;
        from.finish()?;
        Some((sources, logs))
    }

    /// Whether the graph was merged with this registry. If not, the batches have to be merged again.
    pub(super) fn is_of(&self, registry: &Registry) -> bool {
        self.registry == registry.fingerprint()
    }

    pub(super) fn graph(&self, registry: &Arc<Registry>) -> Option<Restored> {
        let mut from = Unpacker::new(&self.file, self.graph.clone())?;
        let graph = Graph::unpack(&mut from, registry)?;
        let mut findings = || (0..from.length(1)?).map(|_| Finding::unpack(&mut from)).collect::<Option<Vec<_>>>();
        let (merging, findings) = (findings()?, findings()?);
        let whole = from.number()?;
        from.finish()?;
        Some(Restored { graph: graph.proven(), merging, findings, whole })
    }
}

/// A snapshot that is being written; the graph is still missing.
pub(super) struct Writing {
    place: PathBuf,
    out: BufWriter<File>,
    file: NamedTempFile,
    index: Range<u64>,
    whole: u64,
}

impl Writing {
    /// Writes the sources. `None` if the workspace is too small or writing failed, which is not reported.
    pub(super) fn begin(
        cache: &Cache,
        root: &Path,
        settings: &Settings,
        sources: &Sources,
        logs: &Guarded<Vec<ReadLog>>,
    ) -> Option<Self> {
        let Guarded::Read(logs) = logs else { return None };
        let rows = logs.iter().map(|log| log.batches().edge_count()).sum::<usize>() + sources.stored_edges();
        if !cache.is_worth(sources.file_count(), rows) {
            return None;
        }
        Self::written(cache, root, settings, sources, logs).ok()
    }

    fn written(
        cache: &Cache,
        root: &Path,
        settings: &Settings,
        sources: &Sources,
        logs: &[ReadLog],
    ) -> io::Result<Self> {
        let place = cache.place(root).ok_or_else(|| io::Error::other("there is no place for it"))?;
        let file = cache.unfinished(root)?;
        let mut out = BufWriter::with_capacity(1 << 20, file.reopen()?);
        let mut sections = Sections::new(&mut out).taking_young(cache.takes_young());
        sections.section(|out| out.blob(&key(root, settings)))?;
        // The index goes to a second file, because it is complete only after everything else and would take too much
        // memory.
        let mut beside = BufWriter::new(tempfile::tempfile_in(place.parent().unwrap_or(&place))?);
        let mut index = Packer::new(&mut beside);
        sources.pack(&mut sections, &mut index)?;
        index.number(logs.len() as u64)?;
        logs.iter().try_for_each(|log| log.pack(&mut sections, &mut index))?;
        index.finish()?;
        let start = out.stream_position()?;
        let mut beside = beside.into_inner().map_err(io::IntoInnerError::into_error)?;
        beside.rewind()?;
        let index = start..start + io::copy(&mut beside, &mut out)?;
        let whole = sources.checksum_of_unstored()?;
        Ok(Self { place, out, file, index, whole })
    }

    /// Writes the graph and renames the snapshot into place.
    pub(super) fn finish(mut self, workspace: &Workspace, merging: &[Finding]) -> io::Result<()> {
        let mut sections = Sections::new(&mut self.out);
        let graph = sections.section(|out| {
            workspace.graph.pack(out)?;
            for findings in [merging, &workspace.findings] {
                out.number(findings.len() as u64)?;
                findings.iter().try_for_each(|finding| finding.pack(out))?;
            }
            out.number(self.whole)
        })?;
        sections.section(|out| {
            let places = [self.index.start, self.index.end, graph.start, graph.end];
            places.into_iter().try_for_each(|place| out.number(place))?;
            out.number(workspace.graph.registry().fingerprint())
        })?;
        self.out.flush()?;
        self.file.persist(&self.place).map_err(|error| error.error)?;
        Ok(())
    }
}

/// The key that identifies the workspace, its settings and the program that wrote the snapshot.
fn key(root: &Path, settings: &Settings) -> Vec<u8> {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    // Another build may read files differently even with the same version.
    let program = std::env::current_exe().and_then(fs::metadata).map(|it| (it.size(), it.mtime(), it.mtime_nsec()));
    let (version, settings) = (env!("CARGO_PKG_VERSION"), settings.reading_key());
    let rest = format!("refscope {version} {FORMAT} {program:?} {settings}");
    // A number reveals the byte order of the machine.
    [root.as_os_str().as_bytes(), b"\0", rest.as_bytes(), &1_u64.to_ne_bytes()].concat()
}

/// Size of the first section in bytes: the key, its length and the checksum.
fn head_length(root: &Path, settings: &Settings) -> u64 {
    key(root, settings).len() as u64 + 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::kit::fixture::folder;
    use crate::system::{Boundary, Progress};

    /// A tail with these offsets.
    fn tail(places: [u64; 4], registry: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Packer::new(&mut bytes);
        places.into_iter().chain([registry]).try_for_each(|place| out.number(place)).unwrap();
        out.finish().unwrap();
        bytes
    }

    #[test]
    fn tail_with_invalid_offsets_is_rejected() {
        let (folder, kept) = (folder(&[("artifacts/notes/a.md", "[[b]]\n")]), tempfile::tempdir().unwrap());
        let (root, cache) = (folder.path(), Cache::of_all(kept.path()));
        let settings = Settings::within(Boundary::around(root));
        Workspace::start(root, &Boundary::around(root), &cache).unwrap();
        let place = cache.place(root).unwrap();
        let bytes = fs::read(&place).unwrap();
        let size = bytes.len() as u64;
        let opened = Snapshot::open(&cache, root, &settings).unwrap();
        assert!(opened.graph(settings.systems.registry()).is_some());
        let (index, graph, registry) = (opened.index, opened.graph, opened.registry);
        assert_eq!(
            tail([index.start, index.end, graph.start, graph.end], registry),
            bytes[bytes.len() - TAIL_BYTES as usize..]
        );
        let wrong = [
            [graph.start, 1 << 60],
            [graph.start, u64::MAX],
            [graph.start, size + 1],
            [u64::MAX, u64::MAX],
            [graph.end, graph.start],
            [0, size],
        ];
        for [start, end] in wrong {
            let whole =
                [&bytes[..bytes.len() - TAIL_BYTES as usize], &tail([start, end, start, end], registry)].concat();
            fs::write(&place, whole).unwrap();
            let opened = Snapshot::open(&cache, root, &settings).unwrap();
            let scene = Scene { root, settings: &settings, stays: true, progress: &Progress::default() };
            assert!(
                opened.graph(settings.systems.registry()).is_none() && opened.sources(&scene).is_none(),
                "{start} {end}"
            );
            assert_eq!(Workspace::start(root, &Boundary::around(root), &cache).unwrap().graph.edge_count(), 1);
        }
    }
}
