//! Many concurrent writers while the screen is open.

use crate::live::incremental::dump;
use crate::support::screen::{Session, rows};
use crate::support::{Fixture, row};
use refscope::doctor;
use refscope::edge_log::{AppendError, EdgeLog, Written};
use refscope::graph::Row;
use refscope::query::stats;
use refscope::text::{count, grouped};
use refscope::time::Millis;
use refscope::workspace::watch::{Scope, Watch, WatchEvent, WatchSetting};
use refscope::workspace::{Boundary, Live, Progress, Workspace};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};
use vt100::Screen;

const WRITERS: usize = 16;
const ROWS: usize = 2_000;
/// Number of source nodes per writer, and of its rows that share a target.
const SOURCES: usize = 50;
/// Number of rows appended while keys are pressed.
const FLOOD: usize = 4_025;
const SIZE: (u16, u16) = (160, 40);
/// Time limit of each wait: a test that exceeds it fails.
const LIMIT: Duration = Duration::from_secs(60);
/// 2026-05-01T10:00:00Z, as in [`row`].
const THEN: Millis = 1_777_629_600_000;

/// A small workspace whose confidences do not depend on the day the test is run.
fn workspace() -> Fixture {
    Fixture::clean().write(".refscope.yaml", "half_life_days: 0\n")
}

/// The ends of a writer's row.
fn ends(writer: usize, number: usize) -> (String, String) {
    (format!("w{writer:02}-{:02}", number % SOURCES), format!("t{:02}", number / SOURCES))
}

fn append_to_log(root: &Path) -> File {
    OpenOptions::new().append(true).open(root.join("references.jsonl")).unwrap()
}

/// Appends as other programs do: each row with one write, and no lock.
fn write_without_lock(root: &Path, writer: usize) {
    let mut log = append_to_log(root);
    for number in 0..ROWS {
        let (from, to) = ends(writer, number);
        log.write_all(format!("{}\n", row(&from, &to, "cites")).as_bytes()).unwrap();
        thread::yield_now();
    }
}

/// Appends as refscope does, and returns what it reports for each row.
fn write_as_refscope(root: &Path, writer: usize) -> Vec<Written> {
    let log = EdgeLog::of(root);
    let write = |number| {
        let (from, to) = ends(writer, number);
        let row = Row::new(from, "cites", to).by("cli").at(THEN);
        loop {
            match log.add(&row, Instant::now()) {
                // On a slow machine other writers may hold the lock longer than the timeout; nothing was written.
                Err(AppendError::Locked { .. }) => {}
                written => return written.unwrap(),
            }
        }
    };
    (0..ROWS).map(write).collect()
}

/// Refreshes a workspace as the program does, until it has `edges` edges.
fn follow(live: &mut Live, noticed: &Receiver<WatchEvent>, edges: usize) {
    while live.workspace().graph.edges().count() != edges {
        let one = noticed.recv_timeout(LIMIT).unwrap_or_else(|error| {
            panic!("{error}: {} of {edges} edges", live.workspace().graph.edges().count());
        });
        if let WatchEvent::Changed(mut changes) = one {
            for more in noticed.try_iter() {
                if let WatchEvent::Changed(more) = more {
                    changes.merge(more);
                }
            }
            live.refresh(&changes).unwrap();
        }
    }
}

/// All rows of a screen without trailing blanks, which may or may not have been written.
fn seen_rows(screen: &Screen) -> Vec<String> {
    rows(screen).iter().map(|row| row.trim_end().to_owned()).collect()
}

/// Asserts that the session and one that has just loaded the workspace show the same after these keys.
fn assert_same(session: &mut Session, fresh: &mut Session, keys: &str, seen: &[&str]) {
    fresh.keys(keys);
    let is_there = |text: &str| seen.iter().all(|part| text.contains(part));
    fresh.wait_for(|screen| is_there(&screen.contents()), &format!("{seen:?}"));
    let expected = fresh.look(seen_rows);
    session.keys(keys);
    session.wait_for(|screen| seen_rows(screen) == expected, &format!("the same as\n{}\n", expected.join("\n")));
}

