//! Which file is read, and whether it is as new as its store.

use super::*;
use crate::system::Boundary;
use crate::system::kit::Progress;
use crate::system::kit::fixture::folder;
use rstest::rstest;
use std::ffi::OsString;
use std::fs::{self, File};
use std::time::{Duration, SystemTime};
use tempfile::TempDir;

/// The file that is read, relative to the workspace, and the codes of the findings about the choice.
fn chosen(root: &Path, variable: Option<&str>) -> (Option<String>, Vec<&'static str>) {
    let (mut batch, progress, boundary) = (Batch::new(SYSTEM, 0), Progress::default(), Boundary::around(root));
    let mut finder = Finder {
        root,
        system: SYSTEM,
        rules: &rules::FILES,
        wanted: is_export,
        hidden: &[],
        distinct_names: false,
        boundary: &boundary,
        progress: &progress,
        batch: &mut batch,
        has_links: false,
    };
    let chosen = Place::Folder(root.join(FOLDER)).choose(variable.map(OsString::from), &mut finder);
    let path = chosen.and_then(|chosen| chosen.export).map(|path| file::relative(root, &path));
    for finding in batch.findings().iter().filter(|finding| finding.rule.code == "outside-workspace") {
        // The file that names the path, which is inside.
        assert!(root.join(finding.file.as_deref().unwrap()).is_file(), "{finding:?}");
    }
    (path, batch.findings().iter().map(|finding| finding.rule.code).collect())
}

fn load(folder: &TempDir) -> (Graph, Vec<Finding>) {
    let progress = Progress::default();
    let request = ReadRequest::once(folder.path(), &[], &progress);
    let mut builder = GraphBuilder::new(registry());
    for batch in BeadsIssues.load(&request).into_batches() {
        builder.add(batch);
    }
    builder.finish()
}

const ROW: &str = "{\"id\": \"bd-1\"}\n";

#[rstest]
#[case::usual(&[(".beads/issues.jsonl", ROW)], ".beads/issues.jsonl", &[])]
#[case::older_name(&[(".beads/beads.jsonl", ROW)], ".beads/beads.jsonl", &[])]
#[case::both(&[(".beads/beads.jsonl", ROW), (".beads/issues.jsonl", ROW)], ".beads/issues.jsonl", &["beads-two-files"])]
#[case::metadata(
    &[(".beads/beads.jsonl", ROW), (".beads/issues.jsonl", ROW), (".beads/metadata.json", r#"{"jsonl_export": "beads.jsonl"}"#)],
    ".beads/beads.jsonl", &["beads-two-files"])]
#[case::metadata_names_a_file_that_is_not_there(
    &[(".beads/issues.jsonl", ROW), (".beads/metadata.json", r#"{"jsonl_export": "beads.jsonl"}"#)],
    ".beads/issues.jsonl", &[])]
#[case::metadata_names_a_file_without_issues(
    &[(".beads/issues.jsonl", ROW), (".beads/sync_base.jsonl", ROW), (".beads/metadata.json", r#"{"jsonl_export": "sync_base.jsonl"}"#)],
    ".beads/issues.jsonl", &[])]
#[case::config(
    &[(".beads/issues.jsonl", ROW), (".beads/out.jsonl", ROW), (".beads/config.yaml", "export:\n  path: out.jsonl\n")],
    ".beads/out.jsonl", &[])]
#[case::dotted_key(
    &[(".beads/issues.jsonl", ROW), ("out/all.jsonl", ROW), (".beads/config.yaml", "export.path: out/all.jsonl\n")],
    "out/all.jsonl", &[])]
#[case::metadata_before_config(
    &[(".beads/a.jsonl", ROW), (".beads/b.jsonl", ROW), (".beads/config.yaml", "export.path: b.jsonl\n"),
      (".beads/metadata.json", r#"{"jsonl_export": "a.jsonl"}"#)],
    ".beads/a.jsonl", &[])]
