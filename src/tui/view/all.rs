//! The only list of views.

use super::{ViewRef, explore, findings, home, lineage, map, tree};

/// All views, in the order of their tabs.
pub static ALL: [ViewRef; 6] = [
    ViewRef::new(&home::Home),
    ViewRef::new(&explore::Explore),
    ViewRef::new(&lineage::Lineage),
    ViewRef::new(&tree::Tree),
    ViewRef::new(&map::Map),
    ViewRef::new(&findings::Findings),
];
