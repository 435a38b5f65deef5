//! Files changed by other programs while the screen is open.

use super::opened::{SIZE, demo, log_of, selected, start};
use crate::support::screen::{Session, rows};
use crate::support::{row, run};
use refscope::query::stats;
use refscope::text::grouped;
use refscope::workspace::Workspace;
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;
use tempfile::TempDir;

const TASK: &str = "---\ntitle: Made outside\nstatus: todo\n---\n";

/// The demo with confidences that do not depend on the day the test is run.
fn workspace() -> TempDir {
    let folder = demo();
    fs::write(folder.path().join("w/.refscope.yaml"), "half_life_days: 0\n").unwrap();
    folder
}

/// Opens the demo and waits until its header shows the watch mode.
fn watched(word: &str, environment: &[(&str, &str)], folder: &TempDir) -> Session {
    let session = start(folder.path(), &[], environment, SIZE);
    wait_for_header(&session, &format!(" {word} "));
    wait_for_header(&session, "finding");
    session
}

/// Waits until the header contains a text.
fn wait_for_header(session: &Session, text: &str) {
    session.wait_for(|screen| rows(screen)[0].contains(text), &format!("{text} in the header"));
}

/// Waits until the header shows the number of edges of a freshly loaded workspace.
fn wait_for_all_edges(session: &Session, folder: &Path) {
    let fresh = Workspace::load(&folder.join("w")).unwrap();
    wait_for_header(session, &format!(" {} edges ", grouped(stats(&fresh.graph).edges)));
}

/// Appends rows as an agent does, without a lock.
fn append(folder: &Path, rows: &[String]) {
    append_to(&folder.join("w"), rows);
}

/// Like [`append`], with the folder of the workspace itself.
fn append_to(root: &Path, rows: &[String]) {
    let mut log = OpenOptions::new().append(true).open(root.join("references.jsonl")).unwrap();
    for row in rows {
        log.write_all(format!("{row}\n").as_bytes()).unwrap();
    }
}

/// Lists the tasks and selects the second one.
fn among_tasks(session: &mut Session) {
    session.keys("/kind:task\r");
    session.wait_for_selected("fix-stampede");
    session.keys("j");
    session.wait_for_selected("jitter-ttl");
}

/// Waits until the list is as expected, and asserts that the same node is still selected.
fn wait_for_list(session: &Session, expected: impl Fn(&str) -> bool, what: &str) {
    session.wait_for(|screen| expected(&screen.contents()), what);
    assert_eq!(session.look(selected).as_deref(), Some("jitter-ttl"), "{}", session.text());
}

#[test]
fn a_row_appended_outside_is_shown_and_the_selection_stays() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    session.keys("/fix-stam\r");
    session.wait_for_selected("fix-stampede");
    session.wait_for_text("fix-stampede both");
    session.press("\rjjjj", ">   ▸ T jitter-ttl");
    let place = |screen: &vt100::Screen| rows(screen).iter().position(|row| row.contains(">   ▸ T jitter-ttl"));
    let before = session.look(place).unwrap();

    append(folder.path(), &[row("by-agent", "fix-stampede", "cites")]);
    session.wait_for_text("by-agent");
    session.wait_for_text("cites (2)");
    assert_eq!(session.look(place), Some(before + 1), "{}", session.text());
    wait_for_all_edges(&session, folder.path());
}

#[test]
fn an_incomplete_row_is_shown_once_it_is_complete() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    let row = row("by-agent", "also-new", "cites");
    let mut log = OpenOptions::new().append(true).open(folder.path().join("w/references.jsonl")).unwrap();
    log.write_all(&row.as_bytes()[..40]).unwrap();
    // The next row shows that the incomplete one was read.
    fs::write(folder.path().join("w/artifacts/tasks/afterwards.md"), TASK).unwrap();
    wait_for_header(&session, " 47 nodes ");
    log.write_all(format!("{}\n", &row[40..]).as_bytes()).unwrap();
    wait_for_all_edges(&session, folder.path());
    session.keys("/by-ag\r");
    session.wait_for_selected("by-agent");
}

#[test]
fn an_artifact_edited_outside_is_reloaded() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    among_tasks(&mut session);
    let file = folder.path().join("w/artifacts/tasks/jitter-ttl.md");
    let text = fs::read_to_string(&file).unwrap();
    let title = text.lines().find(|line| line.starts_with("title:")).unwrap();
    fs::write(&file, text.replace(title, "title: Something else entirely")).unwrap();
    wait_for_list(&session, |text| text.contains("Something else entirely"), "another title");
}

