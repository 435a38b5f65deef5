//! Opening the external editor and returning to the same place.

use super::assert_terminal_restored;
use super::opened::{ENTERED, SIZE, demo, open_demo, selected};
use crate::support::screen::{End, Session};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The demo with an editor that records its arguments and then runs `script`.
fn with_editor(script: &str) -> (TempDir, Session) {
    let folder = demo();
    let script = format!("printf '%s\\n' \"$@\" > arguments\n{script}\n");
    fs::write(folder.path().join("vi"), script).unwrap();
    let environment = [("VISUAL", "sh 'vi' --flag"), ("EDITOR", "false"), ("PATH", "/usr/bin:/bin")];
    let session = open_demo(folder.path(), &[], &environment);
    (folder, session)
}

fn arguments(folder: &Path) -> Vec<String> {
    fs::read_to_string(folder.join("arguments")).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_change_is_shown_and_the_node_stays_selected() {
    let (folder, mut session) = with_editor("sed -i 's/^title:.*/title: Something else entirely/' \"$2\"");
    session.keys("/jitter-ttl\r");
    session.wait_for_selected("jitter-ttl");
    session.keys("e");
    session.wait_for_text("Something else entirely");
    assert_eq!(session.look(selected).as_deref(), Some("jitter-ttl"));
    assert_eq!(session.modes(), ENTERED);
    let file = folder.path().join("w/artifacts/tasks/jitter-ttl.md");
    assert_eq!(arguments(folder.path()), ["--flag", file.to_str().unwrap()]);
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    assert_terminal_restored(&session);
}

#[test]
fn the_row_of_the_neighbourhood_stays_selected() {
    let (_folder, mut session) = with_editor("sed -i 's/^title:.*/title: Another one/' \"$2\"");
    session.keys("/fix-stam\r");
    session.wait_for_selected("fix-stampede");
    session.wait_for_text("fix-stampede both");
    session.press("\rjjjj", ">   ▸ T jitter-ttl  Add jitter");
    session.press("e", "T jitter-ttl  Another one");
    session.wait_for_text(">   ▸ T jitter-ttl  Another one");
}

#[test]
fn a_failing_editor_is_reported() {
    let (_folder, mut session) = with_editor("exit 3");
    session.keys("e");
    session.wait_for_text("! Editor sh failed: exit status: 3");
    assert_eq!(session.modes(), ENTERED);
}

#[test]
fn a_missing_editor_is_reported() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[("VISUAL", "no-such-editor"), ("PATH", "/usr/bin:/bin")]);
    session.keys("e");
    session.wait_for_text("! Cannot run editor no-such-editor");
    assert_eq!(session.modes(), ENTERED);
}

#[test]
fn the_editor_gets_the_line_of_a_finding() {
    let folder = demo();
    fs::write(folder.path().join("vim"), "#!/bin/sh\nprintf '%s\\n' \"$@\" > arguments\n").unwrap();
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path().join("vim"), permissions).unwrap();
    let mut session = open_demo(folder.path(), &[], &[("VISUAL", "./vim"), ("PATH", "/usr/bin:/bin")]);
    session.press("5/dangling\r", "Findings 1/10");
    session.keys("e");
    session.wait_for_bytes(b"\x1b[?1049l", "the way to the editor");
    session.wait_for(|screen| screen.alternate_screen() && screen.size() == (SIZE.1, SIZE.0), "the way back");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    let arguments = arguments(folder.path());
    assert!(arguments[0].starts_with('+') && arguments[1] == "--", "{arguments:?}");
    assert!(Path::new(&arguments[2]).is_file(), "{arguments:?}");
}
