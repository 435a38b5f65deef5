//! The subjects of findings about a model, as data.

use super::{Aspect, Flow};
use crate::finding::{Finding, Subject};

/// An aspect, defined or not, by the id of its node in the graph and by its own id.
pub fn aspect(id: &str) -> Subject {
    Subject::new("aspect", "id", Aspect::node_id(id)).with("name", id)
}

/// A flow, by the id of its node in the graph and by its own id.
pub fn flow(id: &str) -> Subject {
    Subject::new("flow", "id", Flow::node_id(id)).with("name", id)
}

/// The configuration of a model, by its file.
pub fn config(file: &str) -> Subject {
    Subject::new("config", "path", file)
}

/// An artifact, by its file name.
pub fn artifact(name: &str) -> Subject {
    Subject::new("artifact", "name", name)
}

/// The part of a model that a finding is about, by its own id.
#[derive(Debug, Clone)]
pub enum About {
    Node(String),
    Aspect(String),
    Flow(String),
    /// The configuration, by its file.
    Config(String),
}

impl About {
    /// Makes the part the first subject of a finding that names nothing yet.
    #[must_use]
    pub fn of(&self, finding: Finding) -> Finding {
        match self {
            Self::Node(id) => finding.about(&**id),
            Self::Aspect(id) => finding.about(Aspect::node_id(id)).naming(aspect(id)),
            Self::Flow(id) => finding.about(Flow::node_id(id)).naming(flow(id)),
            Self::Config(file) => finding.naming(config(file)),
        }
    }
}
