//! An incremental cache of the batches read from many files: only new and changed files are read again.
//!
//! Files share batches, because a batch per file would cost more than its content. When a file of a batch changes, the
//! records of the batch's other files are copied from the old batch.

use super::Progress;
use super::file::FileReader;
use super::readers::{self, Pace};
use super::stamp::FileStamp;
use super::stored::{Sections, StoredBatches};
use crate::graph::{Batch, End, SystemId};
use crate::pack::{Packer, Unpacker};
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which files may have changed.
#[derive(Debug, Clone, Copy)]
pub enum Suspects<'a> {
    /// All of them: each file's stamp is compared.
    All,
    /// These paths and everything below them.
    Only(&'a BTreeSet<PathBuf>),
}

impl Suspects<'_> {
    /// Whether the path or a folder above it is a suspect.
    fn names(self, path: &Path) -> bool {
        match self {
            Self::All => true,
            Self::Only(paths) => path.ancestors().any(|above| paths.contains(above)),
        }
    }
}

pub(in crate::system) type ReadFile<'a> = dyn Fn(&Path, &mut Batch, &mut FileReader) -> Option<FileStamp> + Sync + 'a;

/// How the files of a cache are read.
pub(in crate::system) struct Reading<'a> {
    pub(in crate::system) system: SystemId,
    /// The number of the first batch; the others follow.
    pub(in crate::system) first_part: u64,
    /// Number of files per batch: enough to make merging cheap, few enough to distribute the work evenly.
    pub(in crate::system) files_a_batch: usize,
    /// Reads one file. Returns its stamp from before the read, if it will be read again.
    pub(in crate::system) read: &'a ReadFile<'a>,
    /// Whether the files will be read again later; otherwise no paths and stamps are kept.
    pub(in crate::system) stays: bool,
    pub(in crate::system) progress: &'a Progress,
}

#[derive(Debug, Default)]
pub(in crate::system) struct FileCache {
    chunks: Vec<Chunk>,
}

/// Files that share a batch.
#[derive(Debug)]
struct Chunk {
    batch: StoredBatches,
    /// Empty if the files will not be read again.
    files: Vec<CachedFile>,
    file_count: usize,
}

#[derive(Debug, Clone)]
struct CachedFile {
    path: PathBuf,
    /// The stamp from before the file was read.
    stamp: Option<FileStamp>,
    /// Where the file's records end in the batch.
    end: End,
}

/// The position of a file in the cache.
#[derive(Debug, Clone, Copy)]
struct Position {
    chunk: usize,
    at: usize,
}

/// Finds files in chunks. Most are looked up in the order in which they are stored; a hash table is built only for the
/// rest.
struct PositionLookup<'b> {
    chunks: &'b [Chunk],
    /// The expected position of the next file.
    next: Position,
    table: Option<HashMap<&'b OsStr, Position>>,
}

impl<'b> PositionLookup<'b> {
    fn new(chunks: &'b [Chunk]) -> Self {
        Self { chunks, next: Position { chunk: 0, at: 0 }, table: None }
    }

    fn find(&mut self, path: &Path) -> Option<Position> {
        while self.chunks.get(self.next.chunk).is_some_and(|chunk| self.next.at >= chunk.files.len()) {
            self.next = Position { chunk: self.next.chunk + 1, at: 0 };
        }
        let next = self.chunks.get(self.next.chunk)?.files.get(self.next.at);
        let found = if next.is_some_and(|file| file.path.as_os_str() == path.as_os_str()) {
            Some(self.next)
        } else {
            self.table.get_or_insert_with(|| table(self.chunks)).get(path.as_os_str()).copied()
        };
        if let Some(Position { chunk, at }) = found {
            self.next = Position { chunk, at: at + 1 };
        }
        found
    }
}

fn table(chunks: &[Chunk]) -> HashMap<&OsStr, Position> {
    let files = chunks.iter().enumerate().flat_map(|(chunk, all)| {
        all.files.iter().enumerate().map(move |(at, file)| (file.path.as_os_str(), Position { chunk, at }))
    });
    files.collect()
}

