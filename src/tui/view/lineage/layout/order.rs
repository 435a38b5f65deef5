//! Crossing reduction by the barycentre heuristic of the Sugiyama method.
//!
//! Columns are swept outward from the root and back; each sweep sorts a column by the mean position of its neighbours
//! in the previous column. The order with the fewest crossings is kept. The initial order, by id, is one of the
//! candidates, so the result is never worse. Crossings are counted in O(n log n) with a Fenwick tree.

use super::table::{Table, sorted};
use std::ops::Range;

/// Number of sweeps outward and back.
const SWEEPS: usize = 4;
/// Above this number of links there is one sweep: such a lineage is too large to be seen as a whole anyway.
const MANY_LINKS: usize = 40_000;
/// Above this number there is only an outward sweep, and crossings are not counted, because the user is waiting.
const VERY_MANY_LINKS: usize = 200_000;

/// The layered graph. Nodes are numbered column by column.
#[derive(Debug)]
pub(super) struct Levels {
    /// The numbers of each column.
    pub(super) columns: Vec<Range<u32>>,
    pub(super) root: usize,
    /// For each node, its neighbours in the next column towards the root.
    pub(super) inward: Table<u32>,
    /// For each node, its neighbours in the next column away from the root. The root's row has those of both sides.
    pub(super) outward: Table<u32>,
}

impl Levels {
    /// For each node, its index in its column; `None` if cancelled.
    pub(super) fn places(&self, cancelled: &dyn Fn() -> bool) -> Option<Vec<u32>> {
        let mut sorter = Sorter {
            levels: self,
            places: self.columns.iter().flat_map(|column| 0..column.end - column.start).collect(),
        };
        for side in self.sides() {
            if self.inward.len() > VERY_MANY_LINKS {
                sorter.sweep(&side, Sweep::Outward);
                continue;
            }
            let mut best = self.crossings(&side, &sorter.places);
            let mut kept = sorter.places.clone();
            for _ in 0..if self.inward.len() > MANY_LINKS { 1 } else { SWEEPS } {
                if best == 0 {
                    break;
                }
                for sweep in [Sweep::Outward, Sweep::Inward] {
                    if cancelled() {
                        return None;
                    }
                    sorter.sweep(&side, sweep);
                    let crossings = self.crossings(&side, &sorter.places);
                    if crossings < best {
                        best = crossings;
                        kept.clone_from(&sorter.places);
                    }
                }
            }
            sorter.places = kept;
        }
        Some(sorter.places)
    }

    /// The columns of each side, outward from the root, which is the first of both.
    fn sides(&self) -> [Vec<usize>; 2] {
        [(0..=self.root).rev().collect(), (self.root..self.columns.len()).collect()]
    }

    /// Number of crossing pairs of links on one side.
    pub(super) fn crossings(&self, side: &[usize], places: &[u32]) -> u64 {
        side.windows(2).map(|pair| self.crossings_between(pair[1], places)).sum()
    }

    /// Number of crossing pairs of links between a column and the next one towards the root.
    fn crossings_between(&self, outer: usize, places: &[u32]) -> u64 {
        let column = self.columns[outer].clone();
        let place = |node: u32| places[node as usize];
        let mut by_place = vec![0; column.len()];
        for node in column.clone() {
            by_place[place(node) as usize] = node;
        }
        let links: Vec<(u32, u32)> = by_place
            .iter()
            .flat_map(|&node| self.inward.row(node).iter().map(move |&inner| (place(inner), place(node))))
            .collect();
        // Sorted by inner end, then by outer end; they are already sorted by the latter and the sort is stable.
        let widest = links.iter().map(|link| link.0 as usize + 1).max().unwrap_or(0);
        let links = sorted(widest, &links, |link| link.0);
        let mut passed = Tally::new(column.len());
        let mut crossings = 0;
        for (links_before, (_, outer)) in (0_u64..).zip(links) {
            // Earlier links start further up; they cross this one if they end further down. Links of the same node do
            // not cross, because they are sorted by outer end.
            crossings += links_before - u64::from(passed.up_to(outer));
            passed.add(outer);
        }
        crossings
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Outward,
    Inward,
}

struct Sorter<'a> {
    levels: &'a Levels,
    places: Vec<u32>,
}

impl Sorter<'_> {
    fn sweep(&mut self, side: &[usize], sweep: Sweep) {
        let levels = self.levels;
        match sweep {
            Sweep::Outward => side.windows(2).for_each(|pair| self.sort(pair[1], pair[0], &levels.inward)),
            // The root is alone in its column.
            Sweep::Inward => {
                side.windows(2).skip(1).rev().for_each(|pair| self.sort(pair[0], pair[1], &levels.outward));
            }
        }
    }

    /// Sorts a column by the mean index of each node's neighbours in another column. A node without neighbours keeps
    /// its relative position.
    fn sort(&mut self, column: usize, by: usize, neighbours: &Table<u32>) {
        let (range, by) = (self.levels.columns[column].clone(), self.levels.columns[by].clone());
        let stretch = f64::from(by.end - by.start) / f64::from((range.end - range.start).max(1));
        let mean = |node: u32| {
            let met = neighbours.row(node);
            let sum: f64 = met.iter().map(|&other| f64::from(self.places[other as usize])).sum();
            if met.is_empty() {
                f64::from(self.places[node as usize]) * stretch
            } else {
                sum / f64::from(met.len() as u32)
            }
        };
        let mut sorted: Vec<(f64, u32, u32)> =
            range.clone().map(|node| (mean(node), self.places[node as usize], node)).collect();
        sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        for (place, (_, _, node)) in (0..).zip(sorted) {
            self.places[node as usize] = place;
        }
    }
}

