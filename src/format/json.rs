//! JSON output.
//!
//! Values stay exact: characters that are unsafe on a terminal are written as `\u` escapes, which every JSON parser
//! turns back into the same characters. Lists are serialised as a stream, item by item, so large answers start at once
//! and need no memory.

mod sink;
mod trim;

pub use sink::Sink;
pub use trim::{LeftOut, Trim};

use crate::graph::Ts;
use crate::text::{is_printable_ascii, is_unsafe};
use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};
use trim::Trimming;

/// Serialises a value directly to `out`, indented or compact.
pub fn write<T: Serialize + ?Sized>(
    out: &mut (impl Write + ?Sized),
    value: &T,
    indented: bool,
) -> serde_json::Result<()> {
    if indented {
        value.serialize(&mut Serializer::with_formatter(out, Safe(PrettyFormatter::new())))
    } else {
        value.serialize(&mut Serializer::with_formatter(out, Safe(LineEach { depth: 0 })))
    }
}

/// Like [`write`], without the fields and entries that are to be left out.
pub fn write_trimmed<T: Serialize + ?Sized>(
    out: &mut (impl Write + ?Sized),
    value: &T,
    indented: bool,
    trim: &Trim,
) -> serde_json::Result<LeftOut> {
    let trimming = Trimming::new(trim);
    let gate = trimming.gate(out);
    if indented {
        let layout = trimming.formatter(PrettyFormatter::new());
        value.serialize(&mut Serializer::with_formatter(gate, Safe(layout)))?;
    } else {
        let layout = trimming.formatter(LineEach { depth: 0 });
        value.serialize(&mut Serializer::with_formatter(gate, Safe(layout)))?;
    }
    Ok(trimming.left_out())
}

/// A list whose items are created lazily, one by one, while it is serialised.
#[derive(Debug)]
pub struct Each<F>(pub F);

impl<F: Fn() -> I, I: IntoIterator<Item: Serialize>> Serialize for Each<F> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

/// Serialises a value on a line of its own.
pub fn line<T: Serialize + ?Sized>(out: &mut (impl Write + ?Sized), value: &T) -> io::Result<()> {
    write(out, value, false)?;
    out.write_all(b"\n")
}

/// The time of an edge exactly as in its source.
#[derive(Debug)]
pub struct TsWire<'g>(pub Ts<'g>);

impl Serialize for TsWire<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Ts::Text(text) => serializer.serialize_str(text),
            // Parsed, so that its strings are escaped like all others. Invalid JSON is omitted.
            Ts::Json(json) => serde_json::from_str::<Value>(json).ok().serialize(serializer),
        }
    }
}

/// Compact, but each item of the outermost list is on its own line, for line-based tools such as `head` and `grep`.
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

/// A formatter that escapes unsafe characters and delegates layout to another formatter.
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

    fn end_object_key<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_key(out)
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
    use serde_json::json;
    use std::cell::Cell;
    use std::io::BufWriter;

    #[test]
    fn each_item_of_a_list_is_on_its_own_line() {
        let written = |value: &Value| {
            let mut written = Vec::new();
            write(&mut written, value, false).unwrap();
            String::from_utf8(written).unwrap()
        };
        assert_eq!(written(&json!([{"a": [1, 2]}, {"b": []}])), "[{\"a\":[1,2]},\n{\"b\":[]}]");
        assert_eq!(written(&json!({"a": [1, 2]})), "{\"a\":[1,2]}");
        assert_eq!(written(&json!([])), "[]");
    }

    /// Records how many items had been created when the first bytes arrived.
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
    fn first_byte_is_written_before_the_last_item_is_created() {
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

    /// An object that contains a list, like most answers.
    fn json_of(items: impl Serialize) -> impl Serialize {
        #[derive(Serialize)]
        struct Answer<T> {
            root: &'static str,
            items: T,
        }
        Answer { root: "mission", items }
    }

    #[test]
    fn values_are_exact_and_unsafe_characters_are_escaped() {
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
