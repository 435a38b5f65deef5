//! The examples in the documentation are valid, and its list of options is complete. `tutorial.rs` checks transcripts.

use crate::support::Fixture;
use std::fs;
use std::path::Path;

/// The examples of a page: each file's path, alone on a line, and the block below it. One list a section.
fn examples(page: &str) -> Vec<Vec<(String, String)>> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
    let file = |part: &str| {
        let (path, rest) = part.split_once('`')?;
        let block = rest.strip_prefix("\n\n```")?.split_once('\n')?.1.split("```").next()?;
        Some((path.to_owned(), block.to_owned()))
    };
    let files = |section: &str| {
        let starts = section.match_indices("\n`").map(|(at, _)| at + 2);
        starts.filter_map(|at| file(&section[at..])).collect::<Vec<_>>()
    };
    text.split("\n## ").map(files).filter(|files| !files.is_empty()).collect()
}

#[test]
fn examples_of_the_documentation_have_no_findings() {
    let sections = examples("docs/systems.md");
    assert_eq!(sections.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 5, 2, 1, 2, 1, 1, 1, 6, 1, 1]);
    for files in sections {
        let fixture = files.iter().fold(Fixture::bare(), |it, (path, content)| it.write(path, content));
        let fixture = if fixture.path(".yggdrasil").exists() {
            let schemas = ["yg-node.yaml", "yg-aspect.yaml", "yg-flow.yaml"];
            schemas.iter().fold(fixture, |it, name| it.write(&format!(".yggdrasil/schemas/{name}"), "any: thing\n"))
        } else {
            fixture
        };
        assert_eq!(fixture.codes(), [] as [&str; 0], "{files:?}");
        assert!(fixture.ids().len() > 1, "{files:?}");
    }
}

#[test]
fn example_of_declared_records_has_no_findings() {
    let sections = examples("docs/settings.md");
    assert_eq!(sections.iter().map(Vec::len).collect::<Vec<_>>(), [4]);
    let fixture = sections[0].iter().fold(Fixture::bare(), |it, (path, content)| it.write(path, content));
    assert_eq!(fixture.codes(), [] as [&str; 0]);
    assert_eq!(fixture.ids(), ["REQ_1", "SPEC_1", "part:axle", "part:wheel", "tool:hammer"]);
    let edges = fixture.run(&["refs", "REQ_1", "--direction", "both"]).json();
    let verbs: Vec<_> = edges.as_array().unwrap().iter().map(|edge| edge["relation"].as_str().unwrap()).collect();
    for verb in ["links-to", "blocks", "refines", "calls"] {
        assert!(verbs.contains(&verb), "{verbs:?}");
    }
}

#[test]
fn the_cli_page_documents_every_command_and_option() {
    let manual = Fixture::empty().run(&["man"]).code(0).stdout.replace("\\-", "-");
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md")).unwrap();
    let name = |text: &str| text.chars().take_while(|c| c.is_ascii_lowercase() || *c == '-').collect::<String>();
    let options: Vec<_> = manual.match_indices("--").map(|(at, _)| name(&manual[at..])).collect();
    assert!(options.len() > 100, "{options:?}");
    for option in options {
        assert!(page.contains(&option), "docs/cli.md lacks {option}");
    }
    let help = Fixture::empty().run(&["--help"]).code(0).stdout;
    let (_, commands) = help.split_once("Commands:\n").unwrap();
    let commands: Vec<_> = commands.lines().take_while(|line| !line.is_empty()).collect();
    // Descriptions that need a second line are indented further than names.
    let names = commands.iter().filter_map(|line| line.strip_prefix("  ").map(name)).filter(|name| !name.is_empty());
    let names: Vec<_> = names.filter(|name| name != "help").collect();
    assert!(names.len() > 20, "{names:?}");
    for name in names {
        assert!(page.contains(&format!("\n### `{name}")), "docs/cli.md lacks {name}");
    }
}
