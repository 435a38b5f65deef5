//! Computes a layout: columns, order, rows, wiring, and the step from each node towards the root.

use super::numbers::Numbers;
use super::order::Levels;
use super::rows::spread;
use super::table::{Table, sorted};
use super::wiring::{Heads, Joined, Wiring};
use super::{Column, LineageLayout, Step};
use crate::graph::{Edge, EdgeIx, Graph, NodeIx};
use crate::query::Lineage;
use std::ops::Range;

pub(super) fn layout(graph: &Graph, lineage: &Lineage, cancelled: &dyn Fn() -> bool) -> Option<LineageLayout> {
    let mut listed = Listed::new(graph, lineage);
    let count = listed.nodes.len();
    let SortedOut { mut drawn, mut others, steps } = listed.sorted_out(graph, lineage);
    if cancelled() {
        return None;
    }
    let links = links(count, &drawn);
    let inward = Table::new(count, &links, |link| link.1, |link| link.0);
    let outward = Table::new(count, &links, |link| link.0, |link| link.1);
    let levels = Levels { columns: listed.columns, root: listed.root_column, inward, outward };
    let order = levels.places(cancelled)?;

    // From here on, the number of a listed node is its place: ordered by column, then by row.
    let mut placed = vec![0; count];
    let mut nodes = listed.nodes.clone();
    let mut ways = steps.clone();
    for column in &levels.columns {
        for old in column.clone() {
            let new = column.start + order[old as usize];
            placed[old as usize] = new;
            nodes[new as usize] = listed.nodes[old as usize];
            ways[new as usize] = steps[old as usize];
            listed.numbers.set(nodes[new as usize], new);
        }
    }
    let (numbers, steps) = (listed.numbers, ways);
    let step_from = |number: u32| steps[number as usize].and_then(|step| numbers.get(step.next));
    let rows = rows(&levels, &placed, |place| {
        std::iter::successors(step_from(place), |number| step_from(*number)).find(|number| (*number as usize) < count)
    });
    if cancelled() {
        return None;
    }
    for one in &mut drawn {
        (one.inner, one.outer) = (placed[one.inner as usize], placed[one.outer as usize]);
    }
    for (number, _) in &mut others {
        *number = placed[*number as usize];
    }
    let wiring = Wiring::new(graph, &drawn, levels.columns.len().saturating_sub(1), &rows);
    let columns = levels.columns.iter().zip(&listed.distances);
    let columns = columns.map(|(range, &distance)| Column { distance, places: range.clone() }).collect();
    Some(LineageLayout {
        root: lineage.root,
        root_column: levels.root,
        columns,
        others: Table::new(count, &others, |other| other.0, |other| other.1),
        nodes,
        row_bounds: (rows.iter().copied().min().unwrap_or(0), rows.iter().copied().max().unwrap_or(0)),
        rows,
        numbers,
        steps,
        wiring,
    })
}

/// The linked pairs of nodes, inner end first, sorted and without duplicates.
fn links(count: usize, drawn: &[Joined]) -> Vec<(u32, u32)> {
    let pairs: Vec<_> = drawn.iter().map(|one| (one.inner, one.outer)).collect();
    let mut links = sorted(count, &sorted(count, &pairs, |pair| pair.1), |pair| pair.0);
    links.dedup();
    links
}

/// The listed nodes, numbered by column and id, followed by the missing ones that are only passed through.
struct Listed {
    nodes: Vec<NodeIx>,
    columns: Vec<Range<u32>>,
    distances: Vec<i32>,
    root_column: usize,
    numbers: Numbers,
    /// Distance and column of each number.
    at: Vec<At>,
}

/// The distance and column of a node; the column is [`NOWHERE`] if the node is only passed through.
#[derive(Debug, Clone, Copy)]
struct At {
    distance: i32,
    column: u32,
}

const NOWHERE: u32 = u32::MAX;

/// The edges of a lineage, classified.
struct SortedOut {
    /// Edges between adjacent columns.
    drawn: Vec<Joined>,
    /// All other edges, once for each listed end.
    others: Vec<(u32, EdgeIx)>,
    /// For each number, the next step towards the root.
    steps: Vec<Option<Step>>,
}

