//! Misspelt relations of `refs add`.

use crate::support::Fixture;
use rstest::rstest;

#[rstest]
#[case::letter_left_out_of_a_synonym("triggerd", "led-to? \"triggerd\" looks like \"triggered\", a synonym of it")]
#[case::letter_too_many("led-too", "led-to?")]
#[case::another_form("leads-to", "led-to?")]
#[case::another_word("causes", "led-to?")]
#[case::inverse("caused-bye", "\"self\" led-to \"a\"? \"caused-bye\" looks like \"caused-by\"")]
fn the_advice_names_the_nearest_verb_first_and_the_new_relation_last(#[case] verb: &str, #[case] advice: &str) {
    let fixture = Fixture::clean();
    let run = fixture.run(&["refs", "add", "--from", "a", "--to", "self", "--relation", verb]).code(0);
    assert!(run.stderr.starts_with(&format!("advice: did you mean {advice}")), "{}", run.stderr);
    assert!(run.stderr.trim_end().ends_with("as it is, is a new relation"), "{}", run.stderr);
}

#[test]
fn a_verb_that_is_like_no_other_is_called_a_new_relation() {
    let fixture = Fixture::clean();
    let run = fixture.run(&["refs", "add", "--from", "a", "--to", "self", "--relation", "zzz-verb"]).code(0);
    assert!(!run.stderr.contains("did you mean") && run.stderr.contains("new relation"), "{}", run.stderr);
}
