//! The moments of a log, in order of time: when a row was written or an edge was taken back, and by whom.
//!
//! What a walk through time steps on. Rows that name no time are no moment: they were always there.

use crate::graph::{Graph, Sym, Timeline};
use crate::time::{DAY, Millis};
use std::collections::BTreeMap;

/// How far one step through time goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Stride {
    /// To the next row.
    #[default]
    Edge,
    /// To the last row of a day.
    Day,
    /// To the last of the rows that one actor wrote in a row.
    Actor,
}

impl Stride {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Edge, Self::Day, Self::Actor];

    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Edge => "edge",
            Self::Day => "day",
            Self::Actor => "actor",
        }
    }
}

/// When something was written, and by whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// When.
    pub time: Millis,
    /// Who did, if the row says so.
    pub actor: Option<Sym>,
}

/// The moments of a log, the oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Moments {
    all: Vec<Moment>,
}

impl Moments {
    /// Those of a graph's logs, by its own timeline.
    pub fn of(graph: &Graph, timeline: &Timeline) -> Self {
        let rows = graph.edges_from(graph.log_rows().start);
        let written = rows.filter_map(|row| Some(Moment { time: row.millis()?, actor: row.actor_sym() }));
        // One row may take several edges back.
        let taken_back: BTreeMap<_, _> = timeline.all_taken_back().map(|row| ((row.file, row.line), row)).collect();
        let taken_back = taken_back.values().filter_map(|row| Some(Moment { time: row.time()?, actor: row.actor }));
        Self::sorted(written.chain(taken_back))
    }

    /// Those of everything that has a time: nodes, and edges of whatever file. For graphs whose log has none.
    pub fn of_all(graph: &Graph, timeline: &Timeline) -> Self {
        let edges = graph.edges_from(0);
        let edges = edges.filter_map(|edge| Some(Moment { time: timeline.edge(edge.ix())?, actor: edge.actor_sym() }));
        let nodes = graph.nodes().filter_map(|node| Some(Moment { time: timeline.node(node.ix())?, actor: None }));
        Self::sorted(edges.chain(nodes))
    }

    fn sorted(moments: impl Iterator<Item = Moment>) -> Self {
        let mut all: Vec<_> = moments.collect();
        // Of one time, the order of the log stays.
        all.sort_by_key(|moment| moment.time);
        Self { all }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The first and the last time.
    pub fn range(&self) -> Option<(Millis, Millis)> {
        Some((self.all.first()?.time, self.all.last()?.time))
    }

    /// How many lie at a time or before it.
    pub fn until(&self, time: Millis) -> usize {
        self.all.partition_point(|moment| moment.time <= time)
    }

    /// The last one at a time or before it.
    pub fn last_until(&self, time: Millis) -> Option<Moment> {
        self.until(time).checked_sub(1).map(|at| self.all[at])
    }

    /// The time one step further on; `None` behind the last one.
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

    /// The time one step back; `None` before the first one.
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

    /// How many there are in each of so many equal parts of their time.
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

    /// In which of so many equal parts of their time a time lies.
    pub fn part(&self, time: Millis, parts: usize) -> usize {
        let Some((first, last)) = self.range() else { return 0 };
        let span = i128::from(last) - i128::from(first) + 1;
        let passed = (i128::from(time) - i128::from(first)).clamp(0, span - 1);
        usize::try_from(passed * parts as i128 / span).unwrap_or(0)
    }

    /// The first one that lies in this part or behind it.
    fn first_in(&self, part: usize, parts: usize) -> usize {
        self.all.partition_point(|moment| self.part(moment.time, parts) < part)
    }
}

fn day(time: Millis) -> Millis {
    time.div_euclid(DAY)
}
