//! Boundaries inside the terminal UI: a view or an overlay is one folder.

use super::{code_of, project, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of the folders and files below `src/tui/view` or `src/tui/overlay` that the list there contains.
fn listed(kind: &str) -> BTreeSet<String> {
    let list = fs::read_to_string(project().join(format!("src/tui/{kind}/all.rs"))).unwrap();
    let entry = |line: &str| Some(line.trim().split_once("Ref::new(&")?.1.split_once("::")?.0.to_owned());
    list.lines().filter_map(entry).collect()
}

/// Files of the program and its tests with their code, and their paths in the project.
fn files() -> Vec<(PathBuf, String)> {
    let all = sources(&project().join("src/tui"));
    let code = |file: PathBuf| {
        let code = code_of(&fs::read_to_string(&file).unwrap());
        (file.strip_prefix(project().join("src/tui")).unwrap().to_owned(), code)
    };
    all.into_iter().map(code).collect()
}

fn is_in(file: &Path, kind: &str, name: &str) -> bool {
    let folder = Path::new(kind).join(name);
    file.starts_with(&folder) || file == folder.with_extension("rs")
}

/// The words of a code, and whether each is followed by `::`.
fn names(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(is_word) && !after.starts_with(is_word)
    })
}

#[test]
fn only_the_list_names_a_view_or_an_overlay() {
    for kind in ["view", "overlay"] {
        let names_of = listed(kind);
        assert!(names_of.len() >= 5, "{names_of:?}");
        for name in names_of {
            for (file, code) in files() {
                // The module of the kind declares it, the list contains it.
                let may = is_in(&file, kind, &name) || file == Path::new(kind).join("all.rs");
                let declared = code.replace(&format!("mod {name};"), "");
                let code = if file == Path::new(kind).with_extension("rs") { &declared } else { &code };
                let direct = [format!("{kind}::{name}"), format!("super::{name}::")];
                let is_named = direct.iter().any(|path| names(code, path.trim_end_matches("::"))) && !may;
                let is_sibling = file.starts_with(kind) || file == Path::new(kind).with_extension("rs");
                let is_named = is_named && (is_sibling || code.contains(&format!("{kind}::{name}")));
                assert!(!is_named, "{} names the {kind} {name}", file.display());
            }
        }
    }
}

#[test]
fn the_state_of_views_and_overlays_is_private_to_their_folders() {
    let mut found = 0;
    for (file, code) in files() {
        let is_state = file.ends_with("state.rs") && (file.starts_with("view") || file.starts_with("overlay"));
        if !is_state {
            continue;
        }
        found += 1;
        for line in code.lines().map(str::trim) {
            let is_wide =
                line.starts_with("pub ") || line.starts_with("pub(in crate::tui)") || line.starts_with("pub(crate)");
            assert!(!is_wide, "{}: {line}", file.display());
        }
    }
    assert!(found >= 5);
}

/// Each struct of a file with its number of named fields.
fn structs(code: &str) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let Some((_, rest)) = line.split_once("struct ").filter(|_| line.trim_end().ends_with('{')) else { continue };
        let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        let indent = line.len() - line.trim_start().len();
        let end = format!("{}}}", " ".repeat(indent));
        let is_field = |line: &&str| {
            let depth = line.len() - line.trim_start().len();
            depth == indent + 4 && line.contains(": ") && line.trim_end().ends_with(',')
        };
        let fields = lines.by_ref().take_while(|line| *line != end).filter(is_field).count();
        found.push((name, fields));
    }
    found
}

#[test]
fn no_struct_of_the_screen_has_many_fields() {
    const MOST: usize = 24;
    const MOST_SHARED: usize = 15;
    let all: Vec<_> = files().iter().flat_map(|(_, code)| structs(code)).collect();
    let fields = |wanted: &str| all.iter().find(|(name, _)| name == wanted).unwrap().1;
    assert!(fields("Session") <= MOST_SHARED && fields("Session") > 5);
    assert!(fields("State") > 5);
    // A table with one field for each symbol.
    let large: Vec<_> = all.iter().filter(|(name, fields)| *fields > MOST && name != "Symbols").collect();
    assert!(large.is_empty(), "{large:?}");
}

#[test]
fn tests_of_the_screen_do_not_name_what_is_behind_it() {
    let inner = ["state", "job", "draw", "pane_layout", "layout", "widget", "update"];
    let names_it = |code: &str| {
        let module = inner.iter().any(|module| code.contains(&format!("tui::{module}::")));
        module || ["Effect::Run", "Event::Finished"].iter().any(|name| code.contains(name))
    };
    let tests = sources(&project().join("tests/tui")).into_iter().chain([project().join("tests/tui.rs")]);
    let wrong: Vec<_> = tests.filter(|file| names_it(&code_of(&fs::read_to_string(file).unwrap()))).collect();
    assert!(wrong.is_empty(), "{wrong:?} must look at the screen and its summaries");
}

#[test]
fn update_and_layout_do_not_name_draw() {
    let names = ["update", "update.rs", "layout", "layout.rs", "pane_layout.rs"];
    let is_named = |file: &PathBuf| file.components().any(|part| names.iter().any(|name| part.as_os_str() == *name));
    let files: Vec<_> = sources(&project().join("src/tui")).into_iter().filter(is_named).collect();
    assert!(files.len() > names.len());
    for file in files {
        let code = code_of(&fs::read_to_string(&file).unwrap());
        let mut words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
        assert!(!words.any(|word| word == "draw"), "{} must not name draw", file.display());
    }
}
