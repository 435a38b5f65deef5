//! What just arrived.

use crate::graph::EdgeIx;

/// Which edges are new. They are told by their numbers: what arrives gets the highest ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct News {
    /// Edges from this number on are new.
    pub from: usize,
    /// From this number on they stay new when the others are not any more.
    pub newest: usize,
    /// Whether the doctor will look at them by itself.
    pub is_examination_due: bool,
}

impl Default for News {
    fn default() -> Self {
        Self { from: usize::MAX, newest: usize::MAX, is_examination_due: false }
    }
}

impl News {
    /// Whether an edge just arrived.
    pub fn has(&self, edge: EdgeIx) -> bool {
        edge.index() >= self.from
    }

    /// Whether anything is new.
    pub fn any(&self) -> bool {
        self.from != usize::MAX
    }

    /// Edges from this number on have arrived. Whether nothing was new before.
    pub fn arrived(&mut self, first: usize) -> bool {
        let is_first = !self.any();
        self.from = self.from.min(first);
        self.newest = self.newest.min(first);
        is_first
    }

    /// Time has passed, and there are so many edges. Whether something is still new.
    pub fn age(&mut self, edge_bound: usize) -> bool {
        let still_new = self.newest < edge_bound && self.newest > self.from;
        *self = if still_new {
            Self { from: self.newest, newest: edge_bound, ..*self }
        } else if self.newest == self.from {
            // All of it came since the last time.
            Self { newest: edge_bound, ..*self }
        } else {
            Self { from: usize::MAX, newest: usize::MAX, ..*self }
        };
        self.any()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_arrives_is_new_for_one_to_two_rounds() {
        let mut news = News::default();
        assert!(!news.any());
        assert!(news.arrived(10));
        assert_eq!((news.from, news.newest), (10, 10));
        assert!(news.age(12));
        assert!(!news.arrived(12));
        assert_eq!((news.from, news.newest), (10, 12));
        assert!(news.age(15));
        assert_eq!((news.from, news.newest), (12, 15));
        assert!(!news.age(15));
        assert!(!news.any());
    }
}
