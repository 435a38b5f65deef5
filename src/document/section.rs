//! Sections: lists of a document, each with its name.

use super::row::Row;
use crate::text::{capitalised, count, grouped};
use std::fmt;

/// A block of a document: sections with rows made on demand, or those of a page.
#[derive(Debug, Clone, PartialEq)]
pub enum Block<S> {
    /// Full-width sections.
    Whole(Vec<S>),
    /// Sections to compare: side by side where there is room, else one below the other.
    Beside(Vec<S>, Vec<S>),
}

impl<S> Block<S> {
    /// Its sections, in reading order.
    pub fn sections(&self) -> impl Iterator<Item = &S> {
        let (left, right) = match self {
            Self::Whole(sections) => (&sections[..], &[][..]),
            Self::Beside(left, right) => (&left[..], &right[..]),
        };
        left.iter().chain(right)
    }

    /// Its sections, in reading order.
    pub fn into_sections(self) -> Vec<S> {
        match self {
            Self::Whole(sections) => sections,
            Self::Beside(mut left, right) => {
                left.extend(right);
                left
            }
        }
    }
}

/// A list of entries, each with one or several rows.
pub struct Section<'a> {
    /// The heading, which a list in JSON has as its key: see [`heading_of`]. Empty for none.
    pub heading: String,
    /// What the heading means, if that is not plain.
    pub about: String,
    /// Number of entries; `None` if they are not counted.
    pub total: Option<usize>,
    /// Number of entries that have rows.
    pub shown: usize,
    /// The rows of the entries.
    pub rows: Box<dyn Iterator<Item = Row> + 'a>,
    /// What a page shows instead of rows, if there are none; text omits a section without rows.
    pub if_none: &'static str,
}

/// The heading of the list that has this key in JSON: `held_by` is `Held by`. A list has one name in all presentations.
fn heading_of(key: &str) -> String {
    capitalised(&key.replace('_', " "))
}

impl<'a> Section<'a> {
    /// Rows without a heading.
    pub fn plain(rows: impl IntoIterator<Item = Row, IntoIter: 'a>) -> Self {
        let rows = Box::new(rows.into_iter());
        Self { heading: String::new(), about: String::new(), total: None, shown: 0, rows, if_none: "" }
    }

    /// Rows that are not counted, with a heading.
    pub fn titled(heading: impl Into<String>, rows: impl IntoIterator<Item = Row, IntoIter: 'a>) -> Self {
        Self { heading: heading.into(), ..Self::plain(rows) }
    }

    /// The rows of the first `most` of some entries. `key` is the name of the list in JSON.
    pub fn list<I, R>(key: &str, most: usize, entries: I, rows: impl FnMut(I::Item) -> R + 'a) -> Self
    where
        I: IntoIterator<IntoIter: ExactSizeIterator + 'a>,
        R: IntoIterator<Item = Row> + 'a,
    {
        let entries = entries.into_iter();
        let (total, shown) = (entries.len(), entries.len().min(most));
        let section = Self::titled(heading_of(key), entries.take(shown).flat_map(rows));
        Self { total: Some(total), shown, ..section }
    }

    /// Like [`Self::list`], without a heading: the only list of an answer.
    pub fn entries<I, R>(most: usize, entries: I, rows: impl FnMut(I::Item) -> R + 'a) -> Self
    where
        I: IntoIterator<IntoIter: ExactSizeIterator + 'a>,
        R: IntoIterator<Item = Row> + 'a,
    {
        Self::list("", most, entries, rows)
    }

    /// Sets the number of all entries, if the section was made of the first ones only.
    #[must_use]
    pub fn out_of(mut self, total: usize) -> Self {
        self.total = Some(total);
        self
    }

    /// Explains the heading.
    #[must_use]
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }

    /// Sets what a page shows if there are no rows.
    #[must_use]
    pub fn or(mut self, if_none: &'static str) -> Self {
        self.if_none = if_none;
        self
    }

    /// Number of entries that have no rows because of the limit.
    pub fn left_out(&self) -> usize {
        self.total.map_or(0, |total| total - self.shown)
    }

    /// `3`, or `3 of 12` if some entries have no rows; empty if they are not counted.
    pub fn counts(&self) -> String {
        match self.total {
            None => String::new(),
            Some(total) if self.shown < total => format!("{} of {}", grouped(self.shown), grouped(total)),
            Some(total) => grouped(total),
        }
    }
}

/// The number of entries of a list with at most `most` of them: `12 nodes`, or `5 of 12 nodes`.
pub fn part(most: usize, total: usize, noun: &str) -> String {
    let all = count(total, noun);
    if most < total { format!("{} of {all}", grouped(most)) } else { all }
}

/// What is not in lists of which only the first entries are shown: `20 of 6,000 nodes; --limit N shows more`. A list is
/// given as the number of its entries that are shown, that of all, and what they are.
pub fn beyond<'n>(lists: impl IntoIterator<Item = (usize, usize, &'n str)>) -> Option<String> {
    let cut = lists.into_iter().filter(|(shown, total, _)| shown < total);
    let parts: Vec<_> = cut.map(|(shown, total, noun)| part(shown, total, noun)).collect();
    (!parts.is_empty()).then(|| format!("{}; --limit N shows more", parts.join(", ")))
}

impl fmt::Debug for Section<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Section").field("heading", &self.heading).field("total", &self.total).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Line;

    #[test]
    fn a_list_has_its_name_in_json_as_heading() {
        assert_eq!(heading_of("held_by"), "Held by");
        assert_eq!(heading_of(""), "");
    }

    #[test]
    fn what_a_limit_leaves_out_is_said_of_each_list() {
        let lists = [(20, 6_000, "node"), (3, 3, "edge"), (0, 1, "cycle")];
        assert_eq!(beyond(lists).as_deref(), Some("20 of 6,000 nodes, 0 of 1 cycle; --limit N shows more"));
        assert_eq!(beyond([(3, 3, "edge")]), None);
    }

    #[test]
    fn a_limit_counts_entries_and_not_rows() {
        let row = |text: &&'static str| [Row::of(Line::new().plain(text)), Row::of(Line::new().plain("more"))];
        let texts = ["a", "b", "c"];
        let section = Section::list("entries", 2, texts.iter(), row);
        assert_eq!((section.counts(), section.left_out()), ("2 of 3".to_owned(), 1));
        let rows: Vec<_> = section.rows.map(|row| row.text()).collect();
        assert_eq!(rows, ["a", "more", "b", "more"]);
        assert_eq!(Section::list("entries", 3, texts.iter(), row).counts(), "3");
    }
}