/// A Fenwick tree that counts numbers and returns how many are at most a given one.
struct Tally(Vec<u32>);

impl Tally {
    fn new(len: usize) -> Self {
        Self(vec![0; len + 1])
    }

    fn add(&mut self, number: u32) {
        let mut at = number as usize + 1;
        while let Some(sum) = self.0.get_mut(at) {
            *sum += 1;
            at += at & at.wrapping_neg();
        }
    }

    fn up_to(&self, number: u32) -> u32 {
        let mut at = number as usize + 1;
        let mut sum = 0;
        while at > 0 {
            sum += self.0.get(at).copied().unwrap_or_default();
            at &= at - 1;
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A root and one to four columns with random links.
    fn levels() -> impl Strategy<Value = Levels> {
        let sizes = prop::collection::vec(1_u32..7, 1..5);
        (sizes, prop::collection::vec((0_usize..5, 0_u32..7, 0_u32..7), 0..40)).prop_map(|(sizes, joined)| {
            let mut columns: Vec<Range<u32>> = Vec::new();
            for size in std::iter::once(1).chain(sizes) {
                let from = columns.last().map_or(0, |column| column.end);
                columns.push(from..from + size);
            }
            let mut links: Vec<(u32, u32)> = Vec::new();
            for (gap, inner, outer) in joined {
                if let (Some(a), Some(b)) = (columns.get(gap), columns.get(gap + 1)) {
                    links.push((a.start + inner % (a.end - a.start), b.start + outer % (b.end - b.start)));
                }
            }
            links.sort_unstable();
            links.dedup();
            let count = columns.last().map_or(0, |column| column.end) as usize;
            let inward = Table::new(count, &links, |link| link.1, |link| link.0);
            Levels { columns, root: 0, inward, outward: Table::new(count, &links, |link| link.0, |link| link.1) }
        })
    }

    /// Naive count: tests every pair of links.
    fn naive_crossings(levels: &Levels, places: &[u32]) -> u64 {
        let place = |node: u32| places[node as usize];
        let mut crossings = 0;
        for column in levels.columns.iter().skip(1) {
            let links: Vec<_> = column
                .clone()
                .flat_map(|node| levels.inward.row(node).iter().map(move |&inner| (inner, node)))
                .collect();
            for a in &links {
                for b in &links {
                    crossings += u64::from(place(a.0) < place(b.0) && place(a.1) > place(b.1));
                }
            }
        }
        crossings
    }

    proptest! {
        #[test]
        fn crossings_match_the_naive_count(levels in levels()) {
            let by_id: Vec<u32> = levels.columns.iter().flat_map(|column| 0..column.end - column.start).collect();
            let side: Vec<usize> = (0..levels.columns.len()).collect();
            prop_assert_eq!(levels.crossings(&side, &by_id), naive_crossings(&levels, &by_id));
        }

        #[test]
        fn the_result_has_no_more_crossings_than_the_order_by_id(levels in levels()) {
            let by_id: Vec<u32> = levels.columns.iter().flat_map(|column| 0..column.end - column.start).collect();
            let places = levels.places(&|| false).unwrap();
            prop_assert!(naive_crossings(&levels, &places) <= naive_crossings(&levels, &by_id));
        }

        #[test]
        fn each_index_of_a_column_is_used_once(levels in levels()) {
            let places = levels.places(&|| false).unwrap();
            for column in &levels.columns {
                let mut taken: Vec<u32> = column.clone().map(|node| places[node as usize]).collect();
                taken.sort_unstable();
                prop_assert_eq!(taken, (0..column.end - column.start).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn a_tree_with_shuffled_ids_is_untangled() {
        // 0 is linked to 1 and 2, 1 to 4, and 2 to 3.
        let links = [(0, 1), (0, 2), (1, 4), (2, 3)];
        let inward = Table::new(5, &links, |link| link.1, |link| link.0);
        let levels = Levels {
            columns: vec![0..1, 1..3, 3..5],
            root: 0,
            inward,
            outward: Table::new(5, &links, |link| link.0, |link| link.1),
        };
        assert_eq!(levels.places(&|| false).unwrap(), [0, 0, 1, 1, 0]);
    }

    #[test]
    fn ordering_stops_when_cancelled() {
        let links = [(0, 1), (0, 2), (1, 4), (2, 3)];
        let inward = Table::new(5, &links, |link| link.1, |link| link.0);
        let levels = Levels {
            columns: vec![0..1, 1..3, 3..5],
            root: 0,
            inward,
            outward: Table::new(5, &links, |link| link.0, |link| link.1),
        };
        assert_eq!(levels.places(&|| true), None);
    }
}
