//! What was read from many files, kept so that only those that changed are read again.
//!
//! Files share batches, as one each would cost more than what is in it. Of a batch in which a file changed, what the others
//! gave is taken over.

use super::Progress;
use super::file::Desk;
use super::readers::{self, Pace};
use super::stamp::FileStamp;
use super::stored::{Sections, StoredBatches};
use crate::graph::{Batch, End, System};
use crate::pack::{Packer, Unpacker};
use hashbrown::HashMap;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which of the files that are there may have changed.
#[derive(Debug, Clone, Copy)]
pub enum Suspects<'a> {
    /// Any: each is looked at.
    All,
    /// These, and what lies below them.
    Only(&'a BTreeSet<PathBuf>),
}

impl Suspects<'_> {
    /// Whether a file or a folder above it was named.
    fn names(self, path: &Path) -> bool {
        match self {
            Self::All => true,
            Self::Only(paths) => path.ancestors().any(|above| paths.contains(above)),
        }
    }
}

/// Reads one file into a batch.
pub(super) type ReadFile<'a> = dyn Fn(&Path, &mut Batch, &mut Desk) -> Option<FileStamp> + Sync + 'a;

/// How the files of a shelf are read.
pub(super) struct Reading<'a> {
    pub(super) system: System,
    /// The number of the first batch; the others follow.
    pub(super) first_part: u64,
    /// How many files share a batch: enough to make merging cheap, few enough to share the work evenly.
    pub(super) files_a_batch: usize,
    /// Reads one file, on a desk that serves many. What was known of it before it was read, if it will be looked
    /// at again.
    pub(super) read: &'a ReadFile<'a>,
    /// Whether there will be another look, to see what changed: if not, nobody asks which files there were.
    pub(super) stays: bool,
    pub(super) progress: &'a Progress,
}

/// What was read from many files.
#[derive(Debug, Default)]
pub(super) struct Shelf {
    boards: Vec<Board>,
}

/// Some files that share a batch.
#[derive(Debug)]
struct Board {
    batch: StoredBatches,
    /// None if there will be no other look.
    files: Vec<Shelved>,
    file_count: usize,
}

#[derive(Debug, Clone)]
struct Shelved {
    path: PathBuf,
    /// What was known of the file before it was read.
    stamp: Option<FileStamp>,
    /// Where what it gave ends in the batch.
    end: End,
}

/// Where on a shelf a file is.
#[derive(Debug, Clone, Copy)]
struct Spot {
    board: usize,
    at: usize,
}

/// Finds files on boards. Most are asked for in the order in which they stand there; only then a table of all is made.
struct Spots<'b> {
    boards: &'b [Board],
    /// Where the next one probably is.
    next: Spot,
    table: Option<HashMap<&'b OsStr, Spot>>,
}

impl<'b> Spots<'b> {
    fn new(boards: &'b [Board]) -> Self {
        Self { boards, next: Spot { board: 0, at: 0 }, table: None }
    }

    fn find(&mut self, path: &Path) -> Option<Spot> {
        while self.boards.get(self.next.board).is_some_and(|board| self.next.at >= board.files.len()) {
            self.next = Spot { board: self.next.board + 1, at: 0 };
        }
        let next = self.boards.get(self.next.board)?.files.get(self.next.at);
        let found = if next.is_some_and(|file| file.path.as_os_str() == path.as_os_str()) {
            Some(self.next)
        } else {
            self.table.get_or_insert_with(|| table(self.boards)).get(path.as_os_str()).copied()
        };
        if let Some(Spot { board, at }) = found {
            self.next = Spot { board, at: at + 1 };
        }
        found
    }
}

/// Where each file is.
fn table(boards: &[Board]) -> HashMap<&OsStr, Spot> {
    let files = boards.iter().enumerate().flat_map(|(board, all)| {
        all.files.iter().enumerate().map(move |(at, file)| (file.path.as_os_str(), Spot { board, at }))
    });
    files.collect()
}

/// What becomes of some files.
enum Outcome {
    /// The board stays as it is.
    StoredBatches(usize),
    /// Its files were read again, and say what they said.
    Again(usize, Vec<Shelved>),
    Made(Box<Board>),
}

/// A file that is wanted, and where it is if it was read before.
type FileKey = (PathBuf, Option<Spot>);

