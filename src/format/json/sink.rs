//! [`Sink`]: where an answer writes its JSON.

use super::{LeftOut, Trim, write, write_trimmed};
use serde::Serialize;
use std::io::Write;

/// The place for one JSON value, with the layout and the limits that were asked for.
pub struct Sink<'o> {
    out: &'o mut dyn Write,
    is_indented: bool,
    trim: &'o Trim,
    left_out: LeftOut,
}

impl<'o> Sink<'o> {
    pub fn new(out: &'o mut dyn Write, is_indented: bool, trim: &'o Trim) -> Self {
        Self { out, is_indented, trim, left_out: LeftOut::default() }
    }

    /// Serialises a value directly to the output.
    pub fn put<T: Serialize + ?Sized>(&mut self, value: &T) -> serde_json::Result<()> {
        if self.trim.keeps_everything() {
            return write(self.out, value, self.is_indented);
        }
        self.left_out = write_trimmed(self.out, value, self.is_indented, self.trim)?;
        Ok(())
    }

    /// What was left out.
    pub fn left_out(self) -> LeftOut {
        self.left_out
    }
}
