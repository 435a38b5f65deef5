//! What decides the order of work: the priorities of issues, which the graph does not store.

use crate::pack::{Packer, Unpacker};
use crate::time::Millis;
use std::io;
use std::sync::{Arc, OnceLock};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Urgency {
    /// 0 is the most urgent.
    pub(super) priority: Option<i64>,
    /// The time before which the issue is not to be worked on.
    pub(super) deferred_until: Option<Millis>,
}

/// The urgency of the issues of a part of an export, in the order of their rows.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct UrgencyList {
    /// The ids, one behind the other.
    ids: String,
    /// The end of each id, and its urgency.
    entries: Vec<(usize, Urgency)>,
}

impl UrgencyList {
    pub(super) fn add(&mut self, id: &str, urgency: Urgency) {
        self.ids.push_str(id);
        self.entries.push((self.ids.len(), urgency));
    }

    fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.text(&self.ids)?;
        out.longs(self.entries.iter().map(|(end, _)| *end as u64))?;
        for number in [|urgency: &Urgency| urgency.priority, |urgency: &Urgency| urgency.deferred_until] {
            let numbers = || self.entries.iter().map(|(_, urgency)| number(urgency));
            out.words(numbers().map(|number| u32::from(number.is_some())))?;
            out.longs(numbers().map(|number| number.unwrap_or_default().cast_unsigned()))?;
        }
        Ok(())
    }

    fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let (ids, ends) = (from.text()?, from.longs(|end| usize::try_from(end).ok())?);
        let mut numbers = || {
            let (are_there, numbers) = (from.words(Some)?, from.longs(Some)?);
            let number = |(is_there, number): (u32, u64)| (is_there == 1).then_some(number.cast_signed());
            let all: Vec<Option<i64>> = are_there.into_iter().zip(numbers).map(number).collect();
            (all.len() == ends.len()).then_some(all)
        };
        let (priorities, deferred) = (numbers()?, numbers()?);
        let are_in_order = ends.is_sorted() && ends.iter().all(|end| ids.is_char_boundary(*end));
        let urgency = |(priority, deferred_until)| Urgency { priority, deferred_until };
        let urgencies = priorities.into_iter().zip(deferred).map(urgency);
        are_in_order.then(|| Self { entries: ends.iter().copied().zip(urgencies).collect(), ids })
    }

    fn id(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.entries[before].0);
        &self.ids[start..self.entries[at].0]
    }
}

/// A position: the number of a list, and that of an entry.
type Position = (usize, usize);

/// The urgency of every issue, by id.
#[derive(Debug, Clone, Default)]
pub(super) struct Urgencies {
    lists: Arc<Vec<UrgencyList>>,
    /// All positions by id, made when the first issue is asked for: most commands ask for none.
    by_id: Arc<OnceLock<Vec<Position>>>,
}

impl Urgencies {
    /// Of several entries for an id, the first one counts.
    pub(super) fn of(lists: Vec<UrgencyList>) -> Self {
        Self { lists: Arc::new(lists), by_id: Arc::default() }
    }

    pub(super) fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.number(self.lists.len() as u64)?;
        self.lists.iter().try_for_each(|list| list.pack(out))
    }

    pub(super) fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        (0..from.length(1)?).map(|_| UrgencyList::unpack(from)).collect::<Option<_>>().map(Self::of)
    }

    pub(super) fn get(&self, id: &str) -> Option<Urgency> {
        let id_at = |(list, at): Position| self.lists[list].id(at);
        let by_id = self.by_id.get_or_init(|| {
            let positions = |(number, list): (usize, &UrgencyList)| (0..list.entries.len()).map(move |at| (number, at));
            let mut all: Vec<Position> = self.lists.iter().enumerate().flat_map(positions).collect();
            all.sort_by(|one, other| id_at(*one).cmp(id_at(*other)));
            all
        });
        let (list, at) = *by_id.get(by_id.partition_point(|position| id_at(*position) < id))?;
        (id_at((list, at)) == id).then(|| self.lists[list].entries[at].1)
    }
}

impl PartialEq for Urgencies {
    fn eq(&self, other: &Self) -> bool {
        self.lists == other.lists
    }
}

impl Eq for Urgencies {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_entry_of_an_id_counts() {
        let list = |ids: &[(&str, i64)]| {
            let mut list = UrgencyList::default();
            for (id, priority) in ids {
                list.add(id, Urgency { priority: Some(*priority), deferred_until: None });
            }
            list
        };
        let all = Urgencies::of(vec![list(&[("b", 1), ("", 2)]), list(&[]), list(&[("a", 3), ("b", 4)])]);
        let priority = |id: &str| all.get(id).and_then(|urgency| urgency.priority);
        assert_eq!(["", "a", "b", "ab", "c"].map(priority), [Some(2), Some(3), Some(1), None, None]);
    }
}
