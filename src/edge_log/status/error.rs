//! Why a status was not changed, in words that say what is true now.

use crate::edge_log::{AppendError, FieldError};
use crate::text::{either, quoted};
use std::io;

/// Why a status was not changed.
#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    /// The kind has no states.
    #[error("a {kind} has no status to change")]
    NoMachine {
        /// The kind's name.
        kind: String,
    },
    /// The machine does not lead there.
    #[error("{}", illegal(id, from, to, after))]
    Illegal {
        /// The artifact.
        id: String,
        /// Its status.
        from: String,
        /// The status asked for.
        to: String,
        /// What may follow.
        after: Vec<String>,
    },
    /// Its status is none of the kind's.
    #[error("{} has the status {}, which is none of a {kind}'s: {}", quoted(id), quoted(status), either(states))]
    Stray {
        /// The artifact.
        id: String,
        /// Its status.
        status: String,
        /// The kind's name.
        kind: String,
        /// The states there are.
        states: Vec<String>,
    },
    /// Nobody was named.
    #[error("closing {} as addressed needs the node that takes responsibility", quoted(id))]
    NobodyResponsible {
        /// The artifact.
        id: String,
    },
    /// Somebody was named for no reason.
    #[error("responsibility goes with the status addressed, not with {}", quoted(status))]
    NeedlesslyResponsible {
        /// The status asked for.
        status: String,
    },
    /// The artifact was named itself.
    #[error("{} cannot address itself", quoted(id))]
    AddressesItself {
        /// The artifact.
        id: String,
    },
    /// The file cannot be read or replaced.
    #[error("cannot change {file}: {cause}. Nothing was changed")]
    File {
        /// The file, relative to the workspace.
        file: String,
        /// What the system said.
        cause: io::Error,
    },
    /// The frontmatter cannot be changed safely.
    #[error("cannot change {file}: {reason}. Nothing was changed")]
    Frontmatter {
        /// The file, relative to the workspace.
        file: String,
        /// What is in the way.
        reason: String,
    },
    /// Something that would be written is outside the workspace.
    #[error("the status is not changed: {0}")]
    Outside(AppendError),
    /// The edge could not be stored, so the file was left alone.
    #[error("the status was not changed because its edge could not be stored: {0}")]
    Edge(AppendError),
    /// The edge is or may be in the log, but the file could not be put in place, so the edge is taken back.
    #[error("the status is not changed: {cause}. {}, so both are as before", taken_back(*stored, *retraction))]
    Retracted {
        /// The line of the edge, if it is known to be there.
        stored: Option<u64>,
        /// The line of the row that takes it back.
        retraction: u64,
        /// What went wrong.
        cause: String,
    },
    /// The edge is stored, but the file could not be put in place, and the edge could not be taken back either.
    #[error(
        "the status is not changed: {cause}. But its edge is stored (line {line} of the log) and could not be retracted: \
         {problem}. `refscope refs retract` does that"
    )]
    HalfDone {
        /// The line of the edge.
        line: u64,
        /// What went wrong with the file.
        cause: String,
        /// What went wrong with the retraction.
        problem: String,
    },
    /// The edge cannot be a row.
    #[error("{0}. Nothing was changed")]
    Field(FieldError),
}

impl StatusError {
    /// What went wrong, without what follows from it.
    pub(super) fn reason(&self) -> String {
        match self {
            Self::File { file, cause } => format!("cannot change {file}: {cause}"),
            Self::Frontmatter { file, reason } => format!("cannot change {file}: {reason}"),
            other => other.to_string(),
        }
    }
}

fn taken_back(stored: Option<u64>, retraction: u64) -> String {
    match stored {
        Some(line) => format!("Its edge was stored (line {line} of the log) and is retracted (line {retraction})"),
        None => format!("If its edge is in the log all the same, it is retracted (line {retraction})"),
    }
}

fn illegal(id: &str, from: &str, to: &str, after: &[String]) -> String {
    if from == to {
        return format!("{} already has the status {}", quoted(id), quoted(to));
    }
    let allowed = match after {
        [] => "it is a final status".to_owned(),
        after => format!("it can go to {}", either(after)),
    };
    format!("{} cannot go from {} to {}; {allowed}", quoted(id), quoted(from), quoted(to))
}
