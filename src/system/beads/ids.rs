//! What depends on the ids of all issues of a workspace.

use super::reading::{Exceptions, Part, is_external};
use crate::graph::Registry;
use hashbrown::{DefaultHashBuilder, HashSet, HashTable};
use std::hash::BuildHasher as _;

/// A part of an export, with the number of the export among those of the workspace.
pub(super) type ExportPart = (usize, Part);

/// A line of a part, by the number of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) part: usize,
    pub(super) line: u32,
}

/// A row with an id that an earlier row of the same export has.
#[derive(Debug)]
pub(super) struct Duplicate {
    pub(super) id: String,
    pub(super) earlier: Place,
    pub(super) at: Place,
}

/// What the parts of all exports say about each other.
#[derive(Debug)]
pub(super) struct Settled {
    /// For each part, what it has to leave out.
    pub(super) exceptions: Vec<Exceptions>,
    pub(super) duplicates: Vec<Duplicate>,
    /// The ids in other repositories.
    pub(super) external: HashSet<String>,
}

impl Settled {
    pub(super) fn of(parts: &[ExportPart], registry: &Registry) -> Self {
        let mut exceptions = vec![Exceptions::default(); parts.len()];
        let mut duplicates = Vec::new();
        let mut ids = Ids::new(parts);
        for (number, (export, part)) in parts.iter().enumerate() {
            for row in 0..part.ids.len() {
                let before = ids.insert(At { part: number as u32, row: row as u32 });
                // An id in another export is left to the merge of the graph.
                let Some(before) = before.filter(|before| parts[before.part as usize].0 == *export) else { continue };
                let earlier = Place { part: before.part as usize, line: ids.line(before) };
                let at = Place { part: number, line: part.ids[row].line };
                exceptions[earlier.part].replaced.insert(earlier.line);
                duplicates.push(Duplicate { id: part.batch.text(part.ids[row].id).to_owned(), earlier, at });
            }
        }
        for ((_, part), exceptions) in parts.iter().zip(&mut exceptions) {
            let orphans = part.parents.iter().filter(|parent| !ids.contains(part.batch.text(parent.id)));
            exceptions.orphans = orphans.map(|parent| parent.line).collect();
        }
        let prefixes = parts.iter().flat_map(|(_, part)| part.prefixes.iter().cloned()).collect();
        let named =
            parts.iter().flat_map(|(_, part)| part.perhaps_external.iter().map(|named| part.batch.text(named.id)));
        let external = named.filter(|id| !ids.contains(id) && is_external(id, &prefixes, registry));
        Self { exceptions, duplicates, external: external.map(str::to_owned).collect() }
    }
}

/// A row: the number of its part, and its position among the ids of the part.
#[derive(Debug, Clone, Copy)]
struct At {
    part: u32,
    row: u32,
}

/// The ids of all rows. Each is compared in the batch of its part instead of being copied.
struct Ids<'p> {
    parts: &'p [ExportPart],
    /// The last row of each id.
    table: HashTable<At>,
    hasher: DefaultHashBuilder,
}

impl<'p> Ids<'p> {
    fn new(parts: &'p [ExportPart]) -> Self {
        let rows = parts.iter().map(|(_, part)| part.ids.len()).sum();
        Self { parts, table: HashTable::with_capacity(rows), hasher: DefaultHashBuilder::default() }
    }

    /// Adds a row. Returns the earlier row with its id, if there is one.
    fn insert(&mut self, at: At) -> Option<At> {
        let parts = self.parts;
        let (own, hasher) = (id(parts, at), &self.hasher);
        let hash = hasher.hash_one(own);
        if let Some(earlier) = self.table.find_mut(hash, |other| id(parts, *other) == own) {
            return Some(std::mem::replace(earlier, at));
        }
        self.table.insert_unique(hash, at, |other| hasher.hash_one(id(parts, *other)));
        None
    }

    fn contains(&self, wanted: &str) -> bool {
        self.table.find(self.hasher.hash_one(wanted), |at| id(self.parts, *at) == wanted).is_some()
    }

    fn line(&self, at: At) -> u32 {
        self.parts[at.part as usize].1.ids[at.row as usize].line
    }
}

fn id(parts: &[ExportPart], at: At) -> &str {
    let part = &parts[at.part as usize].1;
    part.batch.text(part.ids[at.row as usize].id)
}
