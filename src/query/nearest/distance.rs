//! How many letters two words are apart, if they are few.

/// Stands for further apart than anybody asks.
const FAR: usize = usize::MAX / 2;

/// How many letters must be put in, left out, replaced or swapped with their neighbours to make one word of the other; `None`
/// if it is more than `most`. No piece is changed twice.
///
/// Ids may be long, and somebody may have written many: only as much is compared as so few changes can have moved.
pub(in super::super) fn distance_within(one: &str, other: &str, most: usize) -> Option<usize> {
    let (one, other) = without_common_ends(one, other);
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    // A row for each letter of the one: how far its first letters are from the first ones of the other, of which there are as
    // many and up to `most` less or more.
    let width = 2 * most + 1;
    let (mut row, mut above, mut two_above) = (vec![FAR; width], vec![FAR; width], vec![FAR; width]);
    for first in 0..=one.len() {
        for at in 0..width {
            let Some(second) = (first + at).checked_sub(most).filter(|second| *second <= other.len()) else {
                row[at] = FAR;
                continue;
            };
            row[at] = match (first, second) {
                (0, letters) | (letters, 0) => letters,
                _ => {
                    let replaced = above[at] + usize::from(one[first - 1] != other[second - 1]);
                    let left_out = above.get(at + 1).map_or(FAR, |above| above + 1);
                    let put_in = if at > 0 { row[at - 1] + 1 } else { FAR };
                    let is_swapped = first > 1
                        && second > 1
                        && one[first - 1] == other[second - 2]
                        && one[first - 2] == other[second - 1];
                    let swapped = if is_swapped { two_above[at] + 1 } else { FAR };
                    replaced.min(left_out).min(put_in).min(swapped)
                }
            };
        }
        // What two rows do not hold, no later one will.
        if row.iter().chain(&above).all(|distance| *distance > most) {
            return None;
        }
        std::mem::swap(&mut two_above, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    let distance = above[most + other.len() - one.len()];
    (distance <= most).then_some(distance)
}

/// Two words without the letters with which both start and both end.
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
        fn it_is_the_distance_of_the_whole_table(one in "[abé]{0,9}", other in "[abé]{0,9}", most in 1..4_usize) {
            let expected = Some(osa_distance(&one, &other)).filter(|distance| *distance <= most);
            prop_assert_eq!(distance_within(&one, &other, most), expected);
        }
    }

    proptest! {
        #[test]
        fn a_few_slips_in_a_long_word_are_found(
            word in "[a-d]{20,40}", slips in prop::collection::vec((0..20_usize, 0..3_usize), 0..4),
        ) {
            let mut letters: Vec<char> = word.chars().collect();
            for (at, slip) in slips {
                let length = letters.len();
                match slip {
                    0 => letters.swap(at % length, (at + 1) % length),
                    1 => letters.insert(at % length, 'x'),
                    _ => drop(letters.remove(at % length)),
                }
            }
            let slipped: String = letters.into_iter().collect();
            let expected = Some(osa_distance(&word, &slipped)).filter(|distance| *distance <= 3);
            prop_assert_eq!(distance_within(&word, &slipped, 3), expected);
        }
    }
}
