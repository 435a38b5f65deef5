//! Compares the reader with a second, naive implementation on random exports.

use super::*;
use proptest::prelude::*;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

type Dependencies = Vec<(String, Option<String>)>;
type Line = Option<(String, Option<String>, Dependencies)>;

/// Rows of issues, or `None` for one that is not JSON.
fn lines() -> impl Strategy<Value = Vec<Line>> {
    let id =
        || prop_oneof!["bd-[1-3]", "bd-[1-3]\\.[12x]", "bd-1\\.1\\.[12]", "gt-1", "external:a:b", "bd-wisp-1", "plain"];
    let kind = prop_oneof![
        Just("blocks"),
        Just("conditional_blocks"),
        Just("supersedes"),
        Just("parent-child"),
        Just("child"),
        Just("relates-to"),
        Just("own type"),
        Just(""),
    ];
    let dependency = (id(), proptest::option::of(kind.prop_map(str::to_owned)));
    let own = prop_oneof!["bd-[1-3]", "bd-[1-3]\\.[12]", "bd-1\\.1\\.1"];
    let status = proptest::option::of(prop_oneof![Just("closed".to_owned()), Just("tombstone".to_owned())]);
    let line = (own, status, proptest::collection::vec(dependency, 0..4));
    proptest::collection::vec(proptest::option::weighted(0.9, line), 0..8)
}

fn text(lines: &[Line]) -> String {
    let row = |line: &Line| match line {
        None => "{\"id\": ".to_owned(),
        Some((id, status, dependencies)) => {
            let entry = |(on, kind): &(String, Option<String>)| match kind {
                Some(kind) => json!({"issue_id": id, "depends_on_id": on, "type": kind}),
                None => json!({"issue_id": id, "depends_on_id": on}),
            };
            let dependencies: Vec<_> = dependencies.iter().map(entry).collect();
            json!({"id": id, "status": status, "dependencies": dependencies}).to_string()
        }
    };
    lines.iter().map(row).collect::<Vec<_>>().join("\n")
}

/// The nodes as `id status line`, and the edges as `from verb to line`, in any order.
type Content = (BTreeSet<String>, Vec<String>);

fn expected(lines: &[Line]) -> Content {
    let mut last = BTreeMap::new();
    for (line, row) in (1..).zip(lines) {
        if let Some((id, status, dependencies)) = row {
            last.insert(id.clone(), (line, status.clone().unwrap_or("open".to_owned()), dependencies));
        }
    }
    let mut nodes: BTreeSet<_> = last.iter().map(|(id, (line, status, _))| format!("{id} {status} {line}")).collect();
    let mut external: BTreeMap<String, u32> = BTreeMap::new();
    let mut edges = Vec::new();
    for (id, (line, _, dependencies)) in &last {
        for (on, kind) in *dependencies {
            let kind = kind.as_deref().filter(|kind| !kind.is_empty()).unwrap_or("blocks");
            let is_turned = ["blocks", "conditional_blocks", "supersedes"].contains(&kind);
            let (from, to) = if is_turned { (on, id) } else { (id, on) };
            edges.push(format!("{from} {kind} {to} {line}"));
            if on == "gt-1" || on == "external:a:b" {
                let first = external.entry(on.clone()).or_insert(*line);
                *first = (*first).min(*line);
            }
        }
        let (parent, number) = id.rsplit_once('.').unwrap_or_default();
        let has_parent = dependencies.iter().any(|(_, kind)| matches!(kind.as_deref(), Some("parent-child" | "child")));
        if last.contains_key(parent) && number.parse::<u32>().is_ok() && !has_parent {
            edges.push(format!("{id} parent-child {parent} {line}"));
        }
    }
    nodes.extend(external.into_iter().map(|(id, line)| format!("{id} external {line}")));
    edges.sort();
    (nodes, edges)
}

/// The content of an export that is read in parts of a number of lines.
fn in_parts(text: &str, lines: usize) -> Content {
    let all: Vec<&str> = text.split_inclusive('\n').collect();
    let texts: Vec<String> = all.chunks(lines).map(|lines| lines.concat()).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let exports = Exports::of_texts(SHOWN, &texts, &registry());
    let mut builder = GraphBuilder::new(registry());
    exports.parts.into_iter().for_each(|batch| builder.add(batch));
    content(&builder.finish().0)
}

fn content(graph: &Graph) -> Content {
    let node = |node: Node<'_>| {
        let status = node.status().or(node.kind()).unwrap_or_default();
        format!("{} {status} {}", node.id(), node.line().unwrap_or_default())
    };
    let edge = |edge: Edge<'_>| format!("{} {} {} {}", edge.from().id(), edge.relation(), edge.to().id(), edge.line());
    let mut edges: Vec<_> = graph.edges().map(edge).collect();
    edges.sort();
    (graph.nodes().filter(|node| !node.is_missing()).map(node).collect(), edges)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn exports_are_read_like_by_hand(lines in lines(), lines_a_part in 1..4_usize) {
        let text = text(&lines);
        prop_assert_eq!(content(&read(&text).0), expected(&lines));
        prop_assert_eq!(in_parts(&text, lines_a_part), expected(&lines));
    }
}
