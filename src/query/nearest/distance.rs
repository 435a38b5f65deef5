//! Optimal string alignment distance (restricted Damerau-Levenshtein distance), bounded by a maximum.
//!
//! Dynamic programming over a diagonal band of width `2 * most + 1` (Ukkonen's cut-off) instead of the full table, with
//! an early exit once every cell exceeds the maximum: linear in the length of the ids for a constant maximum.

/// A distance greater than any requested maximum. Adding 1 does not overflow.
const FAR: usize = usize::MAX / 2;

/// Minimum number of insertions, deletions, substitutions and transpositions of adjacent characters that turn one word
/// into the other, editing no substring twice; `None` if it is greater than `most`.
pub(in super::super) fn distance_within(one: &str, other: &str, most: usize) -> Option<usize> {
    let (one, other) = without_common_ends(one, other);
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    // Row `first` holds the distances between the first `first` characters of `one` and prefixes of `other` whose
    // length differs by at most `most`.
    let width = 2 * most + 1;
    let (mut row, mut above, mut two_above) = (vec![FAR; width], vec![FAR; width], vec![FAR; width]);
    for first in 0..=one.len() {
        for at in 0..width {
            let Some(second) = (first + at).checked_sub(most).filter(|second| *second <= other.len()) else {
                row[at] = FAR;
                continue;
            };
            row[at] = match (first, second) {
                (0, length) | (length, 0) => length,
                _ => {
                    let replaced = above[at] + usize::from(one[first - 1] != other[second - 1]);
                    let deleted = above.get(at + 1).map_or(FAR, |above| above + 1);
                    let inserted = if at > 0 { row[at - 1] + 1 } else { FAR };
                    let is_swapped = first > 1
                        && second > 1
                        && one[first - 1] == other[second - 2]
                        && one[first - 2] == other[second - 1];
                    let swapped = if is_swapped { two_above[at] + 1 } else { FAR };
                    replaced.min(deleted).min(inserted).min(swapped)
                }
            };
        }
        // Each cell depends on the two rows above: once both exceed the maximum, so do all later rows.
        if row.iter().chain(&above).all(|distance| *distance > most) {
            return None;
        }
        std::mem::swap(&mut two_above, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    let distance = above[most + other.len() - one.len()];
    (distance <= most).then_some(distance)
}

/// Strips the common prefix and the common suffix.
fn without_common_ends<'w>(one: &'w str, other: &'w str) -> (&'w str, &'w str) {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other);
    let start: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    let (one, other) = (&one[start..], &other[start..]);
    let same = one.chars().rev().zip(other.chars().rev()).take_while(|(one, other)| one == other);
    let end: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
    (&one[..one.len() - end], &other[..other.len() - end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use strsim::osa_distance;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]
        #[test]
        fn band_agrees_with_full_table(one in "[abé]{0,9}", other in "[abé]{0,9}", most in 1..4_usize) {
            let expected = Some(osa_distance(&one, &other)).filter(|distance| *distance <= most);
            prop_assert_eq!(distance_within(&one, &other, most), expected);
        }
    }

    proptest! {
        #[test]
        fn a_few_edits_in_a_long_word_are_found(
            word in "[a-d]{20,40}", edits in prop::collection::vec((0..20_usize, 0..3_usize), 0..4),
        ) {
            let mut letters: Vec<char> = word.chars().collect();
            for (at, edit) in edits {
                let length = letters.len();
                match edit {
                    0 => letters.swap(at % length, (at + 1) % length),
                    1 => letters.insert(at % length, 'x'),
                    _ => drop(letters.remove(at % length)),
                }
            }
            let edited: String = letters.into_iter().collect();
            let expected = Some(osa_distance(&word, &edited)).filter(|distance| *distance <= 3);
            prop_assert_eq!(distance_within(&word, &edited, 3), expected);
        }
    }
}
