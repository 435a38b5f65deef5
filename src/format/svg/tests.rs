use super::*;
use crate::graph::fixture::{REFERENCE, batch_of, graph_from, graph_of, titled};
use crate::graph::{EdgeRecord, Graph};
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;

fn written(graph: &Graph, subgraph: &Subgraph) -> (String, Notices) {
    let mut out = Vec::new();
    let notices = write(&Export::new(graph, subgraph, "Title", "refscope export"), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), notices)
}

fn whole(graph: &Graph) -> String {
    written(graph, &Subgraph::whole()).0
}

/// An element: its name, its attributes, and its own text.
#[derive(Debug, Default)]
struct Element {
    name: String,
    attributes: String,
    text: String,
}

/// A strict parser for the subset of XML that is written: every tag is closed, and no other entities occur.
fn parse(xml: &str) -> Vec<Element> {
    let (mut open, mut found): (Vec<Element>, Vec<Element>) = (Vec::new(), Vec::new());
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        let (text, tag) = rest.split_at(at);
        match open.last_mut() {
            Some(element) => element.text.push_str(&unescaped(text)),
            None => assert_eq!(text.trim(), ""),
        }
        let end = tag.find('>').unwrap();
        let inside = &tag[1..end];
        rest = &tag[end + 1..];
        if let Some(name) = inside.strip_prefix('/') {
            let element = open.pop().unwrap();
            assert_eq!(element.name, name);
            found.push(element);
        } else {
            let (inside, is_empty) = inside.strip_suffix('/').map_or((inside, false), |inside| (inside, true));
            let (name, attributes) = inside.split_once(' ').unwrap_or((inside, ""));
            assert_eq!(attributes.matches('"').count() % 2, 0, "{inside}");
            let element = Element { name: name.to_owned(), attributes: attributes.to_owned(), text: String::new() };
            if is_empty { found.push(element) } else { open.push(element) }
        }
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{rest}");
    found
}

fn unescaped(text: &str) -> String {
    let mut parts = text.split('&');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(';').expect("an entity");
        plain.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            other => panic!("unknown entity {other}"),
        });
        plain.push_str(rest);
    }
    assert!(!plain.contains(|c: char| c.is_control() && c != '\n' && c != '\t'), "{plain:?}");
    plain
}

fn texts(elements: &[Element], class: &str) -> Vec<String> {
    let class = format!("class=\"{class}\"");
    elements.iter().filter(|element| element.attributes.contains(&class)).map(|element| element.text.clone()).collect()
}

fn nasty() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "</title>",
        "<script>",
        "]]>",
        "&amp;",
        "\" onload=\"x",
        "'",
        "\n",
        "\r",
        "\t",
        "\u{0}",
        "\u{1b}[31m",
        "\u{9b}",
        "\u{ffff}",
        "<!--",
        "--",
        "{}",
        "</style>",
        "javascript:",
        "👩\u{200d}💻",
        "שלום",
        "\u{202e}",
        "end",
        " ",
        "a",
        "漢字",
    ]);
    prop::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn texts_from_files_are_only_ever_text(
        titles in prop::collection::vec(nasty(), 4),
        relation in nasty(),
        ids in prop::collection::vec(nasty(), 3),
    ) {
        let nodes = [("a", &*titles[0]), ("b", &*titles[1]), (&*ids[0], &*titles[2]), (&*ids[1], &*titles[3])];
        let edges = [("a", "b", &*relation, ""), (&*ids[0], &*ids[1], &*relation, ""), ("b", &*ids[2], "cites", "")];
        let elements = parse(&whole(&graph_from([batch_of(REFERENCE, 0, &nodes, &edges)])));
        let known = ["svg", "title", "desc", "style", "rect", "text", "tspan", "g", "path"];
        for element in &elements {
            prop_assert!(known.contains(&&*element.name), "{:?}", element);
            let names = element.attributes.split('"').step_by(2).map(|name| name.trim().trim_end_matches('='));
            for name in names {
                prop_assert!(!name.starts_with("on") && !name.contains("href"), "{:?}", element);
            }
        }
        let styles = elements.iter().filter(|element| element.name == "style").count();
        prop_assert_eq!(styles, 1);
        let shown = without_control(&titles[0]).into_owned();
        prop_assert!(elements.iter().any(|element| element.name == "title" && element.text.contains(shown.trim())));
    }
}

