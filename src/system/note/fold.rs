//! Names as they are compared: without case, and with composed characters (NFC).
//!
//! A file name typed on one system and a link typed on another can differ in how `é` is stored.

use icu_normalizer::ComposingNormalizerBorrowed;

/// The form in which two names are equal if they name the same note.
pub(super) fn folded(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    ComposingNormalizerBorrowed::new_nfc().normalize(&name.to_lowercase()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_composition_make_no_difference() {
        assert_eq!(folded("Été A"), folded("e\u{301}te\u{301} a"));
        assert_eq!(folded("A/B.c"), "a/b.c");
        assert_ne!(folded("ete"), folded("été"));
    }
}
