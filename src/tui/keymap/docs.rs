//! Checks that the tables and examples in `docs/keys.md` match the program.

use super::{Context, Keymap};
use std::path::Path;

const PAGE: &str = include_str!("../../../docs/keys.md");

fn table(keymap: &Keymap, context: Context) -> String {
    let rows = keymap.entries().filter(|entry| entry.context == context).map(|entry| {
        let keys: Vec<_> = entry.keys.iter().map(|key| format!("`{key}`")).collect();
        format!("| {} | `{}` | {} |\n", keys.join(" "), entry.action.name(), entry.does)
    });
    let rows: String = rows.collect();
    if rows.is_empty() {
        return rows;
    }
    format!("### {}\n\n| keys | action | what it does |\n|---|---|---|\n{rows}\n", context.name())
}

/// The code blocks of a language in the page.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("\n```{language}\n");
    PAGE.split(start.as_str()).skip(1).filter_map(|block| block.split("```").next()).collect()
}

fn errors(text: &str) -> String {
    let (_, errors) = Keymap::with_users(Path::new("keymap.yaml"), text);
    errors.iter().map(|error| format!("{error}\n")).collect()
}

#[test]
fn the_page_shows_the_standard_keys() {
    let keymap = Keymap::standard();
    let tables: String = Context::all().map(|context| table(&keymap, context)).collect();
    assert!(PAGE.contains(&tables), "docs/keys.md should have:\n\n{tables}");
}

#[test]
fn the_example_keymap_has_no_errors() {
    assert_eq!(errors(blocks("yaml")[0]), "");
}

#[test]
fn the_page_shows_the_actual_error_messages() {
    assert_eq!(errors(blocks("yaml")[1]), blocks("text")[0]);
}
