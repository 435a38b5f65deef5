//! [`Subject`]: a thing that a finding names, as data: a node, an edge, a file, an aspect and so on.
//!
//! The message of a finding is for users. Programs read its subjects instead of parsing the message.

use super::lasting;
use crate::pack::{Packer, Unpacker};
use std::io;

/// A thing that a finding names: its kind, the fields that identify it, and its line if known.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subject {
    kind: &'static str,
    fields: Vec<(&'static str, String)>,
    line: Option<u32>,
}

impl Subject {
    /// A subject of any kind, identified by one field, for example `("anchor", "text", "retry")`.
    pub fn new(kind: &'static str, field: &'static str, value: impl Into<String>) -> Self {
        Self { kind, fields: vec![(field, value.into())], line: None }
    }

    /// A node, by its id.
    pub fn node(id: impl Into<String>) -> Self {
        Self::new("node", "id", id)
    }

    /// An edge, by its ends and its relation.
    pub fn edge(from: impl Into<String>, relation: impl Into<String>, to: impl Into<String>) -> Self {
        Self::new("edge", "from", from).with("relation", relation).with("to", to)
    }

    /// A file or folder, relative to the workspace.
    pub fn file(path: impl Into<String>) -> Self {
        Self::new("file", "path", path)
    }

    pub fn relation(name: impl Into<String>) -> Self {
        Self::new("relation", "name", name)
    }

    /// A field of a file or of an object in it.
    pub fn field(name: impl Into<String>) -> Self {
        Self::new("field", "name", name)
    }

    /// Adds a further field.
    #[must_use]
    pub fn with(mut self, field: &'static str, value: impl Into<String>) -> Self {
        self.fields.push((field, value.into()));
        self
    }

    /// Sets the line, from 1.
    #[must_use]
    pub fn at_line(mut self, line: impl Into<Option<u32>>) -> Self {
        self.line = line.into();
        self
    }

    /// The kind: `node`, `edge`, `file`, …
    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// The fields that identify it, in the order in which they are printed.
    pub fn fields(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.fields.iter().map(|(name, value)| (*name, &**value))
    }

    pub fn line(&self) -> Option<u32> {
        self.line
    }

    /// The field `id`, if it has one.
    pub fn id(&self) -> Option<&str> {
        self.fields().find(|(name, _)| *name == "id").map(|(_, id)| id)
    }

    /// Replaces its id, or the ids of an edge's ends.
    pub fn map_ids(&mut self, map: impl Fn(String) -> String) {
        for (_, id) in self.fields.iter_mut().filter(|(name, _)| ["id", "from", "to"].contains(name)) {
            *id = map(std::mem::take(id));
        }
    }

    /// Replaces its path.
    pub fn map_paths(&mut self, map: impl Fn(String) -> String) {
        for (_, path) in self.fields.iter_mut().filter(|(name, _)| *name == "path") {
            *path = map(std::mem::take(path));
        }
    }

    /// Adds `lines` to its line, for a file that was read in parts.
    pub(super) fn move_down(&mut self, lines: u32) {
        if let Some(line) = &mut self.line {
            *line += lines;
        }
    }

    pub(super) fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.text(self.kind)?;
        out.number(self.line.map_or(u64::MAX, u64::from))?;
        out.number(self.fields.len() as u64)?;
        self.fields.iter().try_for_each(|(name, value)| {
            out.text(name)?;
            out.text(value)
        })
    }

    pub(super) fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let kind = lasting(from.text()?);
        let line = u32::try_from(from.number()?).ok();
        let fields =
            (0..from.length(1)?).map(|_| Some((lasting(from.text()?), from.text()?))).collect::<Option<_>>()?;
        Some(Self { kind, fields, line })
    }
}
