//! JSON as it is printed.
//!
//! Values stay exact; only their spelling is chosen with a terminal in mind: characters that must not reach one raw are
//! written as `\u` escapes, which every JSON reader turns back into the same characters.

use crate::text::{is_printable_ascii, is_unsafe};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};

/// Writes a value, indented or on one line, as it is serialised: the first byte does not wait for the last.
pub(super) fn write<T: Serialize + ?Sized>(out: &mut impl Write, value: &T, indented: bool) -> serde_json::Result<()> {
    if indented {
        value.serialize(&mut Serializer::with_formatter(out, Safe(PrettyFormatter::new())))
    } else {
        value.serialize(&mut Serializer::with_formatter(out, Safe(LineEach { depth: 0 })))
    }
}

/// A list whose items are made one by one as they are written, so that none waits for the others.
pub(super) struct Each<F>(pub(super) F);

impl<F: Fn() -> I, I: IntoIterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Compact, but the items of the outermost list stand on lines of their own: `head` and `grep` have something to hold.
struct LineEach {
    depth: usize,
}

impl Formatter for LineEach {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"]")
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth += 1;
        out.write_all(b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.depth -= 1;
        out.write_all(b"}")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let between: &[u8] = match (self.depth, first) {
            (1, false) => b",\n",
            (_, false) => b",",
            (_, true) => b"",
        };
        out.write_all(between)
    }
}

/// A formatter that leaves the layout to another one.
struct Safe<F>(F);

impl<F: Formatter> Formatter for Safe<F> {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        if is_printable_ascii(fragment) {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unsafe) {
            out.write_all(&rest.as_bytes()[..at])?;
            let c = rest[at..].chars().next().unwrap_or_default();
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::cell::Cell;
    use std::io::BufWriter;

    #[test]
    fn the_items_of_a_list_stand_on_lines_of_their_own() {
        let written = |value: &Value| {
            let mut written = Vec::new();
            write(&mut written, value, false).unwrap();
            String::from_utf8(written).unwrap()
        };
        assert_eq!(written(&json!([{"a": [1, 2]}, {"b": []}])), "[{\"a\":[1,2]},\n{\"b\":[]}]");
        assert_eq!(written(&json!({"a": [1, 2]})), "{\"a\":[1,2]}");
        assert_eq!(written(&json!([])), "[]");
    }

    /// Remembers how many items had been made when the first bytes came.
    struct Listener<'a> {
        made: &'a Cell<usize>,
        at_first: Option<usize>,
        bytes: Vec<u8>,
    }

    impl Write for Listener<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.at_first.get_or_insert(self.made.get());
            self.bytes.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn the_first_byte_does_not_wait_for_the_last_item() {
        const ITEMS: usize = 100_000;
        for indented in [false, true] {
            let made = Cell::new(0);
            let items = || (0..ITEMS).inspect(|_| made.set(made.get() + 1));
            let mut out = BufWriter::new(Listener { made: &made, at_first: None, bytes: Vec::new() });
            write(&mut out, &json_of(Each(items)), indented).unwrap();
            let heard = out.into_inner().ok().unwrap();
            assert!(heard.at_first.unwrap() < ITEMS / 10, "{:?} of {ITEMS}", heard.at_first);
            let whole: Value = serde_json::from_slice(&heard.bytes).unwrap();
            assert_eq!(whole["items"].as_array().unwrap().len(), ITEMS);
        }
    }

    /// An answer that has its list behind something else, as most have.
    fn json_of(items: impl Serialize) -> impl Serialize {
        #[derive(Serialize)]
        struct Answer<T> {
            root: &'static str,
            items: T,
        }
        Answer { root: "mission", items }
    }

    #[test]
    fn values_are_exact_and_nothing_unsafe_is_written_raw() {
        let hostile: String =
            ('\0'..='\u{ff}').chain(['\u{2028}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{e0041}', '日']).collect();
        let value = json!({ hostile.clone(): [hostile, 1, null] });
        for indented in [false, true] {
            let mut written = Vec::new();
            write(&mut written, &value, indented).unwrap();
            let written = String::from_utf8(written).unwrap();
            assert_eq!(serde_json::from_str::<Value>(&written).unwrap(), value);
            assert!(!written.chars().any(|c| is_unsafe(c) && c != '\n'), "{written}");
        }
    }
}