impl Shelf {
    /// Reads what is new among these files or may have changed, and lets go of what is not among them any more. Whether
    /// anything did.
    pub(super) fn fill(&mut self, files: Vec<PathBuf>, suspects: Suspects<'_>, reading: &Reading<'_>) -> bool {
        let groups = self.groups(files, reading.files_a_batch);
        let outcomes = readers::map(groups, |group, pace| self.outcome(group, suspects, reading, pace));
        let mut old: Vec<_> = std::mem::take(&mut self.boards).into_iter().map(Some).collect();
        let mut is_changed = outcomes.len() != old.len();
        for outcome in outcomes {
            self.boards.extend(match outcome {
                Outcome::StoredBatches(at) => old[at].take(),
                Outcome::Again(at, files) => old[at].take().map(|board| Board { files, ..board }),
                Outcome::Made(board) => {
                    is_changed = true;
                    Some(*board)
                }
            });
        }
        for (part, board) in (reading.first_part..).zip(&mut self.boards) {
            board.batch.set_part(part);
        }
        is_changed
    }

    /// The batches, in the order of the files.
    pub(super) fn batches(&self) -> impl Iterator<Item = &StoredBatches> {
        self.boards.iter().map(|board| &board.batch)
    }

    /// The batches, if nothing will be read again.
    pub(super) fn into_batches(self) -> impl Iterator<Item = StoredBatches> {
        self.boards.into_iter().map(|board| board.batch)
    }

    /// Writes what was read, and into the index where that is and what the files looked like.
    pub(super) fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        index.number(self.boards.len() as u64)?;
        for board in &self.boards {
            board.batch.pack(out, index)?;
            index.number(board.files.len() as u64)?;
            for file in &board.files {
                index.blob(file.path.as_os_str().as_bytes())?;
                FileStamp::pack(out.stamp(file.stamp), index)?;
                file.end.pack(index)?;
            }
        }
        Ok(())
    }

    /// Reads from the index what was read once.
    pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        let board_count = from.length(40)?;
        let mut boards = Vec::with_capacity(board_count);
        for _ in 0..board_count {
            let batch = StoredBatches::unpack(from, file)?;
            let file_count = from.length(40)?;
            let mut files = Vec::with_capacity(file_count);
            for _ in 0..file_count {
                let path = PathBuf::from(OsString::from_vec(from.blob()?));
                files.push(Shelved { path, stamp: FileStamp::unpack(from)?, end: End::unpack(from)? });
            }
            boards.push(Board { batch, files, file_count });
        }
        Some(Self { boards })
    }

    /// How many files were read.
    pub(super) fn file_count(&self) -> usize {
        self.boards.iter().map(|board| board.file_count).sum()
    }

    /// The files, in their order.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        self.boards.iter().flat_map(|board| board.files.iter().map(|file| &*file.path))
    }

    /// The files in groups that are to share a batch: those that share one stay together, new ones join them.
    fn groups(&self, files: Vec<PathBuf>, files_a_batch: usize) -> Vec<Vec<FileKey>> {
        let mut spots = Spots::new(&self.boards);
        let mut groups: Vec<Vec<FileKey>> = Vec::new();
        let mut together = None;
        for path in files {
            let spot = spots.find(&path);
            // A new file joins a full batch, but never one for a single file: such a batch has properties of its file.
            let has_room = together.is_some() && files_a_batch > 1;
            let most = if has_room { 2 * files_a_batch } else { files_a_batch };
            let joins = |group: &Vec<FileKey>| {
                group.len() < most && spot.is_none_or(|spot| together.is_none_or(|board| board == spot.board))
            };
            if let Some(group) = groups.last_mut().filter(|group| joins(group)) {
                group.push((path, spot));
            } else {
                together = None;
                groups.push(vec![(path, spot)]);
            }
            together = together.or(spot.map(|spot| spot.board));
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
        let mut is_same = |spot: &Spot| !pace.file(|| self.file(*spot).may_differ(suspects));
        let mut unchanged: Vec<Option<Spot>> = group.iter().map(|(_, spot)| spot.filter(&mut is_same)).collect();
        let first = unchanged.first().copied().flatten();
        if let Some(first) = first.filter(|first| first.at == 0 && self.boards[first.board].files.len() == group.len())
        {
            let in_order = |(at, spot): (usize, &Option<Spot>)| {
                spot.is_some_and(|spot| spot.board == first.board && spot.at == at)
            };
            if unchanged.iter().enumerate().all(in_order) {
                return Outcome::StoredBatches(first.board);
            }
        }
        // What a snapshot does not have any more is read from its file.
        for spot in &mut unchanged {
            *spot = spot.filter(|spot| self.boards[spot.board].batch.batch().is_some());
        }
        let mut batch = Batch::new(reading.system, 0);
        // An id, and what it refers to.
        batch.expect(8 * group.len(), 8 * group.len());
        let mut files = Vec::with_capacity(if reading.stays { group.len() } else { 0 });
        let mut file_count = 0;
        let mut desk = Desk::default();
        let was_on = group.first().and_then(|(_, spot)| *spot).map(|spot| spot.board);
        for ((path, _), spot) in group.into_iter().zip(unchanged) {
            if reading.progress.is_cancelled() {
                break;
            }
            let old = spot.map(|spot| (spot, &self.boards[spot.board]));
            let stamp = if let Some((spot, old)) = old
                && let Some(from) = old.batch.batch()
            {
                let start = spot.at.checked_sub(1).map_or_else(End::default, |before| old.files[before].end);
                batch.take_over(from, start..old.files[spot.at].end);
                old.files[spot.at].stamp
            } else {
                let stamp = pace.file(|| (reading.read)(&path, &mut batch, &mut desk));
                reading.progress.add_files(1);
                stamp
            };
            file_count += 1;
            if reading.stays {
                files.push(Shelved { path, stamp, end: batch.end() });
            }
        }
        batch.seal();
        let board = Board { batch: StoredBatches::here(batch), files, file_count };
        // What had to be read again may say what it said before.
        match was_on {
            Some(at) if self.boards[at].says_the_same(&board) => Outcome::Again(at, board.files),
            _ => Outcome::Made(Box::new(board)),
        }
    }

    fn file(&self, spot: Spot) -> &Shelved {
        &self.boards[spot.board].files[spot.at]
    }
}

