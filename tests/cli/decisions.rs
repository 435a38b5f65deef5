//! Decision records, read without any configuration.

use crate::support::{Fixture, run};
use rstest::rstest;

const OLD: &str = "# 4. Use MinIO\n\nDate: 2024-07-04\n\n## Status\n\nSuperceded by [7. Use S3](./0007-use-s3.md).\n";
const NEW: &str = "# 7. Use S3\n\nDate: 2025-01-02\n\n## Status\n\nAccepted\n\nSupersedes [4. Use MinIO](0004-use-minio.md)\n\n\
    ## Context\n\nSee [the first](0001-first.md).\n";

fn records() -> Fixture {
    let first = "# 1. First\n\nDate: 01/07/2024\n\n## Status\n\nAccepted\n";
    let fixture = Fixture::bare().write("doc/adr/0001-first.md", first);
    fixture.write("doc/adr/0004-use-minio.md", OLD).write("doc/adr/0007-use-s3.md", NEW)
}

#[test]
fn a_folder_with_records_is_a_workspace_without_findings() {
    let fixture = records();
    assert_eq!(fixture.ids(), ["0001-first", "0004-use-minio", "0007-use-s3"]);
    let doctor = fixture.run(&["doctor"]).code(0);
    assert_eq!(doctor.json()["findings"], serde_json::json!([]));
    assert_eq!(doctor.detail("decisions"), "3 decision records: links valid, statuses consistent");
    // A folder inside finds the same workspace.
    let list = run(&fixture.path("doc"), &["list"]).code(0).json();
    assert_eq!(list.as_array().unwrap().len(), 3);
}

#[test]
fn a_supersession_in_both_files_is_one_edge_and_leads_from_the_old_record_to_the_new_one() {
    let fixture = records();
    let edges = fixture.run(&["refs", "0004-use-minio", "--direction", "both"]).json();
    let edges = edges.as_array().unwrap();
    assert_eq!(
        (edges.len(), &edges[0]["from"], &edges[0]["relation"]),
        (1, &"0007-use-s3".into(), &"supersedes".into())
    );
    let trace = fixture.run(&["trace", "0007-use-s3", "--orient", "meaning"]).json();
    let old = trace["nodes"].as_array().unwrap().iter().find(|node| node["id"] == "0004-use-minio").unwrap();
    assert_eq!(old["distance"], -1);
}

#[rstest]
#[case("adr:7")]
#[case("adr:0007")]
#[case("adr:ADR-7")]
fn a_number_is_an_alias_with_the_prefix_of_the_system(#[case] typed: &str) {
    let fixture = records();
    assert_eq!(fixture.run(&["show", typed]).code(0).json()["id"], "0007-use-s3");
    fixture.run(&["show", typed.strip_prefix("adr:").unwrap()]).code(1);
    fixture.run(&["refs", "add", "--from", typed, "--to", "0001-first", "--relation", "cites"]).code(0);
    let log = std::fs::read_to_string(fixture.path("references.jsonl")).unwrap();
    assert!(log.contains("\"from\":\"0007-use-s3\""), "{log}");
}

#[test]
fn settings_without_records_are_a_workspace_with_a_warning() {
    let fixture = Fixture::bare().write(".adr-dir", "decisions\n").write("decisions/README.md", "");
    assert_eq!(fixture.codes(), ["adr-none"]);
}

#[test]
fn records_are_never_written_to() {
    let fixture = records();
    fixture.run(&["status", "0007-use-s3", "rejected"]).code(1);
    assert_eq!(std::fs::read_to_string(fixture.path("doc/adr/0007-use-s3.md")).unwrap(), NEW);
}
