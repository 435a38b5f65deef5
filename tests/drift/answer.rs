//! The answer about the drift of all systems, which the screen shows as a page.

use super::{example, synced};
use crate::support::Fixture;
use refscope::answer::{DriftAnswer, Input};
use refscope::document::{Answer as _, Block};
use refscope::format::json::{Sink, Trim};
use refscope::system::Hashes;
use refscope::workspace::Workspace;
use serde_json::{Value, json};

/// The headings of the document, and the JSON.
fn answer(fixture: &Fixture, is_checked: bool) -> (Vec<String>, Value) {
    let (workspace, hashes) = (Workspace::load(fixture.root()).unwrap(), Hashes::default());
    let input = Input::of(&workspace).with_hashes(&hashes);
    let asked = input.question().unwrap();
    let found = is_checked.then(|| asked.systems.check_disk(asked.facts, &asked.disk));
    let answer = DriftAnswer::new(input, found.as_ref());
    let sections = answer.document(usize::MAX).blocks.into_iter().flat_map(Block::into_sections);
    let headings = sections.map(|section| section.heading).collect();
    let (mut out, trim) = (Vec::new(), Trim::default());
    answer.json(&mut Sink::new(&mut out, false, &trim)).unwrap();
    (headings, serde_json::from_slice(&out).unwrap())
}

#[test]
fn drifted_nodes_are_a_list_with_one_name_in_json_and_document() {
    let (headings, json) = answer(&synced().write("lib/l.ts", "changed"), true);
    assert_eq!(headings, ["Architecture model", "Drifted", "Uncovered"]);
    assert_eq!(json["drifted"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&json["drifted"][0]["id"], &json["drifted"][0]["drift"]["status"]),
        (&json!("lib"), &json!("source-drift"))
    );
}

#[test]
fn no_nodes_are_drifted_before_files_are_compared_or_recorded() {
    for (fixture, is_checked) in [(synced().write("lib/l.ts", "changed"), false), (example(), true)] {
        let (headings, json) = answer(&fixture, is_checked);
        assert_eq!(headings, ["Architecture model", "Uncovered"]);
        assert_eq!(json, json!({"drifted": []}));
    }
}

#[test]
fn a_workspace_that_is_not_loaded_yet_has_no_files_to_compare() {
    let workspace = Workspace::load(Fixture::clean().root()).unwrap();
    let answer = DriftAnswer::new(Input::of(&workspace), None);
    let mut sections = answer.document(usize::MAX).blocks.remove(0).into_sections();
    assert_eq!(sections.remove(0).if_none, "No files to compare");
}
