//! Compressed sparse rows (CSR), built by a stable counting sort: one flat array of values and the offset of each row.

/// A row of values for each number.
#[derive(Debug, Clone)]
pub(super) struct Table<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Table<T> {
    /// Rows for the numbers below `len`. Values within a row keep their order.
    pub(super) fn new<E: Copy>(len: usize, entries: &[E], row: impl Fn(&E) -> u32, value: impl Fn(&E) -> T) -> Self {
        let (starts, items) = grouped(len, entries, row, value);
        Self { starts, items }
    }

    /// The values of a number; empty if it has no row.
    pub(super) fn row(&self, of: u32) -> &[T] {
        let bounds = (self.starts.get(of as usize), self.starts.get(of as usize + 1));
        let (Some(&from), Some(&to)) = bounds else { return &[] };
        self.items.get(from as usize..to as usize).unwrap_or_default()
    }

    /// Total number of values.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}

/// Stable counting sort by a number below `len`.
///
/// Node numbers are small and dense, so this beats a comparison sort: a lineage can have a million edges, and they are
/// sorted several times.
pub(super) fn sorted<T: Copy>(len: usize, items: &[T], number: impl Fn(&T) -> u32) -> Vec<T> {
    grouped(len, items, number, |item| *item).1
}

/// The offset of each number below `len`, and the values sorted by number.
fn grouped<E: Copy, T: Copy>(
    len: usize,
    entries: &[E],
    row: impl Fn(&E) -> u32,
    value: impl Fn(&E) -> T,
) -> (Vec<u32>, Vec<T>) {
    let mut starts = vec![0_u32; len + 1];
    for entry in entries {
        starts[row(entry) as usize + 1] += 1;
    }
    for at in 0..len {
        starts[at + 1] += starts[at];
    }
    let Some(first) = entries.first() else { return (starts, Vec::new()) };
    let mut next = starts.clone();
    let mut items = vec![value(first); entries.len()];
    for entry in entries {
        let at = &mut next[row(entry) as usize];
        items[*at as usize] = value(entry);
        *at += 1;
    }
    (starts, items)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_row_keeps_its_values_in_order(entries in prop::collection::vec((0_u32..6, any::<u8>()), 0..30)) {
            let table = Table::new(6, &entries, |entry| entry.0, |entry| entry.1);
            prop_assert_eq!(table.len(), entries.len());
            for number in 0..7 {
                let naive: Vec<_> = entries.iter().filter(|(row, _)| *row == number).map(|(_, value)| *value).collect();
                prop_assert_eq!(table.row(number), naive);
            }
        }

        #[test]
        fn sorting_by_number_is_stable(entries in prop::collection::vec((0_u32..6, any::<u8>()), 0..30)) {
            let mut naive = entries.clone();
            naive.sort_by_key(|(number, _)| *number);
            prop_assert_eq!(sorted(6, &entries, |entry| entry.0), naive);
        }
    }
}
