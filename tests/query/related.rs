//! `related`, which searches only nearby, compared with a personalised ranking from the same node.

use super::graph::{graph, many_cases};
use proptest::prelude::*;
use refscope::query::{Directions, EdgeFilter, Orient, RankRequest, RelationFilter, rank, related};

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn related_nodes_have_the_shares_of_the_ranking(plain in graph(), at in any::<prop::sample::Index>()) {
        prop_assume!(!plain.nodes.is_empty());
        let graph = plain.build();
        let root = graph.find(&at.get(&plain.nodes).0).unwrap().ix();
        let edges = EdgeFilter::of(RelationFilter::Any);
        let found = related(&graph, root, &edges, usize::MAX, refscope::graph::NEVER).unwrap();
        let (directions, orient) = (Directions::Both, Orient::Stored);
        let ranking = rank(&graph, &RankRequest { edges, directions, orient, seeds: vec![root] });
        for node in graph.nodes().map(|node| node.ix()).filter(|node| *node != root) {
            let share = found.iter().find(|one| one.node == node).map_or(0.0, |one| one.share);
            prop_assert!((share - ranking.of(node)).abs() < 1e-3, "{}: {share}", graph.node(node).id());
        }
        prop_assert!(found.is_sorted_by(|one, other| one.share >= other.share));
        for one in &found {
            let joined = graph.edges().any(|edge| edge.from().ix() != edge.to().ix() && edge.other(root) == one.node
                && (edge.from().ix() == root || edge.to().ix() == root));
            prop_assert_eq!(one.edge.is_some(), joined);
        }
    }
}
