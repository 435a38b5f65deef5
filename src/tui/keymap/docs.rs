//! `docs/keys.md` shows the standard keymap, and examples that are what it says they are.

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

/// The page's blocks of a language.
fn blocks(language: &str) -> Vec<&'static str> {
    let start = format!("\n```{language}\n");
    PAGE.split(start.as_str()).skip(1).filter_map(|block| block.split("```").next()).collect()
}

fn mistakes(text: &str) -> String {
    let (_, mistakes) = Keymap::with_users(Path::new("keymap.yaml"), text);
    mistakes.iter().map(|mistake| format!("{mistake}\n")).collect()
}

#[test]
fn the_page_shows_the_standard_keys() {
    let keymap = Keymap::standard();
    let tables: String = Context::ALL.into_iter().map(|context| table(&keymap, context)).collect();
    assert!(PAGE.contains(&tables), "docs/keys.md should have:\n\n{tables}");
}

#[test]
fn nothing_is_wrong_with_the_example_of_the_page() {
    assert_eq!(mistakes(blocks("yaml")[0]), "");
}

#[test]
fn the_page_tells_mistakes_in_the_programs_words() {
    assert_eq!(mistakes(blocks("yaml")[1]), blocks("text")[0]);
}
