//! Drift: the difference between the files of a node and the record of them, as
//! [`System::check_disk`](super::System::check_disk) finds it.

use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The drift of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeDrift {
    /// Its name in JSON, on the command line and on the screen.
    pub status: &'static str,
    /// Whether there is a difference.
    pub is_drifted: bool,
    /// The difference in one sentence, in lower case for use after the status.
    pub sentence: String,
    pub changed: Vec<ChangedFile>,
}

/// A file that is not as recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedFile {
    /// Its path as recorded.
    pub path: String,
    /// Its part in the node, such as `source`.
    pub kind: &'static str,
    /// Whether it no longer belongs to the node.
    pub is_deleted: bool,
}

impl ChangedFile {
    /// The path, with a remark if the file was deleted.
    pub fn shown(&self) -> String {
        if self.is_deleted { format!("{} (deleted)", self.path) } else { self.path.clone() }
    }
}

impl Serialize for NodeDrift {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("drift", 2)?;
        fields.serialize_field("status", self.status)?;
        fields.serialize_field("changed", &self.changed)?;
        fields.end()
    }
}

impl Serialize for ChangedFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("changed", 3)?;
        fields.serialize_field("path", &self.path)?;
        fields.serialize_field("kind", self.kind)?;
        fields.serialize_field("deleted", &self.is_deleted)?;
        fields.end()
    }
}
