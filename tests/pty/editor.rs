//! To the editor and back to the same place.

use super::assert_as_found;
use super::opened::{ENTERED, SIZE, demo, open_demo, selected};
use crate::support::screen::{End, Session};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The demo with an editor that writes down how it was called and then does what `script` says.
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
fn a_change_is_seen_and_the_node_is_still_selected() {
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
    assert_as_found(&session);
}

#[test]
fn the_row_of_the_neighbourhood_is_still_selected() {
    let (_folder, mut session) = with_editor("sed -i 's/^title:.*/title: Another one/' \"$2\"");
    session.keys("/fix-stam\r");
    session.wait_for_selected("fix-stampede");
    session.wait_for_text("fix-stampede both");
    session.press("\rjjjj", ">   ▸ T jitter-ttl  Add jitter");
    session.press("e", "T jitter-ttl  Another one");
    session.wait_for_text(">   ▸ T jitter-ttl  Another one");
}

#[test]
fn an_editor_that_fails_is_told() {
    let (_folder, mut session) = with_editor("exit 3");
    session.keys("e");
    session.wait_for_text("! the editor sh ended with exit status: 3");
    assert_eq!(session.modes(), ENTERED);
}

#[test]
fn an_editor_that_is_not_there_is_told() {
    let folder = demo();
    let mut session = open_demo(folder.path(), &[], &[("VISUAL", "no-such-editor"), ("PATH", "/usr/bin:/bin")]);
    session.keys("e");
    session.wait_for_text("! the editor no-such-editor could not be run");
    assert_eq!(session.modes(), ENTERED);
}

#[test]
fn an_editor_gets_the_line_of_a_finding() {
    let folder = demo();
    fs::write(folder.path().join("vim"), "#!/bin/sh\nprintf '%s\\n' \"$@\" > arguments\n").unwrap();
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    fs::set_permissions(folder.path().join("vim"), permissions).unwrap();
    let mut session = open_demo(folder.path(), &[], &[("VISUAL", "./vim"), ("PATH", "/usr/bin:/bin")]);
    session.press("5/dangling\r", "Problems 1/10");
    session.keys("e");
    session.wait_for_bytes(b"\x1b[?1049l", "the way to the editor");
    session.wait_for(|screen| screen.alternate_screen() && screen.size() == (SIZE.1, SIZE.0), "the way back");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));
    let arguments = arguments(folder.path());
    assert!(arguments[0].starts_with('+') && arguments[1] == "--", "{arguments:?}");
    assert!(Path::new(&arguments[2]).is_file(), "{arguments:?}");
}
