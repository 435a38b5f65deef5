//! How long what a file says may be before it is a mistake, or more than anybody reads.

use std::borrow::Cow;

/// An id, a verb or a path with more bytes than this is none, and not worth carrying around.
pub(super) const LONGEST_WORD: usize = 4096;

/// How many characters a title can have.
pub(super) const LONGEST_TITLE: usize = 200;

/// The text, with an ellipsis as its last character if it has more characters than that.
pub(super) fn cut(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().nth(most).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().take(most - 1).chain(['…']).collect())
}
