//! Compares the layout with naive computations over the whole lineage.

use super::fixture::{LaidOut, lineages};
use super::*;
use crate::tui::layout::way::Way;
use hashbrown::HashMap;
use proptest::prelude::*;

/// The listed nodes with their distances.
fn listed(laid: &LaidOut) -> Vec<(NodeIx, i32)> {
    let mut listed: Vec<_> = laid.lineage.nodes.iter().map(|entry| (entry.node, entry.distance)).collect();
    if laid.graph.node(laid.lineage.root).is_missing() {
        listed.push((laid.lineage.root, 0));
    }
    listed
}

fn ends(laid: &LaidOut, edge: EdgeIx) -> (NodeIx, NodeIx) {
    let edge = laid.graph.edge(edge);
    (edge.from().ix(), edge.to().ix())
}

/// Whether an edge links two nodes, in either direction.
fn joins(laid: &LaidOut, edge: EdgeIx, one: NodeIx, other: NodeIx) -> bool {
    ends(laid, edge) == (one, other) || ends(laid, edge) == (other, one)
}

fn are_beside(laid: &LaidOut, one: NodeIx, other: NodeIx) -> bool {
    let columns = (laid.layout.position(one), laid.layout.position(other));
    matches!(columns, (Some(one), Some(other)) if one.column.abs_diff(other.column) == 1)
}

/// Number of crossing pairs of drawn links if nodes are ordered by `at`.
fn crossings(laid: &LaidOut, at: impl Fn(NodeIx) -> i64) -> usize {
    let column = |node| laid.layout.position(node).unwrap().column;
    let mut links: Vec<_> = laid.lineage.edges.iter().map(|edge| ends(laid, *edge)).collect();
    links.retain(|(one, other)| are_beside(laid, *one, *other));
    for link in &mut links {
        *link = if column(link.0) < column(link.1) { *link } else { (link.1, link.0) };
    }
    links.sort_unstable();
    links.dedup();
    let cross = |a: &(NodeIx, NodeIx), b: &(NodeIx, NodeIx)| {
        column(a.0) == column(b.0) && at(a.0) < at(b.0) && at(a.1) > at(b.1)
    };
    links.iter().map(|a| links.iter().filter(|b| cross(a, b)).count()).sum()
}

