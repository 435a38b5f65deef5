//! Which folders and files are read, and how a folder is recognised.

use super::*;
use crate::graph::Row;
use crate::query::advice::advise;
use rstest::rstest;
use std::fs;

fn ids(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let (graph, findings) = read(files);
    (graph.nodes().filter(|node| !node.is_missing()).map(|node| node.id().to_owned()).collect(), findings)
}

#[rstest]
#[case::adr_tools("doc/adr/0001-a.md")]
#[case::docs("docs/adr/0001-a.md")]
#[case::plural("docs/adrs/0001-a.md")]
#[case::decisions("docs/decisions/0001-a.md")]
#[case::architecture("docs/architecture/decisions/0001-a.md")]
#[case::bare("adr/0001-a.md")]
fn usual_folders_are_read_with_their_subfolders(#[case] first: &str) {
    let top = first.strip_suffix("0001-a.md").unwrap();
    let paths = ["sub/b.md", "index.md", "README.md", "template.md", "templates/0009-t.md", "note.txt", ".x/0008-h.md"];
    let paths: Vec<_> = paths.iter().map(|path| format!("{top}{path}")).collect();
    let files: Vec<_> =
        std::iter::once((first, "# A")).chain(paths.iter().map(|path| (path.as_str(), "# X"))).collect();
    let (mut ids, findings) = ids(&files);
    ids.sort();
    assert_eq!((ids, findings), (vec!["0001-a".to_owned(), "b".to_owned()], Vec::new()));
}

#[test]
fn a_usual_folder_without_a_numbered_name_is_not_read() {
    assert_eq!(ids(&[("docs/decisions/why.md", "# Why"), ("adr/0001-x.html.md.erb", "")]), (Vec::new(), Vec::new()));
}

#[test]
fn adr_dir_names_the_folder() {
    let records = ("x/y/first.md", "# First");
    assert_eq!(ids(&[(".adr-dir", "x/y\nignored\n"), records]), (vec!["first".to_owned()], Vec::new()));
    assert_eq!(ids(&[(".adr-dir", "./x/../x/y/"), records]).0, ["first"]);
    for (text, code) in [("gone", "adr-config"), ("", "adr-config"), ("x", "adr-none")] {
        let (found, findings) = ids(&[(".adr-dir", text), ("x/index.md", "")]);
        assert_eq!((found.len(), findings.len()), (0, 1), "{findings:?}");
        assert!(findings[0].starts_with(&format!("{code} .adr-dir")), "{findings:?}");
    }
}

#[test]
fn log4brains_names_folders_and_packages() {
    let settings = "project:\n  adrFolder: ./docs/adr\n  packages:\n    - name: web\n      path: ./web\n      adrFolder: ./web/adr\n\
        \x20   - name: gone\n      adrFolder: ./gone\n    - path: ./x\n";
    let link = "# B\n\n- Status: superseded by [a](../../docs/adr/20200101-a.md)\n\n[b](20200101-a.md) [c](../x.md)\n";
    let (graph, findings) = read(&[
        (".log4brains.yml", settings),
        ("docs/adr/20200101-a.md", "# A"),
        ("web/adr/20200101-a.md", "# A of the web"),
        ("web/adr/20200102-b.md", link),
    ]);
    assert_eq!(
        graph.nodes().map(|node| node.id()).collect::<Vec<_>>(),
        ["20200101-a", "web/20200101-a", "web/20200102-b", "web/x.md",]
    );
    let expected = [
        "20200101-a supersedes web/20200102-b 20200102-b.md:3",
        "implicit web/20200102-b mentions web/20200101-a 20200102-b.md:5",
        "implicit web/20200102-b mentions web/x.md 20200102-b.md:5",
    ];
    assert_eq!(edges(&graph), expected);
    let expected = [
        "adr-config .log4brains.yml:8",
        "adr-config .log4brains.yml:1",
        "adr-target-missing web/adr/20200102-b.md:5",
        "adr-one-sided web/adr/20200102-b.md:3",
    ];
    assert_eq!(findings, expected);
    assert_eq!(ids(&[(".log4brains.yml", "a: [\n")]).1, ["adr-config .log4brains.yml:2"]);
    assert_eq!(ids(&[(".log4brains.yml", "project: 1\n")]).1, ["adr-none .log4brains.yml"]);
}

