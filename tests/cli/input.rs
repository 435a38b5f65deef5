//! Bad input gets a sentence that says what is wrong and what is allowed.

use crate::support::Fixture;
use rstest::rstest;

#[rstest]
#[case(&["refs", "a", "--depth", "0"], "a whole number from 1 to 4294967295")]
#[case(&["refs", "a", "--depth", "x"], "a whole number from 1 to 4294967295")]
#[case(&["refs", "a", "--depth", "-1"], "a whole number from 1 to 4294967295")]
#[case(&["refs", "a", "--direction", "up"], "[possible values: in, out, both]")]
#[case(&["refs", "a", "--relation", ""], "the relation is empty")]
#[case(&["refs", "a", "--relation", "led\u{1b}to"], "holds a control character")]
#[case(&["refs", "a", "--depth", "99999999999"], "a whole number from 1 to 4294967295")]
#[case(&["refs"], "<ID>")]
#[case(&["refs", "a", "add", "--from", "a", "--to", "b", "--relation", "r"], "refs add takes no ID and no filter before it")]
#[case(&["refs", "--depth", "2", "add", "--from", "a", "--to", "b", "--relation", "r"], "refs add takes no ID and no filter")]
#[case(&["refs", ""], "the id is empty")]
#[case(&["refs", "add", "--from", "a", "--to", "b"], "--relation <VERB>")]
#[case(&["refs", "add", "--from", " a", "--to", "b", "--relation", "cites"], "has blanks around it")]
#[case(&["refs", "add", "--from", "a\u{202e}", "--to", "b", "--relation", "cites"], "holds a control character")]
#[case(&["refs", "add", "--from", "a", "--to", "b", "--relation", " "], "the relation is empty")]
#[case(&["refs", "add", "--from", "a\nb", "--to", "b", "--relation", "cites"], "holds a control character")]
#[case(&["refs", "add", "--from", "a", "--to", "b", "--relation", "cites", "--actor", ""], "the actor is empty")]
#[case(&["trace", "a", "--direction", "in"], "[possible values: forward, backward, both]")]
#[case(&["trace", "a", "--orient", "time"], "[possible values: stored, meaning]")]
#[case(&["trace", "a", "--max-depth", "0"], "a whole number from 1 to 4294967295")]
#[case(&["trace", "a", "--relations", "cites,,led-to"], "the relation is empty")]
#[case(&["list", "--system", "other"], "[possible values: reference, unit, causal, yggdrasil, sidecar]")]
#[case(&["search", " "], "there is nothing to look for")]
#[case(&["search", "a", "--limit", "0"], "a whole number from 1 to 4294967295")]
#[case(&["list", "--format", "xml"], "[possible values: auto, human, json]")]
#[case(&["list", "--color", "blue"], "[possible values: auto, always, never]")]
#[case(&["lst"], "a similar subcommand exists: 'list'")]
#[case(&[], "the screen needs a terminal; in a pipe use a command")]
#[case(&["--ascii", "list"], "are for the screen: use them without a command")]
#[case(&["--theme", "x"], "there is no theme x; there are auto, dark, light")]
fn a_mistake_is_explained(#[case] arguments: &[&str], #[case] explanation: &str) {
    let run = Fixture::clean().run(arguments).code(2);
    assert!(run.stderr.contains(explanation), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}

#[test]
fn nothing_bad_is_written() {
    let fixture = Fixture::clean();
    let before = fixture.read("references.jsonl");
    fixture.run(&["refs", "add", "--from", "a", "--to", "b", "--relation", "x\u{7f}"]).code(2);
    assert_eq!(fixture.read("references.jsonl"), before);
}

#[test]
fn an_id_called_like_the_subcommand_can_be_asked_about() {
    let fixture = Fixture::empty().write("artifacts/notes/add.md", "[[x]]\n");
    assert_eq!(fixture.run(&["refs", "--", "add"]).code(0).json()[0]["from"], "add");
}
