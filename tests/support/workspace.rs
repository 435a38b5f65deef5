//! A temporary workspace, filled file by file.

use super::run::{Run, run};
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, UNIX_EPOCH};

/// Modification time of every file of a fixture: 2026-01-02T03:04:05.678Z.
const MODIFIED: Duration = Duration::from_millis(1_767_323_045_678);

const TASK: &str = "---\nkind: task\nidPrefix: tsk-\n---\n## Frontmatter\n```yaml\ntitle: { type: string, required: true }\n\
    status: { type: enum, values: [todo, running, done] }\nmentions: { type: 'string[]' }\n```\n\
    ## Status machine\n```yaml\ninitial: todo\ntransitions:\n  todo: [running]\n  running: [done]\n```\n";
const SIGNAL: &str = "---\nkind: signal\n---\n## Status machine\n```yaml\ninitial: open\ntransitions:\n  \
    open: [addressed, dismissed]\n  addressed: [open]\n```\n";
const MISSION: &str = "---\nkind: mission\n---\n";
const PERSON: &str = "---\nkind: person\ndirName: people\n---\n";

/// A workspace in a folder that is removed at the end of the test.
pub(crate) struct Fixture {
    folder: tempfile::TempDir,
}

impl Fixture {
    /// An empty folder.
    pub(crate) fn bare() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// A folder with only an empty log.
    pub(crate) fn empty() -> Self {
        Self::bare().write("references.jsonl", "")
    }

    /// A small workspace without findings: kinds, `self`, an active mission `m`, tasks `a` and `b`, a signal `s`.
    pub(crate) fn clean() -> Self {
        Self::empty()
            .write("kinds/task.md", TASK)
            .write("kinds/signal.md", SIGNAL)
            .write("kinds/mission.md", MISSION)
            .write("kinds/person.md", PERSON)
            .write("config.yaml", "enabled_domains: [infra]\n")
            .write("artifacts/people/self.md", "---\nname: Self\n---\n")
            .write("artifacts/missions/m.md", "---\ntitle: The mission\nstatus: active\n---\n")
            .write(
                "artifacts/tasks/a.md",
                "---\ntitle: Task A\nstatus: todo\ndomain: infra\nmentions: [m]\n---\nSee [[b]].\n",
            )
            .write("artifacts/tasks/b.md", "---\ntitle: Task B\nstatus: done\nmentions:\n  - m\n---\n")
            .write("artifacts/signals/s.md", "---\ntitle: Signal S\nstatus: open\ndomain: infra\n---\n")
            .rows(&[row("s", "a", "led-to"), row("a", "b", "led-to")])
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    /// Writes a file and creates its parent folders.
    pub(crate) fn write(self, file: &str, content: impl AsRef<[u8]>) -> Self {
        let path = self.path(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        File::options().append(true).open(&path).unwrap().set_modified(UNIX_EPOCH + MODIFIED).unwrap();
        self
    }

    /// Writes a log with these rows.
    pub(crate) fn rows(self, rows: &[String]) -> Self {
        let log: String = rows.iter().map(|row| format!("{row}\n")).collect();
        self.write("references.jsonl", log)
    }

    /// Creates a symbolic link; `to` is relative to the link.
    pub(crate) fn link(self, name: &str, to: &str) -> Self {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to, path).unwrap();
        self
    }

    pub(crate) fn remove(self, file: &str) -> Self {
        fs::remove_file(self.path(file)).unwrap();
        self
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Runs the binary in this workspace.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        run(self.root(), arguments)
    }

    /// Runs the binary as a user who may read everything here but write nothing.
    pub(crate) fn run_without_rights(&self, arguments: &[&str]) -> Run {
        self.run_as_nobody(None, arguments)
    }

    /// Runs the binary as a user who may not even read one file or folder.
    pub(crate) fn run_locked(&self, locked: &Path, arguments: &[&str]) -> Run {
        self.run_as_nobody(Some(locked), arguments)
    }

    fn run_as_nobody(&self, locked: Option<&Path>, arguments: &[&str]) -> Run {
        let binary = self.path("refscope-copy");
        // Copied by another process: a file that is open for writing here while another test starts a program cannot be
        // executed.
        let copied = Command::new("cp").arg(env!("CARGO_BIN_EXE_refscope")).arg(&binary).status().unwrap();
        assert!(copied.success());
        for entry in walk(self.root()) {
            let mode = if entry.is_dir() || entry == binary { 0o555 } else { 0o444 };
            fs::set_permissions(&entry, Permissions::from_mode(mode)).unwrap();
        }
        if let Some(locked) = locked {
            fs::set_permissions(locked, Permissions::from_mode(0o000)).unwrap();
        }
        let mut command = Command::new(&binary);
        command.args(arguments).current_dir(self.root()).env_clear();
        // Permissions do not restrict root, so the process switches to the user `nobody`.
        if fs::metadata(self.root()).unwrap().uid() == 0 {
            command.uid(65534).gid(65534);
        }
        let run = command.output().unwrap().into();
        for folder in walk(self.root()).into_iter().filter(|entry| entry.is_dir()) {
            fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
        }
        run
    }

    /// The ids of all defined nodes, as listed by the program.
    pub(crate) fn ids(&self) -> Vec<String> {
        let listed = self.run(&["list"]).json();
        listed.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap().to_owned()).collect()
    }

    /// The codes of the doctor's findings, except the note that a model was never synchronised, which most test models
    /// get.
    pub(crate) fn codes(&self) -> Vec<String> {
        let report = self.run(&["doctor"]).json();
        let codes = report["findings"].as_array().unwrap().iter().map(|finding| finding["code"].as_str().unwrap());
        codes.filter(|code| *code != "drift-never-synced").map(str::to_owned).collect()
    }
}

/// A folder and everything below it.
fn walk(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(walk(&path)) } else { found.push(path) }
    }
    found
}

/// A row of the log, written by the command line on 1 May.
pub(crate) fn row(from: &str, to: &str, relation: &str) -> String {
    let ts = "2026-05-01T10:00:00.000Z";
    format!(r#"{{"ts":"{ts}","from":"{from}","to":"{to}","relation":"{relation}","actor":"cli"}}"#)
}
