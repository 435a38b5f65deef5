//! Fields of several nodes of one file. The file is read once and visited from start to end, however many nodes are
//! wanted.

use super::file;
use super::json::Json;
use crate::graph::Node;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// The wanted nodes of a file by their ids in it, with the fields found so far.
pub(in crate::system) struct WantedFields<'n> {
    ids: Vec<&'n str>,
    found: HashMap<&'n str, Option<Map<String, Value>>>,
}

impl<'n> WantedFields<'n> {
    fn of(ids: Vec<&'n str>) -> Self {
        let found = ids.iter().map(|id| (*id, None)).collect();
        Self { ids, found }
    }

    /// Whether a node with this id is wanted and not found yet.
    pub(in crate::system) fn lacks(&self, id: &str) -> bool {
        self.found.get(id).is_some_and(Option::is_none)
    }

    pub(in crate::system) fn lacks_any(&self) -> bool {
        self.found.values().any(Option::is_none)
    }

    /// Takes the fields of a node, if it is wanted and not found yet: of several with an id, the first counts.
    pub(in crate::system) fn add(&mut self, id: &str, fields: impl FnOnce() -> Map<String, Value>) {
        if let Some(wanted) = self.found.get_mut(id).filter(|wanted| wanted.is_none()) {
            *wanted = Some(fields());
        }
    }

    /// The ids of the wanted nodes, in their order.
    pub(in crate::system) fn ids(&self) -> &[&'n str] {
        &self.ids
    }

    /// The fields in the order of the nodes. A node that is no longer in the file has none.
    fn in_order(mut self) -> Vec<Map<String, Value>> {
        self.ids.iter().map(|id| self.found.remove(id).flatten().unwrap_or_default()).collect()
    }
}

/// Reads a file and collects the fields of the nodes in it. Without a file there are none.
pub(in crate::system) fn read_fields<'n>(
    root: &Path,
    path: Option<&str>,
    nodes: &[Node<'n>],
    collect: impl FnOnce(&str, &mut WantedFields<'n>) -> io::Result<()>,
) -> io::Result<Vec<Map<String, Value>>> {
    let Some(path) = path else { return Ok(vec![Map::new(); nodes.len()]) };
    read_by_id(&root.join(path), nodes.iter().map(|node| node.id_in_file()).collect(), collect)
}

/// Reads a file and collects the fields of the nodes with these ids.
fn read_by_id<'n>(
    path: &Path,
    ids: Vec<&'n str>,
    collect: impl FnOnce(&str, &mut WantedFields<'n>) -> io::Result<()>,
) -> io::Result<Vec<Map<String, Value>>> {
    let text = file::read(path)?.text;
    let mut wanted = WantedFields::of(ids);
    collect(file::without_mark(&text), &mut wanted)?;
    Ok(wanted.in_order())
}

/// The file that contains the first of these nodes: all of them, as [`System::fields`](crate::system::System::fields) is called.
pub(in crate::system) fn file_of<'n>(nodes: &[Node<'n>]) -> Option<&'n str> {
    nodes.first()?.file()
}

/// The text of a file as one JSON value.
pub(in crate::system) fn as_json(text: &str) -> io::Result<Json<'_>> {
    Json::parse(text).map_err(|error| io::Error::other(error.message))
}

/// Reads the fields of one node.
#[cfg(test)]
pub(in crate::system) fn fields_of_one(
    path: &Path,
    id: &str,
    collect: impl FnOnce(&str, &mut WantedFields<'_>) -> io::Result<()>,
) -> io::Result<Map<String, Value>> {
    read_by_id(path, vec![id], collect).map(|mut fields| fields.remove(0))
}
