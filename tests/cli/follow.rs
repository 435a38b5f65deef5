//! `refs --follow`.

use crate::support::{CLAIM, Fixture, refscope, row, unit};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

/// Time limit of each wait: a test that exceeds it fails.
const LIMIT: Duration = Duration::from_secs(60);

const LOG: &str = "references.jsonl";

/// A running `refs --follow` that has finished reading the existing edges.
struct Following {
    child: Child,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Following {
    fn start(fixture: &Fixture, arguments: &[&str]) -> Self {
        let (mut following, out) = Self::unread(fixture, arguments);
        following.out = lines_of(out);
        following
    }

    /// Like [`Self::start`], with standard output left to the test.
    fn unread(fixture: &Fixture, arguments: &[&str]) -> (Self, ChildStdout) {
        let mut command = refscope(fixture.root());
        command.arg("refs").args(arguments).arg("--follow").stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (out, err) = (child.stdout.take().unwrap(), lines_of::<ChildStderr>(child.stderr.take().unwrap()));
        let following = Self { child, out: channel().1, err };
        while !following.message().starts_with("following: ") {}
        (following, out)
    }

    fn message(&self) -> String {
        self.err.recv_timeout(LIMIT).expect("nothing was said")
    }

    fn line(&self) -> String {
        self.out.recv_timeout(LIMIT).expect("no edge came")
    }

    fn edge(&self) -> Value {
        let line = self.line();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The ends of the next printed edge.
    fn ends(&self) -> String {
        let edge = self.edge();
        format!("{}>{}", edge["from"].as_str().unwrap(), edge["to"].as_str().unwrap())
    }

    fn ended(&mut self) -> ExitStatus {
        let (sender, ended) = channel();
        // Standard error ends with the process.
        let err = std::mem::replace(&mut self.err, channel().1);
        thread::spawn(move || sender.send(err.iter().collect::<Vec<_>>()));
        assert_eq!(ended.recv_timeout(LIMIT).expect("it did not end"), [""; 0]);
        self.child.wait().unwrap()
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        // The process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn lines_of<R: Read + Send + 'static>(from: R) -> Receiver<String> {
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(from).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

fn append(fixture: &Fixture, text: &str) {
    let mut log = File::options().append(true).create(true).open(fixture.path(LOG)).unwrap();
    log.write_all(text.as_bytes()).unwrap();
}

fn append_row(fixture: &Fixture, from: &str, to: &str, relation: &str) {
    append(fixture, &format!("{}\n", row(from, to, relation)));
}

#[test]
fn a_row_appended_by_another_program_is_printed_in_the_shape_of_all_edges() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    append_row(&fixture, "b", "s", "addresses");
    let edge = following.edge();
    let answer = fixture.run(&["refs", "b", "--relation", "addresses"]).code(0).json();
    assert_eq!(edge, answer[0]);
}

#[test]
fn a_row_appended_by_refscope_is_printed() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    fixture.run(&["refs", "add", "--from", "b", "--to", "s", "--relation", "addresses"]).code(0);
    assert_eq!(following.ends(), "b>s");
}

#[test]
fn rows_are_printed_in_order_and_only_once() {
    let fixture = Fixture::empty();
    let following = Following::start(&fixture, &[]);
    for number in 0..200 {
        append_row(&fixture, "x", &number.to_string(), "cites");
        append_row(&fixture, "x", &number.to_string(), "cites");
    }
    for number in 0..200 {
        assert_eq!(following.ends(), format!("x>{number}"));
    }
}

#[test]
fn rows_around_a_node_are_printed_in_order_too() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &["a", "--direction", "both"]);
    let rows = [row("x", "a", "cites"), row("a", "y", "cites"), row("z", "a", "cites"), row("a", "b", "cites")];
    append(&fixture, &(rows.join("\n") + "\n"));
    let came: Vec<_> = rows.iter().map(|_| following.ends()).collect();
    assert_eq!(came, ["x>a", "a>y", "z>a", "a>b"]);
}

#[test]
fn a_shortened_id_keeps_its_meaning_when_a_similar_unit_is_added() {
    let similar = "0196c801-7a10-7c01-8a01-3f6d2b9c0002";
    let fixture = Fixture::clean().write("units/one.json", unit(CLAIM, "assertion", ""));
    let following = Following::start(&fixture, &["0196c8", "--direction", "both"]);
    let refers = format!(r#", "references": [{{"id": "{CLAIM}", "rel": "supports"}}]"#);
    let fixture = fixture.write("units/two.json", unit(similar, "assertion", &refers));
    assert_eq!(following.ends(), format!("{similar}>{CLAIM}"));
    append_row(&fixture, "a", CLAIM, "cites");
    assert_eq!(following.ends(), format!("a>{CLAIM}"));
}

#[test]
fn an_edge_written_into_an_artifact_is_printed() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    let fixture = fixture.write("artifacts/tasks/b.md", "---\ntitle: Task B\nmentions: [m]\n---\nSee [[s]].\n");
    let edge = following.edge();
    assert_eq!((&edge["from"], &edge["to"], &edge["implicit"]), (&"b".into(), &"s".into(), &true.into()));
    drop(fixture);
}

