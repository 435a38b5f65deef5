//! Line numbers of keys and items in the various YAML styles.

use super::*;
use crate::system::kit::config_error::KeyPath;
use proptest::prelude::*;
use std::fmt::Write as _;

fn line_of(lines: &Lines, path: &[KeyPath<'_>]) -> u32 {
    let inside = path.iter().fold(lines.top(), |at, step| match step {
        KeyPath::Key(key) => at.key(key),
        KeyPath::Item(nth) => at.item(*nth),
    });
    inside.line()
}

/// The line of a path such as `everywhere.quit.0`.
fn line(text: &str, path: &str) -> u32 {
    let path: Vec<_> = path.split('.').map(|part| part.parse().map_or(KeyPath::Key(part), KeyPath::Item)).collect();
    line_of(&Lines::of(text), &path)
}

/// Parses a step: `key`, or `#3` for an item.
fn place(part: &str) -> KeyPath<'_> {
    part.strip_prefix('#').map_or(KeyPath::Key(part), |nth| KeyPath::Item(nth.parse().unwrap()))
}

#[test]
fn entries_of_nested_maps_have_their_lines() {
    let text = "a: 1\nb:\n  c: 2\n\n  d:\n    e: 3\nf: 4\n";
    for (path, expected) in [("a", 1), ("b", 2), ("b.c", 3), ("b.d", 5), ("b.d.e", 6), ("f", 7)] {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn comments_are_not_keys() {
    let text = "# a: 0\na: x # b: 1\n  # b: 2\nb: 3\n";
    assert_eq!((line(text, "a"), line(text, "b")), (2, 4));
}

#[test]
fn keys_may_be_quoted() {
    let text = "\"a\": 1\n'b c': 2\n\"q\\\"x\" : 3\n'it''s': 4\n\"k: v\": 5\n";
    for (path, expected) in [("a", 1), ("b c", 2), ("q\"x", 3), ("it's", 4), ("k: v", 5)] {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn colons_in_quoted_text_are_not_keys() {
    let text = "a: \"x\n  b: 1\n  # no comment\"\nb: 'y\n\n  c: 2'\nc: 3\n";
    assert_eq!((line(text, "b"), line(text, "c")), (4, 7));
}

#[test]
fn lists_in_both_forms_have_the_lines_of_their_items() {
    let text = "a:\n  - x\n  - y\nb:\n- x\n\n- y\nc: [x,\n  y, # z,\n  'z, z']\nd: end\n";
    for (path, expected) in
        [("a.0", 2), ("a.1", 3), ("b.0", 5), ("b.1", 7), ("c.0", 8), ("c.1", 9), ("c.2", 10), ("d", 11)]
    {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn maps_in_brackets_have_the_lines_of_their_entries() {
    let text = "a: {b: 1, \"c\":2,\n  d: {e: [1,\n   2]}, f: 'x}'}\ng: {}\nh: {i, j: }\n";
    for (path, expected) in
        [("a.b", 1), ("a.c", 1), ("a.d", 2), ("a.d.e", 2), ("a.d.e.1", 3), ("a.f", 3), ("g", 4), ("h.j", 5)]
    {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn lists_of_maps_and_maps_of_lists_nest() {
    let text = "a:\n  - b: 1\n    c: 2\n  -\n    - x\n    - y: 3\n  - - z\n    - w\n";
    for (path, expected) in
        [("a.0.b", 2), ("a.0.c", 3), ("a.1", 4), ("a.1.0", 5), ("a.1.1.y", 6), ("a.2.0", 7), ("a.2.1", 8)]
    {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn block_scalars_are_skipped() {
    let text = "a: |\n  b: 1\n\n  c: 2\nb: >-\n  x\nc: plain\n  goes on\n  and on\nd: 4\n";
    for (path, expected) in [("b", 5), ("c", 7), ("d", 10)] {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn anchors_tags_markers_and_directives_are_skipped() {
    let text = "\u{feff}%YAML 1.1\n---\na: &x\n  b: 1\nc: !t {d: 2}\n&y e: 3\nf: *x\n";
    for (path, expected) in [("a", 3), ("a.b", 4), ("c.d", 5), ("f", 7)] {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn colons_and_dashes_inside_words_are_plain_characters() {
    let text = "a: x:y\nb:c: 1\n-d: 2\ne: -f\ng: http://h\n";
    for (path, expected) in [("a", 1), ("b:c", 2), ("-d", 3), ("e", 4), ("g", 5)] {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn numeric_keys_are_found_as_text() {
    let text = "x: 0\n1: a\n";
    assert_eq!(line_of(&Lines::of(text), &[KeyPath::Key("1")]), 2);
}

#[test]
fn carriage_returns_change_nothing() {
    let text = "a:\r\n  b: 1\r\n  c: [x,\r\n y]\r\nd: 2\r\n";
    for (path, expected) in [("a.b", 2), ("a.c.1", 4), ("d", 5)] {
        assert_eq!(line(text, path), expected, "{path}");
    }
}

#[test]
fn an_unknown_path_has_the_line_of_its_nearest_ancestor() {
    let text = "a: 1\nb: &b\n  c: {d: 1}\ne:\n  <<: *b\n";
    assert_eq!((line(text, "b.c.x"), line(text, "b.x"), line(text, "e.c.d")), (3, 2, 4));
    assert_eq!(line("# nothing\n", "a"), 1);
}

/// Writes a value in block style, one entry or item per line, and records the line of each.
fn block(value: &Value, indent: usize, places: &mut Vec<(Vec<String>, u32)>, path: &[String], text: &mut String) {
    let pad = " ".repeat(indent);
    let below = |part: String| [path, &[part]].concat();
    let line = |text: &String| text.matches('\n').count() as u32 + 1;
    let entries: Vec<(String, String, &Value)> = match value {
        Value::Object(map) => map.iter().map(|(key, value)| (format!("{key}:"), key.clone(), value)).collect(),
        Value::Array(list) => {
            list.iter().enumerate().map(|(at, value)| ("-".to_owned(), format!("#{at}"), value)).collect()
        }
        _ => Vec::new(),
    };
    for (start, part, value) in entries {
        places.push((below(part.clone()), line(text)));
        let is_empty =
            value.as_object().is_some_and(|map| map.is_empty()) || value.as_array().is_some_and(Vec::is_empty);
        if (value.is_object() || value.is_array()) && !is_empty {
            writeln!(text, "{pad}{start} # k: v").unwrap();
            block(value, indent + 2, places, &below(part), text);
        } else {
            writeln!(text, "{pad}{start} {value}").unwrap();
        }
    }
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof!["[a-z:#'\"{}\\[\\], -]{0,8}".prop_map(Value::from), any::<u8>().prop_map(Value::from)];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,4}", inner, 0..5)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn every_entry_is_found_on_the_line_it_was_written(value in values()) {
        let (mut places, mut text) = (Vec::new(), String::new());
        block(&value, 0, &mut places, &[], &mut text);
        prop_assert!(parse(&text).is_ok(), "{}", text);
        let lines = Lines::of(&text);
        for (path, expected) in places {
            let path: Vec<_> = path.iter().map(|part| place(part)).collect();
            prop_assert_eq!(line_of(&lines, &path), expected, "{:?} in {}", path, text);
        }
    }

    #[test]
    fn arbitrary_text_does_not_panic(text in "[a-c:#'\"{}\\[\\],&!|>?%é \n-]{0,60}") {
        Lines::of(&text);
    }
}
