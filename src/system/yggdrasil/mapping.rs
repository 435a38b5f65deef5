//! The mapping from nodes to the source files and folders that belong to them.

use super::yaml_file::YamlFile;
use super::{Model, ModelNode};
use crate::system::kit::length::LONGEST_WORD;
use crate::system::kit::walk::{FileWalk, LIMITS};
use crate::system::{Boundary, Progress};
use crate::text::quoted;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The path of the whole project.
pub const WHOLE: &str = ".";

/// The folders above a path, nearest first, ending with the whole project.
pub(super) fn above(path: &str) -> impl Iterator<Item = &str> {
    let parents = std::iter::successors(path.rsplit_once('/'), |(above, _)| above.rsplit_once('/'));
    parents.map(|(above, _)| above).chain((path != WHOLE).then_some(WHOLE))
}

/// A file or folder that belongs to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedPath {
    /// The normalised path, relative to the folder that contains `.yggdrasil`.
    pub path: String,
    /// The path as written in the node's file.
    pub written: String,
    pub line: u32,
}

/// Whether there is a mapping, but no list of paths in it.
pub(super) fn is_broken(fields: &Map<String, Value>) -> bool {
    let mapping = fields.get("mapping").filter(|mapping| !mapping.is_null());
    mapping.is_some_and(|mapping| !mapping.get("paths").is_some_and(Value::is_array))
}

/// Reads `mapping: {paths: [...]}`.
pub(super) fn read(file: &mut YamlFile<'_>, fields: &Map<String, Value>) -> Vec<MappedPath> {
    let line = file.section("mapping");
    let paths = match fields.get("mapping") {
        None | Some(Value::Null) => return Vec::new(),
        Some(Value::Object(mapping)) => mapping.get("paths"),
        Some(_) => None,
    };
    let Some(Value::Array(items)) = paths else {
        file.malformed("mapping", "\"mapping\" has no list of paths".to_owned(), line);
        return Vec::new();
    };
    let mut mapped = Vec::new();
    for item in items {
        let Some(written) = item.as_str().filter(|path| path.len() <= LONGEST_WORD) else {
            file.malformed("mapping", "\"mapping\" contains a value that is not a path".to_owned(), line);
            continue;
        };
        let line = file.line_of(written);
        match normalised(written) {
            Some(path) => mapped.push(MappedPath { path, written: written.trim().to_owned(), line }),
            None => {
                file.malformed(
                    "mapping",
                    format!("The mapped path {} leads out of the project", quoted(written)),
                    line,
                );
            }
        }
    }
    mapped
}

/// The regular files that belong to a node: mapped files, and those in mapped folders that are neither hidden nor below
/// a `node_modules` folder.
pub fn mapped_files(root: &Path, boundary: &Boundary, model: &Model, node: &ModelNode) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for mapped in &node.mapping {
        let path = root.join(model.path_of(mapped));
        if path.is_dir() {
            let is_installed = |file: &Path| {
                let below = file.strip_prefix(&path).unwrap_or(file);
                below.components().any(|part| part.as_os_str() == "node_modules")
            };
            let walk = FileWalk {
                top: &path,
                wanted: &|file| !is_installed(file) && file.is_file(),
                ignores_from: None,
                follows_links: true,
                distinct_names: false,
                skip: None,
                hidden: &[],
                boundary,
                limits: LIMITS,
                progress: &Progress::default(),
            };
            files.extend(walk.run().files);
        } else if path.is_file() && boundary.target_outside(&path).is_none() {
            files.push(path);
        }
    }
    files
}

/// A relative path without dots, repeated and trailing slashes, `.` for the whole project; `None` if it is absolute,
/// empty or leads out of the project.
pub fn normalised(path: &str) -> Option<String> {
    let path = path.trim();
    if path.is_empty() || path.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(if parts.is_empty() { WHOLE.to_owned() } else { parts.join("/") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_one_form_and_stays_inside() {
        for (written, path) in
            [("src/a.ts", "src/a.ts"), ("./src//a/", "src/a"), ("src/../lib", "lib"), (".", "."), ("a/..", ".")]
        {
            assert_eq!(normalised(written).as_deref(), Some(path));
        }
        for written in ["", "/etc/passwd", "..", "a/../../b", " "] {
            assert_eq!(normalised(written), None, "{written}");
        }
    }
}
