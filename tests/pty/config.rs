//! The user's configuration files: their effect, their errors, and the state saved for the next session.

use super::opened::{SIZE, demo, open_demo, start};
use crate::support::screen::{End, Session};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The demo with files in the folder `config/refscope`.
fn with_files(files: &[(&str, &str)]) -> TempDir {
    let folder = demo();
    write(&folder.path().join("config/refscope"), files);
    folder
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
}

fn open(folder: &Path) -> Session {
    let (config, state) = (folder.join("config"), folder.join("state"));
    let environment = [("XDG_CONFIG_HOME", config.to_str().unwrap()), ("XDG_STATE_HOME", state.to_str().unwrap())];
    start(folder, &[], &environment, SIZE)
}

#[test]
fn every_configuration_error_is_shown_with_its_line_and_the_valid_names() {
    let folder = with_files(&[
        ("config.yaml", "mouse: true\ntheme: pink\n"),
        ("keymap.yaml", "everywhere:\n  fly: [z]\n  quit: [Q]\n"),
        ("themes/mine.yaml", "name: mine\nbase: dark\nroles:\n  shadow: {fg: red}\n"),
    ]);
    let session = open(folder.path());
    session.wait_for_text("Configuration errors");
    // Text is wrapped, so it is compared without line breaks.
    let inside = session.rows().join(" ").replace('│', " ");
    let words = inside.split_whitespace().collect::<Vec<_>>().join(" ");
    for expected in ["config.yaml:2", "pink", "high-contrast", "keymap.yaml:2", "fly", "themes/mine.yaml:4", "shadow"] {
        assert!(words.contains(expected), "{expected} is missing:\n{}", session.text());
    }
}

#[test]
fn valid_entries_of_a_file_with_errors_apply() {
    let folder = with_files(&[
        ("config.yaml", "ascii: true\ntheme: pink\n"),
        ("keymap.yaml", "everywhere:\n  fly: [z]\n  quit: [Q]\n"),
    ]);
    let mut session = open(folder.path());
    session.wait_for_text("Configuration errors");
    session.keys("\x1b");
    session.wait_for(|screen| !screen.contents().contains("Configuration errors"), "no configuration errors");
    assert!(session.text().is_ascii(), "{}", session.text());
    session.keys("Q");
    assert_eq!(session.wait_exit(), End::Code(0));
}

#[test]
fn files_in_the_home_directory_are_used() {
    let folder = demo();
    let home = folder.path().join("home");
    write(&home.join(".config/refscope"), &[("config.yaml", "ascii: true\n")]);
    let session = open_demo(folder.path(), &[], &[("HOME", home.to_str().unwrap())]);
    assert!(session.text().is_ascii(), "{}", session.text());
}

#[test]
fn filters_and_the_node_are_saved_for_the_next_session() {
    let folder = demo();
    let mut session = open(folder.path());
    session.wait_for_selected("alice-chen");
    session.press("d", "in · depth 1");
    session.press("+", "in · depth 2");
    session.press("r", "Relations");
    session.press("o", "Relations 1 of 27");
    session.press("\x1b", "only mentions");
    session.keys("/kind:task\r");
    session.wait_for_selected("fix-stampede");
    session.keys("j");
    session.wait_for_selected("jitter-ttl");
    session.keys("q");
    assert_eq!(session.wait_exit(), End::Code(0));

    let session = open(folder.path());
    session.wait_for_selected("jitter-ttl");
    session.wait_for_text("in · depth 2 · only mentions");
    session.wait_for_text("/ kind:task");
}

#[test]
fn filters_are_saved_even_if_the_connection_is_lost() {
    let folder = demo();
    let mut session = open(folder.path());
    session.wait_for_selected("alice-chen");
    session.press("d", "in · depth 1");
    session.close_master();
    assert_eq!(session.wait_exit(), End::Code(129));
    open(folder.path()).wait_for_text("in · depth 1");
}
