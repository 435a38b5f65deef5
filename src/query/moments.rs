//! The timeline that time travel steps through: when each row of the log was written or an edge was retracted, and by
//! whom.
//!
//! [`Moments`] is a list sorted by time, searched by binary search. Rows without a time are not part of it: they are
//! treated as always present.

use crate::graph::{Cancelled, Graph, Sym, Timeline, UntilCancelled as _};
use crate::time::{DAY, Millis};
use std::collections::BTreeMap;

/// Size of one step through time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stride {
    /// To the next time at which a row was written.
    #[default]
    Edge,
    /// To the last row of the next day with rows.
    Day,
    /// To the last of consecutive rows by one actor.
    Actor,
}

impl Stride {
    pub const ALL: [Self; 3] = [Self::Edge, Self::Day, Self::Actor];

    pub fn name(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Day => "day",
            Self::Actor => "actor",
        }
    }
}

/// When a row was written, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    pub time: Millis,
    /// The actor, if the row names one.
    pub actor: Option<Sym>,
}

/// Moments, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moments {
    all: Vec<Moment>,
}

impl Moments {
    /// The moments of a graph's log: rows and retractions. `None` if cancelled.
    pub fn of(graph: &Graph, timeline: &Timeline, cancelled: Cancelled<'_>) -> Option<Self> {
        let rows = graph.edges_from(graph.log_rows().start).until(cancelled);
        let written = rows.filter_map(|row| Some(Moment { time: row.millis()?, actor: row.actor_sym() }));
        // One row may retract several edges.
        let retractions: BTreeMap<_, _> = timeline.retractions().map(|row| ((row.file, row.line), row)).collect();
        let retractions = retractions.values().filter_map(|row| Some(Moment { time: row.time()?, actor: row.actor }));
        Self::sorted(written.chain(retractions), cancelled)
    }

    /// The moments of every node and edge that has a time, whichever file it comes from. For graphs whose log has no
    /// times. `None` if cancelled.
    pub fn of_all(graph: &Graph, timeline: &Timeline, cancelled: Cancelled<'_>) -> Option<Self> {
        let edges = graph.edges_from(0).until(cancelled);
        let edges = edges.filter_map(|edge| Some(Moment { time: timeline.edge(edge.ix())?, actor: edge.actor_sym() }));
        let nodes = graph
            .nodes()
            .until(cancelled)
            .filter_map(|node| Some(Moment { time: timeline.node(node.ix())?, actor: None }));
        Self::sorted(edges.chain(nodes), cancelled)
    }

    fn sorted(moments: impl Iterator<Item = Moment>, cancelled: Cancelled<'_>) -> Option<Self> {
        let mut all: Vec<_> = moments.collect();
        if cancelled() {
            return None;
        }
        // Stable: rows with the same time keep the order of the log.
        all.sort_by_key(|moment| moment.time);
        Some(Self { all })
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first and the last time.
    pub fn range(&self) -> Option<(Millis, Millis)> {
        Some((self.all.first()?.time, self.all.last()?.time))
    }

    /// Number of moments at or before a time.
    pub fn until(&self, time: Millis) -> usize {
        self.all.partition_point(|moment| moment.time <= time)
    }

    /// The last moment at or before a time.
    pub fn last_until(&self, time: Millis) -> Option<Moment> {
        self.until(time).checked_sub(1).map(|at| self.all[at])
    }

    /// The time one step later; `None` after the last moment.
    pub fn next(&self, time: Millis, stride: Stride) -> Option<Millis> {
        let first = self.all.get(self.until(time))?;
        let rest = &self.all[self.until(time)..];
        let of_step = match stride {
            Stride::Edge => rest.partition_point(|moment| moment.time == first.time),
            Stride::Day => rest.partition_point(|moment| day(moment.time) == day(first.time)),
            Stride::Actor => rest.iter().take_while(|moment| moment.actor == first.actor).count(),
        };
        Some(rest[of_step - 1].time)
    }

    /// The time one step earlier; `None` before the first moment.
    pub fn before(&self, time: Millis, stride: Stride) -> Option<Millis> {
        let before = &self.all[..self.all.partition_point(|moment| moment.time < time)];
        let here = self.last_until(time)?;
        let left = match stride {
            Stride::Edge => before.len(),
            Stride::Day => before.partition_point(|moment| day(moment.time) < day(time)),
            Stride::Actor => before.len() - before.iter().rev().take_while(|moment| moment.actor == here.actor).count(),
        };
        Some(before[..left].last()?.time)
    }

    /// Histogram: number of moments in each of `parts` equal intervals between the first and the last time.
    pub fn density(&self, parts: usize) -> Vec<usize> {
        let mut counts = vec![0; parts];
        if parts > 0 {
            let mut from = 0;
            for (part, count) in counts.iter_mut().enumerate() {
                let until = if part + 1 == parts { self.all.len() } else { self.first_in(part + 1, parts) };
                *count = until - from;
                from = until;
            }
        }
        counts
    }

    /// Index of the interval that contains a time, when the range is divided into `parts` equal intervals.
    pub fn part(&self, time: Millis, parts: usize) -> usize {
        let Some((first, last)) = self.range() else { return 0 };
        let span = i128::from(last) - i128::from(first) + 1;
        let passed = (i128::from(time) - i128::from(first)).clamp(0, span - 1);
        usize::try_from(passed * parts as i128 / span).unwrap_or(0)
    }

    /// Index of the first moment in this interval or a later one.
    fn first_in(&self, part: usize, parts: usize) -> usize {
        self.all.partition_point(|moment| self.part(moment.time, parts) < part)
    }
}

fn day(time: Millis) -> Millis {
    time.div_euclid(DAY)
}
