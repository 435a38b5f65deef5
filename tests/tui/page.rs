//! What an open page says about its rows.

use crate::support::Screen;
use serde_json::Value;

/// The rows of the open page as data.
#[track_caller]
pub(super) fn rows_as_data(screen: &Screen) -> Vec<Value> {
    assert!(screen.summary("page").is_object(), "no page is open");
    screen.says("page", "rows").as_array().expect("the page is not there yet").clone()
}

/// The rows of the open page as text.
#[track_caller]
pub(super) fn rows(screen: &Screen) -> Vec<String> {
    rows_as_data(screen).iter().map(|row| row["text"].as_str().unwrap().to_owned()).collect()
}

/// The rows of the open page as text, indented.
#[track_caller]
pub(super) fn indented_rows(screen: &Screen) -> Vec<String> {
    let blanks = |row: &Value| "  ".repeat(usize::try_from(row["indent"].as_u64().unwrap()).unwrap());
    rows_as_data(screen).iter().map(|row| format!("{}{}", blanks(row), row["text"].as_str().unwrap())).collect()
}

/// The selected row of the open page as text.
#[track_caller]
pub(super) fn selected(screen: &Screen) -> String {
    rows(screen)[screen.counts("page", "cursor")].clone()
}
