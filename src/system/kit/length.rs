//! Length limits for values read from files.

use std::borrow::Cow;

/// Maximum length in bytes of an id, a verb or a path. Longer values are treated as invalid and not kept.
pub(in crate::system) const LONGEST_WORD: usize = 4096;

/// Maximum length of a title, in characters.
pub(in crate::system) const LONGEST_TITLE: usize = 200;

/// The text, cut to `most` characters with an ellipsis at the end if it is longer.
pub(in crate::system) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most - 1).chain(['…']).collect())
}
