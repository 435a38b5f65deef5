//! Findings.

pub(super) use super::super::checks::check;
use super::*;
use crate::system::kit::fixture::subjects;
use rstest::rstest;

const ACCEPTED: &str = "# A\n\n## Status\n\nAccepted\n";

#[rstest]
#[case::missing_file(&[("adr/0001-a.md", "# A\n\n[b](0002-b.md)\n")], &["adr-target-missing adr/0001-a.md:3"])]
#[case::missing_successor(&[("adr/0001-a.md", "# A\n\n## Status\n\nSuperseded by [b](0002-b.md)\n")],
    &["adr-target-missing adr/0001-a.md:5"])]
#[case::no_successor(&[("adr/0001-a.md", "# A\n\n## Status\n\nSuperseded\n")], &["adr-no-successor adr/0001-a.md:1"])]
#[case::still_accepted(&[("adr/0001-a.md", ACCEPTED), ("adr/0002-b.md", "# B\n\n## Status\n\nSupersedes [a](0001-a.md)\n")],
    &["adr-superseded-in-force adr/0001-a.md:1", "adr-one-sided adr/0002-b.md:5"])]
#[case::only_proposed(
    &[("adr/0001-a.md", ACCEPTED), ("adr/0002-b.md", "---\nstatus: proposed\n---\n## Links\n\nSupersedes [a](0001-a.md)\n")],
    &["adr-one-sided adr/0002-b.md:6"])]
#[case::one_sided(&[("adr/0001-a.md", "## Status\n\nSuperseded by [b](0002-b.md)\n"), ("adr/0002-b.md", "# B\n")],
    &["adr-one-sided adr/0001-a.md:3"])]
#[case::amended_on_one_side(&[("adr/0001-a.md", "## Status\n\nAmended by [b](0002-b.md)\n"), ("adr/0002-b.md", "# B\n")], &[])]
#[case::same_number(&[("adr/0001-a.md", "# A\n"), ("adr/1-b.md", "# B\n"), ("adr/sub/0001-c.md", "# C\n")],
    &["adr-number adr/1-b.md:1"])]
#[case::same_name(&[("adr/0001-a.md", "# A\n"), ("adr/sub/0001-a.md", "# C\n")], &["id-duplicate adr/sub/0001-a.md:1"])]
#[case::cycle(&[("adr/0001-a.md", "## Links\n\nAmends [b](0002-b.md)\n"), ("adr/0002-b.md", "## Links\n\nClarifies [a](0001-a.md)\n")],
    &["adr-cycle adr/0001-a.md:3"])]
#[case::itself(&[("adr/0001-a.md", "## Links\n\nAmends [a](0001-a.md)\n")], &["adr-cycle adr/0001-a.md:3"])]
#[case::frontmatter(&[("adr/0001-a.md", "---\nstatus: @kim\n---\n# A\n")], &["adr-frontmatter adr/0001-a.md:2"])]
#[case::unclosed(&[("adr/0001-a.md", "---\nstatus: x\n# A\n")], &["adr-frontmatter adr/0001-a.md:1"])]
#[case::control(&[("adr/0001-a.md", "---\nstatus: \"a\u{1}b\"\ntitle: x\n---\n# A\n")], &["adr-frontmatter adr/0001-a.md:2"])]
fn a_violated_rule_is_one_finding(#[case] files: &[(&str, &str)], #[case] expected: &[&str]) {
    assert_eq!(read(files).1, expected);
}

#[test]
fn findings_name_their_subjects() {
    let (graph, _) =
        read(&[("adr/0001-a.md", ACCEPTED), ("adr/0002-b.md", "# B\n\n## Status\n\nSupersedes [a](0001-a.md)\n")]);
    let found: Vec<_> = check(&graph, crate::graph::NEVER).map(|finding| subjects(&finding)).collect();
    let edge = "edge from=0002-b relation=supersedes to=0001-a line=5";
    assert_eq!(found, [vec!["node id=0001-a", edge], vec!["node id=0001-a", edge, "file path=adr/0001-a.md"]]);
}

#[test]
fn more_links_than_the_limit_are_counted() {
    let text = "[a](0002-b.md)\n".repeat(record::MOST_LINKS + 5);
    let (graph, findings) = read(&[("adr/0001-a.md", &text), ("adr/0002-b.md", "")]);
    assert_eq!((graph.edge_count(), findings), (record::MOST_LINKS, vec!["links-too-many adr/0001-a.md:1".to_owned()]));
}

#[test]
fn a_file_that_is_not_utf8_is_read_and_reported() {
    let folder = folder(&[("adr/0001-a.md", "")]);
    std::fs::write(folder.path().join("adr/0001-a.md"), b"# A\n\xff\n\n## Status\n\nAccepted\n").unwrap();
    let (graph, findings) = build(load(folder.path(), &[], &Progress::default()));
    assert_eq!(graph.find("0001-a").unwrap().status(), Some("accepted"));
    assert_eq!(findings.iter().map(|one| (one.rule.code, one.line)).collect::<Vec<_>>(), [("file-not-utf8", Some(2))]);
}

#[test]
fn a_number_of_several_records_is_ambiguous_rather_than_undefined() {
    let record = |status: &str| format!("# A\n\n## Status\n\n{status}\n");
    let superseded = record("Superseded-by ADR-5");
    let files = [
        ("docs/adr/0001-a.md", superseded.as_str()),
        ("docs/adr/0005-b.md", &record("Accepted")),
        ("docs/adr/0005-c.md", &record("Accepted")),
    ];
    let (graph, codes) = read(&files);
    assert_eq!(codes, ["adr-number docs/adr/0005-c.md:1", "adr-ambiguous docs/adr/0001-a.md:5"]);
    let found =
        checks::check(&graph, crate::graph::NEVER).find(|finding| finding.rule.code == "adr-ambiguous").unwrap();
    assert_eq!(found.message, r#""ADR-5" is ambiguous: "0005-b" and "0005-c" have this number"#);
    let (_, codes) = read(&files[..1]);
    assert_eq!(codes, ["adr-target-missing docs/adr/0001-a.md:5"]);
}
