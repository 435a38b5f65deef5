//! The order in which systems are registered changes nothing.

use super::incremental::{apply, dump, edits, start};
use proptest::prelude::*;
use refscope::system::{Systems, built_in};
use refscope::workspace::{Boundary, Cache, Opening, Workspace};

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn any_order_of_the_systems_gives_the_same_workspace(
        edits in edits(),
        order in Just((0..built_in().len()).collect::<Vec<_>>()).prop_shuffle(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        start(root);
        for edit in &edits {
            apply(edit, root);
        }
        let systems = built_in();
        let permuted = Systems::new(order.iter().map(|at| systems[*at].clone()), Vec::new());
        let load = |systems: Systems| {
            let opening = Opening { boundary: Boundary::around(root), systems, is_source: false };
            Workspace::start(root, &opening, &Cache::none()).map(|workspace| dump(&workspace))
        };
        prop_assert_eq!(load(permuted), load(Systems::built_in()));
    }
}