#[test]
fn the_picture_has_titles_relations_and_places() {
    let graph =
        graph_from([batch_of(REFERENCE, 0, &[("a", "First node"), ("b", "Second node")], &[("a", "b", "led-to", "")])]);
    let elements = parse(&whole(&graph));
    assert_eq!(texts(&elements, "name"), ["First node", "Second node"]);
    assert_eq!(texts(&elements, "label"), ["led-to"]);
    assert_eq!(texts(&elements, "facts"), ["task", "task"]);
    let tooltips: Vec<_> =
        elements.iter().filter(|element| element.name == "title").map(|element| &*element.text).collect();
    assert!(tooltips.contains(&"First node\na\ntask\nfile.md:1"), "{tooltips:?}");
    assert!(tooltips.contains(&"First node – led-to → Second node\nfile.md:1"), "{tooltips:?}");
    assert_eq!(elements.iter().filter(|element| element.attributes.contains("\"head\"")).count(), 1);
}

#[test]
fn in_a_lineage_the_arrow_is_beside_the_relation() {
    let graph = graph_of(&["a", "b"], &[("a", "b", "led-to", ""), ("b", "a", "follows-up", "")]);
    let [a, b] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let lineage = Subgraph::induced(&graph, [a, b]).with_roots([b]).with_distances([(a, -1), (b, 0)]);
    let elements = parse(&written(&graph, &lineage).0);
    assert_eq!(texts(&elements, "label"), ["led-to →", "← follows-up"]);
    assert_eq!(texts(&elements, "column"), ["−1", "0"]);
    assert!(!elements.iter().any(|element| element.attributes.contains("\"head\"")));
}

#[test]
fn missing_nodes_roots_and_inferred_edges_are_marked() {
    let mut batch = batch_of(REFERENCE, 0, &[("a", "A"), ("b", "B")], &[("a", "gone", "cites", "")]);
    let [a, b, relation, file] = ["a", "b", "mentions", "file.md"].map(|text| batch.word(text));
    batch.edge(EdgeRecord { implicit: true, ..EdgeRecord::new(a, b, relation, file, 9) });
    let graph = graph_from([batch]);
    let root = graph.find("a").unwrap().ix();
    let proposed =
        ProposedEdge { from: root, to: graph.find("b").unwrap().ix(), relation: "x".to_owned(), score: Some(0.5) };
    let all = Subgraph::induced(&graph, graph.nodes().map(|node| node.ix()));
    let (svg, _) = written(&graph, &all.with_roots([root]).with_proposed(vec![proposed]));
    for class in ["card k0 root", "card missing", "other implicit", "other proposed"] {
        assert!(svg.contains(&format!("{class}\"")), "{class}: {svg}");
    }
    assert!(svg.contains("(implicit)") && svg.contains("(proposed)"));
}

#[test]
fn long_titles_are_cut_and_complete_in_the_tooltip() {
    let long = "word ".repeat(60);
    let elements = parse(&whole(&titled(&[("a", long.trim())])));
    let names = texts(&elements, "name");
    assert_eq!(names.len(), MOST_LINES);
    assert!(names[2].ends_with('…'), "{names:?}");
    assert!(elements.iter().any(|element| element.name == "title" && element.text.starts_with(long.trim())));
}

#[test]
fn what_is_not_drawn_is_said_in_the_picture() {
    let ids: Vec<_> = (0..2_100).map(|number| format!("n{number}")).collect();
    let ids: Vec<_> = ids.iter().map(String::as_str).collect();
    let (svg, notices) = written(&graph_of(&ids, &[]), &Subgraph::whole());
    assert_eq!(notices, ["2,000 of 2,100 nodes drawn, those with the most edges"]);
    assert_eq!(texts(&parse(&svg), "notice"), notices);
}

#[test]
fn parallel_edges_of_one_relation_are_counted() {
    let edges = [("a", "b", "led-to", "2026-01-01T00:00:00Z"), ("a", "b", "led-to", "2026-01-02T00:00:00Z")];
    assert_eq!(texts(&parse(&whole(&graph_of(&["a", "b"], &edges))), "label"), ["led-to ×2"]);
}

#[test]
fn both_colour_schemes_are_in_the_file_and_nothing_is_loaded() {
    let svg = whole(&graph_of(&["a"], &[]));
    assert!(svg.contains("prefers-color-scheme:dark"));
    let outside = svg.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("url(") && !outside.contains("@import"));
}