#[test]
fn with_sixteen_writers_the_screen_ends_with_exactly_the_edges_of_the_file() {
    let fixture = workspace();
    let root = fixture.root();
    let before = Workspace::load(root).unwrap();
    let edges = before.graph.edges().count() + WRITERS * ROWS;
    let mut session = Session::start(root, &[], &[], SIZE);
    session.wait_for_text(" live ");
    let mut live = Live::load(root, &Boundary::around(root), &Progress::default(), drop).unwrap().unwrap();
    let (tell, noticed) = mpsc::channel();
    let scope = Scope::of(root, &before.settings);
    let watch = Watch::start(scope, WatchSetting::Auto, move |noticed| drop(tell.send(noticed))).unwrap();

    let written: Vec<_> = thread::scope(|scope| {
        let ours: Vec<_> =
            (0..WRITERS / 2).map(|writer| scope.spawn(move || write_as_refscope(root, writer))).collect();
        for writer in WRITERS / 2..WRITERS {
            scope.spawn(move || write_without_lock(root, writer));
        }
        follow(&mut live, &noticed, edges);
        ours.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    drop(watch);

    let log = fixture.read("references.jsonl");
    let lines: Vec<_> = log.lines().collect();
    let lost: Vec<_> = written.iter().filter(|row| lines.get(row.line as usize - 1) != Some(&&*row.json)).collect();
    assert_eq!(lost, [] as [&Written; 0], "rows that were called written");
    let fresh = Workspace::load(root).unwrap();
    let found: Vec<_> = fresh.graph.edges().map(|edge| (edge.from().id(), edge.to().id())).collect();
    let distinct: BTreeSet<_> = found.iter().copied().collect();
    let all = (0..WRITERS).flat_map(|writer| (0..ROWS).map(move |number| ends(writer, number)));
    let missing: Vec<_> = all.filter(|(from, to)| !distinct.contains(&(from.as_str(), to.as_str()))).collect();
    assert_eq!((found.len(), missing), (edges, Vec::new()));
    assert!(dump(live.workspace()) == dump(&fresh), "what was followed is not what is there");

    let counted = format!("{} edges  ● live  ", grouped(stats(&fresh.graph).edges));
    let header = counted + &count(doctor::report(&fresh).findings.len(), "finding");
    session.wait_for_text(&header);
    let mut second = Session::start(root, &[], &[], SIZE);
    second.wait_for_text(&header);
    for (id, edge, degree) in [
        ("w03-07", "││w03-07 cites t00 ", "0 in · 40 out"),
        ("w12-49", "││w12-49 cites t00 ", "0 in · 40 out"),
        ("t17", " cites t17 ", "800 in · 0 out"),
    ] {
        // The neighbourhood, the edge below it and the detail arrive one after another; only the heading of the detail
        // consists of the id alone.
        let (title, detail) = (format!("┌ {id} both"), format!("││{id}        "));
        assert_same(&mut session, &mut second, &format!("/\x15{id}\r"), &[&title, edge, &detail, degree]);
    }
}

/// Appends 1,000 rows per second for a few seconds.
fn flood(root: &Path) {
    let mut log = append_to_log(root);
    for number in 0..FLOOD {
        let (from, to) = ends(0, number);
        log.write_all(format!("{}\n", row(&from, &to, "cites")).as_bytes()).unwrap();
        if number % 10 == 9 {
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Replaces the search text by a word: first character by character, then several at once.
fn search_for(session: &mut Session, word: &str) {
    session.press("/\x15", "│/  ");
    for end in 1..=word.len() {
        session.press(&word[end - 1..end], &format!("│/ {} ", &word[..end]));
    }
    let left = word.repeat(2);
    let left = &left[..left.len() - 2];
    session.press(&format!("\x15{word}{word}\x7f\x7fXY"), &format!("│/ {left}XY "));
}

#[test]
fn keys_take_effect_one_by_one_while_rows_are_appended() {
    let fixture = workspace();
    let root = fixture.root();
    let mut session = Session::start(root, &[], &[], SIZE);
    session.wait_for_text(" live ");
    thread::scope(|scope| {
        let flood = scope.spawn(|| flood(root));
        session.wait_for_text("│  ? t00 ");
        while !flood.is_finished() {
            for word in ["the", "quick", "brown", "fox", "jumps", "over", "the", "lazy", "dog"] {
                search_for(&mut session, word);
            }
        }
    });
    let fresh = Workspace::load(root).unwrap();
    session.wait_for_text(&format!("{} edges  ● live  ", grouped(stats(&fresh.graph).edges)));
    let (_, last) = ends(0, FLOOD - 1);
    session.keys(&format!("/\x15{last}\r"));
    session.wait_for_text(&format!("┌ {last} both"));
    session.wait_for_text(&format!("{} in · 0 out", (FLOOD - 1) % SOURCES + 1));
}