proptest! {
    #[test]
    fn every_listed_node_has_its_own_position_at_its_distance(laid in lineages()) {
        let listed = listed(&laid);
        prop_assert_eq!(laid.layout.node_count(), listed.len());
        for (node, distance) in listed {
            let position = laid.layout.position(node).unwrap();
            prop_assert_eq!(laid.layout.columns()[position.column].distance, distance);
            prop_assert_eq!(laid.layout.node_at(position), Some(node));
        }
    }

    #[test]
    fn columns_are_ordered_and_have_the_right_counts(laid in lineages()) {
        let columns = laid.layout.columns();
        prop_assert!(columns.windows(2).all(|pair| pair[0].distance < pair[1].distance));
        for column in columns {
            let count = listed(&laid).iter().filter(|(_, distance)| *distance == column.distance).count();
            prop_assert_eq!(column.count(), count);
        }
    }

    #[test]
    fn a_path_is_as_long_as_the_distance_and_each_step_is_an_edge(laid in lineages()) {
        let all = laid.lineage.nodes.iter().chain(&laid.lineage.missing);
        let distance: HashMap<NodeIx, i32> = all.map(|entry| (entry.node, entry.distance)).collect();
        for (node, far) in listed(&laid) {
            let path = laid.layout.path_to_root(node);
            prop_assert_eq!(path.len(), far.unsigned_abs() as usize + 1);
            prop_assert_eq!(path.last(), Some(&laid.lineage.root));
            for pair in path.windows(2) {
                prop_assert_eq!(distance[&pair[1]], distance[&pair[0]] - far.signum());
                prop_assert!(laid.lineage.edges.iter().any(|edge| joins(&laid, *edge, pair[0], pair[1])));
            }
        }
    }

    #[test]
    fn an_edge_is_drawn_or_listed_at_its_ends(laid in lineages()) {
        for (node, _) in listed(&laid) {
            let own = laid.lineage.edges.iter().copied().filter(|edge| {
                let (from, to) = ends(&laid, *edge);
                from == node || to == node
            });
            let (drawn, others): (Vec<_>, Vec<_>) = own.partition(|edge| {
                let (from, to) = ends(&laid, *edge);
                are_beside(&laid, from, to)
            });
            prop_assert_eq!(laid.layout.other_edges(node), &others[..]);
            for (other, _) in listed(&laid) {
                let between: Vec<_> = drawn.iter().copied().filter(|edge| joins(&laid, *edge, node, other)).collect();
                prop_assert_eq!(laid.layout.edges_between(node, other), &between[..]);
            }
        }
    }

    #[test]
    fn left_and_right_lead_to_the_nearest_linked_node_or_else_the_nearest(laid in lineages()) {
        for (node, _) in listed(&laid) {
            let at = laid.layout.position(node).unwrap();
            for (way, column) in [(Way::Left, at.column.checked_sub(1)), (Way::Right, Some(at.column + 1))] {
                let there: Vec<_> = listed(&laid)
                    .into_iter()
                    .map(|(node, _)| (laid.layout.position(node).unwrap(), node))
                    .filter(|(position, _)| Some(position.column) == column)
                    .collect();
                let joined: Vec<_> = there
                    .iter()
                    .copied()
                    .filter(|(_, other)| laid.lineage.edges.iter().any(|edge| joins(&laid, *edge, node, *other)))
                    .collect();
                let among = if joined.is_empty() { there } else { joined };
                let nearest = among.into_iter().min_by_key(|(other, _)| (other.row.abs_diff(at.row), other.row));
                prop_assert_eq!(laid.layout.neighbour(node, way), nearest.map(|(_, node)| node));
            }
        }
    }

    #[test]
    fn there_are_no_more_crossings_than_in_the_order_by_id(laid in lineages()) {
        let by_row = crossings(&laid, |node| i64::from(laid.layout.position(node).unwrap().row));
        let ids = listed(&laid);
        let by_id = crossings(&laid, |node| {
            let id = laid.graph.node(node).id();
            let before = ids.iter().filter(|(other, _)| laid.graph.node(*other).id() < id).count();
            i64::try_from(before).unwrap()
        });
        prop_assert!(by_row <= by_id, "{by_row} {by_id}");
    }

    #[test]
    fn down_visits_every_node_of_a_column(laid in lineages()) {
        for (at, column) in laid.layout.columns().iter().enumerate() {
            let all = laid.layout.nodes_in(at, i32::MIN..i32::MAX);
            let nodes: Vec<_> = all.iter().map(|(node, _)| node).collect();
            let walked: Vec<_> =
                std::iter::successors(nodes.first().copied(), |node| laid.layout.neighbour(*node, Way::Down)).collect();
            prop_assert_eq!(walked.len(), column.count());
            prop_assert_eq!(walked, nodes);
        }
    }

    #[test]
    fn visible_trunks_are_those_that_intersect_the_rows(laid in lineages(), top in -8_i32..8, height in 0_i32..6) {
        for gap in 0..laid.layout.columns().len() {
            let found: Vec<_> = laid.layout.trunks_in(gap, top..top + height).map(|trunk| trunk.inner).collect();
            let all = laid.layout.trunks_in(gap, i32::MIN..i32::MAX);
            let touching: Vec<_> =
                all.filter(|trunk| trunk.top < top + height && trunk.bottom >= top).map(|trunk| trunk.inner).collect();
            prop_assert_eq!(found, touching);
        }
    }

    #[test]
    fn the_list_has_a_header_per_distance_followed_by_its_nodes(laid in lineages()) {
        let mut rows = Vec::new();
        for (at, column) in laid.layout.columns().iter().enumerate() {
            rows.push(ListRow::Header(column));
            rows.extend(laid.layout.nodes_in(at, i32::MIN..i32::MAX).iter().map(|(node, _)| ListRow::Node(node)));
        }
        prop_assert_eq!(laid.layout.list_len(), rows.len());
        for (at, row) in rows.iter().enumerate() {
            prop_assert_eq!(laid.layout.list_row(at), Some(*row));
            if let ListRow::Node(node) = row {
                prop_assert_eq!(laid.layout.list_row_of(*node), Some(at));
            }
        }
        prop_assert_eq!(laid.layout.list_row(rows.len()), None);
    }
}