#[test]
fn added_removed_and_renamed_artifacts_are_shown_and_the_selection_stays() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    among_tasks(&mut session);
    let file = |name: &str| folder.path().join("w/artifacts/tasks").join(name);
    let place = |screen: &vt100::Screen| rows(screen).iter().position(|row| row.starts_with("│> T jitter-ttl"));
    let before = session.look(place).unwrap();

    fs::write(file("aa-first.md"), TASK).unwrap();
    wait_for_list(&session, |text| text.contains("T aa-first"), "a new task");
    assert_eq!(session.look(place), Some(before + 1), "{}", session.text());
    fs::rename(file("aa-first.md"), file("zz-last.md")).unwrap();
    wait_for_list(&session, |text| !text.contains("T aa-first") && text.contains("T zz-last"), "another name");
    fs::remove_file(file("zz-last.md")).unwrap();
    wait_for_list(&session, |text| !text.contains("T zz-last"), "no such task");
    assert_eq!(session.look(place), Some(before));

    fs::create_dir(file("more")).unwrap();
    fs::write(file("more/deep.md"), TASK).unwrap();
    wait_for_list(&session, |text| text.contains("T deep"), "a task in a new folder");
    fs::remove_dir_all(file("more")).unwrap();
    wait_for_list(&session, |text| !text.contains("T deep"), "the folder gone");
}

#[test]
fn a_replaced_truncated_or_removed_log_is_reloaded() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    among_tasks(&mut session);
    let (log, new) = (folder.path().join("w/references.jsonl"), folder.path().join("w/new"));
    let was = log_of(folder.path());

    // Longer than before, so that the length alone would look like appended rows.
    let other: String = (0..100).map(|number| row("jitter-ttl", &format!("other-{number}"), "cites") + "\n").collect();
    assert!(other.len() > was.len());
    fs::write(&new, &other).unwrap();
    fs::rename(&new, &log).unwrap();
    wait_for_list(&session, |text| text.contains("→ cites (100)"), "the rows of the other file");
    wait_for_all_edges(&session, folder.path());

    let file = OpenOptions::new().write(true).open(&log).unwrap();
    file.set_len(3 * other.len() as u64 / 100 / 2).unwrap();
    drop(file);
    wait_for_list(&session, |text| text.contains("→ cites (1)"), "the rows that are left");
    wait_for_all_edges(&session, folder.path());

    fs::remove_file(&log).unwrap();
    wait_for_list(&session, |text| !text.contains("→ cites"), "no rows");
    wait_for_all_edges(&session, folder.path());

    fs::write(&log, &was).unwrap();
    wait_for_all_edges(&session, folder.path());
    append(folder.path(), &[row("jitter-ttl", "appended-last", "cites")]);
    wait_for_list(&session, |text| text.contains("appended-last"), "a row behind it all");
}

#[test]
fn changes_are_found_by_polling() {
    let folder = workspace();
    let config = folder.path().join("config/refscope");
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join("config.yaml"), "watch: poll\n").unwrap();
    let config = folder.path().join("config");
    let mut session = watched("polling", &[("XDG_CONFIG_HOME", config.to_str().unwrap())], &folder);
    among_tasks(&mut session);
    append(folder.path(), &[row("jitter-ttl", "by-agent", "cites")]);
    wait_for_list(&session, |text| text.contains("by-agent"), "a row from outside");
    fs::write(folder.path().join("w/artifacts/tasks/aa-first.md"), TASK).unwrap();
    wait_for_list(&session, |text| text.contains("T aa-first"), "a new task");
}

#[test]
fn without_watching_changes_are_shown_after_a_manual_reload() {
    let folder = workspace();
    let config = folder.path().join("config/refscope");
    fs::create_dir_all(&config).unwrap();
    fs::write(config.join("config.yaml"), "watch: off\n").unwrap();
    let config = folder.path().join("config");
    let mut session = watched("loaded", &[("XDG_CONFIG_HOME", config.to_str().unwrap())], &folder);
    among_tasks(&mut session);
    append(folder.path(), &[row("jitter-ttl", "by-agent", "cites")]);
    session.keys("R");
    wait_for_list(&session, |text| text.contains("by-agent"), "a row from outside");
}

#[test]
fn a_removed_workspace_is_shown_as_gone_until_it_is_back() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    let (there, away) = (folder.path().join("w"), folder.path().join("away"));
    fs::rename(&there, &away).unwrap();
    wait_for_header(&session, " gone ");
    // The loaded content can still be viewed.
    session.press("/fix-stam\r", "fix-stampede");
    append_to(&away, &[row("fix-stampede", "jitter-ttl", "cites")]);
    fs::rename(&away, &there).unwrap();
    wait_for_header(&session, " live ");
    wait_for_all_edges(&session, folder.path());
}

#[test]
fn drift_is_shown_when_source_files_change_and_cleared_by_a_sync() {
    let folder = workspace();
    let mut session = watched("live", &[], &folder);
    session.press("E", "2 ok");
    let source = folder.path().join("w/src/api/handler.ts");
    let before = fs::read_to_string(&source).unwrap();
    fs::write(&source, before + "// changed\n").unwrap();
    session.wait_for_text("1 ok, 1 source-drift");
    session.wait_for_text("src/api/handler.ts");
    run(&folder.path().join("w"), &["drift", "sync", "read-path/api"]).code(0);
    session.wait_for_text("2 ok");
}
