use super::*;
use crate::graph::Graph;
use crate::graph::fixture::{graph_of, titled};
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;

fn written(graph: &Graph, subgraph: &Subgraph) -> (String, Notices) {
    let export = Export::new(graph, subgraph, "Title").with_command("refscope export");
    let mut out = Vec::new();
    let notices = FORMAT.write(&export, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), notices)
}

/// A chain whose node 0 has the longest way to node `length`.
fn chain(length: usize) -> Graph {
    let ids: Vec<_> = (0..=length).map(|at| format!("node-{at}")).collect();
    let edges: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], &*pair[1], "led-to", "")).collect();
    graph_of(&ids.iter().map(|id| &**id).collect::<Vec<_>>(), &edges)
}

/// The text that Mermaid shows for a label.
fn shown(label: &str) -> String {
    let mut shown = String::new();
    let mut rest = label;
    while let Some((before, after)) = rest.split_once('#') {
        let (name, after) = after.split_once(';').unwrap();
        shown.push_str(before);
        shown.push(match name {
            "quot" => '"',
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            number => char::from_u32(number.parse().unwrap()).unwrap(),
        });
        rest = after;
    }
    shown + rest
}

#[test]
fn nodes_have_numbers_and_edges_have_relations() {
    let graph =
        graph_of(&["end", "b"], &[("end", "b", "led-to", ""), ("end", "b", "cites", ""), ("b", "b", "cites", "")]);
    let (text, notices) = written(&graph, &Subgraph::whole());
    let expected = "%% Title\n%% refscope export\nflowchart LR\n  n0[\"end\"]\n  n1[\"b\"]\n  n0 -->|\"led-to\"| n1\n  \
                    n0 -->|\"cites\"| n1\n  n1 -->|\"cites\"| n1\n";
    assert_eq!(text, format!("{expected}{CLASSES}"));
    assert!(notices.is_empty());
}

#[test]
fn missing_nodes_roots_and_nodes_without_edges_are_drawn() {
    let graph = graph_of(&["a", "alone"], &[("a", "gone", "cites", "")]);
    let whole = Subgraph::whole().with_roots([graph.find("a").unwrap().ix()]);
    let (text, _) = written(&graph, &whole);
    for line in ["n0[\"a\"]:::root", "n1[\"gone\"]:::missing", "n2[\"alone\"]"] {
        assert!(text.contains(&format!("  {line}\n")), "{text}");
    }
}

#[test]
fn proposed_edges_are_dashed_and_marked() {
    let graph = graph_of(&["a", "b"], &[]);
    let [from, to] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from, to, relation: "led-to".to_owned(), score: Some(0.5) };
    let (text, _) = written(&graph, &Subgraph::whole().with_proposed(vec![proposed]));
    assert!(text.contains("n0 -.->|\"led-to (suggested)\"| n1\n"), "{text}");
}

#[test]
fn five_hundred_edges_are_drawn_in_full() {
    let (text, notices) = written(&chain(500), &Subgraph::whole());
    assert_eq!(text.matches("-->").count(), 500);
    assert!(notices.is_empty());
}

#[test]
fn more_edges_are_cut_to_those_nearest_to_the_root() {
    let graph = chain(600);
    let root = graph.find("node-600").unwrap().ix();
    let (text, notices) = written(&graph, &Subgraph::whole().with_roots([root]));
    assert_eq!(text.matches("-->").count(), 500);
    assert!(text.contains("[\"node-100\"]") && !text.contains("[\"node-99\"]"));
    let said = "this diagram has 501 of 601 nodes and 500 of 600 edges, those nearest to the root";
    assert!(notices[0].contains(said), "{notices:?}");
    assert!(text.contains(&format!("%% {}\n", notices[0])));
}

#[test]
fn more_edges_without_a_root_are_cut_to_the_first() {
    let (text, notices) = written(&chain(600), &Subgraph::whole());
    assert!(text.contains("[\"node-500\"]") && !text.contains("[\"node-501\"]"));
    assert!(notices[0].ends_with("those stored first"), "{notices:?}");
}

#[test]
fn long_titles_are_cut_and_the_whole_text_is_short_enough() {
    let title = "\"😀".repeat(1_000);
    let ids: Vec<_> = (0..400).map(|at| format!("node-{at}")).collect();
    let graph = titled(&ids.iter().map(|id| (&**id, &*title)).collect::<Vec<_>>());
    let (text, notices) = written(&graph, &Subgraph::whole());
    let length = text.encode_utf16().count();
    assert!((MOST_CHARACTERS - 2_000..=MOST_CHARACTERS).contains(&length), "{length}");
    assert!(text.contains("…\"]"));
    assert!(notices[0].contains(" of 400 nodes and 0 of 0 edges"), "{notices:?}");
}

#[test]
fn text_that_mermaid_would_interpret_is_escaped() {
    for (title, expected) in [
        ("say \"hi\" #1", "say #quot;hi#quot; #35;1"),
        ("<script>", "#lt;script#gt;"),
        ("1. first", "1#46; first"),
        ("- item", "#45; item"),
        ("ﬂ°°35¶ß", "fl°°35¶ß"),
        ("fa:fa-car", "fa#58;fa-car"),
        ("Cache: snake_case a-b 1.5", "Cache: snake_case a-b 1.5"),
        ("%%{init: {}}%%", "#37;#37;#123;init: #123;#125;#125;#37;#37;"),
        ("two\r\n\n- lines\u{1b}", "two<br/>#45; lines\u{fffd}"),
    ] {
        assert_eq!(label(title), expected);
    }
}

#[test]
fn titles_in_comments_are_no_directives() {
    let graph = graph_of(&["a"], &[]);
    let whole = Subgraph::whole();
    let export = Export::new(&graph, &whole, "%%{init: {}}%%\nflowchart").with_command("x\n---");
    let mut out = Vec::new();
    FORMAT.write(&export, &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("%% %% {init: {}}%% flowchart\n%% x ---\nflowchart LR\n"), "{text}");
}

proptest! {
    #[test]
    fn labels_show_the_title_and_contain_no_syntax(title in "(?s)[\"#;:%{}\\[\\]<>&`|\\\\ \\n\u{202e}\u{7}😀a1end._-]{0,40}") {
        let label = label(&title);
        let cut = cut(&title, LONGEST_LABEL);
        let lines: Vec<_> = cut.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let label = label.replace("<br/>", "\n");
        prop_assert_eq!(shown(&label), lines.join("\n"));
        let is_syntax = |c: char| "\"<>&`[]{}|\\%".contains(c) || (is_unsafe(c) && c != '\n');
        prop_assert!(!label.contains(is_syntax));
        prop_assert!(label.match_indices('#').all(|(at, _)| label[at..].find(';').is_some_and(|end| end < 8)));
    }
}