impl Listed {
    fn new(graph: &Graph, lineage: &Lineage) -> Self {
        let mut entries: Vec<_> = lineage.nodes.iter().map(|entry| (entry.distance, entry.node)).collect();
        // The root may be a missing node; it gets a place anyway.
        let from = entries.partition_point(|(distance, _)| *distance < 0);
        if entries.get(from).is_none_or(|(_, node)| *node != lineage.root) {
            entries.insert(from, (0, lineage.root));
        }
        let mut listed = Self {
            nodes: entries.iter().map(|(_, node)| *node).collect(),
            columns: Vec::new(),
            distances: Vec::new(),
            root_column: 0,
            numbers: Numbers::new(graph),
            at: Vec::with_capacity(entries.len() + lineage.missing.len()),
        };
        for column in entries.chunk_by(|a, b| a.0 == b.0) {
            let (number, distance) = (listed.columns.len(), column[0].0);
            let from = listed.at.len() as u32;
            for (_, node) in column {
                listed.number(*node, At { distance, column: number as u32 });
            }
            if distance == 0 {
                listed.root_column = number;
            }
            listed.distances.push(distance);
            listed.columns.push(from..listed.at.len() as u32);
        }
        for entry in lineage.missing.iter().filter(|entry| entry.node != lineage.root) {
            listed.number(entry.node, At { distance: entry.distance, column: NOWHERE });
        }
        listed
    }

    fn number(&mut self, node: NodeIx, at: At) {
        self.numbers.set(node, self.at.len() as u32);
        self.at.push(at);
    }

    /// Classifies every edge in one pass. Of a node's possible steps, one to a listed node beats one to a missing node,
    /// a stored edge beats an implicit one, and otherwise the first edge wins.
    fn sorted_out(&self, graph: &Graph, lineage: &Lineage) -> SortedOut {
        let mut sorted = SortedOut {
            drawn: Vec::with_capacity(lineage.edges.len()),
            others: Vec::new(),
            steps: vec![None; self.at.len()],
        };
        let mut ranks = vec![(true, true, true); self.at.len()];
        let is_listed = |number: &u32| (*number as usize) < self.nodes.len();
        for &ix in &lineage.edges {
            let edge = graph.edge(ix);
            let (from, to) = (edge.from().ix(), edge.to().ix());
            let numbers = (self.numbers.get(from), self.numbers.get(to));
            if let (Some(one), Some(other)) = numbers {
                for (number, (next, node)) in [(one, (other, to)), (other, (one, from))] {
                    let (far, near) = (self.at[number as usize].distance, self.at[next as usize].distance);
                    if far == 0 || near != far - far.signum() {
                        continue;
                    }
                    let rank = (false, !is_listed(&next), edge.is_implicit());
                    if rank < ranks[number as usize] {
                        ranks[number as usize] = rank;
                        sorted.steps[number as usize] = Some(Step { next: node, edge: ix });
                    }
                }
            }
            match (numbers.0.filter(is_listed), numbers.1.filter(is_listed)) {
                (Some(from), Some(to)) if self.column(from).abs_diff(self.column(to)) == 1 => {
                    sorted.drawn.push(self.joined(edge, from, to));
                }
                (from, to) => {
                    let ends = [from, to.filter(|to| from != Some(*to))];
                    sorted.others.extend(ends.into_iter().flatten().map(|number| (number, ix)));
                }
            }
        }
        sorted
    }

    fn column(&self, number: u32) -> u32 {
        self.at[number as usize].column
    }

    fn joined(&self, edge: Edge<'_>, from: u32, to: u32) -> Joined {
        let root = self.root_column as u32;
        let columns = (self.column(from), self.column(to));
        let leaves = columns.0.abs_diff(root) < columns.1.abs_diff(root);
        let (inner, outer) = if leaves { (from, to) } else { (to, from) };
        let heads = match leaves {
            _ if edge.is_symmetric() => Heads::Both,
            true => Heads::Outer,
            false => Heads::Inner,
        };
        Joined { gap: columns.0.min(columns.1), inner, outer, edge: edge.ix(), heads }
    }
}

/// Assigns a row to each place, column by column outward from the root: each node is placed near the mean row of its
/// inner neighbours, or near the next listed node on its path to the root.
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
