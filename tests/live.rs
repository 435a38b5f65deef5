//! Live workspaces: incremental reloading and snapshots.

pub(crate) mod same;
mod snapshot;
