//! The workspaces: the demo, one for each system, a mixed one and a generated one. All but the demo and the generated
//! one deliberately contain errors: cycles, contradictions, undefined ids, duplicates and malformed files.
//!
//! The same function always writes the same files with the same modification times.

mod causal;
mod mixed;
mod model;
mod records;
mod references;
mod units;

pub(super) use causal::causal;
pub(super) use mixed::mixed;
pub(super) use model::{broken_model, model};
pub(super) use records::records;
pub(super) use references::references;
pub(super) use units::units;

use crate::support::Fixture;
use refscope::sample::unpack_demo;
use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

/// Modification time of files that a program wrote: 2026-01-02T03:04:05.678Z, as of all files of a fixture.
const MODIFIED: Duration = Duration::from_millis(1_767_323_045_678);

pub(super) fn demo() -> Fixture {
    let fixture = Fixture::bare();
    unpack_demo(fixture.root()).unwrap();
    fixture
}

/// A workspace that is large enough for a snapshot.
pub(super) fn generated() -> Fixture {
    let fixture = Fixture::bare();
    let size = ["--artifacts", "1500", "--rows", "25000", "--body-bytes", "400", "--seed", "1"];
    fixture.run(&[&["generate", "."], &size[..]].concat()).code(0);
    set_times(fixture.root());
    fixture
}

/// Adds empty files until the workspace is large enough for a snapshot. They define nothing, and no command prints them.
pub(super) fn padded(fixture: Fixture) -> Fixture {
    let fixture = fixture.write(".causalist/.gitignore", ".gitignore\npadding-*\n");
    (0..1_000).fold(fixture, |fixture, n| fixture.write(&format!(".causalist/padding-{n}.json"), r#"{"nodes": []}"#))
}

/// Sets the modification time of every file below a folder.
fn set_times(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            set_times(&path);
        } else {
            let file = File::open(&path).unwrap();
            file.set_modified(UNIX_EPOCH + MODIFIED).unwrap();
        }
    }
}
