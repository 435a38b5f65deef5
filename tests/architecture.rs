//! Module boundaries: imports must follow the tables of `docs/architecture.md`.

mod screen;
mod systems;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Rows of the table whose first heading is `heading`: the code spans of the first column and of the last one.
fn table(heading: &str) -> BTreeMap<String, BTreeSet<String>> {
    let text = fs::read_to_string(project().join("docs/architecture.md")).unwrap();
    let lines = text.lines().skip_while(|line| !line.starts_with(&format!("| {heading} |"))).skip(2);
    let quoted = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<BTreeSet<_>>();
    let row = |line: &str| {
        let cells: Vec<_> = line.trim_matches('|').split('|').collect();
        (quoted(cells[0]).first().unwrap().clone(), quoted(cells[cells.len() - 1]))
    };
    lines.take_while(|line| line.starts_with('|')).map(row).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// A file without its comments, which may mention modules and crates.
fn code_of(text: &str) -> String {
    let code = |line: &str| {
        let start = line.match_indices("//").map(|(at, _)| at).find(|at| !line[..*at].ends_with(':'));
        start.map_or(line, |at| &line[..at]).to_owned()
    };
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// Code without the tests at its end, which may import any module.
fn without_tests<'c>(file: &Path, code: &'c str) -> &'c str {
    let is_test_file = ["tests.rs", "fixture.rs"].iter().any(|name| file.ends_with(name))
        || file.components().any(|part| part.as_os_str() == "tests");
    let code = if is_test_file { "" } else { code };
    code.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
}

/// Top-level modules that a file imports: after `crate::`, singly or in braces.
fn modules_named(code: &str) -> BTreeSet<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    let mut named = BTreeSet::new();
    for (at, prefix) in code.match_indices("crate::") {
        let rest = &code[at + prefix.len()..];
        match rest.strip_prefix('{') {
            Some(group) => {
                let group = &group[..group.find("};").unwrap_or(group.len())];
                let mut depth = 0;
                let mut start = true;
                for (at, c) in group.char_indices() {
                    if start && c.is_alphabetic() {
                        named.insert(word(&group[at..]));
                        start = false;
                    }
                    match c {
                        '{' => depth += 1,
                        '}' => depth -= 1,
                        ',' if depth == 0 => start = true,
                        _ => {}
                    }
                }
            }
            None => {
                named.insert(word(rest));
            }
        }
    }
    named
}

fn module_of(file: &Path) -> String {
    let below = file.strip_prefix(project().join("src")).unwrap();
    let first = below.components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

/// Whether a chain of `super::` leaves the top-level module of a file that is `depth` modules below the crate root.
fn leaves_the_module(code: &str, depth: usize) -> bool {
    let chain = |at: usize| code[at..].split("::").take_while(|part| part.trim() == "super").count();
    let starts = code.match_indices("super::").map(|(at, _)| at);
    starts.filter(|at| !code[..*at].ends_with("super::")).any(|at| chain(at) >= depth)
}

#[test]
fn super_chains_stay_inside_their_module() {
    for file in sources(&project().join("src")) {
        let depth = file.strip_prefix(project().join("src")).unwrap().components().count();
        let code = code_of(&fs::read_to_string(&file).unwrap());
        // A test module is one module deeper than its file.
        let (code, tests) = code.split_once("#[cfg(test)]\nmod tests").unwrap_or((&code, ""));
        assert!(!leaves_the_module(code, depth), "{}", file.display());
        assert!(!leaves_the_module(tests, depth + 1), "{}", file.display());
    }
}

#[test]
fn imports_follow_the_module_table() {
    let modules = table("module");
    for file in sources(&project().join("src")) {
        let module = module_of(&file);
        if ["main", "lib"].contains(&module.as_str()) {
            continue;
        }
        let allowed = modules.get(&module).unwrap_or_else(|| panic!("the table has no module {module}"));
        let code = code_of(&fs::read_to_string(&file).unwrap());
        let named = modules_named(without_tests(&file, &code));
        let wrong: Vec<_> = named.iter().filter(|name| **name != module && !allowed.contains(*name)).collect();
        assert!(wrong.is_empty(), "{} must not import {wrong:?}", file.display());
    }
}

#[test]
fn module_dependencies_are_acyclic() {
    let mut modules = table("module");
    while !modules.is_empty() {
        let free = modules.iter().find(|(_, imports)| imports.iter().all(|module| !modules.contains_key(module)));
        let free = free.unwrap_or_else(|| panic!("these modules import each other: {:?}", modules.keys())).0.clone();
        modules.remove(&free);
    }
}

#[test]
fn the_module_table_lists_every_module() {
    let listed: BTreeSet<_> = table("module").into_keys().collect();
    let lib = fs::read_to_string(project().join("src/lib.rs")).unwrap();
    let modules: BTreeSet<_> =
        lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).map(str::to_owned).collect();
    assert_eq!(listed, modules);
}

