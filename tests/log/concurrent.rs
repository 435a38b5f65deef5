//! Many processes, some of which take no lock, append at the same time.

use crate::support::{Fixture, refscope, row};
use refscope::workspace::Workspace;
use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

const PROCESSES: usize = 16;
const ROWS: usize = 500;

/// Appends as other programs do, with one write and no lock, each time the log has grown. Returns the number of rows.
fn foreign_appender(log: &Path, stop: &AtomicBool) -> usize {
    let mut file = OpenOptions::new().append(true).open(log).unwrap();
    let mut rows = 0;
    let mut length = 0;
    while !stop.load(Ordering::Relaxed) {
        let now = file.metadata().unwrap().len();
        if now > length {
            let row = format!("{}\n", row(&format!("foreign-{rows}"), "to", "cites"));
            file.write_all(row.as_bytes()).unwrap();
            rows += 1;
            length = now + row.len() as u64;
        }
        thread::yield_now();
    }
    rows
}

/// A shell that runs `refscope refs add` several times in sequence.
fn writer(fixture: &Fixture, number: usize) -> std::process::Child {
    let binary = refscope(fixture.root()).get_program().to_owned();
    let script = format!(
        "n=0; while [ $n -lt {ROWS} ]; do \"$0\" refs add --from w{number}-$n --to to --relation led-to || exit 1; n=$((n+1)); done"
    );
    std::process::Command::new("/bin/sh")
        .arg("-c")
        .arg(script)
        .arg(binary)
        .current_dir(fixture.root())
        .env_clear()
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[test]
fn no_row_is_lost_or_split_with_sixteen_processes_and_an_unlocked_writer() {
    let fixture = Fixture::empty();
    let log = fixture.path("references.jsonl");
    let stop = AtomicBool::new(false);
    let foreign = thread::scope(|scope| {
        let stranger = scope.spawn(|| foreign_appender(&log, &stop));
        let mut writers: Vec<_> = (0..PROCESSES).map(|number| writer(&fixture, number)).collect();
        for writer in &mut writers {
            assert!(writer.wait().unwrap().success());
        }
        stop.store(true, Ordering::Relaxed);
        stranger.join().unwrap()
    });

    assert!(foreign > 0, "the stranger wrote nothing");
    let workspace = Workspace::load(fixture.root()).unwrap();
    assert_eq!(workspace.findings, []);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for edge in workspace.graph.edges() {
        *seen.entry(edge.from().id().to_owned()).or_default() += 1;
    }
    let ours = (0..PROCESSES).flat_map(|number| (0..ROWS).map(move |row| format!("w{number}-{row}")));
    let theirs = (0..foreign).map(|number| format!("foreign-{number}"));
    let expected: BTreeMap<_, _> = ours.chain(theirs).map(|from| (from, 1)).collect();
    assert_eq!(seen, expected);
    assert_eq!(fixture.read("audit.jsonl").lines().count(), PROCESSES * ROWS);
}
