//! Leaves out fields and list entries while JSON is written, so that streams stay streams.
//!
//! Both apply to the *entries of an answer*: the items of its list, or of the lists directly in it. A [`Gate`] in front
//! of the output discards what is left out; a formatter opens and closes it.

use serde_json::ser::Formatter;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// What to keep of the entries of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trim {
    /// The fields to keep; all if empty.
    pub fields: Vec<String>,
    /// Maximum number of entries per list.
    pub limit: Option<usize>,
}

impl Trim {
    pub fn keeps_everything(&self) -> bool {
        self.fields.is_empty() && self.limit.is_none()
    }
}

/// What was left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Number of entries beyond the limit.
    pub entries: usize,
    /// The fields that entries have, if some were asked for.
    pub known_fields: BTreeSet<String>,
}

/// Where written bytes go.
enum Way {
    Through,
    Nowhere,
    /// A key that may have to be left out.
    Key(Vec<u8>),
}

/// State shared by the gate and the formatter.
pub(super) struct Trimming<'t> {
    trim: &'t Trim,
    way: RefCell<Way>,
    left_out: RefCell<LeftOut>,
}

impl<'t> Trimming<'t> {
    pub(super) fn new(trim: &'t Trim) -> Self {
        Self { trim, way: RefCell::new(Way::Through), left_out: RefCell::default() }
    }

    pub(super) fn gate<W: Write>(&self, out: W) -> Gate<'_, W> {
        Gate { out, way: &self.way }
    }

    pub(super) fn formatter<F>(&self, inner: F) -> Trimmer<'_, F> {
        Trimmer { inner, trimming: self, levels: Vec::new(), closed_at: None }
    }

    pub(super) fn left_out(self) -> LeftOut {
        self.left_out.into_inner()
    }
}

pub(super) struct Gate<'t, W> {
    out: W,
    way: &'t RefCell<Way>,
}

impl<W: Write> Write for Gate<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut *self.way.borrow_mut() {
            Way::Through => return self.out.write(bytes),
            Way::Nowhere => {}
            Way::Key(key) => key.extend_from_slice(bytes),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A list or an object that is being written.
struct Level {
    is_list: bool,
    /// Number of entries of a list so far.
    entries: usize,
    /// Number of fields of an object that were kept so far.
    kept: usize,
}

/// A formatter that leaves out fields and entries, and delegates layout to another formatter.
pub(super) struct Trimmer<'t, F> {
    inner: F,
    trimming: &'t Trimming<'t>,
    levels: Vec<Level>,
    /// The depth of the list or object of which a part is being left out.
    closed_at: Option<usize>,
}

impl<F> Trimmer<'_, F> {
    fn is_open(&self) -> bool {
        self.closed_at.is_none()
    }

    fn close(&mut self) {
        self.closed_at = Some(self.levels.len());
        *self.trimming.way.borrow_mut() = Way::Nowhere;
    }

    /// Ends a part. Returns whether it was written.
    fn reopen(&mut self) -> bool {
        let was_open = self.is_open();
        if self.closed_at == Some(self.levels.len()) {
            self.closed_at = None;
            *self.trimming.way.borrow_mut() = Way::Through;
        }
        was_open
    }

    /// Whether the innermost level is a list of entries, or with `below`, an entry.
    fn is_at(&self, below: &[bool]) -> bool {
        let kinds = self.levels.iter().map(|level| level.is_list);
        let answers: [&[bool]; 2] = [&[true], &[false, true]];
        answers.iter().any(|answer| kinds.clone().eq(answer.iter().chain(below).copied()))
    }
}

