//! Misspelled relations in `refs add`.

use crate::support::Fixture;
use rstest::rstest;

#[rstest]
#[case::synonym_with_a_missing_letter("triggerd", "led-to? \"triggerd\" looks like \"triggered\", a synonym;")]
#[case::extra_letter("led-too", "led-to?")]
#[case::another_form("leads-to", "led-to?")]
#[case::another_word("causes", "led-to?")]
#[case::inverse("caused-bye", "\"self\" led-to \"a\"? \"caused-bye\" looks like \"caused-by\"")]
fn the_advice_names_the_nearest_relation_first_and_a_new_one_last(#[case] verb: &str, #[case] advice: &str) {
    let fixture = Fixture::clean();
    let run = fixture.run(&["refs", "add", "--from", "a", "--to", "self", "--relation", verb]).code(0);
    assert!(run.stderr.starts_with(&format!("advice: did you mean {advice}")), "{}", run.stderr);
    assert!(run.stderr.trim_end().ends_with(&format!("as written, \"{verb}\" is a new relation")), "{}", run.stderr);
}

#[test]
fn a_relation_unlike_all_others_is_reported_as_new() {
    let fixture = Fixture::clean();
    let run = fixture.run(&["refs", "add", "--from", "a", "--to", "self", "--relation", "zzz-verb"]).code(0);
    assert!(!run.stderr.contains("did you mean") && run.stderr.contains("new relation"), "{}", run.stderr);
}
