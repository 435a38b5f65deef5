//! A workspace from an untrusted source must not make refscope read or write files of the user outside it.

use crate::support::{CLAIM, Fixture, Run, refscope, row, unit};
use rstest::rstest;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const ADD: [&str; 8] = ["refs", "add", "--from", "a", "--to", "b", "--relation", "cites"];

/// A folder that contains a workspace `ws`, a folder `elsewhere` next to it, and the user's `config`.
struct Clone {
    all: Fixture,
}

impl Clone {
    fn new(files: &[(&str, &str)]) -> Self {
        let all = Fixture::bare()
            .write("ws/artifacts/tasks/a.md", "---\ntitle: A\n---\n")
            .write("ws/artifacts/tasks/b.md", "---\ntitle: B\n---\n")
            .write("elsewhere/victim", "precious\n")
            .write("config/refscope/config.yaml", "");
        Self { all: files.iter().fold(all, |all, (name, text)| all.write(name, text)) }
    }

    fn link(self, name: &str, to: &str) -> Self {
        Self { all: self.all.link(name, to) }
    }

    /// The folder that the workspace must not touch.
    fn elsewhere(&self) -> PathBuf {
        self.all.path("elsewhere").canonicalize().unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = refscope(&self.all.path("ws"));
        command.env("XDG_CONFIG_HOME", self.all.path("config")).args(["-w", "."]).args(arguments);
        command.output().unwrap().into()
    }

    /// Lists a folder as trusted in the user's own configuration.
    fn trust(&self, folder: &Path) {
        let config = format!("trusted:\n  - {}\n", folder.display());
        fs::write(self.all.path("config/refscope/config.yaml"), config).unwrap();
    }

    /// All files in `elsewhere`, by path.
    fn outside(&self) -> BTreeMap<PathBuf, String> {
        files_below(&self.elsewhere())
    }

    fn codes(&self, arguments: &[&str]) -> Vec<String> {
        let report = self.run(&[arguments, &["doctor"]].concat()).json();
        let findings = report["findings"].as_array().unwrap().iter();
        findings.map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
    }

    fn ids(&self, arguments: &[&str]) -> Vec<String> {
        let listed = self.run(&[arguments, &["list"]].concat()).json();
        listed.as_array().unwrap().iter().map(|node| node["id"].as_str().unwrap().to_owned()).collect()
    }
}

fn files_below(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.insert(path.clone(), "a folder".to_owned());
            files.extend(files_below(&path));
        } else {
            files.insert(path.clone(), fs::read_to_string(&path).unwrap());
        }
    }
    files
}

/// Ways in which a workspace can redirect a write outside: its files, its symbolic links, and the file that would be
/// written.
#[rstest]
#[case::settings(&[("ws/.refscope.yaml", "log: ../elsewhere/new.jsonl\n")], &[], "new.jsonl")]
#[case::settings_with_parent_components(&[("ws/.refscope.yaml", "log: none/../../elsewhere/new.jsonl\n")], &[], "new.jsonl")]
#[case::settings_with_a_new_folder(&[("ws/.refscope.yaml", "log: ../elsewhere/made/new.jsonl\n")], &[], "made/new.jsonl")]
#[case::linked_log(&[], &[("ws/references.jsonl", "../elsewhere/victim")], "victim")]
#[case::log_linked_to_nothing(&[], &[("ws/references.jsonl", "../elsewhere/new.jsonl")], "new.jsonl")]
#[case::linked_twice(&[], &[("ws/references.jsonl", "logs"), ("ws/logs", "../elsewhere/victim")], "victim")]
#[case::linked_folder(
    &[("ws/.refscope.yaml", "log: logs/new.jsonl\n")],
    &[("ws/logs", "../elsewhere")],
    "new.jsonl"
)]
#[case::linked_audit(&[("ws/references.jsonl", "")], &[("ws/audit.jsonl", "../elsewhere/victim")], "victim")]
fn a_write_that_leads_outside_is_refused_unless_the_user_allowed_it(
    #[case] files: &[(&str, &str)],
    #[case] links: &[(&str, &str)],
    #[case] target: &str,
) {
    let made = || links.iter().fold(Clone::new(files), |clone, (name, to)| clone.link(name, to));
    let clone = made();
    let (before, inside) = (clone.outside(), fs::read_dir(clone.all.path("ws")).unwrap().count());
    let refused = clone.run(&ADD).code(2);
    let target = clone.elsewhere().join(target).display().to_string();
    let said = refused.stderr.replace("\n  ", " ");
    assert!(said.contains(&target) && said.contains("Nothing was written"), "{said}");
    assert!(said.contains("--allow-outside") && said.contains("trusted:"), "{said}");
    assert_eq!(clone.outside(), before);
    assert_eq!(fs::read_dir(clone.all.path("ws")).unwrap().count(), inside, "something was made in the workspace");

    clone.run(&[&["--allow-outside"], &ADD[..]].concat()).code(0);
    assert_ne!(clone.outside(), before);
    // `--allow-outside` applies to one call only.
    clone.run(&ADD).code(2);

    let clone = made();
    clone.trust(&clone.elsewhere());
    clone.run(&ADD).code(0);
    assert_ne!(clone.outside(), before);
}

