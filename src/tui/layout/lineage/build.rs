//! From a lineage to its layout: columns, order, rows, wiring, and the way from each node to the root.

use super::order::Levels;
use super::rows::spread;
use super::table::Table;
use super::wiring::{Heads, Joined, Wiring};
use super::{Column, LineageLayout, Step};
use crate::graph::{Edge, EdgeIx, Graph, NodeIx};
use crate::query::Lineage;
use hashbrown::HashMap;
use std::ops::Range;

pub(super) fn layout(graph: &Graph, lineage: &Lineage, cancelled: &dyn Fn() -> bool) -> Option<LineageLayout> {
    let listed = Listed::new(lineage);
    let (drawn, others) = listed.sorted_out(graph, lineage);
    if cancelled() {
        return None;
    }
    let mut links: Vec<(u32, u32)> = drawn.iter().map(|one| (one.inner, one.outer)).collect();
    links.sort_unstable();
    links.dedup();
    let inward = Table::new(listed.nodes.len(), links.iter().map(|&(inner, outer)| (outer, inner)).collect());
    let outward = Table::new(listed.nodes.len(), links);
    let levels = Levels { columns: listed.columns, root: listed.root_column, inward, outward };
    let order = levels.places(cancelled)?;

    // From here on a node's number is its place: by column, then by row.
    let mut placed = vec![0; listed.nodes.len()];
    let mut nodes = listed.nodes.clone();
    for column in &levels.columns {
        for old in column.clone() {
            let new = column.start + order[old as usize];
            placed[old as usize] = new;
            nodes[new as usize] = listed.nodes[old as usize];
        }
    }
    let steps = steps(graph, lineage);
    let place_of: HashMap<NodeIx, u32> = (0..).zip(&nodes).map(|(place, node)| (*node, place)).collect();
    let rows = rows(&levels, &placed, |place| {
        let step = steps.get(&nodes[place as usize]);
        let next = std::iter::successors(step, |step| steps.get(&step.next)).find_map(|step| place_of.get(&step.next));
        next.copied()
    });
    if cancelled() {
        return None;
    }
    let renumber = |old: u32| placed[old as usize];
    let drawn = drawn.into_iter().map(|one| Joined { inner: renumber(one.inner), outer: renumber(one.outer), ..one });
    let others = others.into_iter().map(|(old, edge)| (renumber(old), edge)).collect();
    let wiring = Wiring::new(graph, drawn.collect(), levels.columns.len().saturating_sub(1), &rows);
    let columns = levels.columns.iter().zip(&listed.distances);
    let columns = columns.map(|(range, &distance)| Column { distance, places: range.clone() }).collect();
    Some(LineageLayout {
        root: lineage.root,
        root_column: levels.root,
        columns,
        others: Table::new(nodes.len(), others),
        nodes,
        row_bounds: (rows.iter().copied().min().unwrap_or(0), rows.iter().copied().max().unwrap_or(0)),
        rows,
        places: place_of,
        steps,
        wiring,
    })
}

/// The nodes that get a place, numbered by column and id.
struct Listed {
    nodes: Vec<NodeIx>,
    columns: Vec<Range<u32>>,
    distances: Vec<i32>,
    root_column: usize,
    /// The number and the column of each.
    of: HashMap<NodeIx, (u32, u32)>,
}

impl Listed {
    fn new(lineage: &Lineage) -> Self {
        let mut entries: Vec<_> = lineage.nodes.iter().map(|entry| (entry.distance, entry.node)).collect();
        // A lineage can be that of a missing node: its place is shown all the same.
        if !entries.iter().any(|(_, node)| *node == lineage.root) {
            let at = entries.partition_point(|(distance, _)| *distance < 0);
            entries.insert(at, (0, lineage.root));
        }
        let mut listed = Self {
            nodes: entries.iter().map(|(_, node)| *node).collect(),
            columns: Vec::new(),
            distances: Vec::new(),
            root_column: 0,
            of: HashMap::with_capacity(entries.len()),
        };
        let mut from = 0;
        for column in entries.chunk_by(|a, b| a.0 == b.0) {
            let number = listed.columns.len();
            for (place, (distance, node)) in (from..).zip(column) {
                listed.of.insert(*node, (place, number as u32));
                if *distance == 0 {
                    listed.root_column = number;
                }
            }
            listed.distances.push(column[0].0);
            listed.columns.push(from..from + column.len() as u32);
            from += column.len() as u32;
        }
        listed
    }

