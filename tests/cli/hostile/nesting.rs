//! Folders nested 2,000 levels deep: commands still answer, report a finding and end normally.
//!
//! The bound of one second is measured by the command in CONTRIBUTING.

use super::{beside, codes, doctor_within_limits};
use crate::support::nested::Nested;
use crate::support::{CLAIM, Fixture, unit};
use rstest::rstest;

const LEVELS: usize = 2_000;

/// The deepest level that is read, as documented in `docs/findings.md`.
const DEEPEST: usize = 256;

const NODE: &str = "name: Deep\ntype: module\n";

#[expect(clippy::unnecessary_wraps, reason = "a level may also have no file")]
fn artifact(level: usize) -> Option<(String, String)> {
    Some((format!("level-{level}.md"), "---\ntitle: Deep\n---\n".to_owned()))
}

fn empty(_: usize) -> Option<(String, String)> {
    None
}

#[rstest]
#[case::artifacts("artifacts", &["artifacts/d"])]
#[case::units("units", &["units/d"])]
#[case::records("records", &["records/d"])]
#[case::code_with_causal_graphs("src", &["src/d"])]
#[case::aspects(".yggdrasil/aspects", &[".yggdrasil/aspects/d"])]
fn deep_folders_are_a_finding_and_the_rest_is_loaded(#[case] top: &str, #[case] starts: &[&str]) {
    let fixture = beside("x", "");
    let nested = Nested::below(fixture.path(top), "d", LEVELS, empty);
    let run = doctor_within_limits(&fixture);
    assert_eq!(codes(&run), ["folder-too-deep"], "{run:?}");
    let report = run.json();
    let finding = &report["findings"][0];
    assert_eq!(finding["message"], "1 folder nested more than 256 levels deep is not read");
    let path = finding["about"][0]["path"].as_str().unwrap();
    assert!(starts.iter().any(|start| path.starts_with(start)), "{path}");
    assert!(["a", CLAIM, "app", "sn.a.rank1"].iter().all(|id| fixture.ids().contains(&(*id).to_owned())));
    drop(nested);
}

#[test]
fn artifacts_are_read_down_to_the_limit_and_no_further() {
    let fixture = Fixture::clean();
    let _nested = Nested::below(fixture.path("artifacts/tasks"), "d", LEVELS, artifact);
    let ids = fixture.ids();
    // `artifacts/tasks` is the first level.
    let is_there = |level: usize| ids.contains(&format!("level-{level}"));
    assert!((1..DEEPEST).all(is_there));
    assert!(!(DEEPEST..=LEVELS).any(is_there));
}

#[test]
fn a_symbolic_link_does_not_lift_the_limit() {
    let fixture = Fixture::clean().link("artifacts/tasks/again", "../missions");
    let _nested = Nested::below(fixture.path("artifacts/tasks"), "d", LEVELS, artifact);
    assert_eq!(fixture.ids().iter().filter(|id| id.starts_with("level-")).count(), DEEPEST - 1);
    assert!(fixture.codes().contains(&"folder-too-deep".to_owned()));
}

#[test]
fn a_model_of_nested_nodes_is_read_down_to_the_limit() {
    let fixture = beside("x", "");
    let file = |_| Some(("yg-node.yaml".to_owned(), NODE.to_owned()));
    let _nested = Nested::below(fixture.path(".yggdrasil/model"), "d", LEVELS, file);
    let run = doctor_within_limits(&fixture);
    assert!(codes(&run).contains(&"folder-too-deep".to_owned()), "{run:?}");
    let nodes = fixture.ids().into_iter().filter(|id| id.starts_with('d') && id.split('/').all(|part| part == "d"));
    assert_eq!(nodes.map(|id| id.split('/').count()).max(), Some(DEEPEST));
    let deepest = vec!["d"; DEEPEST].join("/");
    for command in ["context", "impact", "aspects", "show", "refs", "trace"] {
        fixture.run(&[command, &deepest]).code(0);
    }
    fixture.run(&["tree"]).code(0);
}

#[test]
fn a_path_too_long_to_be_opened_is_a_finding() {
    let fixture = beside("x", "");
    let _nested = Nested::below(fixture.path("artifacts"), &"n".repeat(200), 30, artifact);
    let run = doctor_within_limits(&fixture);
    let report = run.json();
    let finding = report["findings"].as_array().unwrap().iter().find(|one| one["code"] == "file-unreadable").unwrap();
    assert!(finding["message"].as_str().unwrap().starts_with("The folder could not be listed: "), "{finding}");
    assert!(fixture.ids().contains(&"level-1".to_owned()));
}

#[test]
fn many_nested_folders_side_by_side_do_not_overflow_the_stack() {
    let fixture = Fixture::clean();
    let chains: Vec<_> =
        (0..20).map(|chain| Nested::below(fixture.path(&format!("artifacts/c{chain}")), "d", 240, empty)).collect();
    assert_eq!(fixture.codes(), [] as [String; 0]);
    assert!(chains.iter().all(|chain| chain.top().exists()));
}

#[test]
fn units_above_the_limit_are_read() {
    let fixture = Fixture::empty();
    let id = "018f0000-0000-7000-8000-00000000000a";
    let file = |level| (level == 100).then(|| ("deep.json".to_owned(), unit(id, "assertion", "")));
    let _nested = Nested::below(fixture.path("units"), "d", LEVELS, file);
    assert_eq!(fixture.ids(), [id]);
}