impl<F: Formatter> Formatter for Trimmer<'_, F> {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.levels.push(Level { is_list: true, entries: 0, kept: 0 });
        if self.is_open() { self.inner.begin_array(out) } else { Ok(()) }
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.levels.pop();
        if self.is_open() { self.inner.end_array(out) } else { Ok(()) }
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        let is_entry = self.is_at(&[]);
        let Some(level) = self.levels.last_mut().filter(|_| self.closed_at.is_none()) else { return Ok(()) };
        level.entries += 1;
        if is_entry && self.trimming.trim.limit.is_some_and(|limit| level.entries > limit) {
            self.trimming.left_out.borrow_mut().entries += 1;
            self.close();
            return Ok(());
        }
        self.inner.begin_array_value(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        if self.reopen() { self.inner.end_array_value(out) } else { Ok(()) }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.levels.push(Level { is_list: false, entries: 0, kept: 0 });
        if self.is_open() { self.inner.begin_object(out) } else { Ok(()) }
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.levels.pop();
        if self.is_open() { self.inner.end_object(out) } else { Ok(()) }
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !self.is_open() {
            return Ok(());
        }
        if self.trimming.trim.fields.is_empty() || !self.is_at(&[false]) {
            return self.inner.begin_object_key(out, first);
        }
        *self.trimming.way.borrow_mut() = Way::Key(Vec::new());
        Ok(())
    }

    fn end_object_key<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        if !self.is_open() {
            return Ok(());
        }
        let Way::Key(key) = self.trimming.way.replace(Way::Through) else { return self.inner.end_object_key(out) };
        let name: String = serde_json::from_slice(&key)?;
        let is_kept = self.trimming.trim.fields.contains(&name);
        self.trimming.left_out.borrow_mut().known_fields.insert(name);
        if !is_kept {
            self.close();
            return Ok(());
        }
        let kept = self.levels.last_mut().map_or(1, |level| {
            level.kept += 1;
            level.kept
        });
        let first = kept == 1;
        self.inner.begin_object_key(out, first)?;
        out.write_all(&key)?;
        self.inner.end_object_key(out)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        if self.is_open() { self.inner.begin_object_value(out) } else { Ok(()) }
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        if self.reopen() { self.inner.end_object_value(out) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::write_trimmed;
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Map, Value, json};

    fn written(value: &Value, trim: &Trim, indented: bool) -> (Value, LeftOut) {
        let mut out = Vec::new();
        let left_out = write_trimmed(&mut out, value, indented, trim).unwrap();
        (serde_json::from_slice(&out).unwrap(), left_out)
    }

    /// The same by hand, on the whole value.
    fn expected(value: &Value, trim: &Trim) -> Value {
        let entry = |entry: &Value| match entry {
            Value::Object(fields) if !trim.fields.is_empty() => {
                let kept = fields.iter().filter(|(key, _)| trim.fields.contains(key));
                Value::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect())
            }
            other => other.clone(),
        };
        let list = |items: &Vec<Value>| {
            let kept = items.iter().take(trim.limit.unwrap_or(usize::MAX));
            Value::Array(kept.map(entry).collect())
        };
        let field = |(key, value): (&String, &Value)| {
            let value = if let Value::Array(items) = value { list(items) } else { value.clone() };
            (key.clone(), value)
        };
        match value {
            Value::Array(items) => list(items),
            Value::Object(fields) => Value::Object(fields.iter().map(field).collect::<Map<_, _>>()),
            other => other.clone(),
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![Just(json!(1)), Just(json!(null)), "[a\"\\\\ü]{0,3}".prop_map(Value::from)];
        scalar.prop_recursive(5, 30, 4, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                proptest::collection::btree_map("[ab\"ü]", inner, 0..4)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]
        #[test]
        fn entries_are_trimmed_like_by_hand(
            value in values(),
            fields in proptest::collection::vec("[ab\"ü]", 0..3),
            limit in proptest::option::of(1..3_usize),
            indented in any::<bool>(),
        ) {
            let trim = Trim { fields, limit };
            prop_assert_eq!(written(&value, &trim, indented).0, expected(&value, &trim));
        }
    }

    #[test]
    fn what_was_left_out_is_reported() {
        let value = json!({"list": [{"id": 1, "x": 2}, {"id": 3}, {"id": 4}], "other": [5]});
        let trim = Trim { fields: vec!["id".to_owned(), "y".to_owned()], limit: Some(2) };
        let (kept, left_out) = written(&value, &trim, false);
        assert_eq!(kept, json!({"list": [{"id": 1}, {"id": 3}], "other": [5]}));
        assert_eq!(left_out.entries, 1);
        assert_eq!(left_out.known_fields.into_iter().collect::<Vec<_>>(), ["id", "x"]);
    }
}
