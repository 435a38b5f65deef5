//! How far an edge is still trusted: what its source said, fading with time.

use crate::graph::Edge;
use crate::time::Millis;

/// What an edge that is inferred from content weighs beside one that somebody wrote.
const IMPLICIT: f64 = 0.5;

const MILLIS_A_DAY: f64 = 86_400_000.0;

/// How confidence fades, and from where on it counts. Edges of systems that know no confidence are always trusted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trust {
    /// The moment that is asked about.
    pub now: Millis,
    /// After so many days half of the confidence is left; 0 keeps it for ever.
    pub half_life_days: f64,
    /// Below this an edge is dimmed.
    pub dim: f64,
    /// Below this an edge is left out.
    pub least: f64,
}

impl Trust {
    /// Every edge, as its source trusted it.
    pub const ALL: Self = Self { now: 0, half_life_days: 0.0, dim: 0.0, least: 0.0 };

    /// The confidence that is left of an edge; `None` if its system knows none. What lies in the future has not faded.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are exact in a float for 285,000 years")]
    pub fn of(&self, edge: Edge<'_>) -> Option<f64> {
        let source = edge.source_confidence()?;
        let age = edge.millis().map_or(0.0, |then| self.now.saturating_sub(then).max(0) as f64 / MILLIS_A_DAY);
        Some(source * self.left_after(age))
    }

    /// How much an edge counts where edges are weighed: the confidence that is left of it, all of it if its system knows
    /// none, and half of that if nobody wrote it as an edge.
    pub(super) fn weight(&self, edge: Edge<'_>) -> f64 {
        self.certainty(edge) * if edge.is_implicit() { IMPLICIT } else { 1.0 }
    }

    /// The confidence that is left of an edge, and all of it if its system knows none.
    pub(super) fn certainty(&self, edge: Edge<'_>) -> f64 {
        self.of(edge).unwrap_or(1.0)
    }

    /// The share of a confidence that is left after so many days.
    fn left_after(&self, days: f64) -> f64 {
        if self.half_life_days > 0.0 { (-std::f64::consts::LN_2 / self.half_life_days * days).exp() } else { 1.0 }
    }

    /// Whether an edge is trusted enough to be part of an answer.
    pub fn keeps(&self, edge: Edge<'_>) -> bool {
        self.of(edge).is_none_or(|confidence| confidence >= self.least)
    }

    /// Whether an edge is so uncertain that it is dimmed.
    pub fn dims(&self, edge: Edge<'_>) -> bool {
        self.of(edge).is_some_and(|confidence| confidence < self.dim)
    }

    /// Whether what was said of two edges holds at the same time: the earlier one has not faded below what counts when the
    /// later one was written. An edge without a time holds always.
    pub fn overlap(&self, one: Edge<'_>, other: Edge<'_>) -> bool {
        let (Some(first), Some(second)) = (one.millis(), other.millis()) else { return true };
        let (earlier, later) = if first <= second { (one, second) } else { (other, first) };
        Self { now: later, ..*self }.keeps(earlier)
    }
}
