//! Rows of values by a small number: one flat array and where each row begins.

/// For each number a row of values.
#[derive(Debug, Clone)]
pub(super) struct Table<T> {
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Table<T> {
    /// The rows of the numbers below `len`. Values of one row keep the order they came in.
    pub(super) fn new(len: usize, mut entries: Vec<(u32, T)>) -> Self {
        entries.sort_by_key(|(row, _)| *row);
        let mut starts = Vec::with_capacity(len + 1);
        let mut at = 0;
        for row in 0..=len as u32 {
            while entries.get(at).is_some_and(|(of, _)| *of < row) {
                at += 1;
            }
            starts.push(at as u32);
        }
        Self { starts, items: entries.into_iter().map(|(_, item)| item).collect() }
    }

    /// The values of one number; none if it has no row.
    pub(super) fn row(&self, of: u32) -> &[T] {
        let bounds = (self.starts.get(of as usize), self.starts.get(of as usize + 1));
        let (Some(&from), Some(&to)) = bounds else { return &[] };
        self.items.get(from as usize..to as usize).unwrap_or_default()
    }

    /// How many values all rows have together.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}
