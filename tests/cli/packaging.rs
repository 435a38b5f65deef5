//! Shell completions, manual page, help and version, as packagers use them.

use crate::support::Fixture;

#[test]
fn completions_are_generated_for_every_shell() {
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
fn help_and_version_go_to_standard_output() {
    let fixture = Fixture::empty();
    assert!(fixture.run(&["--help"]).code(0).stdout.contains("Usage: refscope"));
    assert!(fixture.run(&["help", "refs", "add"]).code(0).stdout.contains("--dry-run"));
    assert!(fixture.run(&["refs", "add", "--help"]).code(0).stdout.contains("--dry-run"));
    assert_eq!(fixture.run(&["--version"]).code(0).stdout, format!("refscope {}\n", env!("CARGO_PKG_VERSION")));
}
