//! Run-length encoded columns: pairs of a run's first row and its value. Look-up is a binary search.

use std::ops::Range;

/// Starts a run with `value` at row `from`, unless the last run already has that value.
pub(super) fn push<T: PartialEq>(all: &mut Vec<(u32, T)>, from: u32, value: T) {
    if all.last().is_none_or(|(_, last)| *last != value) {
        all.push((from, value));
    }
}

/// The value of a row.
pub(super) fn of<T: Copy>(all: &[(u32, T)], row: usize) -> T {
    Runs::at(all, row).runs[0].1
}

/// The runs within a range of rows, cut to the range.
pub(super) fn within<T: Copy>(all: &[(u32, T)], range: Range<usize>) -> impl Iterator<Item = (Range<usize>, T)> {
    let from = Runs::at(all, range.start).runs;
    let ends = from.iter().skip(1).map(|(next, _)| *next as usize).chain(std::iter::once(usize::MAX));
    from.iter().zip(ends).map_while(move |((start, value), end)| {
        let run = (*start as usize).max(range.start)..end.min(range.end);
        (!run.is_empty()).then_some((run, *value))
    })
}

/// The column restricted to `rows`, which must be ascending.
pub(super) fn kept<T: Copy + PartialEq>(all: &[(u32, T)], rows: &[u32]) -> Vec<(u32, T)> {
    let mut values = Runs::at(all, 0);
    let mut kept = Vec::new();
    for (new, old) in (0..).zip(rows) {
        push(&mut kept, new, values.of(*old as usize));
    }
    kept
}

/// A cursor for reading a column in ascending order.
pub(super) struct Runs<'d, T> {
    runs: &'d [(u32, T)],
}

impl<'d, T: Copy> Runs<'d, T> {
    pub(super) fn at(runs: &'d [(u32, T)], start: usize) -> Self {
        let begun = runs.partition_point(|(from, _)| *from as usize <= start);
        Self { runs: &runs[begun.saturating_sub(1)..] }
    }

    /// The value of a row; rows must be requested in ascending order.
    pub(super) fn of(&mut self, at: usize) -> T {
        while let [_, (next, _), ..] = self.runs
            && *next as usize <= at
        {
            self.runs = &self.runs[1..];
        }
        self.runs[0].1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn column_equals_the_list_it_encodes(
            list in proptest::collection::vec(0..3_u8, 1..30),
            (start, end) in (0..30_usize, 0..31_usize),
            is_kept in any::<[bool; 30]>(),
        ) {
            let mut all = Vec::new();
            for (at, value) in (0..).zip(&list) {
                push(&mut all, at, *value);
            }
            prop_assert!(all.windows(2).all(|two| two[0].1 != two[1].1));
            prop_assert_eq!((0..list.len()).map(|row| of(&all, row)).collect::<Vec<_>>(), list.clone());
            let range = start.min(list.len())..end.clamp(start.min(list.len()), list.len());
            let spread = within(&all, range.clone()).flat_map(|(run, value)| run.map(move |row| (row, value)));
            prop_assert!(spread.eq(range.map(|row| (row, list[row]))));
            let rows: Vec<u32> = (0..list.len() as u32).filter(|row| is_kept[*row as usize]).collect();
            let kept = kept(&all, &rows);
            prop_assert!((0..rows.len()).map(|row| of(&kept, row)).eq(rows.iter().map(|row| list[*row as usize])));
        }
    }
}
