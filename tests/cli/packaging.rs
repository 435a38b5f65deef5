//! What packagers need.

use crate::support::Fixture;

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = Fixture::empty().run(&["completions", shell]).code(0);
        assert!(run.stdout.contains("migrate-ids"), "{shell}");
    }
}

#[test]
fn the_manual_page_describes_every_command() {
    let page = Fixture::empty().run(&["man"]).code(0).stdout;
    for command in ["refs", "trace", "show", "list", "search", "doctor", "refs-add", "status", "migrate-ids", "demo"] {
        let name = format!("refscope-{command}").replace('-', "\\-");
        assert!(page.contains(&name), "{name}");
    }
    assert!(page.contains("\\-\\-orient"));
}

#[test]
fn help_and_version_are_answers() {
    let fixture = Fixture::empty();
    assert!(fixture.run(&["--help"]).code(0).stdout.contains("Usage: refscope"));
    assert!(fixture.run(&["help", "refs", "add"]).code(0).stdout.contains("--dry-run"));
    assert!(fixture.run(&["refs", "add", "--help"]).code(0).stdout.contains("--dry-run"));
    assert_eq!(fixture.run(&["--version"]).code(0).stdout, format!("refscope {}\n", env!("CARGO_PKG_VERSION")));
}
