//! A `.beads` folder: which of its files is the export, and whether the export is as new as the store.

use super::rules;
use super::{FOLDER, SYSTEM};
use crate::finding::{Finding, Subject};
use crate::system::kit::named::Finder;
use crate::system::kit::{file, yaml};
use crate::text::{grouped, quoted};
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The variable that names the export.
pub(super) const VARIABLE: &str = "BEADS_JSONL";

const EXPORT: &str = "issues.jsonl";
const OLDER_EXPORT: &str = "beads.jsonl";
const METADATA: &str = "metadata.json";
const CONFIG: &str = "config.yaml";
const REDIRECT: &str = "redirect";

/// The files of which one identifies a folder of this system.
const SIGNS: [&str; 4] = [EXPORT, OLDER_EXPORT, METADATA, CONFIG];

/// The folders of a Dolt store.
const STORES: [&str; 2] = ["dolt", "embeddeddolt"];

/// Files with rows that are not the issues: sides of a merge, copies, other tables.
const NEVER: [&str; 7] = [
    "beads.base.jsonl",
    "beads.left.jsonl",
    "beads.right.jsonl",
    "sync_base.jsonl",
    "base_snapshot.jsonl",
    "interactions.jsonl",
    "deletions.jsonl",
];

/// Maximum size of the small files beside the export.
const MOST_BYTES: u64 = 1 << 20;

/// Whether a folder contains a `.beads` folder with one of the files that identify it.
pub(super) fn is_sure(folder: &Path) -> bool {
    SIGNS.iter().any(|name| folder.join(FOLDER).join(name).is_file())
}

/// A place to read: a `.beads` folder, or an export that the settings name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Place {
    Folder(PathBuf),
    Export(PathBuf),
}

/// What a place contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Chosen {
    /// The `.beads` folder, behind a redirect.
    folder: PathBuf,
    pub(super) export: Option<PathBuf>,
    /// Whether the issues are in a Dolt store, of which the JSONL file is an export.
    is_dolt: bool,
    /// Every file that decides the above, or is read.
    pub(super) files: Vec<PathBuf>,
    /// Whether what is read depends on a path outside the folder.
    pub(super) is_elsewhere: bool,
}

impl Place {
    /// Decides what to read. `variable` is the value of [`VARIABLE`], if it applies to this place.
    pub(super) fn choose(&self, variable: Option<OsString>, finder: &mut Finder<'_>) -> Option<Chosen> {
        let named = match self {
            Self::Export(path) => {
                let folder = path.parent().unwrap_or(path).to_owned();
                let (export, files) = (Some(path.clone()), vec![path.clone()]);
                return Some(Chosen { folder, export, is_dolt: false, files, is_elsewhere: false });
            }
            Self::Folder(folder) => folder,
        };
        if !finder.may_read(named) {
            return None;
        }
        let mut search = Search { files: Vec::new(), is_elsewhere: has_links(named), finder };
        let folder = search.redirected(named).unwrap_or_else(|| named.clone());
        let metadata = search.metadata(&folder);
        let export = search.export(&folder, &metadata, variable);
        let Search { mut files, mut is_elsewhere, .. } = search;
        is_elsewhere |= folder != *named || has_links(&folder);
        files.extend(export.clone());
        files.extend(STORES.iter().flat_map(|store| stored_files(&folder.join(store))));
        let is_named_dolt = |key: &str| metadata.get(key).and_then(Value::as_str) == Some("dolt");
        let is_dolt = is_named_dolt("database") || is_named_dolt("backend");
        Some(Chosen { folder, export, is_dolt, files, is_elsewhere })
    }
}

