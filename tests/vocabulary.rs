//! One vocabulary: words that the glossary replaces do not come back in code, help, docs and assets.

use crate::support::run;
use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that are unambiguous: wherever they appear, the glossary has a better word. Each is matched without regard to case, as
/// whole words.
const REPLACED: [(&str, &str); 34] = [
    ("so many", "at most N, maximum, or the number"),
    ("so long ago", "relative time such as -7d"),
    ("whoever", "user, caller, process"),
    ("somebody", "user, caller, another program"),
    ("nobody", "no user, no caller, no process"),
    ("anew", "again, from scratch"),
    ("told", "shown, reported, printed"),
    ("goes round", "is on a cycle"),
    ("go round", "form a cycle"),
    ("in a circle", "in a cycle"),
    ("circle", "cycle"),
    ("circles", "cycles"),
    ("take back", "retract"),
    ("takes back", "retracts"),
    ("took back", "retracted"),
    ("taken back", "retracted"),
    ("speaks for", "supports"),
    ("speaks against", "rebuts"),
    ("speak for", "support"),
    ("speak against", "rebut"),
    ("stands in", "is in"),
    ("stand in", "are in"),
    ("stands at", "is at"),
    ("in this run", "in this session"),
    ("nothing fits", "no matches"),
    ("nothing defines", "undefined id"),
    ("nothing has", "unknown"),
    ("how many there are of what", "counts"),
    ("mistake", "error, configuration error"),
    ("mistakes", "errors, configuration errors"),
    ("mended", "fixed"),
    ("is no theme", "unknown theme"),
    ("is no workspace", "is not a workspace"),
    ("missing links", "suggestions"),
];

/// Uses that are meant: a path below the repository and a part of the line.
const EXCEPTIONS: [(&str, &str); 1] = [
    // The user that a test becomes.
    ("tests/", "nobody"),
];

/// Every text file below a folder.
fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let is_text =
            || entry.extension().is_some_and(|end| ["rs", "md", "yaml", "json"].iter().any(|text| end == *text));
        if entry.is_dir() {
            files_below(&entry, found);
        } else if is_text() {
            found.push(entry);
        }
    }
}

/// A line as words: in lower case, separated by single blanks, with one at each end.
fn words(line: &str) -> String {
    let lower = line.to_lowercase();
    let parts: Vec<_> = lower.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
    format!(" {} ", parts.join(" "))
}

fn check(name: &str, text: &str, found: &mut Vec<String>) {
    for (number, line) in (1..).zip(text.lines()) {
        let spaced = words(line);
        for (phrase, better) in REPLACED.iter().filter(|(phrase, _)| spaced.contains(&format!(" {phrase} "))) {
            let is_meant = EXCEPTIONS.iter().any(|(file, part)| name.starts_with(file) && line.contains(part));
            if !is_meant {
                found.push(format!("{name}:{number}: \"{phrase}\"; use: {better}\n    {}", line.trim()));
            }
        }
    }
}

#[test]
fn words_that_the_glossary_replaces_are_used_nowhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = vec![root.join("README.md"), root.join("CONTRIBUTING.md"), root.join("CHANGELOG.md")];
    for folder in ["src", "docs", "assets", "themes", "benches"] {
        files_below(&root.join(folder), &mut files);
    }
    let mut found = Vec::new();
    for file in &files {
        let name = file.strip_prefix(root).unwrap().display().to_string();
        check(&name, &fs::read_to_string(file).unwrap(), &mut found);
    }
    assert!(found.is_empty(), "{} lines:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_help_of_every_command_and_the_man_page_use_the_vocabulary() {
    let folder = tempfile::tempdir().unwrap();
    let help = run(folder.path(), &["--help"]).code(0).stdout;
    let mut found = Vec::new();
    check("--help", &help, &mut found);
    check("man", &run(folder.path(), &["man"]).code(0).stdout, &mut found);
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = commands.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: Vec<_> = names.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() > 20, "{help}");
    for name in names.into_iter().filter(|name| *name != "help") {
        check(&format!("{name} --help"), &run(folder.path(), &[name, "--help"]).code(0).stdout, &mut found);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}
