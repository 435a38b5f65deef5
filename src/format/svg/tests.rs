use super::*;
use crate::format::fixture::{Element, elements};
use crate::graph::fixture::{REFERENCE, batch_of, graph_from, graph_of, titled};
use crate::graph::relation::Family;
use crate::graph::{EdgeRecord, Graph};
use crate::query::{ProposedEdge, Subgraph};
use proptest::prelude::*;

fn written(graph: &Graph, subgraph: &Subgraph) -> (String, Notices) {
    let mut out = Vec::new();
    let notices = write(&Export::new(graph, subgraph, "Title").with_command("refscope export"), &mut out).unwrap();
    (String::from_utf8(out).unwrap(), notices)
}

fn whole(graph: &Graph) -> String {
    written(graph, &Subgraph::whole()).0
}

fn with_class<'e>(elements: &'e [Element], class: &str) -> impl Iterator<Item = &'e Element> {
    elements.iter().filter(move |element| element.attributes.get("class").is_some_and(|given| given == class))
}

fn texts(elements: &[Element], class: &str) -> Vec<String> {
    with_class(elements, class).map(|element| element.text.clone()).collect()
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
        let elements = elements(&whole(&graph_from([batch_of(REFERENCE, 0, &nodes, &edges)])));
        let known = ["svg", "title", "desc", "style", "rect", "text", "tspan", "g", "path"];
        for element in &elements {
            prop_assert!(known.contains(&&*element.name), "{:?}", element);
            for name in element.attributes.keys() {
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
    let elements = elements(&whole(&graph));
    assert_eq!(texts(&elements, "name"), ["First node", "Second node"]);
    assert_eq!(texts(&elements, "label"), ["led-to"]);
    assert_eq!(texts(&elements, "facts").iter().map(|text| text.trim()).collect::<Vec<_>>(), ["task", "task"]);
    let tooltips: Vec<_> =
        elements.iter().filter(|element| element.name == "title").map(|element| &*element.text).collect();
    assert!(tooltips.contains(&"First node\na\ntask\nfile.md:1"), "{tooltips:?}");
    assert!(tooltips.contains(&"First node – led-to → Second node\nfile.md:1"), "{tooltips:?}");
    assert_eq!(with_class(&elements, "head").count(), 1);
}

#[test]
fn in_a_lineage_the_arrow_is_beside_the_relation() {
    let graph = graph_of(&["a", "b"], &[("a", "b", "led-to", ""), ("b", "a", "follows-up", "")]);
    let [a, b] = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
    let lineage = Subgraph::induced(&graph, [a, b]).with_roots([b]).with_distances([(a, -1), (b, 0)]);
    let elements = elements(&written(&graph, &lineage).0);
    assert_eq!(texts(&elements, "label"), ["led-to →", "← follows-up"]);
    assert_eq!(texts(&elements, "column"), ["−1", "0"]);
    assert_eq!(with_class(&elements, "head").count(), 0);
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
    for class in ["card k0 root", "card missing", "soft implicit", "soft suggested"] {
        assert!(svg.contains(&format!("{class}\"")), "{class}: {svg}");
    }
    assert!(svg.contains("(implicit)") && svg.contains("(suggested)"));
}

#[test]
fn long_titles_are_cut_and_complete_in_the_tooltip() {
    let long = "word ".repeat(60);
    let elements = elements(&whole(&titled(&[("a", long.trim())])));
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
    assert_eq!(texts(&elements(&svg), "notice"), notices);
}

#[test]
fn parallel_edges_of_one_relation_are_counted() {
    let edges = [("a", "b", "led-to", "2026-01-01T00:00:00Z"), ("a", "b", "led-to", "2026-01-02T00:00:00Z")];
    assert_eq!(texts(&elements(&whole(&graph_of(&["a", "b"], &edges))), "label"), ["led-to ×2"]);
}

#[test]
fn a_large_star_has_a_card_that_counts_the_rest() {
    let ids: Vec<_> = (0..54).map(|at| format!("m{at}")).collect();
    let edges: Vec<_> = ids.iter().map(|id| ("hub", &**id, "led-to", "")).collect();
    let graph = graph_of(&["hub"].into_iter().chain(ids.iter().map(|id| &**id)).collect::<Vec<_>>(), &edges);
    let (svg, notices) = written(&graph, &Subgraph::whole());
    let elements = elements(&svg);
    assert_eq!(texts(&elements, "name"), ["hub", "m0", "m1", "m2", "m3", "m4", "m5", "▸ 48 more tasks"]);
    assert_eq!(texts(&elements, "label").iter().filter(|label| *label == "led-to ×48").count(), 1);
    assert_eq!(with_class(&elements, "card more").count(), 1);
    assert_eq!(notices, ["Large stars are folded: 48 nodes and 48 edges are counted on \"more\" cards"]);
    let tooltips: Vec<_> =
        elements.iter().filter(|one| one.name == "title").map(|one| one.text.lines().count()).collect();
    assert!(tooltips.iter().all(|lines| *lines <= 12), "{tooltips:?}");
}

#[test]
fn each_family_of_relations_has_a_colour() {
    for family in Family::ALL.map(Family::name) {
        assert_eq!(STYLE.matches(&format!(".{family} .line{{stroke:#")).count(), 2, "{family}");
    }
}

#[test]
fn both_colour_schemes_are_in_the_file_and_nothing_is_loaded() {
    let svg = whole(&graph_of(&["a"], &[]));
    assert!(svg.contains("prefers-color-scheme:dark"));
    let outside = svg.replace("http://www.w3.org/2000/svg", "");
    assert!(!outside.contains("http") && !outside.contains("url(") && !outside.contains("@import"));
}
