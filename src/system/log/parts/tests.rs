//! Logs that are cut, grow, and are restored from a snapshot.

use super::*;
use crate::graph::fixture::build;
use proptest::prelude::*;
use std::fs;
use std::io::Write as _;

fn row(n: usize) -> String {
    format!(r#"{{"ts":"2026-01-01T00:00:00.000Z","from":"a{n}","to":"b","relation":"led-to"}}"#)
}

fn place(part: u64) -> LogPlace {
    with_lengths(Lengths { part, ..Lengths::USUAL })
}

fn with_lengths(lengths: Lengths) -> LogPlace {
    LogPlace { lengths, ..LogPlace::new(crate::graph::fixture::REFERENCE, "references.jsonl".to_owned(), 7) }
}

fn opened(path: &std::path::Path) -> (File, FileStamp) {
    let file = File::open(path).unwrap();
    let stamp = FileStamp::from_metadata(&file.metadata().unwrap());
    (file, stamp)
}

fn read(path: &std::path::Path, place: &LogPlace) -> Parts {
    let (file, stamp) = opened(path);
    Parts::read(place, &file, stamp, &Progress::default()).unwrap()
}

/// The contents of the batches, batch by batch.
fn contents(parts: &Parts) -> Vec<String> {
    let mut batches = parts.batches().all().unwrap();
    batches.sort_by_key(|batch| batch.part());
    let each = |batch: &&Batch| {
        let (graph, _) = build([(*batch).clone()]);
        let rows: Vec<_> = graph.edges().map(|edge| format!("{} {}", edge.from().id(), edge.line())).collect();
        format!("{} {rows:?} {:?}", batch.part(), batch.all_findings())
    };
    batches.iter().map(each).collect()
}

#[test]
fn lines_keep_their_numbers_across_parts_and_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let rows: String = (0..30_000).map(|n| row(n) + "\n").collect();
    assert!(rows.len() > 4 * BLOCK_BYTES);
    fs::write(&path, rows).unwrap();
    let parts = read(&path, &place(1 << 20));
    assert_eq!(parts.settled.len(), 3);
    let (graph, findings) = build(parts.into_batches());
    assert_eq!(findings, []);
    assert_eq!(graph.edge_count(), 30_000);
    assert!(graph.edges().all(|edge| edge.from().id() == format!("a{}", edge.line() - 1)));
}

#[test]
fn a_line_longer_than_a_block_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let long = row(2).replace("a2", &"x".repeat(3 * BLOCK_BYTES)).replace("from", "reason");
    let long = long.replace("\"to\"", "\"from\":\"a2\",\"to\"");
    fs::write(&path, format!("{}\n{long}\n{}\n", row(1), row(3))).unwrap();
    let (graph, findings) = build(read(&path, &place(Lengths::USUAL.part)).into_batches());
    assert_eq!((findings, graph.edge_count()), (vec![], 3));
}

/// The parts after a round trip through a snapshot.
fn restored(parts: &Parts, place: &LogPlace) -> Parts {
    let mut out = io::BufWriter::new(tempfile::tempfile().unwrap());
    let mut sections = Sections::new(&mut out);
    let mut index = Vec::new();
    let mut packer = Packer::new(&mut index);
    parts.pack(&mut sections, &mut packer).unwrap();
    packer.finish().unwrap();
    let index = sections.section(|out| out.bytes(&index[..index.len() - 8])).unwrap();
    let file = Arc::new(out.into_inner().unwrap());
    let mut from = Unpacker::new(&file, index).unwrap();
    let parts = Parts::unpack(&mut from, &file, place).unwrap();
    from.finish().unwrap();
    parts
}

/// A log of many rows, and a function that writes to it, in place or at its end.
fn long_log(place: &LogPlace) -> (tempfile::TempDir, impl Fn(&str, &str), Parts) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    fs::write(&path, (10..30).map(|n| row(n) + "\n").collect::<String>()).unwrap();
    let parts = read(&path, place);
    let edit = move |was: &str, becomes: &str| {
        let text = fs::read_to_string(&path).unwrap();
        let mut file = fs::OpenOptions::new().read(true).write(true).open(&path).unwrap();
        file.write_all_at(becomes.as_bytes(), text.rfind(was).unwrap() as u64).unwrap();
        io::Seek::seek(&mut file, io::SeekFrom::End(0)).unwrap();
        file.write_all((row(99) + "\n").as_bytes()).unwrap();
    };
    (folder, edit, parts)
}

const SHORT: Lengths = Lengths { part: 500, compared: 500, head: 100, last_piece: 100 };

#[test]
fn an_edit_in_a_long_log_that_grew_is_noticed_after_a_snapshot() {
    let place = with_lengths(SHORT);
    let (folder, edit, mut followed) = long_log(&place);
    let mut again = restored(&followed, &place);
    edit("a15", "aXX");
    let (file, stamp) = opened(&folder.path().join("log"));
    assert_eq!(again.grow(&file, stamp, &place).unwrap(), None);
    // A process that follows a log compares less of it each time.
    assert!(matches!(followed.grow(&file, stamp, &place).unwrap(), Some(Growth::Appended(..))));
}

#[test]
fn a_log_restored_from_a_snapshot_is_compared_once_and_then_followed() {
    let place = with_lengths(SHORT);
    let (folder, edit, parts) = long_log(&place);
    let mut again = restored(&parts, &place);
    edit("a15", "a15");
    let (file, stamp) = opened(&folder.path().join("log"));
    assert!(matches!(again.grow(&file, stamp, &place).unwrap(), Some(Growth::Appended(..))));
    let rows = |parts: &Parts| contents(parts).iter().map(|batch| batch.matches("\"a").count()).sum::<usize>();
    assert_eq!((rows(&parts), rows(&again)), (20, 21));
    for (was, is_followed) in [("a16", true), ("a99", false), ("a10", false)] {
        let mut again = restored(&read(&folder.path().join("log"), &place), &place);
        edit("a17", "a17");
        let (file, stamp) = opened(&folder.path().join("log"));
        assert!(matches!(again.grow(&file, stamp, &place).unwrap(), Some(Growth::Appended(..))));
        edit(was, "aXX");
        let (file, stamp) = opened(&folder.path().join("log"));
        assert_eq!(again.grow(&file, stamp, &place).unwrap().is_some(), is_followed, "{was}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    /// A log read incrementally, piece by piece, equals the log read at once, or is reported as replaced.
    #[test]
    fn incremental_reading_gives_the_same_as_reading_at_once(
        pieces in proptest::collection::vec(proptest::collection::vec(prop_oneof![
            6 => (0..9_usize).prop_map(|n| row(n) + "\n"),
            1 => (0..9_usize).prop_map(row),
            1 => Just("\n".to_owned()),
            1 => Just("{\"ts\":".to_owned()),
            1 => Just("\u{feff}".to_owned()),
        ], 0..6), 1..5),
        part_bytes in 1..400_u64,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        fs::write(&path, pieces[0].concat()).unwrap();
        let place = place(part_bytes);
        let mut parts = read(&path, &place);
        for piece in &pieces[1..] {
            let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
            file.write_all(piece.concat().as_bytes()).unwrap();
            let (file, stamp) = opened(&path);
            match parts.grow(&file, stamp, &place).unwrap() {
                Some(Growth::Appended(..) | Growth::None) => {}
                _ => parts = read(&path, &place),
            }
            let fresh = read(&path, &place);
            prop_assert_eq!(contents(&parts), contents(&fresh));
            prop_assert_eq!((parts.length, parts.next_line), (fresh.length, fresh.next_line));
        }
    }
}
