//! Finds the workspace folder: `--workspace`, environment variables, the nearest workspace at or above the current
//! folder, `~/loopany`.

use super::home;
use super::settings::SETTINGS_FILE;
use crate::source::{causal, reference, sidecar, unit, yggdrasil};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The places that can name a workspace, in order of precedence. An empty variable counts as unset.
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
    /// Reads the environment of this process; `flag` is `--workspace`.
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

/// A file or folder that identifies a workspace.
struct Marker {
    name: &'static str,
    /// Whether an explicitly named folder contains it.
    is_there: fn(&Path) -> bool,
    /// Whether a folder found by searching contains it unambiguously.
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

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocateError {
    /// The named folder does not exist or is not a folder.
    #[error("{} ({named_by}) is not a folder", path.display())]
    NotAFolder {
        path: PathBuf,
        /// The flag or variable that named it.
        named_by: &'static str,
    },
    /// The named folder contains no marker.
    #[error("{} ({named_by}) is not a refscope workspace: found none of {}", path.display(), marker_names())]
    NoMarker {
        path: PathBuf,
        /// The flag or variable that named it.
        named_by: &'static str,
    },
    /// No folder was named and none was found.
    #[error(
        "no workspace found: looked for references.jsonl, artifacts/ with kinds/, units/, *.causal.json, .causalist/, .yggdrasil/, records/ or .refscope.yaml"
    )]
    NotFound {
        /// The places that were searched, as messages.
        tried: Vec<String>,
    },
}

impl LocateError {
    /// The places that were searched, and how to proceed.
    pub fn hints(&self) -> Vec<String> {
        let mut hints = match self {
            Self::NotFound { tried } => tried.clone(),
            Self::NotAFolder { .. } | Self::NoMarker { .. } => Vec::new(),
        };
        if matches!(self, Self::NotFound { .. }) {
            hints.push("create an empty references.jsonl to make this folder a workspace".to_owned());
        }
        hints.push("select a workspace with --workspace DIR, or try the demo: refscope demo".to_owned());
        hints
    }
}

fn marker_names() -> String {
    MARKERS.iter().map(|marker| marker.name).collect::<Vec<_>>().join(", ")
}

/// The workspace folder: the named one, else the nearest one at or above the current folder, else `~/loopany`.
pub fn locate(wanted: &WorkspaceChoice) -> Result<PathBuf, LocateError> {
    let folder = choose(wanted)?;
    // For display: a path without links and dots.
    Ok(folder.canonicalize().unwrap_or(folder))
}

fn choose(wanted: &WorkspaceChoice) -> Result<PathBuf, LocateError> {
    let variable = |value: &Option<OsString>| value.clone().filter(|value| !value.is_empty()).map(PathBuf::from);
    let named = [
        ("--workspace", wanted.flag.clone()),
        ("$REFSCOPE_WORKSPACE", variable(&wanted.refscope_workspace)),
        ("$LOOPANY_HOME", variable(&wanted.loopany_home)),
    ];
    for (named_by, path) in named {
        if let Some(path) = path {
            return check_named(wanted.here.join(path), named_by);
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

fn check_named(path: PathBuf, named_by: &'static str) -> Result<PathBuf, LocateError> {
    if !path.is_dir() {
        return Err(LocateError::NotAFolder { path, named_by });
    }
    if !holds_anything(&path) {
        return Err(LocateError::NoMarker { path, named_by });
    }
    Ok(path)
}

/// Whether an explicitly named folder is a workspace.
pub(super) fn holds_anything(folder: &Path) -> bool {
    MARKERS.iter().any(|marker| (marker.is_there)(folder)) || causal::is_below(folder)
}

/// Whether a folder found by searching is unambiguously a workspace. Many projects have a folder `artifacts`, so it
/// counts only together with `kinds`.
fn is_marked(folder: &Path) -> bool {
    let both = ["artifacts", "kinds"].iter().all(|name| folder.join(name).is_dir());
    both || MARKERS.iter().any(|marker| (marker.is_sure)(folder))
}

fn tried(wanted: &WorkspaceChoice, fallback: Option<&Path>) -> Vec<String> {
    vec![
        "--workspace, $REFSCOPE_WORKSPACE and $LOOPANY_HOME are not set".to_owned(),
        format!("no workspace at or above {}", wanted.here.display()),
        match fallback {
            Some(fallback) => format!("no workspace at {}", fallback.display()),
            None => "no workspace at ~/loopany: no home folder".to_owned(),
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
    fn flag_overrides_variables_and_variables_override_the_search() {
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
    fn folder_with_only_artifacts_is_not_a_workspace() {
        let folders = Folders::new();
        let wanted = folders.wanted("project");
        folders.path("project/artifacts");
        assert!(matches!(locate(&wanted), Err(LocateError::NotFound { .. })));
        folders.path("project/kinds");
        assert_eq!(locate(&wanted), Ok(folders.path("project")));
    }

    #[test]
    fn named_folder_needs_at_least_one_marker() {
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
    fn error_lists_the_searched_places_and_the_remedy() {
        let folders = Folders::new();
        let error = locate(&folders.wanted("here")).unwrap_err();
        let error = format!("{error} {}", error.hints().join(" "));
        for part in ["references.jsonl", "REFSCOPE_WORKSPACE", "LOOPANY_HOME", "here", "loopany", "refscope demo"] {
            assert!(error.contains(part), "{part}: {error}");
        }
    }
}
