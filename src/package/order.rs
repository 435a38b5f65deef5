//! The alphabetical order of file names in a package: the root collation of Unicode, as far as file names need it.
//!
//! Names are compared without regard to case, punctuation before digits before letters; where two are equal so far, lower case
//! comes first. Letters outside ASCII come behind the others, by code point.

use std::cmp::Ordering;

/// The punctuation of ASCII in collation order.
const PUNCTUATION: &str = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

pub(super) fn alphabetical(one: &str, other: &str) -> Ordering {
    let is_upper = |text: &str| text.chars().map(char::is_uppercase).collect::<Vec<_>>();
    primary(one).cmp(primary(other)).then_with(|| is_upper(one).cmp(&is_upper(other))).then_with(|| one.cmp(other))
}

/// The weights of a text without regard to case.
fn primary(text: &str) -> impl Iterator<Item = (u8, usize)> {
    text.chars().flat_map(char::to_lowercase).map(|c| match PUNCTUATION.find(c) {
        Some(place) => (0, place),
        None if c.is_ascii_digit() => (1, c as usize),
        None => (2, c as usize),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_as_people_sort_them() {
        let sorted = [
            "_index.md",
            "-a.md",
            "1.md",
            "a b.md",
            "a_b.md",
            "a-b.md",
            "a.md",
            "A.md",
            "ab.md",
            "B.md",
            "c.md",
            "é.md",
        ];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|one, other| alphabetical(one, other));
        assert_eq!(names, sorted);
    }
}
