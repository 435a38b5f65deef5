//! A snapshot never changes an answer.

use super::same::{Edit, apply, edits, start, told};
use proptest::prelude::*;
use refscope::workspace::{Cache, Live, Progress, Workspace};
use std::fs;

/// What may happen to a snapshot between two starts.
#[derive(Debug, Clone)]
enum Harm {
    None,
    Flip(proptest::sample::Index),
    Cut(proptest::sample::Index),
    Gone,
    Foreign,
}

fn harm() -> impl Strategy<Value = Harm> {
    prop_oneof![
        6 => Just(Harm::None),
        2 => any::<proptest::sample::Index>().prop_map(Harm::Flip),
        1 => any::<proptest::sample::Index>().prop_map(Harm::Cut),
        1 => Just(Harm::Gone),
        1 => Just(Harm::Foreign),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn with_and_without_a_snapshot_the_same_is_read(
        rounds in proptest::collection::vec((edits(), harm(), any::<bool>()), 1..5)
    ) {
        let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, cache) = (folder.path(), Cache::of_all(kept.path()));
        start(root);
        let place = cache.place(root).unwrap();
        Workspace::start(root, &cache).unwrap();
        prop_assert!(place.exists());
        for (edits, harm, stays) in rounds {
            for edit in &edits {
                apply(edit, root);
            }
            let mut bytes = fs::read(&place).unwrap_or_default();
            match harm {
                Harm::Flip(at) if !bytes.is_empty() => {
                    let at = at.index(bytes.len());
                    bytes[at] ^= 1;
                    fs::write(&place, bytes).unwrap();
                }
                Harm::Cut(at) if !bytes.is_empty() => fs::write(&place, &bytes[..at.index(bytes.len())]).unwrap(),
                Harm::Gone => drop(fs::remove_file(&place)),
                Harm::Foreign => fs::write(&place, "something else").unwrap(),
                _ => {}
            }
            let Ok(fresh) = Workspace::load(root) else {
                // Settings with a mistake stop both.
                prop_assert!(Workspace::start(root, &cache).is_err());
                return Ok(());
            };
            if stays {
                let mut live = Live::start(root, &cache, &Progress::default(), drop).unwrap().unwrap();
                prop_assert_eq!(told(live.workspace()), told(&fresh));
                live.save(&cache);
            } else {
                prop_assert_eq!(told(&Workspace::start(root, &cache).unwrap()), told(&fresh));
            }
            // What is there now is a snapshot again.
            prop_assert_eq!(told(&Workspace::start(root, &cache).unwrap()), told(&fresh));
        }
    }
}

#[test]
fn a_log_that_is_no_file_any_more_is_told_of_as_without_a_snapshot() {
    for edit in [Edit::PipeForLog, Edit::FolderForLog] {
        let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, cache) = (folder.path(), Cache::of_all(kept.path()));
        start(root);
        Workspace::start(root, &cache).unwrap();
        apply(&edit, root);
        let again = Workspace::start(root, &cache).unwrap();
        assert!(again.findings.iter().any(|finding| finding.rule.code == "log-unreadable"), "{edit:?}");
        assert_eq!(told(&again), told(&Workspace::load(root).unwrap()));
    }
}
