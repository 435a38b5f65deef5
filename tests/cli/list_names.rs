//! A list of an answer has the same name in JSON, in text and on the screen.

use crate::support::run;
use serde_json::Value;
use std::collections::BTreeSet;

const CLAIM: &str = "0196c802-7a10-7c02-8a01-3f6d2b9c0002";

/// The names of all lists in an answer, as headings: `held_by` is `Held by`.
fn lists(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| lists(item, names)),
        Value::Object(fields) => {
            for (key, value) in fields {
                if value.is_array() {
                    let words = key.replace('_', " ");
                    names.insert(words[..1].to_uppercase() + &words[1..]);
                }
                lists(value, names);
            }
        }
        _ => {}
    }
}

/// The headings of a text: lines such as `For (2)  support it` that start in the first column.
fn headings(text: &str) -> BTreeSet<String> {
    let heading = |line: &str| {
        let (words, rest) = line.split_once(" (")?;
        let count = rest.split_once(')')?.0;
        let is_count = count.chars().next()?.is_ascii_digit();
        let is_name = line.starts_with(char::is_uppercase) && words.chars().all(|c| c.is_alphabetic() || c == ' ');
        (is_name && is_count).then(|| words.to_owned())
    };
    text.lines().filter_map(heading).collect()
}
