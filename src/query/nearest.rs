//! "Did you mean" hints: the known ids closest to an unknown one.
//!
//! [`Nearest`] compares by edit distance (optimal string alignment, see [`distance`]) and by containment. A linear scan
//! over all ids is fast enough because two cheap lower bounds, the difference in length and in the set of characters (a
//! 64-bit signature), rule out most ids before any distance is computed.

mod distance;

use crate::graph::{Cancelled, Graph, Node, Registry, UntilCancelled as _};
use crate::text::{either, quoted};
pub(super) use distance::distance_within;

/// The ids of a graph with precomputed lengths and character sets, for many lookups.
#[derive(Debug)]
pub struct Nearest<'g> {
    /// `None` for a list of ids without a graph.
    registry: Option<&'g Registry>,
    ids: Vec<Known<'g>>,
}

#[derive(Debug)]
struct Known<'g> {
    id: &'g str,
    /// The id without the repository name that prefixes it.
    bare: &'g str,
    length: usize,
    characters: u64,
}

impl<'g> Known<'g> {
    fn of(node: Node<'g>) -> Self {
        Self { bare: node.id_in_file(), ..Self::new(node.id()) }
    }

    fn new(id: &'g str) -> Self {
        Self { id, bare: id, length: id.chars().count(), characters: characters(id) }
    }
}

/// Maximum number of ids suggested.
const MOST: usize = 3;

/// Minimum length for containment to count as similarity.
const SHORTEST_PART: usize = 4;

impl<'g> Nearest<'g> {
    /// Collects the ids of defined nodes. `None` if cancelled.
    pub fn new(graph: &'g Graph, cancelled: Cancelled<'_>) -> Option<Self> {
        let defined = graph.nodes().until(cancelled).filter(|node| !node.is_missing());
        let mut ids: Vec<_> = defined.map(Known::of).collect();
        if cancelled() {
            return None;
        }
        ids.sort_unstable_by_key(|known| known.id);
        ids.dedup_by_key(|known| known.id);
        Some(Self { registry: Some(graph.registry()), ids })
    }

    pub(super) fn only(id: &'g str) -> Self {
        Self { registry: None, ids: vec![Known::new(id)] }
    }

    /// `did you mean …?`, if any id is close enough.
    pub fn hint(&self, id: &str) -> Option<String> {
        hint(&self.to(id))
    }

    /// Returns at most three existing ids, closest first: the same id in another repository, then ids within the
    /// maximum edit distance, then ids that contain `id` or are contained in it.
    pub fn to(&self, id: &str) -> Vec<&'g str> {
        let bare = self.registry.map_or(id, |registry| registry.without_repository_system(id));
        let length = id.chars().count();
        let characters = characters(id);
        let most_apart = (length / 3).clamp(1, 3);
        let apart = |known: &Known<'g>| {
            if known.bare == bare {
                return Some(0);
            }
            // Each edit changes the length by at most one and the character set by at most two.
            let close = known.length.abs_diff(length) <= most_apart
                && (known.characters ^ characters).count_ones() as usize <= 2 * most_apart;
            let distance = if close { distance_within(known.id, id, most_apart) } else { None };
            let holds = |whole: &str, part: &str, whole_set: u64, part_set: u64| {
                part_set & !whole_set == 0 && whole.contains(part)
            };
            let related = || {
                length.min(known.length) >= SHORTEST_PART
                    && (holds(known.id, id, known.characters, characters)
                        || holds(id, known.id, characters, known.characters))
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

/// `did you mean …?`, unless `ids` is empty.
pub(super) fn hint(ids: &[&str]) -> Option<String> {
    let ids: Vec<_> = ids.iter().map(|id| quoted(id)).collect();
    (!ids.is_empty()).then(|| format!("did you mean {}?", either(&ids)))
}

/// The set of characters of an id, hashed into 64 bits.
fn characters(id: &str) -> u64 {
    id.chars().fold(0, |set, c| set | 1 << (u32::from(c) % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::NEVER;
    use crate::graph::fixture::graph_of;

    #[test]
    fn misspelt_id_finds_the_closest_ids() {
        let nodes = ["fix-cache-task", "fix-cash-task", "weekly-cache", "self"];
        let graph = graph_of(&nodes, &[]);
        let nearest = Nearest::new(&graph, NEVER).unwrap();
        assert_eq!(nearest.to("fix-cahce-task"), ["fix-cache-task", "fix-cash-task"]);
        assert_eq!(nearest.to("fix-cache"), ["fix-cache-task"]);
        assert_eq!(nearest.to("sefl"), ["self"]);
        assert_eq!(nearest.to("nothing-like-it"), [] as [&str; 0]);
        assert_eq!(nearest.to("self"), [] as [&str; 0]);
    }

    #[test]
    fn missing_nodes_are_never_suggested() {
        let graph = graph_of(&["alpha"], &[("alpha", "alphb", "cites", "")]);
        assert_eq!(Nearest::new(&graph, NEVER).unwrap().to("alphc"), ["alpha"]);
    }
}
