//! [`Preset`]: a built-in declaration of records, which is data in the shape of an item of `records:`.
//!
//! A preset is a system like all others, but reads nothing unless one of its files without wildcards is in the
//! workspace, so that no other workspace is searched for its files. A user can apply it to other files.

use super::DeclaredRecords;
use super::declaration::{Declaration, Given, KEYS, Surroundings};
use crate::graph::{Registry, SystemId, SystemSpec};
use crate::system::Marker;
use crate::system::kit::config_error::{ConfigError, Document, Entry, Parsed, unknown};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Maximum number of folders between a workspace and a usual place in it.
const MOST_LEVELS: usize = 8;

#[derive(Debug)]
pub struct Preset {
    /// The name of its system.
    name: &'static str,
    /// The declaration in YAML.
    text: &'static str,
    marker: Marker,
    read: OnceLock<Arc<Declaration>>,
}

impl Preset {
    /// The functions of `marker` call [`Preset::is_in`] and [`Preset::is_top`]: they cannot be closures.
    pub const fn new(name: &'static str, text: &'static str, marker: Marker) -> Self {
        Self { name, text, marker, read: OnceLock::new() }
    }

    /// The preset as a system.
    pub fn records(&'static self) -> DeclaredRecords {
        DeclaredRecords::new(Arc::clone(self.declaration()), Some(self))
    }

    /// Whether a folder contains one of its files at a usual place.
    pub fn is_in(&self, folder: &Path) -> bool {
        !self.declaration().files.marks_in(folder).is_empty()
    }

    /// Whether a folder contains one of its files at a usual place, unless that is also the usual place of a folder
    /// above: `build/needs.json` belongs to the folder that contains `build`.
    pub fn is_top(&self, folder: &Path) -> bool {
        let files = &self.declaration().files;
        let own = files.marks_in(folder);
        let is_of_above = |above: &Path| own.iter().any(|file| files.name(above, file));
        !own.is_empty() && !folder.ancestors().skip(1).take(MOST_LEVELS).any(is_of_above)
    }

    pub(super) fn marker(&self) -> Marker {
        self.marker
    }

    /// The preset that an entry names.
    pub(super) fn chosen(entry: &Entry<'_>, presets: &[&'static Self]) -> Parsed<&'static Self> {
        let name = entry.text()?;
        let names: Vec<_> = presets.iter().map(|preset| preset.name).collect();
        let found = presets.iter().find(|preset| preset.name == name);
        found.copied().ok_or_else(|| entry.error(&unknown("preset", name, &names)))
    }

    pub(super) fn document(&self) -> Parsed<Document<'static>> {
        Document::read(&self.path(), self.text)
    }

    /// An error that keys of a user cause in keys of the preset, as an error of the user's declaration.
    pub(super) fn error_of_user(&self, error: ConfigError, entry: &Entry<'_>) -> ConfigError {
        if error.file != self.path() {
            return error;
        }
        entry.error(&format!("does not fit the preset {}: {}", self.name, error.message))
    }

    /// Its name instead of a file, in errors.
    fn path(&self) -> PathBuf {
        PathBuf::from(format!("preset {}", self.name))
    }

    fn declaration(&self) -> &Arc<Declaration> {
        self.read.get_or_init(|| Arc::new(self.parse().expect("a preset is valid")))
    }

    fn parse(&self) -> Parsed<Declaration> {
        let document = self.document()?;
        let entries = Entry::all(&document, &KEYS)?.into_iter().collect();
        let given = Given { entries, missing: &|message| document.error(&[], message) };
        // Its relations refer to no others, so that it can be read before all systems are known.
        let own = SystemSpec { links_all: true, ..SystemSpec::new(SystemId::new(SystemId::DECLARED_RANK, self.name)) };
        let known = Registry::new([(own, Vec::new())], Vec::new());
        let around = Surroundings { taken: BTreeSet::new(), presets: Vec::new(), known: &known, user: &[] };
        let mut declaration = Declaration::of(&given, &around)?;
        declaration.files = declaration.files.of_preset().only_if_marked();
        declaration.forget_lines();
        Ok(declaration)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Systems;

    #[test]
    fn every_preset_is_a_valid_declaration_of_the_system_it_is_named_after() {
        let systems = Systems::built_in();
        let presets: Vec<_> = systems.iter().filter_map(|(id, system)| Some((id, system.preset()?))).collect();
        assert!(presets.len() > 1);
        for (id, preset) in presets {
            let declaration = preset.parse().unwrap();
            assert_eq!((id, preset.name), (declaration.system, declaration.system.name()));
            assert!(declaration.relations.iter().all(|relation| relation.declared_at.is_none()));
            assert!(!preset.is_in(tempfile::tempdir().unwrap().path()));
        }
    }

    #[test]
    fn every_verb_of_a_preset_is_in_its_vocabulary_and_the_reverse() {
        for preset in Systems::built_in().iter().filter_map(|(_, system)| system.preset()) {
            let declaration = preset.parse().unwrap();
            let used = declaration.edges.iter().filter_map(|edge| edge.verb.fixed.as_deref());
            let declared = declaration.relations.iter().map(|relation| &*relation.name);
            assert_eq!(used.collect::<BTreeSet<_>>(), declared.collect(), "{}", preset.name);
        }
    }
}
