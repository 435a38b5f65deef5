//! A killed process never loses a row that it has acknowledged.

use crate::support::{Fixture, refscope};
use refscope::workspace::Workspace;
use std::io::Read as _;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Instant;

const RUNS: u32 = 200;

fn add(fixture: &Fixture, number: u32) -> Child {
    let mut command = refscope(fixture.root());
    command.args(["refs", "add", "--from", &format!("run-{number}"), "--to", "to", "--relation", "led-to"]);
    command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap()
}

#[test]
fn no_acknowledged_row_is_missing_after_a_kill() {
    let fixture = Fixture::empty();
    let started = Instant::now();
    assert!(add(&fixture, RUNS).wait().unwrap().success());
    // Adaptive, so that about half of the processes are killed before they print their answer, however fast the machine
    // is.
    let mut moment = started.elapsed();

    let mut acknowledged = Vec::new();
    for number in 0..RUNS {
        let mut child = add(&fixture, number);
        thread::sleep(moment * (number * 73 % 32) / 32);
        child.kill().unwrap();
        let mut said = String::new();
        child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        child.wait().unwrap();
        if serde_json::from_str::<serde_json::Value>(&said).is_ok() {
            acknowledged.push(format!("run-{number}"));
            moment = moment * 15 / 16;
        } else {
            moment = moment * 16 / 15;
        }
    }
    let workspace = Workspace::load(fixture.root()).unwrap();
    let found: Vec<_> = workspace.graph.edges().map(|edge| edge.from().id().to_owned()).collect();
    let missing: Vec<_> = acknowledged.iter().filter(|from| !found.contains(from)).collect();
    assert!(missing.is_empty(), "acknowledged but not in the log: {missing:?}");
    let mut once = found.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), found.len(), "a row is there twice");
    assert!(!acknowledged.is_empty() && acknowledged.len() < RUNS as usize, "the test said nothing: {acknowledged:?}");
}
