//! The ids that an unknown one probably meant.

mod distance;

use crate::graph::{Graph, Node, System};
use crate::text::{either, quoted};
pub(super) use distance::distance_within;

/// The ids of a graph, ready to be compared with a misspelt one many times.
#[derive(Debug)]
pub struct Nearest<'g> {
    ids: Vec<Known<'g>>,
}

#[derive(Debug)]
struct Known<'g> {
    id: &'g str,
    /// The id without the name of the repository that is in front of it.
    bare: &'g str,
    length: usize,
    letters: u64,
}

impl<'g> Known<'g> {
    fn of(node: Node<'g>) -> Self {
        Self { bare: node.id_in_file(), ..Self::new(node.id()) }
    }

    fn new(id: &'g str) -> Self {
        Self { id, bare: id, length: id.chars().count(), letters: letters(id) }
    }
}

/// How many ids are worth naming.
const MOST: usize = 3;

/// A shared part shorter than this says nothing.
const SHORTEST_PART: usize = 4;

impl<'g> Nearest<'g> {
    /// Collects the ids of defined nodes.
    pub fn new(graph: &'g Graph) -> Self {
        let defined = graph.nodes().filter(|node| !node.is_missing());
        let mut ids: Vec<_> = defined.map(Known::of).collect();
        ids.sort_unstable_by_key(|known| known.id);
        ids.dedup_by_key(|known| known.id);
        Self { ids }
    }

    /// Just this id.
    pub(super) fn only(id: &'g str) -> Self {
        Self { ids: vec![Known::new(id)] }
    }

    /// `did you mean …?`, if anything is near.
    pub fn hint(&self, id: &str) -> Option<String> {
        hint(&self.to(id))
    }

    /// Up to three existing ids, nearest first: those that several repositories use, then those a few letters apart, or one
    /// containing the other.
    pub fn to(&self, id: &str) -> Vec<&'g str> {
        let bare = System::split(id).filter(|(system, _)| *system == System::Causal).map_or(id, |(_, bare)| bare);
        let length = id.chars().count();
        let letters = letters(id);
        let most_apart = (length / 3).clamp(1, 3);
        let apart = |known: &Known<'g>| {
            if known.bare == bare {
                return Some(0);
            }
            // Each edit changes the length by one and the set of letters by two at most: most ids are ruled out here.
            let close = known.length.abs_diff(length) <= most_apart
                && (known.letters ^ letters).count_ones() as usize <= 2 * most_apart;
            let distance = if close { distance_within(known.id, id, most_apart) } else { None };
            let holds = |whole: &str, part: &str, letters_of_whole: u64, letters_of_part: u64| {
                letters_of_part & !letters_of_whole == 0 && whole.contains(part)
            };
            let related = || {
                length.min(known.length) >= SHORTEST_PART
                    && (holds(known.id, id, known.letters, letters) || holds(id, known.id, letters, known.letters))
            };
            distance.or_else(|| related().then(|| most_apart + known.length.abs_diff(length)))
        };
        let mut found: Vec<_> = self
            .ids
            .iter()
            .filter(|known| known.id != id)
            .filter_map(|known| Some((apart(known)?, known.id)))
            .collect();
        found.sort_unstable();
        found.into_iter().take(MOST).map(|(_, id)| id).collect()
    }
}

/// `did you mean …?`, if there is anything to name.
pub(super) fn hint(ids: &[&str]) -> Option<String> {
    let ids: Vec<_> = ids.iter().map(|id| quoted(id)).collect();
    (!ids.is_empty()).then(|| format!("did you mean {}?", either(&ids)))
}

/// The set of characters of an id, folded into 64 bits.
fn letters(id: &str) -> u64 {
    id.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;

    #[test]
    fn a_slip_of_the_finger_finds_what_was_meant() {
        let nodes = ["fix-cache-task", "fix-cash-task", "weekly-cache", "self"];
        let graph = graph_of(&nodes, &[]);
        let nearest = Nearest::new(&graph);
        assert_eq!(nearest.to("fix-cahce-task"), ["fix-cache-task", "fix-cash-task"]);
        assert_eq!(nearest.to("fix-cache"), ["fix-cache-task"]);
        assert_eq!(nearest.to("sefl"), ["self"]);
        assert_eq!(nearest.to("nothing-like-it"), [] as [&str; 0]);
        assert_eq!(nearest.to("self"), [] as [&str; 0]);
    }

    #[test]
    fn missing_nodes_are_never_suggested() {
        let graph = graph_of(&["alpha"], &[("alpha", "alphb", "cites", "")]);
        assert_eq!(Nearest::new(&graph).to("alphc"), ["alpha"]);
    }
}
