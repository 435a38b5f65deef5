use super::*;
use crate::graph::Graph;
use crate::graph::fixture::{batch_of, graph_from, graph_of, titled};
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;

fn written(graph: &Graph, subgraph: &Subgraph, title: &str) -> (String, Notices) {
    let export = Export::new(graph, subgraph, title).with_command("refscope export -f markdown");
    let mut out = Vec::new();
    let notices = FORMAT.write(&export, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), notices)
}

#[test]
fn each_node_has_a_section_with_its_edges_and_their_places() {
    let graph = graph_of(&["a", "b"], &[("a", "b", "led-to", "2026-05-01T00:00:00Z"), ("b", "gone", "cites", "")]);
    let (text, notices) = written(&graph, &Subgraph::whole(), "All");
    let sections = text.split("\n### ").collect::<Vec<_>>();
    assert!(sections[0].starts_with("# All\n\n| Command | `refscope export -f markdown` |\n|---|---|\n"), "{text}");
    assert!(sections[0].contains("| Nodes | 3: 2 task, 1 missing |\n| Edges | 2: 1 cites, 1 led-to |\n"), "{text}");
    assert!(sections[0].contains("\n```mermaid\n%% All\n"), "{text}");
    let time = "2026-05-01T00:00:00Z";
    assert_eq!(sections[1], format!("a\n\n`a` · task · `file.md:1`\n\n- → **led-to** b `b` · {time} · `file.md:1`\n"));
    assert!(
        sections[2].contains(&format!("\n- ← **led-to** a `a` · {time} · `file.md:1`\n- → **cites** gone ")),
        "{text}"
    );
    assert!(sections[3].starts_with("gone\n\n`gone` · missing\n\n- ← **cites** b `b`"), "{text}");
    assert!(notices.is_empty());
}

#[test]
fn distances_and_proposed_edges_are_shown() {
    let graph = graph_of(&["a", "b"], &[]);
    let [from, to] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let proposed = ProposedEdge { from, to, relation: "led-to".to_owned(), score: Some(0.5) };
    let subgraph = Subgraph::whole().with_proposed(vec![proposed]).with_distances([(from, -1)]);
    let (text, _) = written(&graph, &subgraph, "All");
    assert!(text.contains("`a` · task · distance -1 · "), "{text}");
    assert!(text.contains("- → **led-to** b `b` · suggested · 0.50\n"), "{text}");
}

#[test]
fn a_diagram_that_is_too_large_is_cut_and_said_so_below_it() {
    let ids: Vec<_> = (0..700).map(|at| format!("node-{at}")).collect();
    let edges: Vec<_> = ids.windows(2).map(|pair| (&*pair[0], &*pair[1], "led-to", "")).collect();
    let graph = graph_of(&ids.iter().map(|id| &**id).collect::<Vec<_>>(), &edges);
    let (text, notices) = written(&graph, &Subgraph::whole(), "All");
    let [left_out, too_long] = &*notices else { panic!("{notices:?}") };
    assert!(text.contains(&format!("```\n\n{left_out}.\n")));
    assert_eq!(text.matches("\n### ").count(), 700);
    let characters = grouped(text.encode_utf16().count());
    assert!(too_long.ends_with(&format!("this text has {characters}")), "{too_long}");
}

#[test]
fn text_from_files_is_no_markdown() {
    for (title, expected) in [
        ("# a *b* [c](d) `e`", "\\# a \\*b\\* \\[c\\](d) \\`e\\`"),
        ("<script>&lt;", "&lt;script&gt;&amp;lt;"),
        ("@team a@b.c", "@<!-- -->team a@<!-- -->b.c"),
        ("https://x.y www.x.y", "https\\://x.y www\\.x.y"),
        ("1. a-b 1.5", "1\\. a-b 1.5"),
        ("- a", "\\- a"),
        ("a\n\n```\u{202e}", "a  \\`\\`\\`\u{fffd}"),
    ] {
        assert_eq!(escaped(title), expected);
    }
}

#[test]
fn code_spans_can_contain_backticks() {
    assert_eq!(code("a"), "`a`");
    assert_eq!(code("a``b`c"), "```a``b`c```");
    assert_eq!(code("`"), "`` ` ``");
    assert_eq!(in_table(&code("a|b")), "`a\\|b`");
}

#[test]
fn characters_are_counted_as_utf_16_units() {
    let text = "aü日😀\n";
    let mut counting = Counting { out: &mut io::sink(), characters: 0 };
    counting.write_all(text.as_bytes()).unwrap();
    assert_eq!(counting.characters, text.encode_utf16().count());
}

/// The text that Markdown shows for a line without emphasis, links and code.
fn shown(line: &str) -> String {
    let line = line.replace("<!-- -->", "");
    let (mut shown, mut rest) = (String::new(), line.chars());
    while let Some(c) = rest.next() {
        match c {
            '\\' => shown.extend(rest.next()),
            c => shown.push(c),
        }
    }
    shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

const NASTY: &str = "(?s)[\"#*_`|<>&\\\\@:/w.\\[\\]()!~$^={}1 \\n\\r\\t\u{1b}\u{202e}\u{2028}😀שa-]{0,40}";

proptest! {
    #[test]
    fn escaped_text_shows_the_title_and_contains_no_syntax(title in NASTY) {
        let escaped = escaped(&title);
        prop_assert_eq!(shown(&escaped), on_line(&title));
        let (mut is_escaped, mut bare) = (false, String::new());
        for c in escaped.replace("<!-- -->", "").chars() {
            if c != '\\' || is_escaped {
                bare.push(if is_escaped { ' ' } else { c });
            }
            is_escaped = !is_escaped && c == '\\';
        }
        let is_syntax = |c: char| "<>`*_[]|#".contains(c) || is_unsafe(c);
        prop_assert!(!bare.contains(is_syntax), "{}", escaped);
        prop_assert!(!bare.contains("://"));
    }

    #[test]
    fn a_nasty_title_stays_in_its_heading(title in NASTY) {
        let (text, _) = written(&titled(&[("a", &title), ("b", "b")]), &Subgraph::whole(), &title);
        let headings: Vec<_> = text.lines().filter(|line| line.starts_with('#')).collect();
        prop_assert_eq!(headings.len(), 3, "{}", text);
        prop_assert_eq!(text.lines().filter(|line| line.starts_with("```")).count(), 2, "{}", text);
    }

    #[test]
    fn a_nasty_id_and_relation_stay_on_the_line_of_their_edge(id in NASTY, relation in NASTY) {
        prop_assume!(!id.trim().is_empty() && !relation.trim().is_empty());
        let graph = graph_from([batch_of(crate::graph::fixture::REFERENCE, 0, &[("a", "a")], &[("a", &id, &relation, "")])]);
        let (text, _) = written(&graph, &Subgraph::whole(), "All");
        let edges: Vec<_> = text.lines().filter(|line| line.starts_with("- ")).collect();
        prop_assert!(edges.iter().all(|line| line.ends_with(" · `file.md:1`")), "{}", text);
    }
}
