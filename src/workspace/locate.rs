//! Which folder is meant.

use super::home;
use super::settings::SETTINGS_FILE;
use crate::source::{causal, reference, sidecar, unit, yggdrasil};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Where the wish for a workspace can come from, strongest first. An empty variable counts as unset.
#[derive(Debug, Clone, Default)]
pub struct WorkspaceChoice {
    /// `--workspace`.
    pub flag: Option<PathBuf>,
    /// `$REFSCOPE_WORKSPACE`.
    pub refscope_workspace: Option<OsString>,
    /// `$LOOPANY_HOME`.
    pub loopany_home: Option<OsString>,
    /// The folder to search upward from.
    pub here: PathBuf,
    /// The user's home folder.
    pub home: Option<PathBuf>,
}

impl WorkspaceChoice {
    /// What this process's environment says, with the command line's word on top.
    pub fn from_environment(flag: Option<PathBuf>) -> Self {
        Self {
            flag,
            refscope_workspace: std::env::var_os("REFSCOPE_WORKSPACE"),
            loopany_home: std::env::var_os("LOOPANY_HOME"),
            here: std::env::current_dir().unwrap_or_default(),
            home: home::home_folder(),
        }
    }
}

/// Something that makes a folder a workspace.
struct Marker {
    name: &'static str,
    /// Whether it is in a folder that somebody named.
    is_there: fn(&Path) -> bool,
    /// Whether it is in a folder that nobody named, and can mean nothing else.
    is_sure: fn(&Path) -> bool,
}

const MARKERS: [Marker; 8] = [
    Marker { name: reference::LOG_FILE, is_there: has_log, is_sure: has_log },
    Marker { name: "artifacts/", is_there: |folder| folder.join("artifacts").is_dir(), is_sure: |_| false },
    Marker { name: "kinds/", is_there: |folder| folder.join("kinds").is_dir(), is_sure: |_| false },
    Marker { name: "units/", is_there: |folder| folder.join(unit::FOLDER).is_dir(), is_sure: unit::is_in },
    Marker { name: "*.causal.json or .causalist/", is_there: causal::is_in, is_sure: causal::is_in },
    Marker { name: ".yggdrasil/", is_there: has_model, is_sure: has_model },
    Marker { name: "records/", is_there: |folder| folder.join(sidecar::FOLDER).is_dir(), is_sure: sidecar::is_in },
    Marker { name: SETTINGS_FILE, is_there: has_settings, is_sure: has_settings },
];

fn has_log(folder: &Path) -> bool {
    folder.join(reference::LOG_FILE).is_file()
}

fn has_model(folder: &Path) -> bool {
    folder.join(yggdrasil::FOLDER).is_dir()
}

fn has_settings(folder: &Path) -> bool {
    folder.join(SETTINGS_FILE).is_file()
}

/// Why there is no workspace.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocateError {
    /// The folder that was named does not exist or is no folder.
    #[error("{} ({source_of_wish}) is not a folder", path.display())]
    NotAFolder {
        /// The folder.
        path: PathBuf,
        /// Who named it.
        source_of_wish: &'static str,
    },
    /// The folder that was named holds nothing refscope knows.
    #[error("{} ({source_of_wish}) is no workspace: it holds none of {}", path.display(), marker_names())]
    NoMarker {
        /// The folder.
        path: PathBuf,
        /// Who named it.
        source_of_wish: &'static str,
    },
    /// Nobody named a folder and none was found.
    #[error(
        "no workspace found: looked for references.jsonl, artifacts/ with kinds/, units/, *.causal.json, .causalist/, .yggdrasil/, records/ or .refscope.yaml"
    )]
    NotFound {
        /// What was looked at, in words.
        tried: Vec<String>,
    },
}

impl LocateError {
    /// What was looked at, and how to go on.
    pub fn hints(&self) -> Vec<String> {
        let mut hints = match self {
            Self::NotFound { tried } => tried.clone(),
            Self::NotAFolder { .. } | Self::NoMarker { .. } => Vec::new(),
        };
        if matches!(self, Self::NotFound { .. }) {
            hints.push("an empty references.jsonl makes this folder a workspace".to_owned());
        }
        hints.push("name a workspace with --workspace DIR, or try the demo: refscope demo".to_owned());
        hints
    }
}

fn marker_names() -> String {
    MARKERS.iter().map(|marker| marker.name).collect::<Vec<_>>().join(", ")
}

/// The workspace folder: the one that was named, else the nearest one upward from here, else `~/loopany`.
pub fn locate(wanted: &WorkspaceChoice) -> Result<PathBuf, LocateError> {
    let folder = choose(wanted)?;
    // A path without links and dots reads better; the folder itself is the same.
    Ok(folder.canonicalize().unwrap_or(folder))
}

