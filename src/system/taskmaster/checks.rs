//! Dependencies on tasks that do not exist, and cycles.

use super::vocabulary::{CHILD_OF, DEPENDS_ON};
use super::{SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::{Cancelled, Graph};
use crate::query::Class;
use crate::system::check::{Summary, class_cycles, missing_ends};
use crate::text;

pub(super) const CYCLE_CODE: &str = rules::CYCLE.code;

pub(super) fn summary() -> Summary {
    Summary {
        name: rules::CHECK,
        position: 250,
        applies: |input| input.defined(SYSTEM) > 0,
        subject: |input| text::count(input.defined(SYSTEM), "task"),
        healthy: "all dependencies exist, no cycles",
    }
}

pub(super) fn check(graph: &Graph, cancelled: Cancelled<'_>) -> impl Iterator<Item = Finding> {
    let own = Class::all(graph.registry()).into_iter().filter(|class| class.system == SYSTEM);
    let cycles = own.flat_map(|class| {
        let over = if class.name == "order" { DEPENDS_ON } else { CHILD_OF };
        class_cycles(graph, &rules::CYCLE, &class, over, cancelled)
    });
    missing_ends(graph, SYSTEM, |_, _| Some(&rules::MISSING), cancelled).chain(cycles)
}
