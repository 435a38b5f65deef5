//! Character sets of names as 32-bit masks, used as a prefilter.
//!
//! Like a small Bloom filter: a mask can rule a name out without reading it, because most names lack some character of
//! a longer word. It also answers where a single letter occurs.

/// The character set of a folded text: one bit for each of a–z; all other characters share the remaining bits.
pub(super) fn character_set(text: &[u8]) -> u32 {
    text.iter().fold(0, |all, byte| all | bit(*byte))
}

/// The character sets of a name.
#[derive(Clone, Copy)]
pub(super) struct CharacterSets {
    pub(super) id: u32,
    pub(super) title: u32,
    /// First characters of the words of both.
    pub(super) starts: u32,
}

impl CharacterSets {
    pub(super) fn new(id: &[u8], title: &[u8]) -> Self {
        Self { id: character_set(id), title: character_set(title), starts: starts(id) | starts(title) }
    }

    /// Whether a word may start with this byte. Exact for a–z, otherwise possibly a false positive.
    pub(super) fn may_start(self, byte: u8) -> bool {
        self.starts & bit(byte) != 0
    }
}

/// The set of characters that start a word.
fn starts(text: &[u8]) -> u32 {
    let is_start = |at: &usize| *at == 0 || !ends_in_alphanumeric(&text[..*at]);
    (0..text.len()).filter(is_start).fold(0, |all, at| all | bit(text[at]))
}

/// Whether the last character of a text is alphanumeric.
pub(super) fn ends_in_alphanumeric(text: &[u8]) -> bool {
    match text {
        [.., last] if last.is_ascii() => last.is_ascii_alphanumeric(),
        _ => {
            let start = text.iter().rposition(|byte| *byte & 0xc0 != 0x80).unwrap_or(0);
            std::str::from_utf8(&text[start..]).is_ok_and(|last| last.chars().any(char::is_alphanumeric))
        }
    }
}

fn bit(byte: u8) -> u32 {
    1 << BITS[usize::from(byte)]
}

const BITS: [u8; 256] = {
    let mut bits = [0; 256];
    let mut at = 0;
    while at < bits.len() {
        let byte = at as u8;
        bits[at] = match byte {
            b'a'..=b'z' => byte - b'a',
            b'0'..=b'9' => 26 + byte % 4,
            0..0x80 => 30,
            _ => 31,
        };
        at += 1;
    }
    bits
};