impl Board {
    fn says_the_same(&self, other: &Self) -> bool {
        self.files.iter().map(|file| &file.path).eq(other.files.iter().map(|file| &file.path))
            && self.batch.batch().zip(other.batch.batch()).is_some_and(|(one, other)| one.says_the_same(other))
    }
}

impl Shelved {
    /// Whether the file may be another one than the one that was read.
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
    use crate::graph::{EdgeRecord, NodeRecord};
    use std::cell::RefCell;
    use std::sync::Mutex;

    const RULE: Rule = Rule { check: "test", severity: Severity::Note, code: "test" };

    /// Reads a file of which the text is in a table: a node, an edge and a finding for each word.
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
        fn onto(&self, filled: &mut Shelf, suspects: &[&str]) -> bool {
            let mut files: Vec<_> = self.texts.keys().cloned().collect();
            files.sort();
            let note = |path: &Path, batch: &mut Batch, _: &mut Desk| {
                self.read.lock().unwrap().push(path.display().to_string());
                read(&self.texts, path, batch);
                None
            };
            let suspects = suspects.iter().map(PathBuf::from).collect();
            let progress = Progress::default();
            let system = System::Unit;
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

    fn told(shelf: &Shelf) -> Vec<String> {
        let batches: Vec<_> = shelf.batches().map(|kept| kept.batch().unwrap()).collect();
        let (graph, _) = crate::graph::Graph::merged(&batches);
        let findings = RefCell::new(Vec::new());
        for batch in &batches {
            findings.borrow_mut().extend(batch.all_findings().into_iter().map(|finding| format!("{finding:?}")));
        }
        let nodes = graph.nodes().map(|node| format!("{} {:?} {:?}", node.id(), node.file(), node.line()));
        let edges = graph.edges().map(|edge| format!("{} {}", edge.from().id(), edge.file()));
        nodes.chain(edges).chain(findings.into_inner()).collect()
    }

    #[test]
    fn only_what_changed_is_read_and_the_rest_is_as_it_was() {
        let mut files =
            folder(&[("a", "1"), ("b", "2 3"), ("c", ""), ("d", "4"), ("e", "5"), ("f/x", "6"), ("f/y", "7")]);
        let mut shelf = Shelf::default();
        assert!(files.onto(&mut shelf, &[]));
        assert_eq!(files.was_read().len(), 7);
        assert!(!files.onto(&mut shelf, &[]));
        assert!(!files.onto(&mut shelf, &["f"]), "they say what they said");
        assert_eq!(files.was_read(), ["f/x", "f/y"]);

        files.texts.insert("b".into(), "3 8 9".to_owned());
        assert!(files.onto(&mut shelf, &["b"]));
        assert_eq!(files.was_read(), ["b"]);
        files.texts.insert("aa".into(), "10".to_owned());
        files.texts.remove(Path::new("d"));
        assert!(files.onto(&mut shelf, &["aa", "d"]));
        assert_eq!(files.was_read(), ["aa"]);
        files.onto(&mut shelf, &["f"]);
        assert_eq!(files.was_read(), ["f/x", "f/y"]);
        assert!(shelf.files().eq(["a", "aa", "b", "c", "e", "f/x", "f/y"].map(Path::new)));

        let mut fresh = Shelf::default();
        files.onto(&mut fresh, &[]);
        assert_eq!(told(&shelf), told(&fresh));
    }

    #[test]
    fn what_is_in_a_snapshot_is_read_only_if_its_file_changed() {
        let folder = crate::source::fixture::folder(&[("a", "1"), ("b", "2 3"), ("c", "4"), ("d", "5")]);
        let files: Vec<_> = ["a", "b", "c", "d"].map(|name| folder.path().join(name)).into();
        let read_files = Mutex::new(Vec::new());
        let read_one = |path: &Path, batch: &mut Batch, _: &mut Desk| {
            read_files.lock().unwrap().push(path.file_name().unwrap().to_owned());
            let text = std::fs::read_to_string(path).unwrap();
            read(&HashMap::from([(path.to_owned(), text)]), path, batch);
            FileStamp::of(path).map(FileStamp::settled)
        };
        let (system, progress) = (System::Unit, Progress::default());
        let reading =
            Reading { system, first_part: 5, files_a_batch: 2, read: &read_one, stays: true, progress: &progress };
        let mut shelf = Shelf::default();
        shelf.fill(files.clone(), Suspects::All, &reading);

        let place = folder.path().join("snapshot");
        let mut out = io::BufWriter::new(File::create(&place).unwrap());
        let mut index = Vec::new();
        let mut packer = Packer::new(&mut index);
        shelf.pack(&mut Sections::new(&mut out), &mut packer).unwrap();
        packer.finish().unwrap();
        let section = Sections::new(&mut out).section(|out| out.bytes(&index[..index.len() - 8])).unwrap();
        drop(out.into_inner().unwrap());
        let file = Arc::new(File::open(&place).unwrap());
        let mut from = Unpacker::new(&file, section).unwrap();
        let mut again = Shelf::unpack(&mut from, &file).unwrap();
        from.finish().unwrap();

        read_files.lock().unwrap().clear();
        assert!(!again.fill(files.clone(), Suspects::All, &reading));
        assert_eq!(*read_files.lock().unwrap(), [] as [&str; 0]);
        assert_eq!(told(&again), told(&shelf));
        std::fs::write(&files[1], "2 6").unwrap();
        assert!(again.fill(files, Suspects::All, &reading));
        assert_eq!(*read_files.lock().unwrap(), ["b"]);
        assert_eq!(told(&again).iter().filter(|line| line.starts_with("6 ")).count(), 2);
    }

    #[test]
    fn the_number_of_too_many_findings_comes_along() {
        let many: String = (0..1_500).map(|n| format!("w{n} ")).collect();
        let mut files = folder(&[("a", "1"), ("b", &many)]);
        let mut shelf = Shelf::default();
        files.onto(&mut shelf, &[]);
        files.texts.insert("a".into(), "2".to_owned());
        files.onto(&mut shelf, &["a"]);
        let mut fresh = Shelf::default();
        files.onto(&mut fresh, &[]);
        assert_eq!(told(&shelf), told(&fresh));
        assert!(told(&shelf).iter().any(|line| line.contains("there are 500 more findings")));
    }

    #[test]
    fn boards_that_grow_are_split() {
        let mut files = folder(&[("m", "0")]);
        let mut shelf = Shelf::default();
        files.onto(&mut shelf, &[]);
        for n in 0..20 {
            files.texts.insert(format!("n{n:02}").into(), n.to_string());
            files.onto(&mut shelf, &[]);
        }
        assert!(shelf.boards.iter().all(|board| board.files.len() <= 6));
        let mut fresh = Shelf::default();
        files.onto(&mut fresh, &[]);
        assert_eq!(told(&shelf), told(&fresh));
    }
}
