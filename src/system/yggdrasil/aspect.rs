//! `yg-aspect.yaml`: an aspect, which is a requirement that cuts across nodes.

use super::rules;
use super::subject::About;
use super::yaml_file::YamlFile;
use crate::graph::Batch;
use serde_json::{Map, Value};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

#[derive(Debug, Clone, PartialEq)]
pub struct Aspect {
    /// The path below `aspects/`.
    pub id: String,
    pub name: String,
    pub description: Option<String>,
    /// How likely it is to change, verbatim.
    pub stability: Option<String>,
    /// An id that the file itself declares, with its line, as older files do.
    pub declared_id: Option<(String, u32)>,
    /// The ids of the aspects it implies, with their lines.
    pub implies: Vec<(String, u32)>,
    pub folder: PathBuf,
    /// The path of its `yg-aspect.yaml`, as displayed.
    pub file: String,
}

impl Aspect {
    /// The id of its node in the graph.
    pub fn node_id(id: &str) -> String {
        format!("aspect:{id}")
    }

    pub(super) fn load(root: &Path, folder: PathBuf, id: String, batch: &mut Batch) -> Self {
        let path = folder.join(super::ASPECT_FILE);
        let about = About::Aspect(id.clone());
        Self::of(YamlFile::read(root, &path, about, &rules::ASPECT_INVALID, batch), folder, id)
    }

    pub(super) fn of(
        (mut file, fields): (YamlFile<'_>, Option<Map<String, Value>>),
        folder: PathBuf,
        id: String,
    ) -> Self {
        let Some(fields) = fields else {
            let name = id.clone();
            let (description, stability) = (None, None);
            let (declared_id, implies, file) = (None, Vec::new(), file.shown);
            return Self { id, name, description, stability, declared_id, implies, folder, file };
        };
        let declared_id = file.optional(&fields, "id").map(|declared| (declared, file.section("id")));
        Self {
            name: file.required(&fields, "name").unwrap_or_else(|| id.clone()),
            description: file.optional(&fields, "description"),
            stability: file.optional(&fields, "stability"),
            implies: file.texts(&fields, "implies"),
            declared_id,
            id,
            folder,
            file: file.shown,
        }
    }
}

/// The ids of aspects, each followed by the aspects it implies, without duplicates: depth-first search in preorder.
pub fn with_implied<'d, 'm: 'd>(
    declared: impl IntoIterator<Item = &'d str>,
    aspect: impl Fn(&str) -> Option<&'m Aspect>,
) -> Vec<&'d str> {
    let (mut found, mut visited) = (Vec::new(), HashSet::new());
    for declared in declared {
        let mut waiting = vec![declared];
        while let Some(id) = waiting.pop() {
            if visited.insert(id) {
                found.push(id);
                let implied = aspect(id).map(|aspect| &aspect.implies[..]).unwrap_or_default();
                waiting.extend(implied.iter().rev().map(|(implied, _)| &**implied));
            }
        }
    }
    found
}
