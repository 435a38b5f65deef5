//! Errors of a status change. Each message states what is now in the file and the log.

use crate::edge_log::{AppendError, FieldError};
use crate::text::{either, quoted};
use std::io;

#[derive(Debug, thiserror::Error)]
pub enum StatusError {
    #[error("the kind {kind} has no status to change")]
    NoMachine { kind: String },
    #[error("{}", illegal(id, from, to, after))]
    Illegal {
        id: String,
        from: String,
        to: String,
        /// The allowed next statuses.
        after: Vec<String>,
    },
    #[error("{} has the unknown status {}; valid for {kind}: {}", quoted(id), quoted(status), either(states))]
    Stray { id: String, status: String, kind: String, states: Vec<String> },
    #[error("closing {} as addressed requires a responsible node", quoted(id))]
    MissingResponsible { id: String },
    #[error("a responsible node is allowed only with the status addressed, not {}", quoted(status))]
    UnexpectedResponsible { status: String },
    #[error("{} cannot address itself", quoted(id))]
    AddressesItself { id: String },
    #[error("cannot change {file}: {cause}. Nothing was changed")]
    File { file: String, cause: io::Error },
    #[error("cannot change {file}: {reason}. Nothing was changed")]
    Frontmatter { file: String, reason: String },
    /// A file to write is outside the workspace.
    #[error("the status was not changed: {0}")]
    Outside(AppendError),
    #[error("the status was not changed because its edge could not be written: {0}")]
    Edge(AppendError),
    /// The edge is or may be in the log, but the file could not be replaced, so the edge was retracted.
    #[error("the status was not changed: {cause}. {}, so both are as before", retracted(*stored, *retraction))]
    Retracted {
        /// The line of the edge, if it is certainly in the log.
        stored: Option<u64>,
        /// The line of the retraction.
        retraction: u64,
        cause: String,
    },
    /// The edge is in the log, but the file could not be replaced, and the edge could not be retracted either.
    #[error(
        "the status was not changed: {cause}. But its edge is in the log (line {line}) and could not be retracted: \
         {problem}. Retract it with `refscope refs retract`"
    )]
    HalfDone { line: u64, cause: String, problem: String },
    #[error("{0}. Nothing was changed")]
    Field(FieldError),
}

impl StatusError {
    /// The cause, without its consequences.
    pub(super) fn reason(&self) -> String {
        match self {
            Self::File { file, cause } => format!("cannot change {file}: {cause}"),
            Self::Frontmatter { file, reason } => format!("cannot change {file}: {reason}"),
            other => other.to_string(),
        }
    }
}

fn retracted(stored: Option<u64>, retraction: u64) -> String {
    match stored {
        Some(line) => format!("Its edge was written (line {line} of the log) and retracted (line {retraction})"),
        None => format!("If its edge is in the log, it is retracted (line {retraction})"),
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
