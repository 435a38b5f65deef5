//! Confidence of edges: the value given by the source, with exponential decay over time.
//!
//! [`Trust`] holds the half-life and the thresholds. The current time is part of it, because queries read no clock.

use crate::graph::Edge;
use crate::time::Millis;

/// Weight of an edge that is inferred from content, relative to an explicit one.
const IMPLICIT: f64 = 0.5;

const MILLIS_A_DAY: f64 = 86_400_000.0;

/// Decay of confidence and its thresholds. Edges of systems without confidence values are always trusted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Trust {
    /// Current time, at which confidence is evaluated.
    pub now: Millis,
    /// Half-life in days; 0 disables decay.
    pub half_life_days: f64,
    /// Edges with lower confidence are dimmed.
    pub dim: f64,
    /// Edges with lower confidence are left out.
    pub least: f64,
}

impl Trust {
    /// Keeps every edge, without decay.
    pub const ALL: Self = Self { now: 0, half_life_days: 0.0, dim: 0.0, least: 0.0 };

    /// Decayed confidence of an edge; `None` if its system has no confidence values. An edge dated in the future has
    /// not decayed.
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are exact in a float for 285,000 years")]
    pub fn of(&self, edge: Edge<'_>) -> Option<f64> {
        let source = edge.source_confidence()?;
        let age = edge.millis().map_or(0.0, |then| self.now.saturating_sub(then).max(0) as f64 / MILLIS_A_DAY);
        Some(source * self.left_after(age))
    }

    /// Weight of an edge in rankings and paths: its decayed confidence (1 if its system has none), halved if the edge
    /// is inferred from content.
    pub(super) fn weight(&self, edge: Edge<'_>) -> f64 {
        self.certainty(edge) * if edge.is_implicit() { IMPLICIT } else { 1.0 }
    }

    /// Decayed confidence of an edge; 1 if its system has no confidence values.
    pub(super) fn certainty(&self, edge: Edge<'_>) -> f64 {
        self.of(edge).unwrap_or(1.0)
    }

    /// Fraction of the confidence that remains after `days` days.
    fn left_after(&self, days: f64) -> f64 {
        if self.half_life_days > 0.0 { (-std::f64::consts::LN_2 / self.half_life_days * days).exp() } else { 1.0 }
    }

    /// Whether an edge is trusted enough to be included in results.
    pub fn keeps(&self, edge: Edge<'_>) -> bool {
        self.of(edge).is_none_or(|confidence| confidence >= self.least)
    }

    pub fn dims(&self, edge: Edge<'_>) -> bool {
        self.of(edge).is_some_and(|confidence| confidence < self.dim)
    }

    /// Whether two edges hold at the same time: the earlier one is still above the threshold when the later one was
    /// written. An edge without a time always holds.
    pub fn overlap(&self, one: Edge<'_>, other: Edge<'_>) -> bool {
        let (Some(first), Some(second)) = (one.millis(), other.millis()) else { return true };
        let (earlier, later) = if first <= second { (one, second) } else { (other, first) };
        Self { now: later, ..*self }.keeps(earlier)
    }
}