#[test]
fn a_chain_of_ten_thousand_is_one_row() {
    let laid = LaidOut::chain(10_000, 4_000);
    assert_eq!(laid.layout.columns().len(), 10_000);
    assert_eq!(laid.layout.row_bounds(), (0, 0));
    assert_eq!(laid.layout.path(laid.node("n9999")).count(), 6_000);
}

#[test]
fn a_fan_of_fifty_thousand_is_centred_on_its_root() {
    let laid = LaidOut::fan(50_000);
    assert_eq!(laid.layout.row_bounds(), (-24_999, 25_000));
    let right = laid.layout.neighbour(laid.lineage.root, Way::Right).unwrap();
    assert_eq!(laid.layout.position(right), Some(Position { column: 1, row: 0 }));
}

#[test]
fn a_fan_is_one_trunk_in_any_window() {
    let laid = LaidOut::fan(50_000);
    assert_eq!(laid.layout.trunks_in(0, 20_000..20_010).count(), 1);
    assert_eq!(laid.layout.trunks_in(0, 30_000..30_010).count(), 0);
}

#[test]
fn paging_stops_at_the_ends_of_the_column_and_of_the_list() {
    let laid = LaidOut::fan(5);
    let first = laid.layout.node_at(Position { column: 1, row: -2 });
    let last = laid.layout.node_at(Position { column: 1, row: 2 });
    assert_eq!(laid.layout.moved(last.unwrap(), -100), first);
    assert_eq!(laid.layout.moved(first.unwrap(), i64::MAX), last);
    assert_eq!(laid.layout.list_moved(last.unwrap(), i64::MIN), Some(laid.lineage.root));
    assert_eq!(laid.layout.list_moved(laid.lineage.root, 2), laid.layout.node_at(Position { column: 1, row: -1 }));
}

#[test]
fn a_path_prefers_a_defined_node_to_a_missing_one() {
    let laid = LaidOut::new(
        &["root", "known", "far"],
        &[
            ("root", "gone", "led-to", ""),
            ("gone", "far", "led-to", ""),
            ("root", "known", "led-to", ""),
            ("known", "far", "led-to", ""),
        ],
        "root",
    );
    assert_eq!(laid.layout.path_to_root(laid.node("far")), ["far", "known", "root"].map(|id| laid.node(id)));
}

#[test]
fn a_node_behind_a_missing_one_is_in_the_row_of_the_next_listed_one() {
    let laid = LaidOut::new(
        &["root", "a", "b", "far"],
        &[
            ("root", "a", "led-to", ""),
            ("root", "b", "led-to", ""),
            ("b", "gone", "led-to", ""),
            ("gone", "far", "led-to", ""),
        ],
        "root",
    );
    let row = |id| laid.layout.position(laid.node(id)).unwrap().row;
    assert_eq!(row("far"), row("b"));
    assert_eq!(laid.layout.path_to_root(laid.node("far")), ["far", "gone", "b", "root"].map(|id| laid.node(id)));
}

#[test]
fn layout_stops_when_cancelled() {
    let laid = LaidOut::fan(3);
    assert!(LineageLayout::new(&laid.graph, &laid.lineage, &|| true).is_none());
}
