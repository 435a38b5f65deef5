use super::sketch;
use crate::graph::Graph;
use crate::graph::fixture::graph_of;
use crate::picture::fold::{Folded, fold};
use crate::picture::{Excerpt, ExcerptCard, Layering, Link, Measures, More, lay_out};
use crate::query::Subgraph;
use hashbrown::{HashMap, HashSet};
use proptest::prelude::*;

/// The highest number of links of one group and direction that may be at a card.
const MOST: usize = 8;

/// Ends and groups of links. Some cards have very many links.
fn ends(cards: usize) -> impl Strategy<Value = Vec<(usize, usize, usize)>> {
    let card = move || prop_oneof![2 => 0..cards.min(4), 3 => 0..cards];
    prop::collection::vec((card(), card(), 0..4_usize), 0..cards * 4)
}

/// For each card, direction and group, the links at the card. Symmetric links have no direction.
fn fans<'l>(links: impl IntoIterator<Item = &'l Link>) -> HashMap<(usize, i8, usize), usize> {
    let mut fans = HashMap::new();
    for link in links.into_iter().filter(|link| link.from != link.to) {
        let directions = if link.symmetric { [0, 0] } else { [1, -1] };
        for (card, direction) in [link.from, link.to].into_iter().zip(directions) {
            *fans.entry((card, direction, link.group)).or_default() += 1;
        }
    }
    fans
}

fn check(cards: usize, links: &[Link], roots: &[usize], folded: &Folded) {
    let is_drawn = |card: usize| folded.hidden[card].is_none();
    assert!(roots.iter().all(|root| is_drawn(*root)));
    assert_eq!((folded.hidden.len(), folded.counted.len()), (cards, links.len()));
    for (link, counted) in links.iter().zip(&folded.counted) {
        assert!(counted.is_some() || (is_drawn(link.from) && is_drawn(link.to)), "{link:?} leads to a hidden card");
    }
    let mut of_stars = HashSet::new();
    for (number, more) in folded.more.iter().enumerate() {
        assert!(is_drawn(more.centre) && !more.links.is_empty());
        for at in &more.links {
            assert!(of_stars.insert(*at) && folded.counted[*at] == Some(number));
            assert!([links[*at].from, links[*at].to].contains(&more.centre));
        }
        let one_star: Vec<_> = more.links.iter().map(|at| links[*at]).collect();
        let largest = fans(&one_star).into_iter().max_by_key(|((card, ..), count)| (*count, *card == more.centre));
        assert_eq!(largest.map(|(_, count)| count), Some(more.links.len()), "{one_star:?}");
    }
    // A counted link that is in no star has both ends behind the same card or behind two.
    for at in (0..links.len()).filter(|at| folded.counted[*at].is_some() && !of_stars.contains(at)) {
        assert!(!is_drawn(links[at].from) && !is_drawn(links[at].to));
    }
    let drawn = links.iter().zip(&folded.counted).filter(|(_, counted)| counted.is_none()).map(|(link, _)| *link);
    // The line to a "more" card is one of the star.
    let to_more = folded.more.iter().zip(cards..).map(|(more, card)| {
        let link = links[more.links[0]];
        if link.from == more.centre { Link { to: card, ..link } } else { Link { from: card, ..link } }
    });
    let all: Vec<_> = drawn.chain(to_more).collect();
    let largest = fans(&all).into_values().max().unwrap_or(0);
    assert!(largest <= MOST, "{largest} links in a fan");
    let is_large = fans(links).into_values().any(|count| count > MOST);
    assert!(is_large || folded.more.is_empty(), "folded without a large fan");
}

fn excerpt_of<'g>(graph: &'g Graph, subgraph: &'g Subgraph) -> Excerpt<'g> {
    Excerpt::new(graph, subgraph, usize::MAX, usize::MAX)
}