/// The result of refreshing a group of files.
enum Outcome {
    /// The chunk stays as it is.
    Unchanged(usize),
    /// The files were read again and have the same content.
    Reread(usize, Vec<CachedFile>),
    Replaced(Box<Chunk>),
}

/// A file to read, and its position if it was read before.
type FileKey = (PathBuf, Option<Position>);

impl FileCache {
    /// Reads new and changed files and drops those that are no longer listed. Returns whether anything changed.
    pub(in crate::system) fn fill(
        &mut self,
        files: Vec<PathBuf>,
        suspects: Suspects<'_>,
        reading: &Reading<'_>,
    ) -> bool {
        let groups = self.groups(files, reading.files_a_batch);
        let outcomes = readers::map(groups, |group, pace| self.outcome(group, suspects, reading, pace));
        let mut old: Vec<_> = std::mem::take(&mut self.chunks).into_iter().map(Some).collect();
        let mut is_changed = outcomes.len() != old.len();
        for outcome in outcomes {
            self.chunks.extend(match outcome {
                Outcome::Unchanged(at) => old[at].take(),
                Outcome::Reread(at, files) => old[at].take().map(|chunk| Chunk { files, ..chunk }),
                Outcome::Replaced(chunk) => {
                    is_changed = true;
                    Some(*chunk)
                }
            });
        }
        for (part, chunk) in (reading.first_part..).zip(&mut self.chunks) {
            chunk.batch.set_part(part);
        }
        is_changed
    }

    /// The batches, in the order of the files.
    pub(in crate::system) fn batches(&self) -> impl Iterator<Item = &StoredBatches> {
        self.chunks.iter().map(|chunk| &chunk.batch)
    }

    /// The batches, if nothing will be read again.
    pub(in crate::system) fn into_batches(self) -> impl Iterator<Item = StoredBatches> {
        self.chunks.into_iter().map(|chunk| chunk.batch)
    }