impl Chosen {
    /// The finding for an export that lacks issues: absent, empty, or older than the store. `is_empty` says whether
    /// the export contains no rows.
    pub(super) fn stale(&self, root: &Path, is_empty: bool) -> Option<Finding> {
        let shown = |path: &Path| file::relative(root, path);
        let usual = self.folder.join(EXPORT);
        let (path, what) = match &self.export {
            None => (&usual, "There is no export of the issues"),
            Some(path) if is_empty => (path, "The export contains no issues"),
            Some(path) if self.is_dolt && self.is_older(path) => (path, "The export is older than the database"),
            Some(_) => return None,
        };
        let (folder, target) = (shown(&self.folder), shown(path));
        let message = if self.is_dolt {
            format!("{what}; the issues are in the Dolt store of {folder}, which refscope does not read")
        } else {
            what.to_owned()
        };
        let finding = Finding::new(&rules::STALE, SYSTEM.name(), message);
        let finding = finding.in_file(&*target).naming(Subject::file(target.clone()));
        Some(finding.suggest(format!("run `bd export -o {target}`")))
    }

    /// Whether a file of the store changed after the export.
    fn is_older(&self, export: &Path) -> bool {
        let modified = |path: &PathBuf| fs::metadata(path).ok().filter(fs::Metadata::is_file)?.modified().ok();
        let is_stored = |path: &&PathBuf| STORES.iter().any(|store| path.starts_with(self.folder.join(store)));
        let newest: Option<SystemTime> = self.files.iter().filter(is_stored).filter_map(modified).max();
        newest.zip(modified(&export.to_owned())).is_some_and(|(newest, export)| export < newest)
    }
}

/// Whether the folder or one of the files that decide what is read is a link, even a dangling one.
fn has_links(folder: &Path) -> bool {
    let names = SIGNS.iter().chain(&[REDIRECT]);
    folder.is_symlink() || names.map(|name| folder.join(name)).any(|path| path.is_symlink())
}

/// Everything in a store; nothing if it does not exist.
fn stored_files(store: &Path) -> Vec<PathBuf> {
    if store.is_dir() { file::everything_below(store) } else { Vec::new() }
}

/// The folder that the redirect in a folder names, if there is one. Relative paths start at the folder that contains
/// `.beads`, as the tool reads them.
pub(super) fn redirect_target(folder: &Path) -> Option<PathBuf> {
    let text = read_small(&folder.join(REDIRECT)).ok()??;
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let start = folder.parent().unwrap_or(folder);
    let target = file::lexically_normalized(&start.join(line));
    let beside = file::lexically_normalized(&folder.join(line));
    Some(if !target.is_dir() && beside.is_dir() { beside } else { target })
}

/// The text of a small file; `None` if it does not exist.
fn read_small(path: &Path) -> Result<Option<String>, String> {
    let Ok(metadata) = fs::metadata(path) else { return Ok(None) };
    if metadata.len() > MOST_BYTES {
        return Err(format!("the file is larger than {} bytes", grouped(MOST_BYTES as usize)));
    }
    let text = file::read_text(path).map_err(|error| file::reason(&error))?;
    Ok(Some(file::without_mark(&text).to_owned()))
}

struct Search<'s, 'f> {
    files: Vec<PathBuf>,
    is_elsewhere: bool,
    finder: &'s mut Finder<'f>,
}

impl Search<'_, '_> {
    /// The folder behind a redirect. It is followed once, as the tool does.
    fn redirected(&mut self, folder: &Path) -> Option<PathBuf> {
        let path = folder.join(REDIRECT);
        self.text(&path)?;
        self.is_elsewhere = true;
        let Some(target) = redirect_target(folder).filter(|target| target.is_dir()) else {
            self.report(&path, None, "The redirect names no folder; this one is read instead".to_owned());
            return None;
        };
        self.finder.may_follow(&path, &target).then_some(target)
    }

    fn metadata(&mut self, folder: &Path) -> Value {
        let path = folder.join(METADATA);
        let Some(text) = self.text(&path) else { return Value::Null };
        serde_json::from_str(&text).unwrap_or_else(|error| {
            let line = u32::try_from(error.line()).ok().filter(|line| *line > 0);
            self.report(&path, line, "The file is not JSON and is ignored".to_owned());
            Value::Null
        })
    }