fn more<'e>(excerpt: &'e Excerpt<'_>) -> Vec<&'e More<'e>> {
    excerpt.cards.iter().filter_map(ExcerptCard::more).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_link_is_drawn_or_counted_once(
        (cards, links, roots) in (1..60_usize).prop_flat_map(|cards| {
            (Just(cards), ends(cards), prop::collection::vec(0..cards, 0..3))
        }),
        times in prop::collection::vec(-5..5_i64, 240),
    ) {
        let links: Vec<_> = {
            let mut seen = HashSet::new();
            sketch(cards, &links).links.into_iter().filter(|link| seen.insert((link.from, link.to, link.group))).collect()
        };
        check(cards, &links, &roots, &fold(cards, &links, &roots, &times[..links.len()]));
    }

    #[test]
    fn every_edge_of_a_subgraph_is_drawn_or_counted_on_one_card(
        (nodes, links, root) in (1..40_usize).prop_flat_map(|nodes| (Just(nodes), ends(nodes), 0..nodes)),
        has_root: bool,
    ) {
        let ids: Vec<_> = (0..nodes).map(|at| format!("n{at}")).collect();
        let relations = ["led-to", "cites", "related_to", "x"];
        let edges: Vec<_> = links.iter().map(|(from, to, group)| (&*ids[*from], &*ids[*to], relations[*group], "")).collect();
        let graph = graph_of(&ids.iter().map(|id| &**id).collect::<Vec<_>>(), &edges);
        let roots = has_root.then(|| graph.find(&ids[root]).unwrap().ix());
        let whole = Subgraph::whole().with_roots(roots);
        let excerpt = excerpt_of(&graph, &whole);
        let cards = more(&excerpt);
        let drawn: Vec<_> = excerpt.links.iter().filter(|link| excerpt.more(link).is_none()).flat_map(|link| &link.edges).collect();
        prop_assert_eq!(drawn.iter().collect::<HashSet<_>>().len(), drawn.len());
        let counted: usize = cards.iter().map(|more| more.edges).sum();
        prop_assert_eq!(drawn.len() + counted, whole.edges(&graph).count());
        let hidden: usize = cards.iter().map(|more| more.nodes()).sum();
        prop_assert_eq!(excerpt.cards.len() - cards.len() + hidden, graph.node_count());
        for more in &cards {
            prop_assert_eq!(more.kinds.iter().map(|(_, count)| count).sum::<usize>(), more.members);
        }
        let measures = Measures { row: 1, gap: 1, track: 2, stub: 1, apart: 2 };
        let card = |_: &ExcerptCard<'_>| crate::picture::Card { width: 9, rows: 2 };
        let sketch = excerpt.sketch(card, |_| 5);
        super::check(&sketch, measures, &lay_out(&sketch, measures));
    }
}

/// A root that led to tasks, each with a time; the last one is the newest.
fn star(members: usize) -> Graph {
    let ids: Vec<_> = (0..members).map(|at| format!("m{at:02}")).collect();
    let times: Vec<_> = (0..members).map(|at| format!("2026-01-{:02}T00:00:00Z", at + 1)).collect();
    let edges: Vec<_> = ids.iter().zip(&times).map(|(id, time)| ("root", &**id, "led-to", &**time)).collect();
    graph_of(&["root"].into_iter().chain(ids.iter().map(|id| &**id)).collect::<Vec<_>>(), &edges)
}

fn drawn(excerpt: &Excerpt<'_>) -> Vec<String> {
    excerpt.cards.iter().filter_map(ExcerptCard::node).map(|node| node.id().to_owned()).collect()
}