    /// Writes the batches, and their locations and the file stamps into the index.
    pub(in crate::system) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        index.number(self.chunks.len() as u64)?;
        for chunk in &self.chunks {
            chunk.batch.pack(out, index)?;
            index.number(chunk.files.len() as u64)?;
            for file in &chunk.files {
                index.blob(file.path.as_os_str().as_bytes())?;
                FileStamp::pack(out.stamp(file.stamp), index)?;
                file.end.pack(index)?;
            }
        }
        Ok(())
    }

    /// Reads the state of an earlier read from the index.
    pub(in crate::system) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let chunk_count = from.length(40)?;
        let mut chunks = Vec::with_capacity(chunk_count);
        for _ in 0..chunk_count {
            let batch = StoredBatches::unpack(from, file)?;
            let file_count = from.length(40)?;
            let mut files = Vec::with_capacity(file_count);
            for _ in 0..file_count {
                let path = PathBuf::from(OsString::from_vec(from.blob()?));
                files.push(CachedFile { path, stamp: FileStamp::unpack(from)?, end: End::unpack(from)? });
            }
            chunks.push(Chunk { batch, files, file_count });
        }
        Some(Self { chunks })
    }

    pub(in crate::system) fn file_count(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.file_count).sum()
    }

    pub(in crate::system) fn files(&self) -> impl Iterator<Item = &Path> {
        self.chunks.iter().flat_map(|chunk| chunk.files.iter().map(|file| &*file.path))
    }

    /// Groups the files that will share a batch: files that shared one stay together, and new files join them.
    fn groups(&self, files: Vec<PathBuf>, files_a_batch: usize) -> Vec<Vec<FileKey>> {
        let mut positions = PositionLookup::new(&self.chunks);
        let mut groups: Vec<Vec<FileKey>> = Vec::new();
        let mut together = None;
        for path in files {
            let position = positions.find(&path);
            // A new file joins a full batch, but never a batch for a single file: such a batch has properties of its
            // file.
            let has_room = together.is_some() && files_a_batch > 1;
            let most = if has_room { 2 * files_a_batch } else { files_a_batch };
            let joins = |group: &Vec<FileKey>| {
                group.len() < most
                    && position.is_none_or(|position| together.is_none_or(|chunk| chunk == position.chunk))
            };
            if let Some(group) = groups.last_mut().filter(|group| joins(group)) {
                group.push((path, position));
            } else {
                together = None;
                groups.push(vec![(path, position)]);
            }
            together = together.or(position.map(|position| position.chunk));
        }
        groups
    }

    fn outcome(
        &self,
        group: Vec<FileKey>,
        suspects: Suspects<'_>,
        reading: &Reading<'_>,
        pace: &mut Pace<'_>,
    ) -> Outcome {
        let mut is_same = |position: &Position| !pace.file(|| self.file(*position).may_differ(suspects));
        let mut unchanged: Vec<Option<Position>> =
            group.iter().map(|(_, position)| position.filter(&mut is_same)).collect();
        let first = unchanged.first().copied().flatten();
        if let Some(first) = first.filter(|first| first.at == 0 && self.chunks[first.chunk].files.len() == group.len())
        {
            let in_order = |(at, position): (usize, &Option<Position>)| {
                position.is_some_and(|position| position.chunk == first.chunk && position.at == at)
            };
            if unchanged.iter().enumerate().all(in_order) {
                return Outcome::Unchanged(first.chunk);
            }
        }
        // A batch that is no longer in the snapshot is read from its files.
        for position in &mut unchanged {
            *position = position.filter(|position| self.chunks[position.chunk].batch.batch().is_some());
        }
        let mut batch = Batch::new(reading.system, 0);
        // The number of ids: that of the file and those it refers to.
        batch.expect(8 * group.len(), 8 * group.len());
        let mut files = Vec::with_capacity(if reading.stays { group.len() } else { 0 });
        let mut file_count = 0;
        let mut reader = FileReader::default();
        let was_on = group.first().and_then(|(_, position)| *position).map(|position| position.chunk);
        for ((path, _), position) in group.into_iter().zip(unchanged) {
            if reading.progress.is_cancelled() {
                break;
            }
            let old = position.map(|position| (position, &self.chunks[position.chunk]));
            let stamp = if let Some((position, old)) = old
                && let Some(from) = old.batch.batch()
            {
                let start = position.at.checked_sub(1).map_or_else(End::default, |before| old.files[before].end);
                batch.take_over(from, start..old.files[position.at].end);
                old.files[position.at].stamp
            } else {
                let stamp = pace.file(|| (reading.read)(&path, &mut batch, &mut reader));
                reading.progress.add_files(1);
                stamp
            };
            file_count += 1;
            if reading.stays {
                files.push(CachedFile { path, stamp, end: batch.end() });
            }
        }
        batch.seal();
        let chunk = Chunk { batch: StoredBatches::here(batch), files, file_count };
        // The file may have the same content as before.
        match was_on {
            Some(at) if self.chunks[at].has_same_content(&chunk) => Outcome::Reread(at, chunk.files),
            _ => Outcome::Replaced(Box::new(chunk)),
        }
    }

    fn file(&self, position: Position) -> &CachedFile {
        &self.chunks[position.chunk].files[position.at]
    }
}

impl Chunk {
    fn has_same_content(&self, other: &Self) -> bool {
        self.files.iter().map(|file| &file.path).eq(other.files.iter().map(|file| &file.path))
            && self.batch.batch().zip(other.batch.batch()).is_some_and(|(one, other)| one.has_same_content(other))
    }
}

