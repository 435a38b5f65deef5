//! Finds the workspace folder: `--workspace`, environment variables, the nearest workspace at or above the current
//! folder, the usual folders of systems in the user's home.

use super::home;
use super::settings::SETTINGS_FILE;
use crate::system::log::LOG_FILE;
use crate::system::{Marker, Systems, looks_like};
use crate::text;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The places that can name a workspace, in order of precedence. An empty variable counts as unset.
#[derive(Debug, Clone, Default)]
pub struct WorkspaceChoice {
    /// `--workspace`.
    pub flag: Option<PathBuf>,
    /// `$REFSCOPE_WORKSPACE`.
    pub refscope_workspace: Option<OsString>,
    /// Variables of systems that name a workspace, with their values.
    pub variables: Vec<(&'static str, Option<OsString>)>,
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
            variables: variables().map(|name| (name, std::env::var_os(name))).collect(),
            here: std::env::current_dir().unwrap_or_default(),
            home: home::home_folder(),
        }
    }
}

/// Everything that identifies a workspace: the markers of all systems, and the settings.
fn markers() -> Vec<Marker> {
    let has_settings = |folder: &Path| folder.join(SETTINGS_FILE).is_file();
    let settings = Marker { name: SETTINGS_FILE, is_there: has_settings, is_sure: has_settings };
    Systems::built_in().iter().flat_map(|(_, system)| system.markers()).chain([settings]).collect()
}

/// Environment variables of systems that name a workspace.
fn variables() -> impl Iterator<Item = &'static str> {
    let systems = Systems::built_in();
    systems.iter().filter_map(|(_, system)| system.workspace_variable()).collect::<Vec<_>>().into_iter()
}