#[case::broken_settings(
    &[(".beads/issues.jsonl", ROW), (".beads/config.yaml", "a: [\n"), (".beads/metadata.json", "{")],
    ".beads/issues.jsonl", &["beads-config", "beads-config"])]
#[case::other_files(
    &[(".beads/issues.jsonl", ROW), (".beads/interactions.jsonl", ROW), (".beads/beads.base.jsonl", ROW), (".beads/backup/issues.jsonl", ROW)],
    ".beads/issues.jsonl", &[])]
fn one_file_is_chosen(#[case] files: &[(&str, &str)], #[case] expected: &str, #[case] codes: &[&str]) {
    let folder = folder(files);
    let (path, found) = chosen(folder.path(), None);
    assert_eq!((path.as_deref(), &found[..]), (Some(expected), codes));
}

#[test]
fn the_variable_wins_if_it_names_a_file() {
    let files = [
        (".beads/issues.jsonl", ROW),
        (".beads/metadata.json", r#"{"jsonl_export": "issues.jsonl"}"#),
        ("x.jsonl", ROW),
    ];
    let folder = folder(&files);
    assert_eq!(chosen(folder.path(), Some("x.jsonl")), (Some("x.jsonl".to_owned()), vec![]));
    assert_eq!(chosen(folder.path(), Some("y.jsonl")), (Some(".beads/issues.jsonl".to_owned()), vec!["beads-config"]));
    assert_eq!(chosen(folder.path(), Some("")), (Some(".beads/issues.jsonl".to_owned()), vec![]));
}

#[test]
fn a_redirect_is_followed_once_and_not_out_of_the_workspace() {
    let files = [
        (".beads/redirect", "main/.beads\n"),
        ("main/.beads/issues.jsonl", ROW),
        ("main/.beads/redirect", "other/.beads"),
        ("main/other/.beads/issues.jsonl", ROW),
    ];
    let inside = folder(&files);
    assert_eq!(chosen(inside.path(), None), (Some("main/.beads/issues.jsonl".to_owned()), vec![]));

    let dangling = folder(&[(".beads/redirect", "gone/.beads"), (".beads/issues.jsonl", ROW)]);
    assert_eq!(chosen(dangling.path(), None), (Some(".beads/issues.jsonl".to_owned()), vec!["beads-config"]));

    let other = folder(&[(".beads/issues.jsonl", ROW)]);
    let target = other.path().join(".beads").display().to_string();
    let outside = folder(&[(".beads/redirect", &target), (".beads/config.yaml", "")]);
    assert_eq!(chosen(outside.path(), None), (None, vec!["outside-workspace"]));
    let metadata = format!(r#"{{"jsonl_export": "{target}/issues.jsonl"}}"#);
    let named = folder(&[(".beads/metadata.json", &metadata)]);
    assert_eq!(chosen(named.path(), None), (None, vec!["outside-workspace"]));
}

#[test]
fn a_folder_is_recognised_by_the_files_of_the_tool() {
    for name in ["issues.jsonl", "beads.jsonl", "metadata.json", "config.yaml"] {
        assert!(folder::is_sure(folder(&[(&format!(".beads/{name}"), "")]).path()), "{name}");
    }
    for name in ["notes.txt", "interactions.jsonl", "backup/issues.jsonl"] {
        assert!(!folder::is_sure(folder(&[(&format!(".beads/{name}"), "")]).path()), "{name}");
    }
}

const DOLT: (&str, &str) = (".beads/metadata.json", r#"{"database": "dolt", "backend": "dolt"}"#);

#[rstest]
#[case::absent(&[DOLT], "There is no export of the issues")]
#[case::empty(&[DOLT, (".beads/issues.jsonl", "")], "The export contains no issues")]
#[case::header_only(&[DOLT, (".beads/issues.jsonl", "{\"_schema\": 1}\n")], "The export contains no issues")]
#[case::without_a_database(&[(".beads/config.yaml", "")], "There is no export of the issues")]
fn an_export_without_issues_is_a_finding_that_says_how_to_refresh_it(
    #[case] files: &[(&str, &str)],
    #[case] message: &str,
) {
    let (graph, findings) = load(&folder(files));
    assert_eq!((graph.node_count(), findings.len()), (0, 1));
    assert_eq!((findings[0].rule.code, findings[0].rule.severity.name()), ("beads-stale", "warning"));
    assert!(findings[0].message.starts_with(message), "{}", findings[0].message);
    assert_eq!(findings[0].suggestion.as_deref(), Some("run `bd export -o .beads/issues.jsonl`"));
}

#[rstest]
#[case::older_than_the_store(DOLT, ".beads/dolt/beads/.dolt/noms/x", 60, true)]
#[case::older_than_the_embedded_store(DOLT, ".beads/embeddeddolt/x", 60, true)]
#[case::newer(DOLT, ".beads/dolt/x", -60, false)]
#[case::no_store(DOLT, "dolt/x", 60, false)]
#[case::another_database((".beads/metadata.json", r#"{"database": "beads.db"}"#), ".beads/dolt/x", 60, false)]
fn an_export_older_than_its_store_is_a_finding(
    #[case] metadata: (&str, &str),
    #[case] stored: &str,
    #[case] later: i64,
    #[case] is_stale: bool,
) {
    let folder = folder(&[metadata, (".beads/issues.jsonl", ROW), (stored, "x")]);
    let now = SystemTime::now();
    let at = |path: &str, time| File::options().write(true).open(folder.path().join(path)).unwrap().set_modified(time);
    let distance = Duration::from_secs(later.unsigned_abs());
    at(".beads/issues.jsonl", now).unwrap();
    at(stored, if later > 0 { now + distance } else { now - distance }).unwrap();
    let (graph, findings) = load(&folder);
    let codes: Vec<_> = findings.iter().map(|finding| finding.rule.code).collect();
    assert_eq!((graph.node_count(), codes), (1, if is_stale { vec!["beads-stale"] } else { vec![] }));
}

#[test]
fn further_places_are_folders_projects_and_files() {
    let files = [
        (".beads/issues.jsonl", "{\"id\": \"bd-1\", \"dependencies\": [\"gt-1\", \"zz-1\"]}\n"),
        ("shop/.beads/issues.jsonl", "{\"id\": \"gt-1\"}\n"),
        ("pay/store/issues.jsonl", "{\"id\": \"pay-1\"}\n"),
        ("more.jsonl", "{\"id\": \"more-1\"}\n"),
    ];
    let folder = folder(&files);
    let further = ["shop", "pay/store", "more.jsonl", "shop/.beads"].map(|path| folder.path().join(path));
    let progress = Progress::default();
    let request = ReadRequest::once(folder.path(), &further, &progress);
    let mut builder = GraphBuilder::new(registry());
    BeadsIssues.load(&request).into_batches().into_iter().for_each(|batch| builder.add(batch));
    let (graph, findings) = builder.finish();
    assert_eq!(findings, []);
    let all = nodes(&graph);
    assert_eq!(
        all,
        ["bd-1 task open 1", "gt-1 task open 1", "pay-1 task open 1", "more-1 task open 1", "zz-1 external - 1"]
    );
}

#[test]
fn a_file_that_is_not_text_is_read_as_far_as_possible() {
    let folder = folder(&[(".beads/issues.jsonl", ROW)]);
    fs::write(folder.path().join(SHOWN), b"{\"id\": \"bd-1\"}\n{\"id\": \"bd-2\", \"title\": \"\xff\"}\n\0\n").unwrap();
    let (graph, findings) = load(&folder);
    let codes: Vec<_> = findings.iter().map(|finding| (finding.rule.code, finding.line)).collect();
    assert_eq!((graph.node_count(), codes), (2, vec![("file-not-utf8", Some(2)), ("beads-row", Some(3))]));
}
