//! A naive second reader, over a tree of values and without positions.

use super::super::parse;
use super::{edges, graph};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeSet;

type Facts = (BTreeSet<String>, Vec<(String, String, String)>);

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn list(value: &Value, key: &str) -> Vec<Value> {
    value[key].as_array().cloned().unwrap_or_default()
}

/// The ids of all nodes, and all edges in file order.
fn naive(document: &Value) -> Facts {
    let (mut nodes, mut edges) = (BTreeSet::new(), Vec::new());
    let tags: Vec<(String, Vec<Value>)> = if document["tasks"].is_array() {
        vec![("master".to_owned(), list(document, "tasks"))]
    } else {
        document.as_object().unwrap().iter().map(|(tag, value)| (tag.clone(), list(value, "tasks"))).collect()
    };
    for (tag, tasks) in tags {
        let has_subtask = |id: &str, sub: &str| {
            let own = tasks.iter().filter(|task| text(&task["id"]) == id);
            own.flat_map(|task| list(task, "subtasks")).any(|subtask| text(&subtask["id"]) == sub)
        };
        for task in &tasks {
            let id = text(&task["id"]);
            nodes.insert(format!("{tag}/{id}"));
            for entry in list(task, "dependencies") {
                edges.push((format!("{tag}/{id}"), "depends-on".to_owned(), format!("{tag}/{}", text(&entry))));
            }
            for subtask in list(task, "subtasks") {
                let sub = text(&subtask["id"]);
                let from = format!("{tag}/{id}.{sub}");
                nodes.insert(from.clone());
                edges.push((from.clone(), "child-of".to_owned(), format!("{tag}/{id}")));
                for entry in list(&subtask, "dependencies") {
                    let written = text(&entry);
                    let is_sibling = !written.contains('.') && has_subtask(&id, &written);
                    let to = if is_sibling { format!("{tag}/{id}.{written}") } else { format!("{tag}/{written}") };
                    edges.push((from.clone(), "depends-on".to_owned(), to));
                }
            }
        }
    }
    (nodes, edges)
}

fn id() -> impl Strategy<Value = Value> {
    (1..5_u32, any::<bool>()).prop_map(|(id, is_text)| if is_text { json!(id.to_string()) } else { json!(id) })
}

fn dependency() -> impl Strategy<Value = Value> {
    prop_oneof![3 => id(), 1 => (1..5_u32, 1..5_u32).prop_map(|(task, sub)| json!(format!("{task}.{sub}")))]
}

fn dependencies() -> impl Strategy<Value = Vec<Value>> {
    prop::collection::vec(dependency(), 0..4)
}

fn task() -> impl Strategy<Value = Value> {
    let subtask = (id(), dependencies()).prop_map(|(id, to)| json!({"id": id, "dependencies": to}));
    (id(), dependencies(), prop::collection::vec(subtask, 0..4))
        .prop_map(|(id, to, subtasks)| json!({"id": id, "dependencies": to, "subtasks": subtasks}))
}

proptest! {
    #[test]
    fn the_reader_agrees_with_a_naive_one(
        tags in prop::collection::btree_map("[a-c]", prop::collection::vec(task(), 0..5), 1..4),
        is_older: bool,
    ) {
        let document = if is_older {
            json!({"tasks": tags.values().next().unwrap()})
        } else {
            tags.iter().map(|(tag, tasks)| (tag.clone(), json!({"tasks": tasks}))).collect::<Value>()
        };
        let (read, _) = graph(&document.to_string());
        let defined = read.nodes().filter(|node| !node.is_missing()).map(|node| node.id().to_owned());
        let found = edges(&read).into_iter().map(|(from, verb, to, _)| (from, verb, to));
        let (nodes, mut expected) = naive(&document);
        prop_assert_eq!(defined.collect::<BTreeSet<_>>(), nodes);
        let mut found: Vec<_> = found.collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn no_text_makes_the_reader_fail(text in "\\PC{0,200}") {
        super::super::parse("tasks.json", &text);
    }

    #[test]
    fn a_dependency_refers_to_a_known_task_if_there_is_one(written in "[1-3](\\.[1-3])?") {
        let text = format!(r#"{{"t": {{"tasks": [{{"id": 1, "subtasks": [{{"id": 2, "dependencies": ["{written}"]}}]}}]}}}}"#);
        let (read, _) = graph(&text);
        let to = read.edges().find(|edge| edge.relation() == "depends-on").unwrap().to();
        let is_known = ["2", "1", "1.2"].contains(&&*written);
        prop_assert_eq!(!to.is_missing(), is_known);
        prop_assert_eq!(parse::node_id("t", if written == "2" { "1.2" } else { &written }), to.id());
    }
}
