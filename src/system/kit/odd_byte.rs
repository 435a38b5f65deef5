//! The end of a plain JSON string: the first byte that is a quote, an escape or a control character.

const ONES: u64 = u64::from_le_bytes([1; 8]);
const HIGHEST: u64 = ONES << 7;

/// Bytes tested at a time in long texts. The compiler turns the test into vector instructions.
const WIDE: usize = 64;

/// The position of the first quote, escape or control character. The start is tested eight bytes at a time (SWAR):
/// most values are too short for a searcher that has to be set up.
#[inline]
pub(in crate::system) fn odd_byte(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(eight) = bytes[at..].first_chunk() {
        if let Some(odd) = odd_in_eight(*eight) {
            return Some(at + odd);
        }
        at += 8;
        if at == WIDE {
            while bytes[at..].first_chunk::<WIDE>().is_some_and(|wide| !has_odd(wide)) {
                at += WIDE;
            }
        }
    }
    Some(at + bytes[at..].iter().position(|byte| is_odd(*byte))?)
}

fn is_odd(byte: u8) -> bool {
    byte == b'"' || byte == b'\\' || byte < 0x20
}

#[inline]
fn odd_in_eight(eight: [u8; 8]) -> Option<usize> {
    // A subtraction sets the highest bit of a byte that was too small. The borrow affects only later bytes.
    let is_zero = |word: u64| word.wrapping_sub(ONES) & !word;
    let word = u64::from_le_bytes(eight);
    let quotes = is_zero(word ^ (ONES * 0x22));
    let escapes = is_zero(word ^ (ONES * 0x5c));
    let controls = word.wrapping_sub(ONES * 0x20) & !word;
    let odd = (quotes | escapes | controls) & HIGHEST;
    (odd != 0).then(|| odd.trailing_zeros() as usize / 8)
}

#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "without branches, all bytes are tested at once")]
fn has_odd(wide: &[u8; WIDE]) -> bool {
    wide.iter().fold(false, |odd, byte| odd | (*byte == b'"') | (*byte == b'\\') | (*byte < 0x20))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(10_000))]
        #[test]
        fn odd_bytes_are_found_as_by_a_naive_search(
            plain in 0..300_usize,
            bytes in proptest::collection::vec(prop_oneof![
                8 => any::<u8>(), 1 => Just(b'"'), 1 => Just(b'\\'), 1 => 0x1e..0x23_u8, 30 => b'a'..=b'z', 8 => 0x7f..=0xff_u8,
            ], 0..40),
        ) {
            let bytes = [vec![b'x'; plain], bytes].concat();
            let naive = bytes.iter().position(|byte| *byte == b'"' || *byte == b'\\' || byte.is_ascii_control() && *byte != 0x7f);
            prop_assert_eq!(odd_byte(&bytes), naive);
        }
    }
}