    /// The edges between neighbouring columns, and for each node the edges that are not.
    fn sorted_out(&self, graph: &Graph, lineage: &Lineage) -> (Vec<Joined>, Vec<(u32, EdgeIx)>) {
        let (mut drawn, mut others) = (Vec::new(), Vec::new());
        for &ix in &lineage.edges {
            let edge = graph.edge(ix);
            let (from, to) = (self.of.get(&edge.from().ix()), self.of.get(&edge.to().ix()));
            match (from, to) {
                (Some(&from), Some(&to)) if from.1.abs_diff(to.1) == 1 => drawn.push(self.joined(edge, from, to)),
                _ => {
                    let ends = [from, to.filter(|to| from != Some(to))];
                    others.extend(ends.into_iter().flatten().map(|(number, _)| (*number, ix)));
                }
            }
        }
        (drawn, others)
    }

    fn joined(&self, edge: Edge<'_>, from: (u32, u32), to: (u32, u32)) -> Joined {
        let root = self.root_column as u32;
        let leaves = from.1.abs_diff(root) < to.1.abs_diff(root);
        let (inner, outer) = if leaves { (from.0, to.0) } else { (to.0, from.0) };
        let heads = match leaves {
            _ if edge.is_symmetric() => Heads::Both,
            true => Heads::Outer,
            false => Heads::Inner,
        };
        Joined { gap: from.1.min(to.1), inner, outer, edge: edge.ix(), heads }
    }
}

/// For each node met the next one towards the root: one that is listed rather than a missing one, over a stored edge
/// rather than an implicit one, else the one met first.
fn steps(graph: &Graph, lineage: &Lineage) -> HashMap<NodeIx, Step> {
    let met = lineage.nodes.iter().chain(&lineage.missing);
    let mut distances: HashMap<NodeIx, i32> = met.map(|entry| (entry.node, entry.distance)).collect();
    distances.insert(lineage.root, 0);
    let mut steps: HashMap<NodeIx, Step> = HashMap::with_capacity(distances.len());
    let rank = |step: &Step| (graph.node(step.next).is_missing(), graph.edge(step.edge).is_implicit());
    for &ix in &lineage.edges {
        let edge = graph.edge(ix);
        let ends = (edge.from().ix(), edge.to().ix());
        for (node, next) in [ends, (ends.1, ends.0)] {
            let (Some(&far), Some(&near)) = (distances.get(&node), distances.get(&next)) else { continue };
            if far == 0 || near != far - far.signum() {
                continue;
            }
            let step = Step { next, edge: ix };
            let kept = steps.entry(node).or_insert(step);
            if rank(&step) < rank(kept) {
                *kept = step;
            }
        }
    }
    steps
}

/// The row of each place: columns outward from the root, each node near the mean of those it is joined with towards the
/// root, or near the next listed node on its way there.
fn rows(levels: &Levels, placed: &[u32], way: impl Fn(u32) -> Option<u32>) -> Vec<i32> {
    let mut rows = vec![0; placed.len()];
    let mut numbers = vec![0; placed.len()];
    for (number, place) in (0_u32..).zip(placed) {
        numbers[*place as usize] = number;
    }
    let outward = (levels.root + 1..levels.columns.len()).chain((0..levels.root).rev());
    for column in outward {
        let range = levels.columns[column].clone();
        let wish = |place: u32| {
            let joined = levels.inward.row(numbers[place as usize]);
            let row = |place: u32| f64::from(rows[place as usize]);
            let sum: f64 = joined.iter().map(|other| row(placed[*other as usize])).sum();
            if joined.is_empty() { way(place).map_or(0.0, row) } else { sum / f64::from(joined.len() as u32) }
        };
        let wishes: Vec<f64> = range.clone().map(wish).collect();
        for (place, row) in range.zip(spread(&wishes)) {
            rows[place as usize] = row;
        }
    }
    rows
}
