//! Snapshots and the `cache` command.

use crate::support::Fixture;

fn many() -> Fixture {
    (0..1_000).fold(Fixture::clean(), |fixture, n| fixture.write(&format!("artifacts/notes/n{n}.md"), "[[a]]\n"))
}

#[test]
fn a_large_workspace_leaves_a_snapshot_that_can_be_found_and_cleared() {
    let fixture = many();
    let before = fixture.run(&["cache"]).code(0).json();
    assert_eq!(before["snapshots"], serde_json::json!([]));
    let first = fixture.run(&["list"]).code(0);
    let cache = fixture.run(&["cache"]).code(0).json();
    let snapshot = &cache["snapshots"][0];
    let path = snapshot["path"].as_str().unwrap();
    assert_eq!(std::fs::metadata(path).unwrap().len(), snapshot["bytes"].as_u64().unwrap());
    assert!(path.starts_with(cache["folder"].as_str().unwrap()));
    assert_eq!(fixture.run(&["list"]).code(0).stdout, first.stdout);

    let fixture = fixture.write("artifacts/notes/n7.md", "---\ntitle: Seven\n---\n");
    let again = fixture.run(&["list"]).code(0);
    assert!(again.stdout.contains("Seven"));
    assert_eq!(again.stdout, fixture.run(&["list", "--no-cache"]).code(0).stdout);

    let cut_off = std::path::Path::new(path).with_extension("x.unfinished");
    std::fs::write(&cut_off, "half of it").unwrap();
    for arguments in [&["cache"][..], &["cache", "--all"]] {
        let cache = fixture.run(arguments).code(0).json();
        let paths: Vec<_> = cache["snapshots"].as_array().unwrap().iter().map(|it| it["path"].clone()).collect();
        assert_eq!(paths, [path, cut_off.to_str().unwrap()]);
    }
    fixture.run(&["cache", "--clear"]).code(0);
    assert!(!std::path::Path::new(path).exists() && !cut_off.exists());
    let text = fixture.run(&["cache", "--format", "human"]).code(0).stdout;
    assert!(text.starts_with("no snapshot in "), "{text}");
}

#[test]
fn no_snapshot_is_written_for_a_small_workspace_or_when_switched_off() {
    let fixture = many();
    fixture.run(&["list", "--no-cache"]).code(0);
    assert_eq!(fixture.run(&["cache", "--all"]).code(0).json()["snapshots"], serde_json::json!([]));
    let small = Fixture::clean();
    small.run(&["list"]).code(0);
    assert_eq!(small.run(&["cache"]).code(0).json()["snapshots"], serde_json::json!([]));
}