fn choose(wanted: &WorkspaceChoice) -> Result<PathBuf, LocateError> {
    let variable = |value: &Option<OsString>| value.clone().filter(|value| !value.is_empty()).map(PathBuf::from);
    let named = [
        ("--workspace", wanted.flag.clone()),
        ("$REFSCOPE_WORKSPACE", variable(&wanted.refscope_workspace)),
        ("$LOOPANY_HOME", variable(&wanted.loopany_home)),
    ];
    for (source_of_wish, path) in named {
        if let Some(path) = path {
            return check_named(wanted.here.join(path), source_of_wish);
        }
    }
    if let Some(found) = wanted.here.ancestors().find(|folder| is_marked(folder)) {
        return Ok(found.to_owned());
    }
    let fallback = wanted.home.as_ref().map(|home| home.join("loopany"));
    match &fallback {
        Some(fallback) if holds_anything(fallback) => Ok(fallback.clone()),
        _ => Err(LocateError::NotFound { tried: tried(wanted, fallback.as_deref()) }),
    }
}

fn check_named(path: PathBuf, source_of_wish: &'static str) -> Result<PathBuf, LocateError> {
    if !path.is_dir() {
        return Err(LocateError::NotAFolder { path, source_of_wish });
    }
    if !holds_anything(&path) {
        return Err(LocateError::NoMarker { path, source_of_wish });
    }
    Ok(path)
}

/// Whether a folder that was named is a workspace.
pub(super) fn holds_anything(folder: &Path) -> bool {
    MARKERS.iter().any(|marker| (marker.is_there)(folder)) || causal::is_below(folder)
}

/// Whether a folder nobody named is surely a workspace. Many projects have a folder called `artifacts`; only together
/// with `kinds` it says something.
fn is_marked(folder: &Path) -> bool {
    let both = ["artifacts", "kinds"].iter().all(|name| folder.join(name).is_dir());
    both || MARKERS.iter().any(|marker| (marker.is_sure)(folder))
}

fn tried(wanted: &WorkspaceChoice, fallback: Option<&Path>) -> Vec<String> {
    vec![
        "--workspace, $REFSCOPE_WORKSPACE and $LOOPANY_HOME are not set".to_owned(),
        format!("{} and the folders above it hold none", wanted.here.display()),
        match fallback {
            Some(fallback) => format!("{} is none", fallback.display()),
            None => "~/loopany is none: there is no home folder".to_owned(),
        },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    struct Folders {
        top: tempfile::TempDir,
    }

    impl Folders {
        fn new() -> Self {
            Self { top: tempfile::tempdir().unwrap() }
        }

        fn path(&self, name: &str) -> PathBuf {
            let path = self.top.path().join(name);
            fs::create_dir_all(&path).unwrap();
            path.canonicalize().unwrap()
        }

        fn workspace(&self, name: &str) -> PathBuf {
            let path = self.path(name);
            fs::write(path.join("references.jsonl"), "").unwrap();
            path
        }

        fn wanted(&self, here: &str) -> WorkspaceChoice {
            WorkspaceChoice { here: self.path(here), home: Some(self.path("home")), ..WorkspaceChoice::default() }
        }
    }

    #[test]
    fn the_flag_beats_the_variables_and_they_beat_the_search() {
        let folders = Folders::new();
        let (flag, first, second) =
            (folders.workspace("flag"), folders.workspace("first"), folders.workspace("second"));
        let near = folders.workspace("near");
        let home = folders.workspace("home/loopany");
        let mut wanted = folders.wanted("near/a/b");
        wanted.flag = Some(flag.clone());
        wanted.refscope_workspace = Some(first.clone().into());
        wanted.loopany_home = Some(second.clone().into());
        assert_eq!(locate(&wanted), Ok(flag));
        wanted.flag = None;
        assert_eq!(locate(&wanted), Ok(first));
        wanted.refscope_workspace = Some(OsString::new());
        assert_eq!(locate(&wanted), Ok(second));
        wanted.loopany_home = None;
        assert_eq!(locate(&wanted), Ok(near));
        wanted.here = folders.path("elsewhere");
        assert_eq!(locate(&wanted), Ok(home));
    }

    #[test]
    fn a_folder_called_artifacts_alone_is_not_taken_for_a_workspace() {
        let folders = Folders::new();
        let wanted = folders.wanted("project");
        folders.path("project/artifacts");
        assert!(matches!(locate(&wanted), Err(LocateError::NotFound { .. })));
        folders.path("project/kinds");
        assert_eq!(locate(&wanted), Ok(folders.path("project")));
    }

    #[test]
    fn a_named_folder_needs_only_one_marker_but_needs_one() {
        let folders = Folders::new();
        let mut wanted = folders.wanted("here");
        wanted.flag = Some(PathBuf::from("../plain"));
        assert!(matches!(locate(&wanted), Err(LocateError::NotAFolder { .. })));
        folders.path("plain");
        assert!(matches!(locate(&wanted), Err(LocateError::NoMarker { .. })));
        folders.path("plain/artifacts");
        assert!(locate(&wanted).is_ok());
    }

    #[test]
    fn finding_nothing_says_what_was_looked_for_and_how_to_go_on() {
        let folders = Folders::new();
        let error = locate(&folders.wanted("here")).unwrap_err();
        let error = format!("{error} {}", error.hints().join(" "));
        for part in ["references.jsonl", "REFSCOPE_WORKSPACE", "LOOPANY_HOME", "here", "loopany", "refscope demo"] {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
