//! Tokeniser for query lines: words and `name:value` filters.

/// One token of a query line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Typed<'l> {
    /// A word to search for.
    Word(&'l str),
    /// `name:value`, or `-name:value` to exclude matches.
    Filter {
        negated: bool,
        name: &'l str,
        /// Empty while the value is still being typed.
        value: &'l str,
    },
}

/// Splits a line into tokens. `name:value` with an unknown name is a word, because ids contain colons too. A lone dash
/// is ignored: the user is still typing.
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
