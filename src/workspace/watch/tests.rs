//! Tests with real folders and file system events.

use super::*;
use crate::system::kit::fixture::folder;
use crate::workspace::{Boundary, Settings};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write as _;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use tempfile::TempDir;

/// Timeout of a test.
const LIMIT: Duration = Duration::from_secs(20);

/// Prevents the switch to polling on a machine with slow events, in tests of something else.
const PATIENT: Duration = Duration::from_secs(3600);

const LOG: &str = "references.jsonl";

/// Uses events on any file system.
fn listening() -> Habits {
    Habits { is_silent: |_| false, check: PATIENT, ..Habits::default() }
}

struct Watched {
    folder: TempDir,
    watch: Watch,
    updates: Receiver<WatchEvent>,
}

impl Watched {
    fn new(files: &[(&str, &str)]) -> Self {
        Self::with(files, WatchSetting::Auto, listening())
    }

    fn with(files: &[(&str, &str)], wanted: WatchSetting, habits: Habits) -> Self {
        Self::start(folder(files), wanted, habits)
    }

    fn start(folder: TempDir, wanted: WatchSetting, habits: Habits) -> Self {
        let scope = Scope::of(folder.path(), &Settings::load(folder.path(), &Boundary::open(folder.path())).unwrap());
        let (sender, updates) = channel();
        let watch = Watch::with_habits(scope, wanted, habits, move |noticed| drop(sender.send(noticed))).unwrap();
        let is_live = wanted == WatchSetting::Auto && !(habits.is_silent)(folder.path());
        let expected = if is_live { Watching::Live } else { Watching::Polling };
        let watched = Self { folder, watch, updates };
        assert_eq!(watched.next(), WatchEvent::Mode(expected));
        assert_eq!(watched.next(), WatchEvent::Changed(Changes::Anywhere));
        watched
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).unwrap();
    }

    fn append(&self, name: &str, text: &str) {
        let mut file = File::options().append(true).create(true).open(self.path(name)).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    }

    fn next(&self) -> WatchEvent {
        self.updates.recv_timeout(LIMIT).expect("nothing was noticed")
    }

    /// Waits until each of these paths, or a parent of it, was reported; returns all reported paths.
    fn until(&self, names: &[&str]) -> BTreeSet<PathBuf> {
        let mut all = BTreeSet::new();
        let is_there = |all: &BTreeSet<PathBuf>, name: &str| all.iter().any(|path| self.path(name).starts_with(path));
        while !names.iter().all(|name| is_there(&all, name)) {
            match self.next() {
                WatchEvent::Changed(Changes::Paths(paths)) => all.extend(paths),
                other => panic!("{other:?} while waiting for {names:?}"),
            }
        }
        all
    }

    /// All reported paths up to a final marker change.
    fn all_until_now(&self) -> Vec<String> {
        self.write("config.yaml", "");
        let all = self.until(&["config.yaml"]).into_iter().filter(|path| *path != self.path("config.yaml"));
        all.map(|path| path.strip_prefix(self.folder.path()).unwrap().to_str().unwrap().to_owned()).collect()
    }
}

#[test]
fn appended_row_is_noticed() {
    let watched = Watched::new(&[(LOG, "")]);
    watched.append(LOG, "row\n");
    assert_eq!(watched.until(&[LOG]), [watched.path(LOG)].into());
}

#[test]
fn log_created_later_is_noticed() {
    let watched = Watched::new(&[("artifacts/a.md", "")]);
    watched.append(LOG, "row\n");
    watched.until(&[LOG]);
}

#[test]
fn created_edited_and_removed_artifacts_are_noticed() {
    let watched = Watched::new(&[("artifacts/notes/a.md", "")]);
    watched.write("artifacts/notes/b.md", "new");
    watched.until(&["artifacts/notes/b.md"]);
    watched.write("artifacts/notes/a.md", "edited");
    watched.until(&["artifacts/notes/a.md"]);
    fs::remove_file(watched.path("artifacts/notes/a.md")).unwrap();
    watched.until(&["artifacts/notes/a.md"]);
}

#[test]
fn both_names_of_a_renamed_artifact_are_noticed() {
    let watched = Watched::new(&[("artifacts/notes/a.md", ""), ("artifacts/tasks/x.md", "")]);
    fs::rename(watched.path("artifacts/notes/a.md"), watched.path("artifacts/tasks/b.md")).unwrap();
    watched.until(&["artifacts/notes/a.md", "artifacts/tasks/b.md"]);
}