/// Folders of systems in the user's home folder.
fn home_folders(home: &Path) -> Vec<PathBuf> {
    Systems::built_in().iter().filter_map(|(_, system)| system.home_folder()).map(|name| home.join(name)).collect()
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocateError {
    /// The named folder does not exist or is not a folder.
    #[error("{} ({named_by}) is not a folder", path.display())]
    NotAFolder {
        path: PathBuf,
        /// The flag or variable that named it.
        named_by: String,
    },
    /// The named folder contains no marker.
    #[error("{} ({named_by}) is not a refscope workspace: found none of {}", path.display(), marker_names())]
    NoMarker {
        path: PathBuf,
        /// The flag or variable that named it.
        named_by: String,
        /// What the folder contains instead, and what to do with it.
        instead: Vec<String>,
    },
    /// No folder was named and none was found.
    #[error("no workspace found: looked for {}", marker_names())]
    NotFound {
        /// The places that were searched, as messages.
        tried: Vec<String>,
        /// What the current folder contains instead, and what to do with it.
        instead: Vec<String>,
    },
}

impl LocateError {
    /// The places that were searched, what was found there, and how to proceed.
    pub fn hints(&self) -> Vec<String> {
        let mut hints = match self {
            // The most useful hints first.
            Self::NotFound { tried, instead } => instead.iter().chain(tried).cloned().collect(),
            Self::NoMarker { instead, .. } => instead.clone(),
            Self::NotAFolder { .. } => Vec::new(),
        };
        match self {
            Self::NotFound { .. } => hints.push(format!("create an empty {LOG_FILE} to make this folder a workspace")),
            Self::NoMarker { .. } => hints.push(format!("create an empty {LOG_FILE} there to make it a workspace")),
            Self::NotAFolder { .. } => {}
        }
        hints.push("select a workspace with --workspace DIR, or try the demo: refscope demo".to_owned());
        hints
    }
}

/// The names of all markers, for messages.
fn marker_names() -> String {
    text::either(&markers().iter().map(|marker| marker.name).collect::<Vec<_>>())
}

/// What a folder that was not chosen contains, and what to do with it: markers that are too ambiguous for a search, and
/// tables with references.
fn found_instead(folder: &Path) -> Vec<String> {
    // Other markers may need a search of everything below the folder.
    let folders = markers().into_iter().filter(|marker| marker.name.ends_with('/'));
    let unsure: Vec<_> = folders.filter(|marker| (marker.is_there)(folder)).map(|marker| marker.name).collect();
    let ambiguous = (!unsure.is_empty()).then(|| {
        let names = text::listed(&unsure);
        format!("found {names}, which other programs use too: to read this folder anyway, use --workspace .")
    });
    ambiguous.into_iter().chain(looks_like::hints(folder)).collect()
}

/// The workspace folder: the named one, else the nearest one at or above the current folder, else one of the usual
/// folders in the user's home.
pub fn locate(wanted: &WorkspaceChoice) -> Result<PathBuf, LocateError> {
    let folder = choose(wanted)?;
    // For display: a path without links and dots.
    Ok(folder.canonicalize().unwrap_or(folder))
}

fn choose(wanted: &WorkspaceChoice) -> Result<PathBuf, LocateError> {
    let variable = |value: &Option<OsString>| value.clone().filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = [
        ("--workspace".to_owned(), wanted.flag.clone()),
        ("$REFSCOPE_WORKSPACE".to_owned(), variable(&wanted.refscope_workspace)),
    ];
    let of_systems = wanted.variables.iter().map(|(name, value)| (format!("${name}"), variable(value)));
    for (named_by, path) in own.into_iter().chain(of_systems) {
        if let Some(path) = path {
            return check_named(wanted.here.join(path), named_by);
        }
    }
    if let Some(found) = wanted.here.ancestors().find(|folder| is_marked(folder)) {
        return Ok(found.to_owned());
    }
    let fallbacks = wanted.home.as_deref().map(home_folders);
    let found = fallbacks.iter().flatten().find(|folder| holds_anything(folder)).cloned();
    found.ok_or_else(|| LocateError::NotFound {
        tried: tried(wanted, fallbacks.as_deref()),
        instead: found_instead(&wanted.here),
    })
}

fn check_named(path: PathBuf, named_by: String) -> Result<PathBuf, LocateError> {
    if !path.is_dir() {
        return Err(LocateError::NotAFolder { path, named_by });
    }
    if !holds_anything(&path) {
        let instead = found_instead(&path);
        return Err(LocateError::NoMarker { path, named_by, instead });
    }
    Ok(path)
}

/// Whether an explicitly named folder is a workspace.
pub(super) fn holds_anything(folder: &Path) -> bool {
    markers().iter().any(|marker| (marker.is_there)(folder))
}

/// Whether a folder found by searching is unambiguously a workspace.
fn is_marked(folder: &Path) -> bool {
    markers().iter().any(|marker| (marker.is_sure)(folder))
}

fn tried(wanted: &WorkspaceChoice, fallbacks: Option<&[PathBuf]>) -> Vec<String> {
    let names = ["--workspace", "$REFSCOPE_WORKSPACE"].map(str::to_owned).into_iter();
    let names: Vec<_> = names.chain(wanted.variables.iter().map(|(name, _)| format!("${name}"))).collect();
    let mut tried = vec![
        format!("{} are not set", text::listed(&names)),
        format!("no workspace at or above {}", wanted.here.display()),
    ];
    match fallbacks {
        Some(folders) => tried.extend(folders.iter().map(|folder| format!("no workspace at {}", folder.display()))),
        None => tried.push("no home folder to look in".to_owned()),
    }
    tried
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
            let variables = variables().map(|name| (name, None)).collect();
            let (here, home) = (self.path(here), Some(self.path("home")));
            WorkspaceChoice { variables, here, home, ..WorkspaceChoice::default() }
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
        wanted.variables = vec![("LOOPANY_HOME", Some(second.clone().into()))];
        assert_eq!(locate(&wanted), Ok(flag));
        wanted.flag = None;
        assert_eq!(locate(&wanted), Ok(first));
        wanted.refscope_workspace = Some(OsString::new());
        assert_eq!(locate(&wanted), Ok(second));
        wanted.variables = Vec::new();
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
    fn error_names_the_markers_of_all_systems() {
        let folders = Folders::new();
        let error = locate(&folders.wanted("here")).unwrap_err().to_string();
        for marker in markers() {
            assert!(error.contains(marker.name), "{}: {error}", marker.name);
        }
    }

    #[test]
    fn error_says_what_the_folder_contains_instead() {
        let folders = Folders::new();
        let mut wanted = folders.wanted("here");
        fs::write(folders.path("here").join("tasks.jsonl"), "{\"id\": 1, \"parent\": 2}\n").unwrap();
        let hint = |wanted: &WorkspaceChoice, part: &str| {
            let hints = locate(wanted).unwrap_err().hints();
            assert!(hints.iter().any(|hint| hint.contains(part)), "{part}: {hints:?}");
        };
        hint(&wanted, "found references in 1 JSONL file (tasks.jsonl): declare them in .refscope.yaml");
        fs::write(folders.path("plain").join("edges.csv"), "from,to\na,b\n").unwrap();
        wanted.flag = Some(PathBuf::from("../plain"));
        hint(&wanted, "found references in 1 CSV file (edges.csv): declare them in .refscope.yaml");
    }

    #[test]
    fn ambiguous_folders_are_named() {
        let folders = Folders::new();
        let wanted = folders.wanted("here");
        folders.path("here/artifacts");
        folders.path("here/units");
        let hints = locate(&wanted).unwrap_err().hints();
        assert!(hints.iter().any(|hint| hint.starts_with("found artifacts/ and units/, which")), "{hints:?}");
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
