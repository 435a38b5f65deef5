//! Cancellation: how long work learns that its result is no longer wanted.
//!
//! Work takes a [`Cancelled`], checks it inside its loops and returns `None`. Between two checks it handles a fixed number
//! of items, so that a check costs nothing and a cancelled task still ends within milliseconds.

/// Whether the result of some work is no longer wanted. Stays true once it is.
pub type Cancelled<'a> = &'a (dyn Fn() -> bool + Sync);

/// For work that nothing cancels.
pub const NEVER: Cancelled<'static> = &|| false;

/// Number of items between two checks.
const INTERVAL: usize = 1_024;

/// Iterators that end when the work is cancelled.
pub trait UntilCancelled: Iterator + Sized {
    /// The items up to the next check after the work is cancelled. What is made from them is then incomplete, so the
    /// caller checks again at the end.
    fn until(self, cancelled: Cancelled<'_>) -> impl Iterator<Item = Self::Item> {
        let mut pace = Pace::new(cancelled);
        self.take_while(move |_| !pace.is_over())
    }
}

impl<I: Iterator> UntilCancelled for I {}

/// Checks for cancellation in a loop: at the first step and then at regular intervals.
pub struct Pace<'a> {
    cancelled: Cancelled<'a>,
    steps: usize,
}

impl<'a> Pace<'a> {
    pub fn new(cancelled: Cancelled<'a>) -> Self {
        Self { cancelled, steps: 0 }
    }

    pub fn is_cancelled(&self) -> bool {
        (self.cancelled)()
    }

    /// Counts a step; whether the work is cancelled.
    pub fn is_over(&mut self) -> bool {
        let is_checked = self.steps.is_multiple_of(INTERVAL);
        self.steps += 1;
        is_checked && self.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn items_end_at_the_first_check_after_cancellation() {
        let checks = AtomicUsize::new(0);
        let cancelled = || checks.fetch_add(1, Ordering::Relaxed) == 2;
        assert_eq!((0..10_000).until(&cancelled).count(), 2 * INTERVAL);
        assert_eq!((0..10_000).until(NEVER).count(), 10_000);
    }
}