#[test]
fn every_command_that_writes_refuses_a_linked_log() {
    let clone = Clone::new(&[("elsewhere/log", &row("a", "b", "cites")), ("ws/map.json", r#"{"a": "b"}"#)])
        .link("ws/references.jsonl", "../elsewhere/log");
    let before = clone.outside();
    for command in [&["refs", "retract", "a", "b", "cites"][..], &["migrate-ids", "--map", "map.json", "--apply"]] {
        let refused = clone.run(command).code(2);
        assert!(refused.stderr.contains("outside the workspace"), "{}", refused.stderr);
        assert_eq!(clone.outside(), before, "{command:?}");
    }
    // Reading it is fine.
    let edges = clone.run(&["refs", "a"]).json();
    assert_eq!(edges.as_array().map(Vec::len), Some(1), "{edges}");
}

const KIND: &str =
    "---\nkind: signal\n---\n## Status machine\n```yaml\ninitial: open\ntransitions:\n  open: [dismissed]\n```\n";

#[test]
fn the_status_of_a_linked_artifact_is_not_changed() {
    let clone = Clone::new(&[("elsewhere/s.md", "---\nstatus: open\n---\n"), ("ws/kinds/signal.md", KIND)])
        .link("ws/artifacts/signals/s.md", "../../../elsewhere/s.md");
    let before = clone.outside();
    clone.run(&["status", "s", "dismissed"]).code(1);
    assert_eq!(clone.outside(), before);
    clone.run(&["--allow-outside", "status", "s", "dismissed"]).code(0);
    assert!(clone.outside()[&clone.elsewhere().join("s.md")].contains("status: dismissed"));
}

#[test]
fn a_change_of_status_is_refused_entirely_when_its_log_is_outside() {
    let kind = KIND.replace("dismissed", "addressed");
    let clone = Clone::new(&[("ws/kinds/signal.md", &kind), ("ws/artifacts/signals/s.md", "---\nstatus: open\n---\n")])
        .link("ws/references.jsonl", "../elsewhere/victim");
    let before = clone.outside();
    let refused = clone.run(&["status", "s", "addressed", "--addressed-by", "a"]).code(2);
    assert!(refused.stderr.contains("the status was not changed"), "{}", refused.stderr);
    assert_eq!((clone.outside(), &*clone.all.read("ws/artifacts/signals/s.md")), (before, "---\nstatus: open\n---\n"));
}

#[rstest]
#[case::file(("ws/artifacts/tasks/out.md", "../../../elsewhere/out.md"))]
#[case::folder(("ws/artifacts/linked", "../../elsewhere"))]
fn artifacts_behind_a_symbolic_link_are_read_only_if_the_user_trusts_its_target(#[case] link: (&str, &str)) {
    let clone = Clone::new(&[("elsewhere/out.md", "---\ntitle: Out\n---\n"), ("ws/references.jsonl", "")]);
    let clone = clone.link(link.0, link.1);
    assert!(!clone.ids(&[]).contains(&"out".to_owned()));
    let report = clone.run(&["doctor"]).json();
    let mut findings = report["findings"].as_array().unwrap().iter();
    let finding = findings.find(|finding| finding["code"] == "outside-workspace").unwrap();
    let target = finding["about"][1]["path"].as_str().unwrap();
    assert!(Path::new(target).starts_with(clone.elsewhere()), "{finding}");
    assert_eq!(finding["about"][0]["path"], link.0.strip_prefix("ws/").unwrap());

    assert!(clone.ids(&["--allow-outside"]).contains(&"out".to_owned()));
    clone.trust(&clone.elsewhere());
    assert!(clone.ids(&[]).contains(&"out".to_owned()));
    assert!(!clone.codes(&[]).contains(&"outside-workspace".to_owned()));
}

#[test]
fn a_linked_top_level_folder_or_kind_file_is_not_read_either() {
    let out = unit(CLAIM, "assertion", "");
    let clone = Clone::new(&[("elsewhere/units/u.json", &out), ("elsewhere/kinds/evil.md", "---\nkind: evil\n---\n")])
        .link("ws/units", "../elsewhere/units")
        .link("ws/kinds", "../elsewhere/kinds")
        .link("ws/records", "../elsewhere/units")
        .link("ws/.yggdrasil", "../elsewhere");
    assert_eq!(clone.ids(&[]), ["a", "b"]);
    let outside = clone.codes(&[]).into_iter().filter(|code| code == "outside-workspace").count();
    assert_eq!(outside, 4);
}

#[rstest]
#[case("reference", "artifacts/out.md", "---\ntitle: Out\n---\n")]
#[case("unit", "units.json", r#"{"id": "018f0000-0000-7000-8000-00000000000b"}"#)]
#[case("causal", "map.json", r#"{"nodes": [{"id": "out"}], "edges": []}"#)]
#[case("yggdrasil", "model/out/yg-node.yaml", "name: Out\ntype: module\n")]
#[case("sidecar", "sn.out.json", r#"{"id": "sn.out"}"#)]
fn a_source_outside_is_read_only_if_the_user_trusts_it(#[case] system: &str, #[case] file: &str, #[case] text: &str) {
    let settings = format!("sources: [{{system: {system}, path: ../elsewhere}}]\n");
    let clone = Clone::new(&[("ws/.refscope.yaml", &settings), (&format!("elsewhere/{file}"), text)]);
    assert_eq!(clone.ids(&[]), ["a", "b"]);
    assert!(clone.codes(&[]).contains(&"outside-workspace".to_owned()));
    assert_eq!(clone.ids(&["--allow-outside"]).len(), 3);
    clone.trust(&clone.elsewhere());
    assert_eq!(clone.ids(&[]).len(), 3);
}

#[test]
fn the_file_system_root_as_a_source_is_not_read() {
    let sources: String = ["reference", "unit", "causal", "yggdrasil", "sidecar"]
        .map(|system| format!("  - {{system: {system}, path: /}}\n"))
        .concat();
    let clone = Clone::new(&[("ws/.refscope.yaml", &format!("sources:\n{sources}"))]);
    assert_eq!(clone.ids(&[]), ["a", "b"]);
    assert_eq!(clone.codes(&[]).iter().filter(|code| *code == "outside-workspace").count(), 5);
}

#[test]
fn a_workspace_cannot_trust_itself() {
    let clone = Clone::new(&[("ws/.refscope.yaml", "trusted: [/]\nlog: ../elsewhere/victim\n")]);
    clone.run(&ADD).code(2);
    let clone = Clone::new(&[
        ("ws/.refscope.yaml", "log: ../elsewhere/victim\n"),
        ("ws/config.yaml", "trusted: [/]\n"),
        ("ws/.config/refscope/config.yaml", "trusted: [/]\n"),
    ]);
    let before = clone.outside();
    clone.run(&ADD).code(2);
    assert_eq!(clone.outside(), before);
}

#[test]
fn a_context_package_contains_no_file_from_outside() {
    let config = "artifacts:\n  notes.md: {required: never}\n  ../../../../elsewhere/victim: {required: never}\n";
    let clone = Clone::new(&[
        ("ws/.yggdrasil/yg-config.yaml", config),
        ("ws/.yggdrasil/model/m/yg-node.yaml", "name: M\ntype: module\n"),
    ])
    .link("ws/.yggdrasil/model/m/notes.md", "../../../../elsewhere/victim");
    let package = clone.run(&["context", "m"]).code(0);
    assert!(!package.stdout.contains("precious"), "{}", package.stdout);
    assert!(clone.run(&["--allow-outside", "context", "m"]).stdout.contains("precious"));
}

#[test]
fn every_message_about_a_write_names_the_file() {
    let clone = Clone::new(&[("ws/map.json", r#"{"a": "c"}"#)]).link("ws/references.jsonl", "../elsewhere/log");
    let log = clone.elsewhere().join("log").display().to_string();
    let run =
        |command: &[&str]| clone.run(&[&["--allow-outside", "--format", "human"], command].concat()).code(0).stdout;
    for command in [&ADD[..], &["refs", "retract", "a", "b", "cites"], &["migrate-ids", "--map", "map.json", "--apply"]]
    {
        let said = run(command);
        assert!(said.contains(&log), "{command:?}: {said}");
    }
}