impl CachedFile {
    /// Whether the file may have changed since it was read.
    fn may_differ(&self, suspects: Suspects<'_>) -> bool {
        match suspects {
            Suspects::Only(_) => suspects.names(&self.path),
            Suspects::All => match (self.stamp, FileStamp::of(&self.path)) {
                (Some(before), Some(now)) => !before.still_holds(now),
                _ => true,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Finding, Rule, Severity};
    use crate::graph::fixture::UNIT;
    use crate::graph::{EdgeRecord, NodeRecord};
    use std::cell::RefCell;
    use std::sync::Mutex;

    const RULE: Rule = Rule { check: "test", severity: Severity::Note, code: "test" };

    /// Reads a file whose text is in a table: a node, an edge and a finding for each word.
    fn read(texts: &HashMap<PathBuf, String>, path: &Path, batch: &mut Batch) {
        let shown = path.display().to_string();
        let (file, kind) = (batch.word(&shown), batch.word("k"));
        for (line, word) in (1..).zip(texts[path].split_whitespace()) {
            let (id, verb) = (batch.word(word), batch.word("r"));
            batch.node(NodeRecord::new(id, kind, id, file, line));
            batch.edge(EdgeRecord::new(id, file, verb, file, line));
            batch.finding(Finding::new(&RULE, "unit", word).in_file(&shown).at_line(line));
        }
    }

    struct Folder {
        texts: HashMap<PathBuf, String>,
        read: Mutex<Vec<String>>,
    }

    impl Folder {
        fn load_into(&self, filled: &mut FileCache, suspects: &[&str]) -> bool {
            let mut files: Vec<_> = self.texts.keys().cloned().collect();
            files.sort();
            let note = |path: &Path, batch: &mut Batch, _: &mut FileReader| {
                self.read.lock().unwrap().push(path.display().to_string());
                read(&self.texts, path, batch);
                None
            };
            let suspects = suspects.iter().map(PathBuf::from).collect();
            let progress = Progress::default();
            let system = UNIT;
            let reading =
                Reading { system, first_part: 5, files_a_batch: 3, read: &note, stays: true, progress: &progress };
            filled.fill(files, Suspects::Only(&suspects), &reading)
        }

        fn was_read(&self) -> Vec<String> {
            let mut read = std::mem::take(&mut *self.read.lock().unwrap());
            read.sort();
            read
        }
    }

    fn folder(texts: &[(&str, &str)]) -> Folder {
        let texts = texts.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
        Folder { texts, read: Mutex::default() }
    }

    fn contents(cache: &FileCache) -> Vec<String> {
        let batches: Vec<_> = cache.batches().map(|kept| kept.batch().unwrap()).collect();
        let (graph, _) = crate::graph::Graph::merged(&crate::system::registry(), &batches);
        let findings = RefCell::new(Vec::new());
        for batch in &batches {
            findings.borrow_mut().extend(batch.all_findings().into_iter().map(|finding| format!("{finding:?}")));
        }
        let nodes = graph.nodes().map(|node| format!("{} {:?} {:?}", node.id(), node.file(), node.line()));
        let edges = graph.edges().map(|edge| format!("{} {}", edge.from().id(), edge.file()));
        nodes.chain(edges).chain(findings.into_inner()).collect()
    }

    #[test]
    fn only_changed_files_are_read_again() {
        let mut files =
            folder(&[("a", "1"), ("b", "2 3"), ("c", ""), ("d", "4"), ("e", "5"), ("f/x", "6"), ("f/y", "7")]);
        let mut cache = FileCache::default();
        assert!(files.load_into(&mut cache, &[]));
        assert_eq!(files.was_read().len(), 7);
        assert!(!files.load_into(&mut cache, &[]));
        assert!(!files.load_into(&mut cache, &["f"]), "the content is the same");
        assert_eq!(files.was_read(), ["f/x", "f/y"]);

        files.texts.insert("b".into(), "3 8 9".to_owned());
        assert!(files.load_into(&mut cache, &["b"]));
        assert_eq!(files.was_read(), ["b"]);
        files.texts.insert("aa".into(), "10".to_owned());
        files.texts.remove(Path::new("d"));
        assert!(files.load_into(&mut cache, &["aa", "d"]));
        assert_eq!(files.was_read(), ["aa"]);
        files.load_into(&mut cache, &["f"]);
        assert_eq!(files.was_read(), ["f/x", "f/y"]);
        assert!(cache.files().eq(["a", "aa", "b", "c", "e", "f/x", "f/y"].map(Path::new)));

        let mut fresh = FileCache::default();
        files.load_into(&mut fresh, &[]);
        assert_eq!(contents(&cache), contents(&fresh));
    }

    #[test]
    fn a_file_in_a_snapshot_is_read_only_if_it_changed() {
        let folder = crate::system::kit::fixture::folder(&[("a", "1"), ("b", "2 3"), ("c", "4"), ("d", "5")]);
        let files: Vec<_> = ["a", "b", "c", "d"].map(|name| folder.path().join(name)).into();
        let read_files = Mutex::new(Vec::new());
        let read_one = |path: &Path, batch: &mut Batch, _: &mut FileReader| {
            read_files.lock().unwrap().push(path.file_name().unwrap().to_owned());
            let text = std::fs::read_to_string(path).unwrap();
            read(&HashMap::from([(path.to_owned(), text)]), path, batch);
            FileStamp::of(path).map(FileStamp::settled)
        };
        let (system, progress) = (UNIT, Progress::default());
        let reading =
            Reading { system, first_part: 5, files_a_batch: 2, read: &read_one, stays: true, progress: &progress };
        let mut cache = FileCache::default();
        cache.fill(files.clone(), Suspects::All, &reading);

        let place = folder.path().join("snapshot");
        let mut out = io::BufWriter::new(File::create(&place).unwrap());
        let mut index = Vec::new();
        let mut packer = Packer::new(&mut index);
        cache.pack(&mut Sections::new(&mut out), &mut packer).unwrap();
        packer.finish().unwrap();
        let section = Sections::new(&mut out).section(|out| out.bytes(&index[..index.len() - 8])).unwrap();
        drop(out.into_inner().unwrap());
        let file = Arc::new(File::open(&place).unwrap());
        let mut from = Unpacker::new(&file, section).unwrap();
        let mut again = FileCache::unpack(&mut from, &file).unwrap();
        from.finish().unwrap();

        read_files.lock().unwrap().clear();
        assert!(!again.fill(files.clone(), Suspects::All, &reading));
        assert_eq!(*read_files.lock().unwrap(), [] as [&str; 0]);
        assert_eq!(contents(&again), contents(&cache));
        std::fs::write(&files[1], "2 6").unwrap();
        assert!(again.fill(files, Suspects::All, &reading));
        assert_eq!(*read_files.lock().unwrap(), ["b"]);
        assert_eq!(contents(&again).iter().filter(|line| line.starts_with("6 ")).count(), 2);
    }

    #[test]
    fn the_count_of_suppressed_findings_is_kept() {
        let many: String = (0..1_500).map(|n| format!("w{n} ")).collect();
        let mut files = folder(&[("a", "1"), ("b", &many)]);
        let mut cache = FileCache::default();
        files.load_into(&mut cache, &[]);
        files.texts.insert("a".into(), "2".to_owned());
        files.load_into(&mut cache, &["a"]);
        let mut fresh = FileCache::default();
        files.load_into(&mut fresh, &[]);
        assert_eq!(contents(&cache), contents(&fresh));
        assert!(contents(&cache).iter().any(|line| line.contains("500 more findings")));
    }

    #[test]
    fn growing_chunks_are_split() {
        let mut files = folder(&[("m", "0")]);
        let mut cache = FileCache::default();
        files.load_into(&mut cache, &[]);
        for n in 0..20 {
            files.texts.insert(format!("n{n:02}").into(), n.to_string());
            files.load_into(&mut cache, &[]);
        }
        assert!(cache.chunks.iter().all(|chunk| chunk.files.len() <= 6));
        let mut fresh = FileCache::default();
        files.load_into(&mut fresh, &[]);
        assert_eq!(contents(&cache), contents(&fresh));
    }
}
