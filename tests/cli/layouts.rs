//! Both layouts of the reference graph, kinds and domain packs, and the source position of each edge.

use crate::support::{Fixture, row};
use serde_json::Value;

fn kinds(fixture: &Fixture) -> Vec<String> {
    let nodes = fixture.run(&["list"]).code(0).json();
    let shown = |node: &Value| format!("{} {}", node["id"].as_str().unwrap(), node["kind"].as_str().unwrap());
    nodes.as_array().unwrap().iter().map(shown).collect()
}

/// Time-stamped kinds have one folder per month, slug kinds have a folder of their own; all ids have a prefix.
fn older() -> Fixture {
    let kind = |name: &str, prefix: &str, more: &str| {
        format!("---\nkind: {name}\nidPrefix: {prefix}\nstorage: flat\n{more}---\n## Status machine\n\n(none)\n")
    };
    Fixture::empty()
        .write("kinds/brief.md", kind("brief", "brf-", ""))
        .write("kinds/learning.md", kind("learning", "lrn-", ""))
        .write("kinds/mission.md", kind("mission", "mis-", "dirName: missions\n"))
        .write("kinds/person.md", kind("person", "prs-", "dirName: people\n"))
        .write("kinds/signal.md", kind("signal", "sig-", ""))
        .write("kinds/task.md", kind("task", "tsk-", ""))
        .write("artifacts/people/prs-self.md", "---\nname: Self\n---\n")
        .write("artifacts/people/prs-kim.md", "---\nname: Kim\n---\n")
        .write("artifacts/missions/mis-roof.md", "---\ntitle: A dry house\nstatus: active\n---\n")
        .write(
            "artifacts/2025-03/sig-20250301-080000.md",
            "---\ntitle: A drip\nmentions:\n  - mis-roof\n---\nHeard by [[prs-kim]]. Not `[[tsk-in-code]]`.\n",
        )
        .write("artifacts/2025-03/sig-20250302-080000.md", "---\ntitle: Another\n---\nLike [[sig-20250301-080000]]?\n")
        .write(
            "artifacts/2025-03/tsk-20250303-080000.md",
            "---\ntitle: Mend it\nmentions:\n  - mis-roof\n  - prs-kim\n---\nWith [[prs-kim]].\n\n```\n[[tsk-fenced]]\n```\n",
        )
        .write(
            "artifacts/2025-03/tsk-20250303-080000-2.md",
            "---\ntitle: Mend the rest\nmentions:\n  - mis-roof\n---\nAfter [[tsk-20250303-080000]], see [[tsk-nowhere]].\n",
        )
        .write(
            "artifacts/2025-04/lrn-20250401-080000.md",
            "---\ntitle: Tiles crack in frost\n---\nFrom [[tsk-20250303-080000]] and [[tsk-20250303-080000-2]].\n",
        )
        .write("artifacts/2025-04/brf-20250402-080000.md", "---\ntitle: \"Weekly: roof\"\n---\nTwo tasks.\n")
        .rows(&[
            row("sig-20250301-080000", "tsk-20250303-080000", "led-to"),
            row("sig-20250302-080000", "tsk-20250303-080000-2", "led-to"),
            row("tsk-20250303-080000-2", "tsk-20250303-080000", "follows-up"),
            row("tsk-20250303-080000", "lrn-20250401-080000", "led-to"),
            row("brf-20250402-080000", "tsk-20250303-080000", "cites"),
            row("brf-20250402-080000", "tsk-20250303-080000-2", "cites"),
            row("tsk-20250303-080000", "sig-20250301-080000", "addresses"),
        ])
}

#[test]
fn the_older_layout_takes_kinds_from_folders_and_prefixes() {
    let expected = [
        "brf-20250402-080000 brief",
        "lrn-20250401-080000 learning",
        "mis-roof mission",
        "prs-kim person",
        "prs-self person",
        "sig-20250301-080000 signal",
        "sig-20250302-080000 signal",
        "tsk-20250303-080000 task",
        "tsk-20250303-080000-2 task",
    ];
    assert_eq!(kinds(&older()), expected);
}

