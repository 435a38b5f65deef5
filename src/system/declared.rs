//! What a user declares in `.refscope.yaml`, in the shape that systems use: relations of their own, and records.

pub mod records;
mod relations;

pub use records::Preset;
pub(crate) use records::records;
pub(crate) use relations::relations;

use super::{System, Systems};
use crate::graph::relation::Relation;
use crate::graph::{MOST_NAMES, MOST_SYSTEMS};
use std::sync::Arc;

/// The settings of a workspace.
pub(crate) const SETTINGS_FILE: &str = ".refscope.yaml";

/// Whether a registry can hold these systems and relations together with the known ones.
pub(crate) fn fits(known: &Systems, further: &[Arc<dyn System>], user: &[Relation]) -> bool {
    let names = |relations: &[Relation]| relations.iter().map(|relation| 1 + relation.synonyms.len()).sum::<usize>();
    let declared: usize = further.iter().map(|system| names(&system.vocabulary())).sum();
    let all_names = names(known.registry().relations()) + declared + names(user);
    known.iter().len() + further.len() <= MOST_SYSTEMS && all_names <= MOST_NAMES
}
