//! A workspace that moves: what is read again and what comes of it.

pub(crate) mod same;
mod snapshot;
