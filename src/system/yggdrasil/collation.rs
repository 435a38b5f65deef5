//! Collation: the order in which the public tool sorts paths and file names.
//!
//! The tool is written in JavaScript and sorts with `localeCompare`, which is ICU's root collation. [`compare`] uses
//! `icu_collator`. Sorting many paths takes far more comparisons than there are paths, so [`sort`] gives printable
//! ASCII, which nearly every path is, a binary sort key instead: the primary weight of each character, a separator,
//! then its case.

use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed};
use std::cmp::Ordering;
use std::sync::LazyLock;

static ROOT: LazyLock<CollatorBorrowed<'static>> = LazyLock::new(|| {
    Collator::try_new(icu_collator::CollatorPreferences::default(), CollatorOptions::default())
        .expect("the root collation is compiled in")
});

pub fn compare(one: &str, other: &str) -> Ordering {
    ROOT.compare(one, other)
}

/// Sorts items by a text of each. The sort is stable.
pub fn sort<T>(items: &mut [T], text: impl Fn(&T) -> &str) {
    if items.iter().all(|item| text(item).bytes().all(|byte| (b' '..=b'~').contains(&byte))) {
        items.sort_by_cached_key(|item| ascii_key(text(item)));
    } else {
        items.sort_by(|one, other| compare(text(one), text(other)));
    }
}

/// The punctuation of ASCII in collation order. Digits follow, then letters.
const PUNCTUATION: &[u8] = b" _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

const WEIGHTS: [u8; 128] = {
    let mut weights = [0; 128];
    let mut at = 0;
    while at < PUNCTUATION.len() {
        weights[PUNCTUATION[at] as usize] = at as u8 + 1;
        at += 1;
    }
    let mut byte = b'0';
    while byte <= b'z' {
        if byte.is_ascii_alphanumeric() {
            weights[byte as usize] = 64 + byte.to_ascii_lowercase();
        }
        byte += 1;
    }
    weights
};

fn ascii_key(text: &str) -> Vec<u8> {
    let weights = text.bytes().map(|byte| WEIGHTS[usize::from(byte)]);
    let cases = text.bytes().map(|byte| 1 + u8::from(byte.is_ascii_uppercase()));
    weights.chain([0]).chain(cases).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn file_names_have_the_order_of_locale_compare() {
        // Printed by Node.js 20: names.sort((a, b) => a.localeCompare(b)).
        let sorted = [
            "_index.md",
            "-a.md",
            "1.md",
            "10.md",
            "9.md",
            "a b.md",
            "a_b.md",
            "a-b.md",
            "a.md",
            "A.md",
            "a/b.md",
            "ab.md",
            "B.md",
            "c.md",
            "é.md",
            "ę.md",
            "f.md",
            "ß.md",
            "日本.md",
        ];
        let mut names = sorted;
        names.reverse();
        sort(&mut names, |name| name);
        assert_eq!(names, sorted);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]
        #[test]
        fn sort_keys_of_ascii_compare_as_the_collation_does(one in "[ -~]{0,12}", other in "[ -~]{0,12}") {
            prop_assert_eq!(ascii_key(&one).cmp(&ascii_key(&other)), compare(&one, &other));
        }
    }
}
