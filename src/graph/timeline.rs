//! [`Timeline`]: when each node and edge of a graph appeared, and when edges were retracted.
//!
//! Only the log has a history. Of every other file just the current version is known, so its content counts from the
//! file's modification time on, unless it states a time itself. Content without a valid time has always existed
//! (decision 0027).

use super::cancel::{Cancelled, UntilCancelled as _};
use super::edge::{EdgeIx, NO_TIME};
use super::intern::Sym;
use super::node::NodeIx;
use super::runs;
use super::store::Graph;
use crate::time::Millis;
use hashbrown::{HashMap, HashSet};

/// Sentinel before every time: has always existed.
pub(super) const ALWAYS: Millis = NO_TIME;

/// Sentinel after every time: not computed yet.
const UNKNOWN: Millis = Millis::MAX;

/// When each node and edge of one graph appeared.
#[derive(Debug, Clone)]
pub struct Timeline {
    pub(super) nodes: Vec<Millis>,
    pub(super) edges: Vec<Millis>,
    retractions: HashMap<u32, Retracted>,
}

/// The retraction of an edge; the earliest if several rows retract it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retracted {
    /// Time of the retraction, or [`ALWAYS`] if the row has none.
    pub(super) at: Millis,
    pub actor: Option<Sym>,
    /// Free-text reason given by the writer.
    pub note: Option<Sym>,
    /// The log that contains the retraction.
    pub file: Sym,
    pub line: u32,
}

impl Retracted {
    /// Time of the retraction, if the row has one.
    pub fn time(&self) -> Option<Millis> {
        known(self.at)
    }
}

impl Timeline {
    /// When a node appeared; `None` if it has always existed.
    pub fn node(&self, node: NodeIx) -> Option<Millis> {
        known(self.nodes[node.index()])
    }

    /// When an edge appeared; `None` if it has always existed.
    pub fn edge(&self, edge: EdgeIx) -> Option<Millis> {
        known(self.edges[edge.index()])
    }

    /// The retraction of an edge, if there is one.
    pub fn retraction(&self, edge: EdgeIx) -> Option<&Retracted> {
        self.retractions.get(&edge.0)
    }

    /// All retractions.
    pub fn retractions(&self) -> impl Iterator<Item = &Retracted> {
        self.retractions.values()
    }

    /// Whether an edge was written at or before `time`, retracted or not.
    pub fn is_written(&self, edge: EdgeIx, time: Millis) -> bool {
        self.edges[edge.index()] <= time
    }

    /// Whether an edge was both written and retracted at or before `time`.
    pub fn is_retracted(&self, edge: EdgeIx, time: Millis) -> bool {
        self.is_written(edge, time) && self.retraction(edge).is_some_and(|retraction| retraction.at <= time)
    }

    /// Whether an edge existed at `time`: written and not retracted.
    pub fn has_edge(&self, edge: EdgeIx, time: Millis) -> bool {
        self.is_written(edge, time) && !self.is_retracted(edge, time)
    }

    /// Whether a node existed at `time`.
    pub fn has_node(&self, node: NodeIx, time: Millis) -> bool {
        self.nodes[node.index()] <= time
    }
}

fn known(since: Millis) -> Option<Millis> {
    (since != ALWAYS).then_some(since)
}

impl Graph {
    /// The files whose modification times a timeline needs: those with a node or edge that has no time of its own.
    /// Some of them are missing if cancelled.
    pub fn undated_files(&self, cancelled: Cancelled<'_>) -> impl Iterator<Item = &str> {
        self.undated(cancelled).into_iter().map(|file| self.text(file))
    }

    fn undated(&self, cancelled: Cancelled<'_>) -> HashSet<Sym> {
        let nodes = self.nodes.file.iter().enumerate().until(cancelled);
        let of_nodes = nodes.filter(|(node, _)| !self.nodes.created.contains_key(&(*node as u32)));
        let edges = runs::within(&self.edges.file, 0..self.first_row).until(cancelled);
        let of_edges = edges.filter(|(run, _)| self.edges.millis[run.clone()].contains(&NO_TIME)).map(|(_, file)| file);
        of_nodes.filter_map(|(_, file)| *file).chain(of_edges).collect()
    }

    /// Computes the timeline. `changed` returns the modification time of a file; without one, its content has always
    /// existed. `None` if cancelled.
    pub fn timeline(&self, changed: impl Fn(&str) -> Option<Millis>, cancelled: Cancelled<'_>) -> Option<Timeline> {
        let undated = self.undated(cancelled).into_iter();
        let by_file: HashMap<Sym, Millis> =
            undated.filter_map(|file| Some((file, changed(self.text(file))?))).collect();
        let of_file = |file: Sym| by_file.get(&file).copied().unwrap_or(ALWAYS);
        // A log row without a time has always existed, whatever the modification time of the log.
        let mut edges = self.edges.millis.clone();
        for (run, file) in runs::within(&self.edges.file, 0..self.first_row).until(cancelled) {
            edges[run].iter_mut().filter(|since| **since == NO_TIME).for_each(|since| *since = of_file(file));
        }
        let defined = |(node, file): (usize, &Option<Sym>)| {
            let created = self.nodes.created.get(&(node as u32)).copied();
            created.or_else(|| by_file.get(&(*file)?).copied()).unwrap_or(UNKNOWN)
        };
        let mut nodes: Vec<_> = self.nodes.file.iter().enumerate().map(defined).until(cancelled).collect();
        if cancelled() {
            return None;
        }
        // A node existed when an edge first referred to it, even if its file changed later.
        for ((from, to), since) in self.edges.from.iter().zip(&self.edges.to).zip(&edges).until(cancelled) {
            for end in [from, to] {
                let node = &mut nodes[end.index()];
                *node = (*node).min(*since);
            }
        }
        nodes.iter_mut().filter(|since| **since == UNKNOWN).for_each(|since| *since = ALWAYS);
        let retractions = self.earliest_retractions();
        (!cancelled()).then_some(Timeline { nodes, edges, retractions })
    }

    /// For each retracted edge, the earliest retraction.
    fn earliest_retractions(&self) -> HashMap<u32, Retracted> {
        let mut rows: HashMap<_, Retracted> = HashMap::new();
        for row in self.retractions.iter().filter(|row| row.fits) {
            let retraction =
                Retracted { at: row.retracted_at, actor: row.actor, note: row.note, file: row.file, line: row.line };
            let first = rows.entry((row.ends, row.relation, row.millis, row.stamp_text)).or_insert(retraction);
            if retraction.at < first.at {
                *first = retraction;
            }
        }
        let columns = &self.edges;
        let retracted = columns.retracted.ones().filter_map(|edge| {
            let ends = Some((columns.from[edge], columns.to[edge]));
            let stamp_text = columns.stamp_text.get(&(edge as u32)).copied();
            let row = rows.get(&(ends, columns.relation[edge], columns.millis[edge], stamp_text))?;
            Some((edge as u32, *row))
        });
        retracted.collect()
    }
}