#[test]
fn a_link_out_of_the_workspace_is_not_followed() {
    let folder = folder(&[("w/.adr-dir", "../outside"), ("outside/0001-a.md", "# A")]);
    let root = folder.path().join("w");
    let progress = Progress::default();
    let boundary = crate::system::Boundary::around(&root);
    let request = ReadRequest { boundary, ..ReadRequest::once(&root, &[], &progress) };
    let batches = Box::new(Decisions::read(&request)).into_batches();
    let codes: Vec<_> = batches.iter().flat_map(|batch| batch.findings()).map(|finding| finding.rule.code).collect();
    assert_eq!((codes, batches[1].node_count()), (vec!["outside-workspace"], 0));
    assert_eq!(batches.iter().flat_map(|batch| batch.findings()).next().unwrap().file.as_deref(), Some(".adr-dir"));
}

#[test]
fn further_places_are_files_and_folders() {
    let folder = folder(&[("x/0001-a.md", "# A"), ("y/b.md", "# B\n[a](../x/0001-a.md)"), ("y/c.md", "")]);
    let further = ["x", "y/b.md", "z"].map(|name| folder.path().join(name));
    let (graph, findings) = build(load(folder.path(), &further, &Progress::default()));
    assert_eq!(edges(&graph), ["implicit b mentions 0001-a b.md:2"]);
    assert_eq!(findings.iter().map(|finding| finding.rule.code).collect::<Vec<_>>(), ["source-missing"]);
}

fn is_sure(path: &Path) -> bool {
    DecisionRecords.markers().iter().any(|marker| (marker.is_sure)(path))
}

#[test]
fn a_bare_folder_is_a_marker_only_if_no_folder_above_is_a_workspace() {
    let folder = folder(&[
        ("a/docs/adr/0001-a.md", ""),
        ("b/.git/HEAD", ""),
        ("b/.adr-dir", "x"),
        ("b/c/d/adr/0001-a.md", ""),
        ("b/c/e/.git/HEAD", ""),
        ("b/c/e/adr/0001-a.md", ""),
        ("f/adr/0001-a.md", ""),
        ("g/adr/notes.md", ""),
        ("h/.git/HEAD", ""),
        ("h/references.jsonl", ""),
        ("h/adr/adr/0001-a.md", ""),
    ]);
    let sure = |name: &str| is_sure(&folder.path().join(name));
    assert!(sure("a") && sure("b") && sure("b/c/e") && sure("f"));
    for name in ["a/docs", "b/c/d", "g", "h/adr", "a/docs/adr"] {
        assert!(!sure(name), "{name}");
    }
    let is_there =
        |name: &str| DecisionRecords.markers().iter().any(|marker| (marker.is_there)(&folder.path().join(name)));
    assert!(is_there("a/docs") && !is_there("g"), "a folder that a user names is a workspace");
}

#[test]
fn a_link_to_a_file_that_appears_is_noticed() {
    let folder = folder(&[("adr/0001-a.md", "# A\n[x](../x.md)\n")]);
    let progress = Progress::default();
    let request = || ReadRequest { stays: true, ..ReadRequest::once(folder.path(), &[], &progress) };
    let mut read = Decisions::read(&request());
    assert_eq!(read.batch.edges().len(), 1);
    assert!(!read.refresh_from(&request()));
    fs::write(folder.path().join("x.md"), "").unwrap();
    assert!(read.refresh_from(&request()));
    assert_eq!(read.batch.edges().len(), 0);
}

#[test]
fn advice_lists_a_relation_of_two_systems_once() {
    let (graph, _) = read(&[("adr/0001-a.md", "# A"), ("adr/0002-b.md", "# B")]);
    let row = Row::new("0001-a", "a-verb-of-our-own", "0002-b");
    let advice = advise(&graph, &row).into_iter().find(|one| one.code == "outside-vocabulary").unwrap();
    assert_eq!(advice.message.matches("supersedes").count(), 1, "{}", advice.message);
}