#[test]
fn replaced_log_and_its_replacement_are_noticed() {
    let watched = Watched::new(&[(LOG, "old\n")]);
    watched.write("references.jsonl.tmp", "new\n");
    fs::rename(watched.path("references.jsonl.tmp"), watched.path(LOG)).unwrap();
    assert_eq!(watched.until(&[LOG]), [watched.path(LOG)].into());
    watched.append(LOG, "row\n");
    watched.until(&[LOG]);
}

#[test]
fn new_folder_is_watched_with_its_contents() {
    let watched = Watched::new(&[("artifacts/notes/a.md", "")]);
    fs::create_dir_all(watched.path("artifacts/new/deep/deeper")).unwrap();
    watched.write("artifacts/new/deep/deeper/a.md", "");
    watched.until(&["artifacts/new/deep/deeper/a.md"]);
    watched.all_until_now();
    watched.append("artifacts/new/deep/deeper/a.md", "edited");
    watched.until(&["artifacts/new/deep/deeper/a.md"]);
}

#[test]
fn system_folder_is_watched_once_it_is_created() {
    for name in ["artifacts", "kinds", "units", "records", ".yggdrasil", ".causalist"] {
        let watched = Watched::new(&[(LOG, "")]);
        fs::create_dir(watched.path(name)).unwrap();
        watched.until(&[name]);
        watched.all_until_now();
        watched.write(&format!("{name}/a.md"), "");
        watched.until(&[&format!("{name}/a.md")]);
    }
}

#[test]
fn renamed_folder_is_watched_under_its_new_name() {
    let watched = Watched::new(&[("artifacts/notes/deep/a.md", "")]);
    fs::rename(watched.path("artifacts/notes"), watched.path("artifacts/tasks")).unwrap();
    watched.until(&["artifacts/notes", "artifacts/tasks"]);
    watched.all_until_now();
    watched.append("artifacts/tasks/deep/a.md", "edited");
    watched.until(&["artifacts/tasks/deep/a.md"]);
}

#[test]
fn folder_that_was_removed_and_created_again_is_watched() {
    let watched = Watched::new(&[("artifacts/notes/a.md", "")]);
    fs::remove_dir_all(watched.path("artifacts")).unwrap();
    watched.until(&["artifacts"]);
    fs::create_dir_all(watched.path("artifacts/notes")).unwrap();
    watched.until(&["artifacts/notes"]);
    watched.all_until_now();
    watched.write("artifacts/notes/a.md", "");
    watched.until(&["artifacts/notes/a.md"]);
}

#[test]
fn causal_graph_in_a_code_folder_is_noticed_but_not_the_code() {
    let watched = Watched::new(&[("lib/deep/main.rs", "")]);
    watched.write("lib/deep/main.rs", "edited");
    watched.write("lib/deep/x.causal.json", "");
    assert_eq!(watched.until(&["lib/deep/x.causal.json"]), [watched.path("lib/deep/x.causal.json")].into());
}

#[test]
fn reading_is_not_noticed() {
    let watched = Watched::new(&[("artifacts/notes/a.md", "a"), (LOG, "row\n"), ("units/u.json", "[]")]);
    for name in ["artifacts/notes/a.md", LOG, "units/u.json"] {
        fs::read(watched.path(name)).unwrap();
    }
    for name in ["", "artifacts", "artifacts/notes"] {
        assert!(fs::read_dir(watched.path(name)).unwrap().count() > 0);
    }
    assert_eq!(watched.all_until_now(), [""; 0]);
}

#[test]
fn temporary_files_of_editors_are_not_noticed() {
    let watched = Watched::new(&[("artifacts/notes/a.md", "a")]);
    for name in ["artifacts/notes/4913", "artifacts/notes/.a.md.swp", "artifacts/notes/a.md~", "README.md"] {
        watched.write(name, "");
        fs::remove_file(watched.path(name)).unwrap();
    }
    assert_eq!(watched.all_until_now(), [""; 0]);
}

#[test]
fn every_path_of_a_burst_is_noticed() {
    let watched = Watched::new(&[("artifacts/notes/a.md", "")]);
    let names: Vec<_> = (0..300).map(|number| format!("artifacts/notes/{number}.md")).collect();
    for name in &names {
        watched.write(name, "");
    }
    let wanted: Vec<_> = names.iter().map(String::as_str).collect();
    let expected: BTreeSet<_> = names.iter().map(|name| watched.path(name)).collect();
    assert_eq!(watched.until(&wanted), expected);
}

