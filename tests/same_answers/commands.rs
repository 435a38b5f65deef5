//! No command and no option is forgotten.

use super::record::Record;
use crate::support::Fixture;

/// Commands that change files, or print something other than an answer.
const NOT_QUESTIONS: [&str; 8] =
    ["artifact status", "cache", "completions", "export", "generate", "man", "skill", "status"];

/// Options that are not asked: they never end, or change files.
const NOT_ASKED: [(&str, &str); 3] = [("refs", "--follow"), ("migrate-ids", "--apply"), ("demo", "--into")];

/// Options of answers with a graph, which have tests of their own.
const OF_GRAPHS: [&str; 3] = ["--output", "--force", "--dialect"];

/// Options of the terminal UI.
const OF_THE_SCREEN: [&str; 4] = ["--theme", "--color-depth", "--ascii", "--no-mouse"];

/// A command that the help of the program does not list. Its subcommands have the options of `list` and `status`.
const HIDDEN: &str = "artifact";

fn help(fixture: &Fixture, command: &str) -> String {
    let words = command.split(' ').filter(|word| !word.is_empty()).chain(["--help"]);
    fixture.run(&words.collect::<Vec<_>>()).code(0).stdout
}

/// The subcommands of a command.
fn subcommands(fixture: &Fixture, command: &str) -> Vec<String> {
    let help = help(fixture, command);
    let (_, listed) = help.split_once("Commands:\n").unwrap_or_default();
    let listed = listed.lines().take_while(|line| !line.is_empty());
    // Descriptions that need a second line are indented further than names.
    let names = listed.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    names
        .filter(|name| !["", "help"].contains(name))
        .map(|name| format!("{command} {name}").trim().to_owned())
        .collect()
}

/// Every command of the binary: `refs`, `refs add`, …
fn commands(fixture: &Fixture) -> Vec<String> {
    let mut commands = subcommands(fixture, "");
    commands.push(HIDDEN.to_owned());
    let nested: Vec<_> = commands.iter().flat_map(|command| subcommands(fixture, command)).collect();
    commands.extend(nested);
    commands
}

/// The long options in the help of a command.
fn options(fixture: &Fixture, command: &str) -> Vec<String> {
    let help = help(fixture, command);
    let named = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    named.filter_map(|line| line.split([' ', ',']).find(|word| word.starts_with("--"))).map(str::to_owned).collect()
}

/// The recorded questions that a command answers.
fn asked_of<'a>(questions: &'a [String], command: &str) -> Vec<&'a String> {
    let start = format!("refscope {command} ");
    questions.iter().filter(|question| format!("{question} ").starts_with(&start)).collect()
}

#[test]
fn every_command_is_asked_or_is_not_a_question() {
    let questions = Record::stored_questions();
    let commands = commands(&Fixture::empty());
    assert!(commands.len() > 30, "{commands:?}");
    for command in &commands {
        let is_asked = !asked_of(&questions, command).is_empty();
        let is_question = !NOT_QUESTIONS.contains(&command.as_str());
        assert_eq!(is_asked, is_question, "ask `{command}` in questions.rs, or add it to NOT_QUESTIONS");
    }
    for command in NOT_QUESTIONS {
        assert!(commands.iter().any(|one| one == command), "`{command}` is not a command");
    }
}

#[test]
fn every_option_of_a_question_is_asked() {
    let (fixture, questions) = (Fixture::empty(), Record::stored_questions());
    // This command has no options of its own.
    let global = options(&fixture, "stats");
    for command in commands(&fixture).iter().filter(|command| !command.starts_with(HIDDEN)) {
        let asked = asked_of(&questions, command);
        let own = options(&fixture, command).into_iter().filter(|option| !global.contains(option));
        let is_left_out = |option: &String| OF_THE_SCREEN.iter().chain(&OF_GRAPHS).any(|other| other == option);
        for option in own.filter(|option| !is_left_out(option)) {
            let is_asked = asked.iter().any(|question| question.split(' ').any(|word| word == option));
            let is_left_out = asked.is_empty() || NOT_ASKED.contains(&(command.as_str(), option.as_str()));
            assert!(is_asked || is_left_out, "ask `{command} {option}` in questions.rs, or add it to NOT_ASKED");
        }
    }
}
