//! Names of columns and fields that refer to other rows, and how to find such names in the start of a file.
//!
//! The input is cut off after some bytes and may be malformed, so a scanner collects names; nothing is parsed in full.

/// Fields that identify a row.
const IDS: [&str; 6] = ["id", "key", "slug", "uuid", "identifier", "uid"];

/// Fields that refer to other rows.
const LINKS: [&str; 31] = [
    "parent",
    "parents",
    "parent_id",
    "children",
    "depends_on",
    "dependencies",
    "blocks",
    "blocked_by",
    "links",
    "link_to",
    "references",
    "refs",
    "related",
    "related_to",
    "relates_to",
    "relations",
    "requires",
    "required_by",
    "supersedes",
    "superseded_by",
    "replaces",
    "replaced_by",
    "implements",
    "derived_from",
    "caused_by",
    "mentions",
    "cites",
    "supports",
    "prerequisites",
    "predecessors",
    "successors",
];

/// Pairs of fields that are the ends of an edge: no id is needed.
const ENDS: [(&str, &str); 7] = [
    ("from", "to"),
    ("from_id", "to_id"),
    ("source", "target"),
    ("source_id", "target_id"),
    ("src", "dst"),
    ("parent", "child"),
    ("parent_id", "child_id"),
];

/// Whether a row with these names refers to others.
fn refer<'n>(names: impl IntoIterator<Item = &'n str>) -> bool {
    let names: Vec<_> = names.into_iter().map(snake_case).collect();
    let has = |wanted: &str| names.iter().any(|name| name == wanted);
    ENDS.iter().any(|(from, to)| has(from) && has(to)) || (IDS.iter().any(|id| has(id)) && has_link(&names))
}

fn has_link(names: &[String]) -> bool {
    names.iter().any(|name| LINKS.contains(&&**name))
}

/// A name in lower case with underscores: `dependsOn`, `depends-on` and `Depends on` become `depends_on`.
fn snake_case(name: &str) -> String {
    let mut snake = String::with_capacity(name.len() + 2);
    let mut was_lower = false;
    for c in name.trim().chars() {
        if c.is_uppercase() && was_lower {
            snake.push('_');
        }
        was_lower = c.is_lowercase();
        match c {
            '-' | ' ' => snake.push('_'),
            c => snake.extend(c.to_lowercase()),
        }
    }
    snake
}

/// Whether a table with a header and at least one row has columns that refer to others.
pub(super) fn in_header(start: &str) -> bool {
    let mut lines = start.lines().filter(|line| !line.trim().is_empty());
    let (Some(header), Some(_)) = (lines.next(), lines.next()) else { return false };
    let count = |separator: char| header.matches(separator).count();
    let separator = [',', ';', '\t'].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(',');
    refer(header.split(separator).map(|name| name.trim().trim_matches('"')))
}

/// Whether any object that is a whole document, or an item of a list, has fields that refer to others.
pub(super) fn in_json(start: &str) -> bool {
    // The open lists and objects. Objects have the names of their fields.
    let mut open: Vec<Option<Vec<&str>>> = Vec::new();
    let bytes = start.as_bytes();
    let (mut at, mut last) = (0, None);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => {
                let end = string_end(bytes, at + 1);
                last = start.get(at + 1..end);
                at = end;
            }
            b':' => {
                if let (Some(Some(names)), Some(name)) = (open.last_mut(), last.take()) {
                    names.push(name);
                }
            }
            b'[' => open.push(None),
            b'{' => open.push(Some(Vec::new())),
            b']' | b'}' => {
                let closed = open.pop().flatten();
                let is_row = matches!(open.last(), None | Some(None));
                if is_row && closed.is_some_and(refer) {
                    return true;
                }
            }
            _ => {}
        }
        at += 1;
    }
    false
}

/// The position of the quote that ends a string.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && bytes[at] != b'"' {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

