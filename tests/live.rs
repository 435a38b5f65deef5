//! Live workspaces: incremental reloading and snapshots.

pub(crate) mod incremental;
mod permuted;
mod snapshot;