#[test]
fn changes_in_quick_succession_are_debounced() {
    let (outbox, inbox) = channel();
    for number in 0..1000 {
        let event = notify::Event::new(notify::EventKind::Any).add_path(number.to_string().into());
        outbox.send(Heard::Event(Ok(event))).unwrap();
    }
    let habits = Habits { quiet: Duration::ZERO, longest: PATIENT, ..Habits::default() };
    let scope = Scope::of(Path::new("/w"), &Settings::default());
    let worker = Worker { scope, habits, inbox, outbox, progress: Progress::default(), deliver: Box::new(drop) };
    let mut gathered = 0;
    worker.gather(|_| gathered += 1);
    assert_eq!(gathered, 1000);
}

#[test]
fn change_of_a_link_target_is_noticed_under_the_name_of_the_link() {
    let (here, there) = (folder(&[("artifacts/a.md", "")]), folder(&[("log", ""), ("notes/b.md", "")]));
    symlink(there.path().join("log"), here.path().join(LOG)).unwrap();
    symlink(there.path().join("notes"), here.path().join("artifacts/notes")).unwrap();
    let watched = Watched::start(here, WatchSetting::Auto, listening());
    fs::write(there.path().join("log"), "row\n").unwrap();
    watched.until(&[LOG]);
    fs::write(there.path().join("notes/b.md"), "edited").unwrap();
    watched.until(&["artifacts/notes/b.md"]);
}

#[test]
fn link_created_later_is_followed() {
    let (watched, there) = (Watched::new(&[("artifacts/a.md", "")]), folder(&[("log", "")]));
    symlink(there.path().join("log"), watched.path(LOG)).unwrap();
    watched.until(&[LOG]);
    watched.all_until_now();
    fs::write(there.path().join("log"), "row\n").unwrap();
    watched.until(&[LOG]);
}

#[test]
fn new_settings_change_what_is_watched() {
    let there = folder(&[("u.json", "")]);
    let watched = Watched::new(&[(LOG, "")]);
    let place = there.path().display();
    watched.write(".refscope.yaml", &format!("log: logs/edges.jsonl\nsources: [{{system: unit, path: {place}}}]\n"));
    watched.until(&[".refscope.yaml"]);
    watched.all_until_now();
    fs::create_dir(watched.path("logs")).unwrap();
    watched.until(&["logs"]);
    watched.append("logs/edges.jsonl", "row\n");
    watched.until(&["logs/edges.jsonl"]);
    fs::write(there.path().join("u.json"), "[]").unwrap();
    watched.until(&[there.path().join("u.json").to_str().unwrap()]);
}

#[test]
fn files_of_a_system_are_watched_once_the_file_that_marks_it_is_created() {
    let watched = Watched::new(&[(LOG, ""), ("code/main.rs", "")]);
    watched.write("code/catalog-info.yaml", "kind: API\n");
    assert_eq!(watched.all_until_now(), [] as [&str; 0]);
    watched.write("catalog-info.yaml", "kind: API\n");
    watched.until(&["catalog-info.yaml"]);
    watched.all_until_now();
    watched.write("code/catalog-info.yaml", "kind: Group\n");
    watched.until(&["code/catalog-info.yaml"]);
}

#[test]
fn additional_sources_are_watched() {
    let there = folder(&[("artifacts/a.md", "")]);
    let settings = format!("sources: [{{system: reference, path: {}}}]\n", there.path().display());
    let watched = Watched::new(&[(".refscope.yaml", &settings)]);
    for name in ["artifacts/a.md", LOG] {
        fs::write(there.path().join(name), "x").unwrap();
        watched.until(&[there.path().join(name).to_str().unwrap()]);
    }
}

/// A watch of `workspace` below `above`, with the log in `old/logs` beside it.
fn beside_its_log(above: &Path, wanted: WatchSetting) -> (Watch, Receiver<WatchEvent>) {
    let root = above.join("workspace");
    for folder in [&root, &above.join("old/logs")] {
        fs::create_dir_all(folder).unwrap();
    }
    fs::write(root.join(LOG), "").unwrap();
    fs::write(above.join("old/logs/log"), "row\n").unwrap();
    let (sender, updates) = channel();
    let brief = Duration::from_millis(10);
    let habits = Habits { check: brief, doubt: brief, logs: brief, ..listening() };
    let scope = Scope::of(&root, &Settings { log: "../old/logs/log".into(), ..Settings::default() });
    let watch = Watch::with_habits(scope, wanted, habits, move |noticed| drop(sender.send(noticed))).unwrap();
    (watch, updates)
}

