//! What decides the order of work: the priorities of issues, which the graph does not store.

use crate::time::Millis;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Urgency {
    /// 0 is the most urgent.
    pub(super) priority: Option<i64>,
    /// The time before which the issue is not to be worked on.
    pub(super) deferred_until: Option<Millis>,
}

/// The urgency of every issue, by id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Urgencies {
    by_id: Arc<BTreeMap<String, Urgency>>,
}

impl Urgencies {
    /// Of several entries for an id, the last one counts.
    pub(super) fn of(issues: impl Iterator<Item = (String, Urgency)>) -> Self {
        Self { by_id: Arc::new(issues.collect()) }
    }

    pub(super) fn get(&self, id: &str) -> Option<Urgency> {
        self.by_id.get(id).copied()
    }
}