#[test]
fn restricted_crates_are_used_only_where_allowed() {
    for (name, places) in table("crate") {
        let is_in = |place: &String, file: &Path| {
            let place = project().join(place);
            file.starts_with(&place) || file == place.with_extension("rs")
        };
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let uses = |file: &PathBuf| {
            let code = code_of(&fs::read_to_string(file).unwrap());
            // As a path: the name alone may be an ordinary word, such as the ending of a file.
            let is_path = |at: usize| {
                let (before, after) = (&code[..at], &code[at + name.len()..]);
                !before.ends_with(is_name)
                    && (after.starts_with("::") || before.ends_with("use ") && after.starts_with(';'))
            };
            code.match_indices(&name).any(|(at, _)| is_path(at))
        };
        let (inside, outside): (Vec<_>, Vec<_>) = sources(&project().join("src"))
            .into_iter()
            .filter(uses)
            .partition(|file| places.iter().any(|place| is_in(place, file)));
        assert!(outside.is_empty(), "{outside:?} must not use {name}");
        for place in places {
            assert!(inside.iter().any(|file| is_in(&place, file)), "nothing in {place} uses {name}");
        }
    }
}

#[test]
fn every_form_of_import_is_recognised() {
    let code = "use crate::cli;\nuse crate::{graph::{Edge, Node}, query};\nfn f() { crate::text::plain(\"\") }";
    assert_eq!(modules_named(code), ["cli", "graph", "query", "text"].map(str::to_owned).into());
    assert_eq!(code_of("a // crate::cli\nb"), "a \nb");
    assert_eq!(code_of("\"https://x\"; crate::cli"), "\"https://x\"; crate::cli");
    assert!(leaves_the_module("use super::super::cli;", 2) && !leaves_the_module("use super::super::cli;", 3));
}

#[test]
fn every_finding_is_documented_with_its_severity() {
    let code = sources(&project().join("src")).into_iter().map(|file| code_of(&fs::read_to_string(file).unwrap()));
    let code = code.collect::<Vec<_>>().join("\n");
    let after = |text: &str, mark: &str, end: char| {
        let start = text.find(mark).unwrap() + mark.len();
        text[start..].split(end).next().unwrap().trim().to_owned()
    };
    let rule = |rule: &str| (after(rule, "code: \"", '"'), after(rule, "severity: Severity::", ',').to_lowercase());
    let rules: BTreeSet<_> =
        code.split("Rule {").skip(1).filter(|rule| rule.trim_start().starts_with("code: \"")).map(rule).collect();
    let page = fs::read_to_string(project().join("docs/findings.md")).unwrap();
    let row = |line: &str| {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        (cells[1].trim_matches('`').to_owned(), cells[2].to_owned())
    };
    let documented: BTreeSet<_> = page.lines().filter(|line| line.starts_with("| `")).map(row).collect();
    assert_eq!(documented, rules);
}
