//! A line with words and filters, as people type it to find something.

/// One piece of such a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed<'l> {
    /// Something to look for.
    Word(&'l str),
    /// `name:value`, or with a dash before it to leave out what fits.
    Filter {
        /// Whether what fits is left out.
        negated: bool,
        /// What is looked at.
        name: &'l str,
        /// What it should be; empty while it is being typed.
        value: &'l str,
    },
}

/// The pieces of a line. What looks like a filter but has no name that is known is a word, since ids have colons too; a dash
/// alone is somebody who is still typing.
pub fn typed<'l>(line: &'l str, is_name: impl Fn(&str) -> bool) -> Vec<Typed<'l>> {
    let piece = |word: &'l str| {
        let (negated, bare) = word.strip_prefix('-').map_or((false, word), |bare| (true, bare));
        match bare.split_once(':').filter(|(name, _)| is_name(name)) {
            Some((name, value)) => Typed::Filter { negated, name, value },
            None => Typed::Word(word),
        }
    };
    line.split_whitespace().filter(|word| *word != "-").map(piece).collect()
}
