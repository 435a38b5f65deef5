//! A snapshot never changes a result.

use super::incremental::{Edit, apply, dump, edits, start};
use proptest::prelude::*;
use refscope::workspace::{Boundary, Cache, Changes, Live, Progress, Workspace};
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;

/// Possible damage to a snapshot between two starts.
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

/// Waits until the timestamp of a newly written file differs from all earlier ones.
fn wait_for_a_tick(folder: &Path) {
    let changed = || {
        let probe = folder.join("probe");
        fs::write(&probe, "").unwrap();
        let metadata = fs::metadata(&probe).unwrap();
        (metadata.ctime(), metadata.ctime_nsec())
    };
    let before = changed();
    while changed() == before {}
}

/// Ensures that the property below covers files that are not read.
#[test]
fn unchanged_files_are_not_read_again() {
    let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (root, cache) = (folder.path(), Cache::of_all(kept.path()).taking_young());
    start(root);
    // Models, records, issues, decisions, memories and tasks are always read in full.
    for folder in [".yggdrasil", "records", ".beads", "docs", ".taskmaster"] {
        fs::remove_dir_all(root.join(folder)).unwrap();
    }
    fs::remove_file(root.join("memory.jsonl")).unwrap();
    let files_read = || {
        let progress = Progress::default();
        Live::start(root, &Boundary::around(root), &cache, &progress, drop).unwrap().unwrap().save(&cache);
        progress.files()
    };
    // Three artifacts, a unit, two causal graphs, two tables, two catalogues, a graph, the log, and five Markdown files as notes.
    assert_eq!((files_read(), files_read()), (17, 0));
    wait_for_a_tick(kept.path());
    // An artifact is a note as well.
    apply(&Edit::Write(1, 3), root);
    assert_eq!(files_read(), 2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 200, ..ProptestConfig::default() })]
    #[test]
    fn loading_with_a_snapshot_equals_loading_without(
        rounds in proptest::collection::vec((edits(), harm(), any::<bool>()), 1..5),
        takes_young in any::<bool>(),
    ) {
        let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, cache) = (folder.path(), Cache::of_all(kept.path()));
        let cache = if takes_young { cache.taking_young() } else { cache };
        start(root);
        let place = cache.place(root).unwrap();
        Workspace::start(root, &Boundary::around(root), &cache).unwrap();
        prop_assert!(place.exists());
        for (edits, harm, stays) in rounds {
            if takes_young {
                wait_for_a_tick(kept.path());
            }
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
                // A configuration error stops both.
                prop_assert!(Workspace::start(root, &Boundary::around(root), &cache).is_err());
                return Ok(());
            };
            if stays {
                let mut live = Live::start(root, &Boundary::around(root), &cache, &Progress::default(), drop).unwrap().unwrap();
                prop_assert_eq!(dump(live.workspace()), dump(&fresh));
                live.save(&cache);
            } else {
                prop_assert_eq!(dump(&Workspace::start(root, &Boundary::around(root), &cache).unwrap()), dump(&fresh));
            }
            // By now there is a valid snapshot again.
            prop_assert_eq!(dump(&Workspace::start(root, &Boundary::around(root), &cache).unwrap()), dump(&fresh));
        }
    }
}

#[test]
fn a_log_that_is_no_longer_a_file_is_reported_despite_a_snapshot() {
    for edit in [Edit::PipeForLog, Edit::FolderForLog] {
        let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let (root, cache) = (folder.path(), Cache::of_all(kept.path()));
        start(root);
        Workspace::start(root, &Boundary::around(root), &cache).unwrap();
        apply(&edit, root);
        let again = Workspace::start(root, &Boundary::around(root), &cache).unwrap();
        assert!(again.findings.iter().any(|finding| finding.rule.code == "log-unreadable"), "{edit:?}");
        assert_eq!(dump(&again), dump(&Workspace::load(root).unwrap()));
    }
}

/// Settings that differ in `relations:` only.
const VOCABULARIES: [&str; 5] = [
    "",
    "relations:\n  is-near: {symmetric: true}\n",
    "relations:\n  is-near: {inverse: has near, acyclic: true}\n",
    "relations:\n  other: {synonyms: [{name: is-near, inverted: true}], lineage: true, acyclic: true}\n",
    "relations:\n  is-near: {opposes: [cites]}\n",
];

#[test]
fn editing_only_the_relations_gives_the_same_as_a_fresh_load() {
    let (folder, kept) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (root, cache) = (folder.path(), Cache::of_all(kept.path()).taking_young());
    start(root);
    let row =
        |from: &str, to: &str, verb: &str| format!("{{\"from\":\"{from}\",\"to\":\"{to}\",\"relation\":\"{verb}\"}}\n");
    let rows = [row("a", "b", "is-near"), row("b", "a", "is-near"), row("a", "b", "cites")].concat();
    fs::write(root.join("references.jsonl"), rows).unwrap();
    let mut live = Live::start(root, &Boundary::around(root), &cache, &Progress::default(), drop).unwrap().unwrap();
    let mut answers = Vec::new();
    for text in VOCABULARIES.iter().chain([&VOCABULARIES[0]]) {
        fs::write(root.join(".refscope.yaml"), text).unwrap();
        let fresh = dump(&Workspace::load(root).unwrap());
        live.refresh(&Changes::Paths([root.join(".refscope.yaml")].into())).unwrap();
        assert_eq!(dump(live.workspace()), fresh, "live: {text}");
        assert_eq!(dump(&Workspace::start(root, &Boundary::around(root), &cache).unwrap()), fresh, "started: {text}");
        answers.push(fresh);
    }
    answers.sort();
    answers.dedup();
    assert_eq!(answers.len(), VOCABULARIES.len(), "each vocabulary gives another answer");
}

#[test]
fn a_configuration_error_keeps_the_last_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    start(root);
    let settings = root.join(".refscope.yaml");
    fs::write(&settings, VOCABULARIES[1]).unwrap();
    let mut live = Live::load(root, &Boundary::around(root), &Progress::default(), drop).unwrap().unwrap();
    let before = dump(live.workspace());
    fs::write(&settings, "relations:\n  is-near: {symetric: true}\n").unwrap();
    let error = live.refresh(&Changes::Paths([settings.clone()].into())).unwrap_err();
    assert_eq!((error.file, error.line), (settings, Some(2)));
    assert_eq!(dump(live.workspace()), before);
}
