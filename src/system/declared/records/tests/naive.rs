//! Compares the reader with a second, naive implementation on random tables.

use super::*;
use proptest::prelude::*;

type Line = (Option<String>, Option<String>, Vec<String>);

/// Ids, titles and links that need quoting, trimming and splitting.
fn lines() -> impl Strategy<Value = Vec<Line>> {
    let word = || prop_oneof!["[a-c]", "[a-c ,;\"\n]{0,3}", "é|\\{|'"];
    let line = (proptest::option::of(word()), proptest::option::of(word()), proptest::collection::vec("[a-d]", 0..4));
    proptest::collection::vec(line, 0..8)
}

/// What the records of a table are: nodes as `id title`, edges as `from to`, and the number of rows without an id.
fn expected(lines: &[Line]) -> (Vec<String>, Vec<String>, usize) {
    let (mut nodes, mut edges, mut faults) = (Vec::<String>::new(), Vec::new(), 0);
    for (id, title, links) in lines {
        let id = id.as_deref().map(str::trim).unwrap_or_default();
        if id.is_empty() {
            faults += 1;
            continue;
        }
        edges.extend(links.iter().map(|link| format!("{id:?} {link:?}")));
        let title = title.as_deref().unwrap_or_default().split('\n').map(str::trim).find(|part| !part.is_empty());
        if !nodes.iter().any(|node| node.starts_with(&format!("{id:?} "))) {
            nodes.push(format!("{id:?} {:?}", title.unwrap_or(id)));
        }
    }
    (nodes, edges, faults)
}

fn actual(rest: &str, text: &str) -> (Vec<String>, Vec<String>, usize) {
    let (graph, findings) = read(rest, text);
    let defined = graph.nodes().filter(|node| !node.is_missing());
    let nodes = defined.map(|node| format!("{:?} {:?}", node.id(), node.title())).collect();
    let edges = graph.edges().map(|edge| format!("{:?} {:?}", edge.from().id(), edge.to().id())).collect();
    (nodes, edges, findings.iter().filter(|finding| finding.rule.code == "record-id").count())
}

fn csv_text(lines: &[Line]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let row = |(id, title, links): &Line| {
        let cells = [id.as_deref().unwrap_or_default(), title.as_deref().unwrap_or_default(), &links.join("; ")];
        cells.map(quoted).join(",") + "\n"
    };
    "id,name,links\n".to_owned() + &lines.iter().map(row).collect::<String>()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn json_lines_are_read_like_by_hand(lines in lines()) {
        let row = |(id, title, links): &Line| serde_json::json!({"links": links, "id": id, "name": title}).to_string();
        let text = lines.iter().map(row).collect::<Vec<_>>().join("\n");
        prop_assert_eq!(actual(&format!("format: jsonl\n{LINKS}"), &text), expected(&lines));
    }

    #[test]
    fn tables_are_read_like_by_hand(lines in lines()) {
        prop_assert_eq!(actual(&format!("format: csv\n{LINKS}"), &csv_text(&lines)), expected(&lines));
    }

    #[test]
    fn lines_of_a_table_are_those_of_an_editor(lines in lines()) {
        let text = csv_text(&lines);
        let (graph, _) = read(&format!("format: csv\n{LINKS}"), &text);
        for node in graph.nodes().filter(|node| !node.is_missing()) {
            let line = text.split('\n').nth(node.line().unwrap() as usize - 1).unwrap();
            prop_assert!(line.starts_with('"'), "{}", line);
        }
    }
}
