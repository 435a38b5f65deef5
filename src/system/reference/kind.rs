//! Kinds of artifacts: their frontmatter fields and status machines.

mod field;
mod parse;

use super::{Config, ReadLocation, SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::system::kit::file;
use crate::system::kit::obstacle::Obstacle;
use crate::system::{StatusMachine, Statuses};
use crate::text::quoted;
use field::Field;
use std::path::Path;

#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    pub name: String,
    /// The folder of its artifacts below `artifacts/`.
    pub dir_name: String,
    /// The prefix of its artifacts' ids, in the older layout.
    pub id_prefix: Option<String>,
    pub status_machine: Option<StatusMachine>,
    fields: Vec<Field>,
    file: String,
}

impl Kind {
    pub(super) fn statuses(&self) -> Statuses<'_> {
        Statuses { kind: &self.name, machine: self.status_machine.as_ref() }
    }
}

/// Parses a kind file; `None` if it defines no kind.
pub(super) fn parse(text: &str) -> Option<Kind> {
    parse::parse(text, "kind.md").0
}

/// The kinds of a workspace: its own and those of enabled domains.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Kinds {
    kinds: Vec<Kind>,
    any_file: bool,
}

impl Kinds {
    /// Reads `kinds/*.md` and `domains/<name>/kinds/*.md` of enabled domains. An invalid file is a finding.
    pub(super) fn load(place: &ReadLocation<'_>, config: &Config, batch: &mut Batch) -> Self {
        let (root, here) = (place.root, &place.folder);
        let packs = config.enabled_domains.iter().map(|name| here.join("domains").join(name).join("kinds"));
        let mut kinds = Self::default();
        for folder in std::iter::once(here.join("kinds")).chain(packs) {
            let mut may_read = |path: &Path| {
                let Some(target) = place.boundary.target_outside(path) else { return true };
                let obstacle = Obstacle::Outside { path: path.to_owned(), target };
                batch.finding(obstacle.finding(&rules::KIND_OBSTACLES, SYSTEM, root));
                false
            };
            if !may_read(&folder) {
                continue;
            }
            match file::markdown_in(&folder) {
                Ok(mut files) => {
                    files.retain(|path| !path.is_symlink() || may_read(path));
                    for path in files {
                        kinds.any_file = true;
                        kinds.add_file(root, &path, batch);
                    }
                }
                Err(error) => {
                    let message = format!("The kinds could not be listed: {}", file::reason(&error));
                    let place = file::relative(root, &folder);
                    batch.finding(Finding::new(&rules::KIND_INVALID, SYSTEM.name(), message).in_file(place));
                }
            }
        }
        kinds
    }

    /// Adds the kinds of another place; of two with the same name, the first counts.
    pub(super) fn extend(&mut self, others: Self) {
        self.any_file |= others.any_file;
        let new: Vec<_> = others.kinds.into_iter().filter(|kind| self.named(&kind.name).is_none()).collect();
        self.kinds.extend(new);
    }

    /// The kinds, in the order they were read.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Kind> {
        self.kinds.iter()
    }

    /// Whether the workspace defines any kinds, even invalid ones.
    pub fn are_defined(&self) -> bool {
        self.any_file
    }

    pub fn named(&self, name: &str) -> Option<&Kind> {
        self.kinds.iter().find(|kind| kind.name == name)
    }

    /// The kind of an artifact: by its folder, otherwise by the prefix of its id.
    pub fn of(&self, folder: &str, id: &str) -> Option<&Kind> {
        let by_folder = self.kinds.iter().find(|kind| kind.dir_name == folder);
        by_folder.or_else(|| {
            let prefixed =
                self.kinds.iter().filter(|kind| kind.id_prefix.as_ref().is_some_and(|it| id.starts_with(it)));
            prefixed.max_by_key(|kind| kind.id_prefix.as_ref().map(String::len))
        })
    }

    fn add_file(&mut self, root: &Path, path: &Path, batch: &mut Batch) {
        let place = file::relative(root, path);
        let text = match file::read(path) {
            Ok(read) => read.text,
            Err(error) => {
                let message = format!("The kind could not be read: {}", file::reason(&error));
                batch.finding(Finding::new(&rules::KIND_INVALID, SYSTEM.name(), message).in_file(place));
                return;
            }
        };
        let (kind, errors) = parse::parse(&text, &place);
        for error in errors {
            let finding = Finding::new(&rules::KIND_INVALID, SYSTEM.name(), error.message).in_file(&place);
            batch.finding(Finding { line: error.line, ..finding });
        }
        if let Some(kind) = kind
            && self.is_new(&kind, batch)
        {
            self.kinds.push(kind);
        }
    }

    /// Whether no earlier kind has the same name, folder or prefix; a conflict is reported.
    fn is_new(&self, kind: &Kind, batch: &mut Batch) -> bool {
        let clash = self.kinds.iter().find_map(|other| {
            let shared = if other.name == kind.name {
                Some(("name", &kind.name))
            } else if other.dir_name == kind.dir_name {
                Some(("folder", &kind.dir_name))
            } else {
                kind.id_prefix
                    .as_ref()
                    .filter(|_| other.id_prefix == kind.id_prefix)
                    .map(|prefix| ("id prefix", prefix))
            };
            shared.map(|shared| (shared, other))
        });
        let Some(((what, value), other)) = clash else { return true };
        let message = format!("The {what} {} already belongs to the kind in {}", quoted(value), other.file);
        let finding = Finding::new(&rules::KIND_DUPLICATE, SYSTEM.name(), message);
        batch.finding(finding.in_file(&kind.file).suggest("rename one of the two kinds"));
        false
    }
}
