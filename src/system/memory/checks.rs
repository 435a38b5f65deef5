//! Ends of relations that no entity defines. The server accepts them.

use super::SYSTEM;
use super::rules::{CHECK, DANGLING};
use crate::finding::Finding;
use crate::graph::{Cancelled, Graph};
use crate::system::check::{Summary, missing_ends};
use crate::text;

pub(super) fn summary() -> Summary {
    Summary {
        name: CHECK,
        position: 270,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| match input.defined(SYSTEM) {
            1 => "1 entity".to_owned(),
            number => format!("{} entities", text::grouped(number)),
        },
        healthy: "all rows valid, no dangling relations",
    }
}

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    missing_ends(graph, SYSTEM, |_, _| Some(&DANGLING), cancelled)
}