#[test]
fn a_star_of_eight_is_drawn_and_one_of_nine_is_folded_to_the_six_newest() {
    let eight = star(8);
    let whole = Subgraph::whole();
    assert_eq!(excerpt_of(&eight, &whole).cards.len(), 9);
    let nine = star(9);
    let excerpt = excerpt_of(&nine, &whole);
    assert_eq!(drawn(&excerpt), ["root", "m03", "m04", "m05", "m06", "m07", "m08"]);
    let expected = More { kinds: vec![(Some("task"), 3)], members: 3, elsewhere: 0, beyond: 0, edges: 3 };
    assert_eq!(more(&excerpt), [&expected]);
    let last = excerpt.links.last().unwrap();
    assert_eq!((last.from, last.to, last.relation, last.edges.len()), (0, 7, "led-to", 3));
    let notices = ["Large stars are folded: 3 nodes and 3 edges are counted on \"more\" cards"];
    assert_eq!(excerpt.notices(&[]), notices);
}

#[test]
fn members_that_are_roots_are_drawn_and_the_rest_is_counted_with_what_is_behind_it() {
    let ids: Vec<_> = (0..20).map(|at| format!("m{at:02}")).collect();
    let mut edges: Vec<_> = ids.iter().map(|id| ("hub", &**id, "led-to", "")).collect();
    edges.extend([("m19", "behind", "led-to", ""), ("behind", "gone", "cites", ""), ("behind", "behind", "cites", "")]);
    let graph = graph_of(&["hub", "behind"].into_iter().chain(ids.iter().map(|id| &**id)).collect::<Vec<_>>(), &edges);
    let roots = ["hub", "m12"].map(|id| graph.find(id).unwrap().ix());
    let whole = Subgraph::whole().with_roots(roots);
    let excerpt = excerpt_of(&graph, &whole);
    assert_eq!(drawn(&excerpt), ["hub", "m00", "m01", "m02", "m03", "m04", "m12"]);
    let expected = More { kinds: vec![(Some("task"), 14)], members: 14, elsewhere: 0, beyond: 2, edges: 17 };
    assert_eq!(more(&excerpt), [&expected]);
}

#[test]
fn a_member_that_other_links_lead_to_is_drawn_and_counted_as_elsewhere() {
    let ids: Vec<_> = (0..20).map(|at| format!("m{at:02}")).collect();
    let mut edges: Vec<_> = ids.iter().map(|id| ("hub", &**id, "led-to", "")).collect();
    edges.push(("m00", "m19", "cites", ""));
    let graph = graph_of(&["hub"].into_iter().chain(ids.iter().map(|id| &**id)).collect::<Vec<_>>(), &edges);
    let whole = Subgraph::whole().with_roots([graph.find("hub").unwrap().ix()]);
    let excerpt = excerpt_of(&graph, &whole);
    assert_eq!(drawn(&excerpt), ["hub", "m00", "m01", "m02", "m03", "m04", "m05", "m19"]);
    assert_eq!((more(&excerpt)[0].members, more(&excerpt)[0].elsewhere, more(&excerpt)[0].edges), (14, 1, 14));
}

#[test]
fn in_a_lineage_the_card_is_in_the_column_of_most_members() {
    let graph = star(12);
    let root = graph.find("root").unwrap().ix();
    let distances = graph.nodes().map(|node| (node.ix(), i32::from(node.ix() != root)));
    let lineage = Subgraph::whole().with_roots([root]).with_distances(distances);
    let Layering::Distances(distances) = excerpt_of(&graph, &lineage).layering else { panic!("no lineage") };
    assert_eq!(distances, [0, 1, 1, 1, 1, 1, 1, 1].map(Some));
}

#[test]
fn the_limit_of_nodes_applies_to_what_is_left_after_folding() {
    let graph = star(20);
    let whole = Subgraph::whole().with_roots([graph.find("root").unwrap().ix()]);
    assert_eq!(drawn(&Excerpt::new(&graph, &whole, 7, 100)).len(), 7);
    let cut = Excerpt::new(&graph, &whole, 3, 100);
    assert_eq!(drawn(&cut).len(), 3);
    assert_eq!(more(&cut)[0].members, 14);
    let notices = cut.notices(&[]);
    assert_eq!(notices[..2], ["3 of 21 nodes drawn, the nearest to the roots", "2 of 20 edges drawn"]);
}
