//! A list of an answer has the same name in JSON, in text and on the screen.

use crate::support::run;
use rstest::rstest;
use serde_json::Value;
use std::collections::BTreeSet;

const CLAIM: &str = "0196c802-7a10-7c02-8a01-3f6d2b9c0002";

/// The names of all lists in an answer, as headings: `held_by` is `Held by`.
fn lists(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| lists(item, names)),
        Value::Object(fields) => {
            for (key, value) in fields {
                if value.is_array() {
                    let words = key.replace('_', " ");
                    names.insert(words[..1].to_uppercase() + &words[1..]);
                }
                lists(value, names);
            }
        }
        _ => {}
    }
}

/// The headings of a text: lines such as `For (2)  support it` that start in the first column.
fn headings(text: &str) -> BTreeSet<String> {
    let heading = |line: &str| {
        let (words, rest) = line.split_once(" (")?;
        let count = rest.split_once(')')?.0;
        let is_count = count.chars().next()?.is_ascii_digit();
        let is_name = line.starts_with(char::is_uppercase) && words.chars().all(|c| c.is_alphabetic() || c == ' ');
        (is_name && is_count).then(|| words.to_owned())
    };
    text.lines().filter_map(heading).collect()
}

/// Headings of a page: lines such as `│For (2)  support it   Against (1)` in one or two columns.
fn page_headings(screen: &str) -> BTreeSet<String> {
    let columns = |line: &str| {
        let line = line.trim_matches('│').to_owned();
        let at = line.char_indices().nth(39).map_or(line.len(), |(at, _)| at);
        [line[..at].to_owned(), line[at..].trim_start().to_owned(), line]
    };
    screen.lines().flat_map(columns).flat_map(|line| headings(&line)).collect()
}

/// The answer as JSON, as text, and as the page that the keys open.
fn answers(arguments: &[&str], keys: &str) -> [String; 3] {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), &["demo", "--into", "demo"]).code(0);
    let workspace = folder.path().join("demo");
    let now = ["--now", "2026-05-16"];
    let [json, text] =
        ["json", "human"].map(|format| run(&workspace, &[arguments, &now, &["-f", format]].concat()).stdout);
    let page = if keys.is_empty() {
        String::new()
    } else {
        let size = ["--size", "80x200", "--print", "text", "--keys", keys];
        run(&workspace, &[&now[..], &size].concat()).code(0).stdout
    };
    [json, text, page]
}

#[rstest]
#[case::argument(&["argument", CLAIM], "/calmer<enter>W", &["For", "Against"])]
#[case::impact(&["impact", "tuesday-deploy"], "/tuesday-deploy<enter>I", &["Direct", "Transitive"])]
#[case::contradictions(&["contradictions"], "5/code:unit-contradiction<enter>W", &["For", "Against"])]
#[case::trace(&["trace", "fix-stampede"], "", &["Nodes", "Edges"])]
#[case::diff(&["diff", "--from", "2026-05-10"], "", &["Nodes"])]
#[case::doctor(&["doctor"], "", &["Checks", "Findings"])]
fn a_list_has_one_name(#[case] arguments: &[&str], #[case] keys: &str, #[case] expected: &[&str]) {
    let [json, text, page] = answers(arguments, keys);
    let mut keys_of_json = BTreeSet::new();
    lists(&serde_json::from_str(&json).unwrap(), &mut keys_of_json);
    let (of_text, of_page) = (headings(&text), page_headings(&page));
    for name in expected {
        assert!(of_text.contains(*name), "{name} is not in\n{text}");
        assert!(page.is_empty() || of_page.contains(*name), "{name} is not in\n{page}");
    }
    for name in of_text.iter().chain(&of_page) {
        assert!(keys_of_json.contains(name), "no list in JSON has the name {name}: {keys_of_json:?}");
    }
}