/// Whether a whole document, or an item of a list, has fields that refer to others.
pub(super) fn in_yaml(start: &str) -> bool {
    // The rows that have not ended yet: the indentation of their fields, and the names.
    let mut open: Vec<(usize, Vec<&str>)> = vec![(0, Vec::new())];
    for line in start.lines() {
        let content = line.trim_start_matches(' ');
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let is_new_document = content.starts_with("---");
        let indentation = line.len() - content.len();
        // A dash ends the item before it, whose fields are indented like those of the new one.
        let fields = content.strip_prefix("- ").map(str::trim_start);
        let ended = |depth: usize| is_new_document || depth > indentation;
        let closed: Vec<_> = open.extract_if(.., |(depth, _)| ended(*depth)).collect();
        if closed.into_iter().any(|(_, names)| refer(names)) {
            return true;
        }
        let content = fields.unwrap_or(content);
        let indentation = line.len() - content.len();
        if is_new_document {
            open.push((0, Vec::new()));
        } else if fields.is_some() {
            open.push((indentation, Vec::new()));
        }
        let name = content.split_once(':').filter(|(_, rest)| rest.is_empty() || rest.starts_with(' '));
        if let (Some((name, _)), Some((_, names))) = (name, open.iter_mut().find(|(depth, _)| *depth == indentation)) {
            names.push(name.trim_matches(['"', '\'']));
        }
    }
    open.into_iter().any(|(_, names)| refer(names))
}

/// Whether the frontmatter of a document has fields that refer to others. Its id is the name of the file.
pub(super) fn in_frontmatter(start: &str) -> bool {
    let mut lines = start.lines();
    if lines.next().is_none_or(|line| line.trim_end() != "---") {
        return false;
    }
    let top = |line: &'_ str| !line.starts_with([' ', '-', '#']);
    let fields = lines.take_while(|line| line.trim_end() != "---").filter(|line| top(line));
    has_link(&fields.filter_map(|line| line.split_once(':')).map(|(name, _)| snake_case(name)).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_name_is_recognised() {
        for name in ["dependsOn", "depends-on", "Depends on", "DEPENDS_ON", "depends_on"] {
            assert!(refer(["Id", name]) || refer(["ID", name]), "{name}");
        }
        assert!(!refer(["depends_on"]) && !refer(["id", "source"]) && refer(["source", "target"]));
    }

    #[test]
    fn items_of_nested_lists_are_rows_but_nested_objects_are_not() {
        assert!(in_json(r#"{"a": {"tasks": [{"id": 1, "title": "x: \"y", "dependencies": [2]}]}}"#));
        assert!(in_json(r#"{"id": "a", "links": []}"#));
        assert!(!in_json(r#"{"a": {"id": 1, "links": []}}"#));
        assert!(!in_json(r#"[{"id": 1, "more": {"links": []}}]"#));
    }

    #[test]
    fn fields_of_items_differ_from_those_of_the_document() {
        assert!(in_yaml("id: a\ntitle: x\nparent: b\n"));
        assert!(in_yaml("- id: a\n  blocks: [b]\n- id: b\n"));
        assert!(in_yaml("all:\n- title: x\n  id: a\n  links:\n    - b\n"));
        assert!(!in_yaml("id: a\nmore:\n  links: []\n"));
        assert!(!in_yaml("- id: a\n- blocks: b\n"));
        assert!(in_yaml("a: 1\n---\nid: a\nparent: b\n") && !in_yaml("id: 1\n---\nparent: b\n"));
    }

    #[test]
    fn malformed_text_is_scanned_to_its_end() {
        for text in
            ["", "\"", "\"\\", "]]}}", "{{{{", "{\"a", "[\"é\\", "---", "- - - a: b", "\u{feff}", ":", "-", "- "]
        {
            let found = [in_header(text), in_json(text), in_yaml(text), in_frontmatter(text)];
            assert_eq!(found, [false; 4], "{text:?}");
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_scanned_without_a_panic(text in "[\\[\\]{}:,\"\\\\\\-\\n aidé;\t]{0,60}") {
            let _ = [in_header(&text), in_json(&text), in_yaml(&text), in_frontmatter(&text)];
        }
    }
}
