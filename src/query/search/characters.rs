//! Which letters a name has, as numbers: most names miss a letter of a longer word, and where a single letter stands is known,
//! both without reading the name.

/// The letters of a folded text: one bit for each of a–z, the others share the rest.
pub(super) fn letters(text: &[u8]) -> u32 {
    text.iter().fold(0, |all, byte| all | bit(*byte))
}

/// Which letters a name has where.
#[derive(Clone, Copy)]
pub(super) struct Letters {
    /// Those of the id.
    pub(super) id: u32,
    /// Those of the title.
    pub(super) title: u32,
    /// Those that start a word of either.
    pub(super) starts: u32,
}

impl Letters {
    pub(super) fn new(id: &[u8], title: &[u8]) -> Self {
        Self { id: letters(id), title: letters(title), starts: starts(id) | starts(title) }
    }

    /// Whether a word can start with this byte; sure for a–z only.
    pub(super) fn may_start(self, byte: u8) -> bool {
        self.starts & bit(byte) != 0
    }
}

/// The letters that start a word.
fn starts(text: &[u8]) -> u32 {
    let is_start = |at: &usize| *at == 0 || !ends_in_letter(&text[..*at]);
    (0..text.len()).filter(is_start).fold(0, |all, at| all | bit(text[at]))
}

/// Whether the last character of a text is a letter or a digit.
pub(super) fn ends_in_letter(text: &[u8]) -> bool {
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
