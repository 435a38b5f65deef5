//! `skill`: the instructions for agents.

use crate::support::Fixture;

#[test]
fn instructions_are_short_and_every_command_in_them_exists() {
    let fixture = Fixture::clean();
    let skill = fixture.run(&["skill"]).code(0).stdout;
    assert!(skill.len() < 2_000, "{} bytes", skill.len());
    let (_, header) = skill.split_once("---\n").unwrap();
    assert!(header.starts_with("name: refscope\ndescription: "), "{header}");
    let commands: Vec<_> = skill.split('`').filter(|words| words.starts_with("refscope ")).collect();
    assert!(commands.len() > 10);
    for command in commands {
        // Arguments are placeholders or values; options must exist.
        let words: Vec<&str> = command.split(' ').skip(1).collect();
        let name: Vec<&str> =
            if words[0] == "refs" && words[1] == "add" { vec!["refs", "add"] } else { vec![words[0]] };
        let help = fixture.run(&[&name[..], &["--help"]].concat()).code(0).stdout;
        for option in words.iter().filter(|word| word.starts_with('-')) {
            assert!(help.contains(*option), "`{command}`: {option}");
        }
    }
}