#[test]
fn missing_events_switch_to_polling() {
    let above = tempfile::tempdir().unwrap();
    let (_watch, updates) = beside_its_log(above.path(), WatchSetting::Auto);
    let next = || updates.recv_timeout(LIMIT).unwrap();
    assert_eq!([next(), next()], [WatchEvent::Mode(Watching::Live), WatchEvent::Changed(Changes::Anywhere)]);
    // The log is gone, but no watched folder was renamed, so there is no event.
    fs::rename(above.path().join("old"), above.path().join("new")).unwrap();
    assert_eq!([next(), next()], [WatchEvent::Mode(Watching::Polling), WatchEvent::Changed(Changes::Anywhere)]);
}

#[test]
fn removed_workspace_is_gone_until_it_reappears() {
    for (wanted, how) in [(WatchSetting::Auto, Watching::Live), (WatchSetting::Poll, Watching::Polling)] {
        let above = tempfile::tempdir().unwrap();
        let (_watch, updates) = beside_its_log(above.path(), wanted);
        // Other changes can be reported first.
        let until = |expected: Watching| {
            std::iter::from_fn(|| Some(updates.recv_timeout(LIMIT).unwrap()))
                .find(|it| *it == WatchEvent::Mode(expected))
        };
        until(how);
        fs::rename(above.path().join("workspace"), above.path().join("away")).unwrap();
        until(Watching::Gone);
        fs::rename(above.path().join("away"), above.path().join("workspace")).unwrap();
        until(how);
        assert_eq!(updates.recv_timeout(LIMIT).unwrap(), WatchEvent::Changed(Changes::Anywhere));
    }
}

#[test]
fn file_system_without_events_is_polled() {
    Watched::with(&[(LOG, "")], WatchSetting::Auto, Habits { is_silent: |_| true, ..listening() });
}

#[test]
fn new_settings_can_add_a_source_without_events() {
    let habits = Habits { is_silent: |path| path.ends_with("mount"), ..listening() };
    let watched = Watched::with(&[(LOG, "")], WatchSetting::Auto, habits);
    watched.write(".refscope.yaml", "sources: [{system: unit, path: mount}]\n");
    let mut noticed = watched.next();
    while let WatchEvent::Changed(Changes::Paths(_)) = noticed {
        noticed = watched.next();
    }
    assert_eq!(noticed, WatchEvent::Mode(Watching::Polling));
}

#[test]
fn folder_that_git_no_longer_ignores_is_watched() {
    let watched = Watched::new(&[("build/main.rs", ""), (".gitignore", "build\n")]);
    watched.write(".gitignore", "");
    watched.until(&[".gitignore"]);
    watched.all_until_now();
    watched.write("build/x.causal.json", "");
    watched.until(&["build/x.causal.json"]);
}

#[test]
fn polling_checks_the_logs_often() {
    let habits = Habits { logs: Duration::from_millis(5), all: PATIENT, ..Habits::default() };
    let watched = Watched::with(&[(LOG, "")], WatchSetting::Poll, habits);
    for _ in 0..3 {
        watched.append(LOG, "row\n");
        assert_eq!(watched.until(&[LOG]), [watched.path(LOG)].into());
    }
    fs::remove_file(watched.path(LOG)).unwrap();
    watched.until(&[LOG]);
}

#[test]
fn polling_checks_everything_less_often() {
    let brief = Duration::from_millis(5);
    let watched =
        Watched::with(&[(LOG, "")], WatchSetting::Poll, Habits { logs: brief, all: brief, ..Habits::default() });
    assert_eq!([watched.next(), watched.next()], [const { WatchEvent::Changed(Changes::Anywhere) }; 2]);
}

#[test]
fn nothing_is_noticed_after_the_watch_is_dropped() {
    for (wanted, habits) in
        [(WatchSetting::Auto, listening()), (WatchSetting::Poll, Habits { logs: PATIENT, ..Habits::default() })]
    {
        let watched = Watched::with(&[(LOG, "")], wanted, habits);
        let Watched { folder, watch, updates } = watched;
        drop(watch);
        fs::write(folder.path().join(LOG), "row\n").unwrap();
        // The thread has ended once the channel is disconnected.
        assert_eq!(updates.recv_timeout(LIMIT), Err(RecvTimeoutError::Disconnected));
    }
}

#[test]
fn nothing_is_noticed_with_watching_off() {
    let folder = folder(&[(LOG, "")]);
    let (sender, updates) = channel();
    let scope = Scope::of(folder.path(), &Settings::default());
    let _watch = Watch::start(scope, WatchSetting::Off, move |noticed| drop(sender.send(noticed))).unwrap();
    assert_eq!(updates.recv_timeout(LIMIT), Err(RecvTimeoutError::Disconnected));
}
