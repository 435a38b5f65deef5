//! A query word prepared once for matching against many names: substring search with `memchr`/`memmem` behind a
//! character mask.

use super::block::Name;
use super::characters::{CharacterSets, character_set, ends_in_alphanumeric};
use super::tier::{Tier, fold};
use memchr::memmem::Finder;
use memchr::{memchr, memmem};

/// A word of a query, case-folded like the names in the index.
pub(super) struct Word {
    folded: String,
    finder: Finder<'static>,
    characters: u32,
}

impl Word {
    pub(super) fn new(word: &str) -> Self {
        let folded: String = word.chars().map(fold).collect();
        Self { finder: Finder::new(&folded).into_owned(), characters: character_set(folded.as_bytes()), folded }
    }

    pub(super) fn folded(&self) -> &str {
        &self.folded
    }

    /// Whether a name with these character sets may match the word.
    pub(super) fn may_be_in(&self, name: CharacterSets) -> bool {
        self.has(name.id) || self.has(name.title)
    }

    /// Whether the word is a single character, for which substring and subsequence are the same.
    pub(super) fn is_single_character(&self) -> bool {
        self.folded.chars().nth(1).is_none()
    }

    /// The best tier in which a name contains the word as a substring.
    pub(super) fn whole(&self, name: Name<'_>, characters: CharacterSets) -> Option<Tier> {
        let starts = !self.bytes()[0].is_ascii_lowercase() || characters.may_start(self.bytes()[0]);
        if let [letter @ b'a'..=b'z'] = self.bytes() {
            return self.may_be_in(characters).then(|| if starts { Self::start(*letter, name) } else { Tier::Part });
        }
        // One search is enough for most names, often in only one of the two texts.
        let first = match (self.has(characters.id), self.has(characters.title)) {
            (true, true) => self.find(name.both)?,
            (true, false) => self.find(name.id())?,
            (false, _) => name.title_start() + self.find(name.title())?,
        };
        if !starts {
            return Some(Tier::Part);
        }
        let (id, title) = (name.id(), name.title());
        let (in_id, in_title) = match first.checked_sub(name.title_start()) {
            Some(first) => (None, Some(first)),
            None => (Some(self.tier(id, first)), None),
        };
        let at_start = || title.starts_with(self.bytes()).then(|| self.tier(title, 0));
        let in_title = match (in_id, in_title) {
            (_, Some(first)) => Some(self.tier(title, first)),
            (Some(Tier::Exact), None) => None,
            // Only a title that starts with the word is better.
            (Some(Tier::Prefix | Tier::WordStart), None) => at_start(),
            _ => self.find(title).map(|first| self.tier(title, first)),
        };
        [in_id, in_title].into_iter().flatten().min()
    }

    /// The tier of a single letter that starts a word somewhere in the name.
    fn start(letter: u8, name: Name<'_>) -> Tier {
        let of = |text: &[u8]| match text {
            [first] if *first == letter => Tier::Exact,
            [first, ..] if *first == letter => Tier::Prefix,
            _ => Tier::WordStart,
        };
        of(name.id()).min(of(name.title()))
    }

    /// Whether the word is a subsequence of the id or the title.
    pub(super) fn is_in(&self, name: Name<'_>, characters: CharacterSets) -> bool {
        self.has(characters.id) && self.is_scattered_in(name.id())
            || self.has(characters.title) && self.is_scattered_in(name.title())
    }

    fn has(&self, characters: u32) -> bool {
        characters & self.characters == self.characters
    }

    fn is_scattered_in(&self, text: &[u8]) -> bool {
        let mut rest = text;
        if self.folded.is_ascii() {
            return self.bytes().iter().all(|letter| match memchr(*letter, rest) {
                Some(at) => {
                    rest = &rest[at + 1..];
                    true
                }
                None => false,
            });
        }
        let mut buffer = [0; 4];
        self.folded.chars().all(|c| {
            let letter = c.encode_utf8(&mut buffer).as_bytes();
            match memmem::find(rest, letter) {
                Some(at) => {
                    rest = &rest[at + letter.len()..];
                    true
                }
                None => false,
            }
        })
    }

    /// The best tier in a text that contains the word, first at `first`.
    fn tier(&self, text: &[u8], first: usize) -> Tier {
        if first == 0 {
            return if text.len() == self.folded.len() { Tier::Exact } else { Tier::Prefix };
        }
        let mut at = first;
        loop {
            if !ends_in_alphanumeric(&text[..at]) {
                return Tier::WordStart;
            }
            match self.find(&text[at + 1..]) {
                Some(further) => at += 1 + further,
                None => return Tier::Part,
            }
        }
    }

    fn find(&self, text: &[u8]) -> Option<usize> {
        match self.bytes() {
            [letter] => memchr(*letter, text),
            _ => self.finder.find(text),
        }
    }

    fn bytes(&self) -> &[u8] {
        self.folded.as_bytes()
    }
}