#[test]
fn the_older_layout_has_its_edges_and_its_one_dangling_link() {
    let fixture = older();
    let run = fixture.run(&["doctor"]).code(1);
    assert_eq!(run.detail("artifacts"), "9 artifacts: all valid");
    assert_eq!(run.detail("references"), "18 edges: 1 error");
    let report = run.json();
    assert_eq!(report["findings"].as_array().unwrap().len(), 1);
    assert_eq!(report["findings"][0]["node"], "tsk-nowhere");

    let trace = fixture.run(&["trace", "tsk-20250303-080000"]).code(0).json();
    assert_eq!((trace["nodes"].as_array().unwrap().len(), trace["edges"].as_array().unwrap().len()), (6, 7));
}

#[test]
fn the_current_layout_takes_kinds_from_folders_with_or_without_a_year() {
    let fixture = Fixture::empty()
        .write("kinds/brief.md", "---\nkind: brief\nslugLayout: year\n---\n")
        .write("kinds/person.md", "---\nkind: person\ndirName: people\n---\n")
        .write("artifacts/briefs/2026/weekly.md", "")
        .write("artifacts/briefs/undated.md", "")
        .write("artifacts/people/größe-日本.md", "");
    assert_eq!(kinds(&fixture), ["größe-日本 person", "undated brief", "weekly brief"]);
}

#[test]
fn without_kinds_the_folder_is_the_kind() {
    let fixture = Fixture::empty().write("artifacts/ideas/one.md", "plain text\n").write("artifacts/top.md", "");
    assert_eq!(kinds(&fixture), ["one ideas", "top artifacts"]);
    assert!(!fixture.codes().contains(&"kind-unknown".to_owned()));
}

#[test]
fn only_the_packs_of_enabled_domains_are_loaded() {
    let pack = |name: &str| format!("---\nkind: {name}\n---\n");
    let fixture = Fixture::clean()
        .write("domains/infra/kinds/incident.md", pack("incident"))
        .write("domains/ads/kinds/campaign.md", pack("campaign"))
        .write("artifacts/incidents/i.md", "")
        .write("artifacts/campaigns/c.md", "");
    assert!(kinds(&fixture).contains(&"i incident".to_owned()));
    assert_eq!(fixture.codes(), ["kind-unknown"]);
}

#[test]
fn crlf_a_byte_order_mark_and_no_frontmatter_all_load() {
    let fixture = Fixture::empty()
        .write(
            "artifacts/notes/crlf.md",
            "\u{feff}---\r\ntitle: With CRLF\r\nmentions:\r\n  - plain\r\n---\r\n[[bom]]\r\n",
        )
        .write("artifacts/notes/bom.md", "\u{feff}[[plain]]\n")
        .write("artifacts/notes/plain.md", "# Only a body\n");
    let nodes = fixture.run(&["list"]).json();
    let titles: Vec<_> = nodes.as_array().unwrap().iter().map(|node| node["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["bom", "With CRLF", "plain"]);
    let place = |id: &str| {
        let edges = fixture.run(&["refs", id]).json();
        edges.as_array().unwrap().iter().map(|edge| edge["line"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!((place("crlf"), place("bom")), (vec![4, 6], vec![1]));
}

#[test]
fn implicit_edges_have_an_actor_a_time_and_a_line() {
    let edges = Fixture::clean().run(&["refs", "a", "--relation", "mentions"]).json();
    let shown = |edge: &Value| {
        format!("{} {} {} {}:{}", edge["actor"], edge["implicit"], edge["ts"], edge["file"], edge["line"])
    };
    let shown: Vec<_> = edges.as_array().unwrap().iter().map(shown).collect();
    let ts = r#""2026-01-02T03:04:05.678Z""#;
    let file = r#""artifacts/tasks/a.md""#;
    assert_eq!(shown, [format!(r#""frontmatter" true {ts} {file}:5"#), format!(r#""body" true {ts} {file}:7"#)]);
}

#[test]
fn hidden_and_unrelated_files_are_not_artifacts() {
    let fixture = Fixture::empty()
        .write("artifacts/notes/.draft.md", "")
        .write("artifacts/.trash/x.md", "")
        .write("artifacts/notes/y.txt", "")
        .write("artifacts/notes/z.md", "");
    assert_eq!(kinds(&fixture), ["z notes"]);
}
