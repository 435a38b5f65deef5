//! Which files globs find, and what is reported about them.

use super::*;
use crate::system::kit::fixture::folder;
use std::os::unix::fs::symlink;

/// The ids that are read from a folder, and the findings as code and message.
fn read_folder(root: &Path, globs: &str) -> (Vec<String>, Vec<(&'static str, String)>) {
    let text = settings("format: json\nid: id").replace("[f]", globs);
    let (systems, _) = parse(&text, "f", "{}").expect("valid settings");
    let (_, system) = systems.iter().find(|(id, _)| id.name() == "t").unwrap();
    let progress = Progress::default();
    let request = ReadRequest {
        boundary: Boundary::around(root),
        claimed: vec![".causal.json"],
        ..ReadRequest::once(root, &[], &progress)
    };
    let mut builder = GraphBuilder::new(Arc::clone(systems.registry()));
    system.load(&request).into_batches().into_iter().for_each(|batch| builder.add(batch));
    let (graph, findings) = builder.finish();
    let shown = findings.into_iter().map(|finding| (finding.rule.code, finding.message)).collect();
    (graph.nodes().map(|node| node.id().to_owned()).collect(), shown)
}

const FILES: [(&str, &str); 9] = [
    ("a.json", r#"{"id": "a"}"#),
    ("deep/er/b.json", r#"{"id": "b"}"#),
    ("deep/c.txt", "no"),
    ("build/d.json", r#"{"id": "d"}"#),
    ("build/in/e.json", r#"{"id": "e"}"#),
    (".hidden/f.json", r#"{"id": "f"}"#),
    ("deep/.g.json", r#"{"id": "g"}"#),
    ("x.causal.json", r#"{"id": "x"}"#),
    (".gitignore", "build/\n"),
];

#[test]
fn wildcards_leave_out_ignored_hidden_and_claimed_files() {
    let folder = folder(&FILES);
    for (globs, ids) in [
        ("['**/*.json']", vec!["a", "b"]),
        ("['*.json']", vec!["a"]),
        ("['deep/**']", vec!["b"]),
        ("['deep/*/*.json', '*.json']", vec!["a", "b"]),
        ("['build/*.json']", vec![]),
        ("['build/in/*.json']", vec![]),
        ("['.hidden/*.json']", vec![]),
    ] {
        let (found, findings) = read_folder(folder.path(), globs);
        assert_eq!(found, ids, "{globs}");
        let is_invalid = |(code, _): &(&str, String)| *code == "record-invalid";
        assert_eq!(findings.iter().any(is_invalid), globs.contains("deep/**"), "{findings:?}");
    }
}

#[test]
fn path_without_wildcards_names_a_file_even_if_it_is_ignored_or_hidden() {
    let folder = folder(&FILES);
    let (found, findings) = read_folder(folder.path(), "[build/d.json, ./.hidden/f.json, build/d.json]");
    assert_eq!((found, findings), (vec!["d".to_owned(), "f".to_owned()], vec![]));
}

#[test]
fn of_alternatives_the_first_file_that_exists_is_read() {
    let folder = folder(&FILES);
    let alternatives = "[[gone.json, build/in/e.json, a.json], '*.json', '**/*.json']";
    let (found, findings) = read_folder(folder.path(), alternatives);
    assert_eq!(
        (found, findings),
        (vec!["e".to_owned(), "b".to_owned()], vec![("records-unmatched", "\"*.json\" matches no file".to_owned())])
    );
    let (found, findings) = read_folder(folder.path(), "[[gone.json, none.json]]");
    assert_eq!((found.len(), &*findings[0].1), (0, "\"gone.json\" and \"none.json\" match no file"));
}

#[test]
fn file_that_is_not_recognised_by_its_start_is_left_out() {
    let far = format!("{}{{\"id\": \"far\", \"key\": 1}}", " ".repeat(5000));
    let folder = folder(&[
        ("a.json", "\u{feff}{\"id\": \"a\", \"key\": 1}"),
        ("b.json", "{\"id\": \"b\"}"),
        ("c.json", "{\"id\": \"c\", \"other\": 1}"),
        ("far.json", &far),
    ]);
    for globs in ["['*.json']", "[a.json, b.json, c.json, far.json]", "[[b.json, a.json, c.json]]"] {
        let recognised = format!("{globs}\n    recognised_by: ['\"key\"', '\"other\"']");
        let (found, _) = read_folder(folder.path(), &recognised);
        assert_eq!(found, if globs.starts_with("[[") { vec!["a"] } else { vec!["a", "c"] }, "{globs}");
    }
}

#[test]
fn glob_that_matches_nothing_is_reported_with_its_line() {
    let folder = folder(&FILES);
    let (_, findings) = read_folder(folder.path(), "['*.json', none.json, 'none/*']");
    let expected = ["\"none.json\" matches no file", "\"none/*\" matches no file"];
    assert_eq!(findings, expected.map(|message| ("records-unmatched", message.to_owned())));
}

#[test]
fn file_outside_the_boundary_is_not_read() {
    let folder =
        folder(&[("ws/a.json", r#"{"id": "a"}"#), ("b.json", r#"{"id": "b"}"#), ("out/c.json", r#"{"id": "c"}"#)]);
    let root = folder.path().join("ws");
    symlink("../b.json", root.join("b.json")).unwrap();
    symlink("../out", root.join("out")).unwrap();
    for globs in ["['**/*.json']", "[a.json, b.json, out/c.json]", "['*.json', 'out/*.json']"] {
        let (found, findings) = read_folder(&root, globs);
        assert_eq!(found, ["a"], "{globs}");
        assert!(findings.iter().any(|(code, _)| *code == "outside-workspace"), "{globs}: {findings:?}");
    }
}
