//! Where records are: the folder that `.adr-dir` names, those of `.log4brains.yml`, and the usual ones.

use super::{SYSTEM, name, rules};
use crate::finding::Finding;
use crate::system::kit::named::Finder;
use crate::system::{built_in, declared, file, yaml};
use crate::text::quoted;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The file of adr-tools with the path of the folder.
pub(super) const ADR_DIR: &str = ".adr-dir";

/// The settings of log4brains.
pub(super) const LOG4BRAINS: &str = ".log4brains.yml";

/// The usual folder without a folder around it, which is recognised only if no folder above is a workspace.
pub(super) const BARE: &str = "adr";

/// The other usual folders.
pub(super) const USUAL: [&str; 5] =
    ["doc/adr", "docs/adr", "docs/adrs", "docs/decisions", "docs/architecture/decisions"];

/// A folder of records.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
    /// The package of log4brains, which is a part of the ids.
    pub(super) package: Option<String>,
}

/// The usual folders, those that do not exist included.
pub(super) fn usual(root: &Path) -> impl Iterator<Item = PathBuf> {
    USUAL.into_iter().chain([BARE]).map(|name| root.join(name))
}

/// Whether a folder of this name contains a numbered record.
pub(super) fn has_records(folder: &Path) -> bool {
    file::names_in(folder).is_ok_and(|names| names.iter().any(|name| name::is_numbered(name)))
}

/// Whether a folder contains one of the usual folders other than `adr` with a numbered record.
pub(super) fn has_usual(folder: &Path) -> bool {
    USUAL.iter().any(|name| has_records(&folder.join(name)))
}

/// Whether a folder contains `adr` with a numbered record.
pub(super) fn has_bare(folder: &Path) -> bool {
    has_records(&folder.join(BARE))
}

/// Whether a folder found by searching is a workspace because of its `adr`. In `docs/adr`, the folder `docs` is not: a
/// folder above it in the same repository is one. Outside a repository, only the folder directly above counts.
pub(super) fn has_bare_alone(folder: &Path) -> bool {
    has_bare(folder) && !above(folder).iter().any(|above| is_workspace(above))
}

/// The folders above one in the same repository.
fn above(folder: &Path) -> Vec<&Path> {
    let is_top = |folder: &Path| folder.join(".git").exists();
    if is_top(folder) {
        return Vec::new();
    }
    let folders: Vec<_> = folder.ancestors().skip(1).collect();
    let most = folders.iter().position(|folder| is_top(folder)).map_or(1, |top| top + 1);
    folders.into_iter().take(most).collect()
}

fn is_workspace(folder: &Path) -> bool {
    let others = built_in().into_iter().filter(|system| system.spec().id != SYSTEM);
    let is_of_other = || others.flat_map(|system| system.markers()).any(|marker| (marker.is_sure)(folder));
    folder.join(ADR_DIR).is_file()
        || folder.join(LOG4BRAINS).is_file()
        || folder.join(declared::SETTINGS_FILE).is_file()
        || has_usual(folder)
        || has_bare(folder)
        || is_of_other()
}

/// The folders inside the workspace that the settings of the tools name, those that do not exist included.
pub(super) fn named(root: &Path) -> Vec<PathBuf> {
    let text = |name: &str| file::read_text(&root.join(name)).unwrap_or_default();
    let settings = yaml::parse(&text(LOG4BRAINS)).unwrap_or_default();
    let project = &settings["project"];
    let packages = project["packages"].as_array().into_iter().flatten();
    let folders = std::iter::once(project).chain(packages).filter_map(|one| one["adrFolder"].as_str());
    let adr_dir = text(ADR_DIR);
    let adr_dir = adr_dir.lines().next().map(str::trim).filter(|line| !line.is_empty());
    let paths = folders.chain(adr_dir).map(|path| file::lexically_normalized(&root.join(path)));
    paths.filter(|path| path.starts_with(root)).collect()
}

/// The folders of records, and findings about settings that cannot be used.
pub(super) fn folders(finder: &mut Finder<'_>) -> Vec<Folder> {
    let root = finder.root;
    let mut folders = Vec::new();
    if let Some(text) = text_of(finder, ADR_DIR) {
        match text.lines().next().map(str::trim).filter(|line| !line.is_empty()) {
            Some(line) => folders.extend(folder(finder, ADR_DIR, 1, line, None)),
            None => config(finder, ADR_DIR, 1, "The first line should be the path of a folder".to_owned()),
        }
    }
    if let Some(text) = text_of(finder, LOG4BRAINS) {
        match yaml::parse(&text) {
            Ok(settings) => log4brains(finder, &text, &settings, &mut folders),
            Err(error) => {
                let message = format!("The settings are not valid: {}", error.message);
                config(finder, LOG4BRAINS, error.line.unwrap_or(1), message);
            }
        }
    }
    for path in usual(root).filter(|path| has_records(path)) {
        if folders.iter().all(|folder| folder.path != path) {
            folders.push(Folder { path, package: None });
        }
    }
    folders
}

fn log4brains(finder: &mut Finder<'_>, text: &str, settings: &Value, folders: &mut Vec<Folder>) {
    let project = &settings["project"];
    if let Some(path) = project["adrFolder"].as_str() {
        folders.extend(folder(finder, LOG4BRAINS, line_of(text, path), path, None));
    }
    for package in project["packages"].as_array().into_iter().flatten() {
        match (package["name"].as_str(), package["adrFolder"].as_str()) {
            (Some(name), Some(path)) if !name.trim().is_empty() => {
                folders.extend(folder(finder, LOG4BRAINS, line_of(text, path), path, Some(name)));
            }
            _ => config(finder, LOG4BRAINS, 1, "A package has no name or no adrFolder; it is not read".to_owned()),
        }
    }
}

/// The first line that contains a text.
fn line_of(text: &str, part: &str) -> u32 {
    text.lines().position(|line| line.contains(part)).map_or(1, |line| line as u32 + 1)
}

/// The folder at a path from a settings file, if it exists.
fn folder(finder: &mut Finder<'_>, config_file: &str, line: u32, path: &str, package: Option<&str>) -> Option<Folder> {
    let full = file::lexically_normalized(&finder.root.join(path));
    if !full.is_dir() {
        config(finder, config_file, line, format!("The folder {} does not exist", quoted(path)));
        return None;
    }
    if !full.starts_with(finder.root) && !finder.may_follow(&finder.root.join(config_file), &full) {
        return None;
    }
    Some(Folder { path: full, package: package.map(str::to_owned) })
}

/// The text of a settings file in the workspace; `None` if there is none, or if it may not or cannot be read.
fn text_of(finder: &mut Finder<'_>, name: &str) -> Option<String> {
    let path = finder.root.join(name);
    if !path.is_file() || !finder.may_read(&path) {
        return None;
    }
    match file::read_text(&path) {
        Ok(text) => Some(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)),
        Err(error) => {
            config(finder, name, 1, format!("The file could not be read: {}", file::reason(&error)));
            None
        }
    }
}

fn config(finder: &mut Finder<'_>, name: &str, line: u32, message: String) {
    finder.batch.finding(Finding::new(&rules::CONFIG, SYSTEM.name(), message).in_file(name).at_line(line));
}