#[test]
fn an_incomplete_row_is_printed_once_it_is_complete() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    let whole = row("b", "s", "addresses");
    let (start, end) = whole.split_at(whole.len() / 2);
    append(&fixture, start);
    // This row shows that the incomplete one was read.
    let fixture = fixture.write("artifacts/tasks/c.md", "---\ntitle: Task C\n---\nSee [[b]].\n");
    assert_eq!(following.ends(), "c>b");
    append(&fixture, &format!("{end}\n"));
    assert_eq!(following.ends(), "b>s");
}

#[test]
fn only_new_rows_of_a_replaced_log_are_printed() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    let rows = [row("b", "s", "addresses"), row("a", "b", "led-to"), row("s", "a", "led-to")];
    let fixture = fixture.write("new.jsonl", rows.join("\n") + "\n");
    fs::rename(fixture.path("new.jsonl"), fixture.path(LOG)).unwrap();
    assert_eq!(following.ends(), "b>s");
    append_row(&fixture, "b", "m", "cites");
    assert_eq!(following.ends(), "b>m");
}

#[test]
fn rows_of_a_log_created_later_are_printed() {
    let fixture = Fixture::clean().remove(LOG);
    let following = Following::start(&fixture, &[]);
    append_row(&fixture, "b", "s", "addresses");
    assert_eq!(following.ends(), "b>s");
}

#[test]
fn an_edge_retracted_before_it_is_read_is_not_printed() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    let ts = "2026-05-01T10:00:00.000Z";
    let retraction = format!(
        r#"{{"ts":"{ts}","actor":"cli","retracts":{{"from":"b","to":"s","relation":"addresses","ts":"{ts}"}}}}"#
    );
    // One write, so that no reader sees one row without the other.
    append(&fixture, &format!("{}\n{retraction}\n", row("b", "s", "addresses")));
    append_row(&fixture, "b", "m", "cites");
    assert_eq!(following.ends(), "b>m");
}

#[test]
fn retracting_an_edge_prints_nothing() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    fixture.run(&["refs", "retract", "a", "b", "led-to"]).code(0);
    append_row(&fixture, "b", "m", "cites");
    assert_eq!(following.ends(), "b>m");
}

#[test]
fn with_an_id_only_edges_within_its_reach_are_printed() {
    let fixture = Fixture::empty().rows(&[row("a", "b", "cites")]);
    let following = Following::start(&fixture, &["a", "--depth", "2"]);
    append_row(&fixture, "x", "y", "cites");
    append_row(&fixture, "b", "c", "cites");
    assert_eq!(following.ends(), "b>c");
    append_row(&fixture, "a", "x", "cites");
    // The next edge existed before but was out of reach.
    assert_eq!([following.ends(), following.ends()], ["a>x", "x>y"]);
}

#[test]
fn the_id_may_be_defined_later() {
    let fixture = Fixture::empty();
    let following = Following::start(&fixture, &["later", "--direction", "in"]);
    append_row(&fixture, "a", "b", "cites");
    append_row(&fixture, "a", "later", "cites");
    assert_eq!(following.ends(), "a>later");
}

#[test]
fn relation_and_domain_filter_the_printed_edges() {
    let fixture = Fixture::clean();
    let relations = Following::start(&fixture, &["--relation", "cites,supersedes"]);
    let domain = Following::start(&fixture, &["--domain", "infra"]);
    for (from, to, relation) in
        [("b", "s", "led-to"), ("b", "m", "cites"), ("a", "s", "addresses"), ("b", "a", "supersedes")]
    {
        append_row(&fixture, from, to, relation);
    }
    assert_eq!([relations.ends(), relations.ends()], ["b>m", "b>a"]);
    assert_eq!(domain.ends(), "a>s");
}

#[test]
fn on_a_terminal_rows_are_printed_in_readable_form() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &["--format", "human"]);
    append_row(&fixture, "b", "s", "addresses");
    assert_eq!(following.line(), "b  addresses →  s  references.jsonl:3  cli 2026-05-01");
}

#[test]
fn the_process_ends_when_its_output_is_closed_even_without_new_edges() {
    let fixture = Fixture::clean();
    let (mut following, out) = Following::unread(&fixture, &[]);
    drop(out);
    assert_eq!(following.ended().code(), Some(0));
}

#[test]
fn edges_added_while_the_configuration_is_invalid_are_printed_once_it_is_fixed() {
    let fixture = Fixture::clean();
    let following = Following::start(&fixture, &[]);
    let fixture = fixture.write(".refscope.yaml", "log: [");
    assert!(following.message().starts_with("warning: "));
    let fixture = fixture.write("artifacts/tasks/c.md", "---\ntitle: Task C\n---\nSee [[b]].\n");
    append_row(&fixture, "b", "s", "addresses");
    let fixture = fixture.remove(".refscope.yaml");
    let mut came = [following.ends(), following.ends()];
    came.sort();
    assert_eq!(came, ["b>s", "c>b"]);
    drop(fixture);
}

#[test]
fn depth_requires_an_id() {
    let fixture = Fixture::clean();
    for option in ["--depth=2", "--direction=in", "--lens=layer"] {
        let run = fixture.run(&["refs", "--follow", option]).code(2);
        assert!(run.stderr.contains("<ID>"), "{}", run.stderr);
    }
    fixture.run(&["refs"]).code(2);
}
