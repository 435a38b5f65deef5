//! A system is a folder: no module outside names one, except for the files of the demo.

use super::{code_of, project, sources, without_tests};
use refscope::system::built_in;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Files outside a system's folder that name it, with the names. Exact: an entry that is no longer needed fails too.
const ALLOWED: &[(&str, &[&str])] = &[
    // The files of the demo.
    ("sample/demo.rs", &["causal", "yggdrasil"]),
];

/// Files outside `src/system` that compare the id of a particular system. Exact as well.
const COMPARES_IDS: [&str; 0] = [];

/// Systems whose id is too common a word in this code base to be the name of a folder, with their folders.
const OTHER_FOLDERS: [(&str, &str); 1] = [("graph", "graph_json")];

/// Names of systems that are also ordinary English words, or parts of them. Only their paths and quoted names count.
const ORDINARY: [&str; 5] = ["reference", "unit", "adr", "memory", "need"];

/// Names of systems that are also names of fields and severities. Only their paths count.
const FIELDS: [&str; 1] = ["note"];

/// The names of a system in code.
struct Names {
    /// The name of its folder, which is its id, unless the id is too common a word.
    folder: String,
    /// Its type in the list of systems.
    type_name: String,
    /// The variable and the folder that name a workspace of it.
    places: Vec<&'static str>,
}

impl Names {
    fn all() -> Vec<Self> {
        let list = fs::read_to_string(project().join("src/system/all.rs")).unwrap();
        // The list has one entry for each system, in the same order: a type, or a preset with its method.
        let paths: Vec<_> =
            list.split("Arc::new(").skip(1).map(|path| path.split([')', '(', '.']).next().unwrap()).collect();
        let systems = built_in();
        assert_eq!(paths.len(), systems.len(), "{paths:?}");
        let names = |(system, path): (std::sync::Arc<dyn refscope::system::System>, &str)| {
            let (folder, type_name) = path.trim_start_matches("super::").split_once("::").unwrap();
            let type_name = type_name.split("::").next().unwrap();
            let id = system.spec().id.name();
            let is_named = folder == id || OTHER_FOLDERS.contains(&(id, folder));
            assert!(is_named, "the folder of {id} has another name: {folder}");
            let places = system.workspace_variable().into_iter().chain(system.home_folder()).collect();
            Self { folder: folder.to_owned(), type_name: type_name.to_owned(), places }
        };
        systems.into_iter().zip(paths).map(names).collect()
    }

    fn are_in(&self, code: &str) -> bool {
        let folded = code.to_lowercase();
        let has_word = |word: &str| words(code).any(|found| found == word);
        let is_quoted = || code.contains(&format!("\"{}\"", self.folder));
        let is_named = if FIELDS.contains(&&*self.folder) {
            self.is_imported(code)
        } else if ORDINARY.contains(&&*self.folder) {
            is_quoted() || self.is_imported(code)
        } else {
            folded.contains(&self.folder)
        };
        is_named || has_word(&self.type_name) || self.places.iter().any(|place| folded.contains(&place.to_lowercase()))
    }

    /// Whether a path leads into the folder: `system::reference`, `system::{causal, reference::Kind}`.
    fn is_imported(&self, code: &str) -> bool {
        code.match_indices("system::").any(|(at, path)| {
            let rest = &code[at + path.len()..];
            let group = rest.strip_prefix('{').map(|group| &group[..group.find('}').unwrap_or(group.len())]);
            words(group.unwrap_or_else(|| rest.split([';', '(', ' ', ',', ')']).next().unwrap_or_default()))
                .any(|word| word == self.folder)
        })
    }

    fn owns(&self, file: &str) -> bool {
        file == format!("system/{}.rs", self.folder) || file.starts_with(&format!("system/{}/", self.folder))
    }
}

fn words(code: &str) -> impl Iterator<Item = &str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The code of each file relative to `src`, without comments and tests.
fn files() -> BTreeMap<String, String> {
    let top = project().join("src");
    let read = |file: PathBuf| {
        let code = code_of(&fs::read_to_string(&file).unwrap());
        let name = file.strip_prefix(&top).unwrap().to_str().unwrap().to_owned();
        (name, without_tests(&file, &code).to_owned())
    };
    sources(&top).into_iter().map(read).collect()
}

/// The list of systems, and the modules that it is made of.
fn is_list(file: &str) -> bool {
    ["system/all.rs", "system.rs"].contains(&file)
}

#[test]
fn no_module_outside_a_systems_folder_names_it() {
    let systems = Names::all();
    let mut found: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for (file, code) in files().into_iter().filter(|(file, _)| !is_list(file)) {
        let named: BTreeSet<_> =
            systems.iter().filter(|one| !one.owns(&file) && one.are_in(&code)).map(|one| &*one.folder).collect();
        if !named.is_empty() {
            found.insert(file, named);
        }
    }
    let allowed: BTreeMap<String, BTreeSet<&str>> =
        ALLOWED.iter().map(|(file, names)| ((*file).to_owned(), names.iter().copied().collect())).collect();
    assert_eq!(found, allowed);
}

#[test]
fn the_list_of_modules_names_each_system_only_to_declare_it() {
    let code = &files()["system.rs"];
    for Names { folder, type_name, .. } in Names::all() {
        let named = words(code).filter(|word| *word == folder || *word == type_name).count();
        assert!(named == 1 && code.contains(&format!("pub mod {folder};")), "{folder}");
    }
}

#[test]
fn ids_of_particular_systems_are_made_and_compared_only_by_systems() {
    let is_outside = |file: &String| !file.starts_with("system");
    let names_id = |code: &String| code.contains("SystemId::new(") || code.contains("::SYSTEM");
    let files = files().into_iter().filter(|(file, code)| is_outside(file) && names_id(code));
    assert_eq!(files.map(|(file, _)| file).collect::<Vec<_>>(), COMPARES_IDS);
}

#[test]
fn no_relation_is_compared_by_name_where_its_properties_decide() {
    let registry = refscope::system::registry();
    let generic = ["graph", "query", "workspace"];
    for (file, code) in files() {
        let is_generic =
            generic.iter().any(|module| Path::new(&file).starts_with(module) || file == format!("{module}.rs"));
        // Names the roles in an argument, which some relations share.
        if !is_generic || file == "graph/relation.rs" {
            continue;
        }
        let named = registry.relations().iter().find(|relation| code.contains(&format!("\"{}\"", relation.name)));
        assert!(named.is_none(), "{file} names the relation {}", named.unwrap().name);
    }
}

#[test]
fn every_form_of_a_name_is_recognised() {
    let systems = Names::all();
    let named = |code: &str| systems.iter().filter(|one| one.are_in(code)).map(|one| &*one.folder).collect::<Vec<_>>();
    assert_eq!(named("use crate::system::{Reach, reference::Kind};"), ["reference"]);
    assert_eq!(named("use crate::system::{Reach, note};"), ["note"]);
    assert_eq!(named("use crate::system::unit;\nuse crate::system::unit::SYSTEM;"), ["unit"]);
    assert_eq!(named("if system == \"unit\" {}"), ["unit"]);
    assert_eq!(named("Box::new(ReferenceGraph)"), ["reference"]);
    assert_eq!(named("let is_causal = \".yggdrasil/model\";"), ["causal", "yggdrasil"]);
    assert_eq!(named("var(\"LOOPANY_HOME\")"), ["reference"]);
    assert_eq!(named("let unit = \"a reference to a unit\"; system::registry().unit"), [] as [&str; 0]);
}