    /// The path under `export.path`, also as a key inside `export`.
    fn configured(&mut self, folder: &Path) -> Option<String> {
        let path = folder.join(CONFIG);
        let text = self.text(&path)?;
        let value = yaml::parse(&text).unwrap_or_else(|error| {
            self.report(&path, error.line, format!("The file is not YAML and is ignored: {}", error.message));
            Value::Null
        });
        let inside = value.get("export").and_then(|export| export.get("path"));
        let named = value.get("export.path").or(inside)?.as_str()?;
        Some(named.trim().to_owned()).filter(|named| !named.is_empty())
    }

    /// The export: the file that the variable names, else the metadata, else the configuration, else the usual names.
    fn export(&mut self, folder: &Path, metadata: &Value, variable: Option<OsString>) -> Option<PathBuf> {
        if let Some(named) = variable.filter(|named| !named.is_empty()) {
            let path = self.finder.root.join(&named);
            self.is_elsewhere = true;
            if path.is_file() {
                return Some(path);
            }
            let message = format!("{VARIABLE} names {}, which is not a file", quoted(&named.to_string_lossy()));
            self.report(&path, None, message);
        }
        let both = [EXPORT, OLDER_EXPORT].map(|name| folder.join(name));
        let by_metadata = metadata.get("jsonl_export").and_then(Value::as_str).map(str::to_owned);
        // The configuration is read in any case, so that it is reported and watched.
        let by_config = self.configured(folder);
        let named = [(METADATA, by_metadata), (CONFIG, by_config)];
        let named = named.into_iter().find_map(|(file, named)| self.named(folder, file, &named?));
        let chosen =
            named.or_else(|| both.iter().find(|path| path.is_file() && self.finder.may_read(path)).cloned())?;
        let other = both.iter().find(|path| **path != chosen && path.is_file());
        if let Some(other) = other.filter(|_| both.contains(&chosen)) {
            self.files.push(other.clone());
            let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let message = format!("There is also {}; only {} is read", name(other), name(&chosen));
            let shown = file::relative(self.finder.root, &chosen);
            let finding = Finding::new(&rules::TWO_FILES, SYSTEM.name(), message).in_file(&*shown);
            let finding = finding.naming(Subject::file(file::relative(self.finder.root, other)));
            self.finder.batch.finding(finding.suggest("delete the one that the tool no longer writes"));
        }
        Some(chosen)
    }

    /// The file that a setting in the file `named_in` names, if it exists and can contain issues.
    fn named(&mut self, folder: &Path, named_in: &str, named: &str) -> Option<PathBuf> {
        let path = Path::new(named);
        let is_copy = path.extension().is_some_and(|extension| extension == "bak" || extension == "new");
        if is_copy || NEVER.contains(&path.file_name()?.to_str()?) {
            return None;
        }
        let above = folder.parent().unwrap_or(folder);
        let mut places = [folder, above].map(|start| file::lexically_normalized(&start.join(named))).to_vec();
        // An absolute path is the same from both.
        places.dedup();
        self.is_elsewhere |= !places[0].starts_with(folder) || !places[0].is_file();
        let named_in = folder.join(named_in);
        places.into_iter().find(|path| path.is_file() && self.finder.may_follow(&named_in, path))
    }

    /// The text of a small file of the folder, which is tracked; `None` if it cannot be used.
    fn text(&mut self, path: &Path) -> Option<String> {
        if !path.is_file() || !self.finder.may_read(path) {
            return None;
        }
        self.files.push(path.to_owned());
        read_small(path).unwrap_or_else(|reason| {
            self.report(path, None, format!("The file could not be read: {reason}"));
            None
        })
    }

    fn report(&mut self, path: &Path, line: Option<u32>, message: String) {
        let shown = file::relative(self.finder.root, path);
        let finding = Finding::new(&rules::CONFIG, SYSTEM.name(), message).in_file(shown);
        self.finder.batch.finding(Finding { line, ..finding });
    }
}
