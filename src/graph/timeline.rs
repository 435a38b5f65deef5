//! Since when each node and edge of a graph is there, and when edges were taken back.
//!
//! Only the log has a history of its own: of every other file just its last version is known, so that what it says counts
//! from the file's time on, unless it names a time itself. What has no readable time was always there (decision 0027).

use super::edge::{EdgeIx, NO_TIME};
use super::intern::Sym;
use super::node::NodeIx;
use super::runs;
use super::store::Graph;
use crate::time::Millis;
use hashbrown::{HashMap, HashSet};

/// Before every time: since always.
pub(super) const ALWAYS: Millis = NO_TIME;

/// Behind every time: not known yet.
const UNKNOWN: Millis = Millis::MAX;

/// Since when each node and edge of one graph is there.
#[derive(Debug, Clone)]
pub struct Timeline {
    pub(super) nodes: Vec<Millis>,
    pub(super) edges: Vec<Millis>,
    taken_back: HashMap<u32, Retracted>,
}

/// When and by whom an edge was taken back. Of several rows that do so the earliest counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retracted {
    /// When, or before every time if the row does not say so.
    pub(super) at: Millis,
    /// Who did.
    pub actor: Option<Sym>,
    /// Why, in that row's words.
    pub note: Option<Sym>,
    /// The log that says so.
    pub file: Sym,
    /// The line of that log.
    pub line: u32,
}

impl Retracted {
    /// When, if the row says so.
    pub fn time(&self) -> Option<Millis> {
        known(self.at)
    }
}

impl Timeline {
    /// Since when a node is there; `None` for always.
    pub fn node(&self, node: NodeIx) -> Option<Millis> {
        known(self.nodes[node.index()])
    }

    /// Since when an edge is there; `None` for always.
    pub fn edge(&self, edge: EdgeIx) -> Option<Millis> {
        known(self.edges[edge.index()])
    }

    /// When an edge was taken back, if it ever was.
    pub fn taken_back(&self, edge: EdgeIx) -> Option<&Retracted> {
        self.taken_back.get(&edge.0)
    }

    /// When edges were taken back, those that were.
    pub fn all_taken_back(&self) -> impl Iterator<Item = &Retracted> {
        self.taken_back.values()
    }

    /// Whether an edge was written by then, taken back or not.
    pub fn is_written(&self, edge: EdgeIx, time: Millis) -> bool {
        self.edges[edge.index()] <= time
    }

    /// Whether an edge that was written by then was taken back by then.
    pub fn is_retracted(&self, edge: EdgeIx, time: Millis) -> bool {
        self.is_written(edge, time) && self.taken_back(edge).is_some_and(|taken| taken.at <= time)
    }

    /// Whether an edge was there: written, and not taken back.
    pub fn has_edge(&self, edge: EdgeIx, time: Millis) -> bool {
        self.is_written(edge, time) && !self.is_retracted(edge, time)
    }

    /// Whether a node was there.
    pub fn has_node(&self, node: NodeIx, time: Millis) -> bool {
        self.nodes[node.index()] <= time
    }
}

fn known(since: Millis) -> Option<Millis> {
    (since != ALWAYS).then_some(since)
}

impl Graph {
    /// The files whose times a timeline wants to know: those that define a node or say an edge without a time of its own.
    pub fn undated_files(&self) -> impl Iterator<Item = &str> {
        self.undated().into_iter().map(|file| self.text(file))
    }

    fn undated(&self) -> HashSet<Sym> {
        let nodes = self.nodes.file.iter().enumerate();
        let of_nodes = nodes.filter(|(node, _)| !self.nodes.created.contains_key(&(*node as u32)));
        let edges = runs::within(&self.edges.file, 0..self.first_row);
        let of_edges = edges.filter(|(run, _)| self.edges.millis[run.clone()].contains(&NO_TIME)).map(|(_, file)| file);
        of_nodes.filter_map(|(_, file)| *file).chain(of_edges).collect()
    }

    /// Since when everything is there, by when files were changed; one without a time was always there.
    pub fn timeline(&self, changed: impl Fn(&str) -> Option<Millis>) -> Timeline {
        let undated = self.undated().into_iter();
        let by_file: HashMap<Sym, Millis> =
            undated.filter_map(|file| Some((file, changed(self.text(file))?))).collect();
        let of_file = |file: Sym| by_file.get(&file).copied().unwrap_or(ALWAYS);
        // A row without a time was always there, whatever the time of its log.
        let mut edges = self.edges.millis.clone();
        for (run, file) in runs::within(&self.edges.file, 0..self.first_row) {
            edges[run].iter_mut().filter(|since| **since == NO_TIME).for_each(|since| *since = of_file(file));
        }
        let defined = |(node, file): (usize, &Option<Sym>)| {
            let created = self.nodes.created.get(&(node as u32)).copied();
            created.or_else(|| by_file.get(&(*file)?).copied()).unwrap_or(UNKNOWN)
        };
        let mut nodes: Vec<_> = self.nodes.file.iter().enumerate().map(defined).collect();
        // What somebody refers to was there, whenever its file was changed last.
        for ((from, to), since) in self.edges.from.iter().zip(&self.edges.to).zip(&edges) {
            for end in [from, to] {
                let node = &mut nodes[end.index()];
                *node = (*node).min(*since);
            }
        }
        nodes.iter_mut().filter(|since| **since == UNKNOWN).for_each(|since| *since = ALWAYS);
        Timeline { nodes, edges, taken_back: self.taken_back() }
    }

    /// For each edge that was taken back the first row that says so.
    fn taken_back(&self) -> HashMap<u32, Retracted> {
        let mut rows: HashMap<_, Retracted> = HashMap::new();
        for row in self.retractions.iter().filter(|row| row.fits) {
            let taken =
                Retracted { at: row.taken_back, actor: row.actor, note: row.note, file: row.file, line: row.line };
            let first = rows.entry((row.ends, row.relation, row.millis, row.stamp_text)).or_insert(taken);
            if taken.at < first.at {
                *first = taken;
            }
        }
        let columns = &self.edges;
        let taken = columns.retracted.ones().filter_map(|edge| {
            let ends = Some((columns.from[edge], columns.to[edge]));
            let stamp_text = columns.stamp_text.get(&(edge as u32)).copied();
            let row = rows.get(&(ends, columns.relation[edge], columns.millis[edge], stamp_text))?;
            Some((edge as u32, *row))
        });
        taken.collect()
    }
}
