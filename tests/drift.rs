//! Drift of architecture models: commands through the real binary, and a comparison with a naive second implementation.

mod answer;
mod commands;
mod coverage;
mod naive;
mod random;
mod simulate;

use crate::support::{Fixture, Run};
use serde_json::Value;

const CONFIG: &str = ".yggdrasil/yg-config.yaml";
const CONTENT: &str = ".yggdrasil/aspects/x/content.md";

/// The example of the format description: `app` maps `src`, its child `app/a` maps `src/a.ts` and uses `lib`, which is
/// in flow `f`; `gone` maps one file.
fn example() -> Fixture {
    let model = |node: &str, file: &str| format!(".yggdrasil/model/{node}/{file}");
    Fixture::bare()
        .write(
            CONFIG,
            "name: ex\nartifacts:\n  responsibility.md: {required: always, included_in_relations: true}\n  \
             interface.md: {required: never, included_in_relations: true}\n  internals.md: {required: never}\n\
             node_types:\n  module: {description: m}\n",
        )
        .write(
            &model("app", "yg-node.yaml"),
            "name: App\ntype: module\naspects:\n  - aspect: x\nmapping:\n  paths: [src]\n",
        )
        .write(&model("app", "responsibility.md"), "app\n")
        .write(&model("app", "internals.md"), "int\n")
        .write(
            &model("app/a", "yg-node.yaml"),
            "name: A\ntype: module\nrelations:\n  - {target: lib, type: uses}\nmapping:\n  paths: [src/a.ts]\n",
        )
        .write(&model("app/a", "responsibility.md"), "a\n")
        .write(&model("app/a", "interface.md"), "ai\n")
        .write(&model("lib", "yg-node.yaml"), "name: Lib\ntype: module\nmapping:\n  paths: [lib]\n")
        .write(&model("lib", "responsibility.md"), "lib\n")
        .write(&model("lib", "interface.md"), "li\n")
        .write(&model("gone", "yg-node.yaml"), "name: Gone\ntype: module\nmapping:\n  paths: [gone.ts]\n")
        .write(".yggdrasil/aspects/x/yg-aspect.yaml", "name: X\n")
        .write(CONTENT, "text\n")
        .write(".yggdrasil/flows/f/yg-flow.yaml", "name: F\nnodes: [lib]\n")
        .write(".yggdrasil/flows/f/description.md", "d\n")
        .write(".gitignore", "*.log\n")
        .write("src/sub/.gitignore", "*.tmp\n")
        .write("src/a.ts", "a")
        .write("src/b.ts", "b")
        .write("src/sub/c.ts", "c")
        .write("src/sub/c.tmp", "t")
        .write("src/out.log", "l")
        .write("lib/l.ts", "l")
        .write("lib/.hidden", "h")
        .write("lib/node_modules/m.js", "m")
        .write("gone.ts", "g")
}

/// The example with all nodes synchronised.
fn synced() -> Fixture {
    let fixture = example();
    fixture.run(&["drift", "sync", "--all"]).code(0);
    fixture
}

/// Node and status of each entry.
fn statuses(run: &Run) -> Vec<(String, String)> {
    let answer = run.json();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let entries = answer["entries"].as_array().unwrap();
    entries.iter().map(|entry| (text(&entry["node"]), text(&entry["status"]))).collect()
}

/// The status of one node.
fn status(fixture: &Fixture, node: &str) -> String {
    let all = statuses(&fixture.run(&["drift"]));
    all.into_iter().find(|(id, _)| id == node).unwrap().1
}

/// The changed files of a node; deleted ones are prefixed with a minus sign.
fn changed(fixture: &Fixture, node: &str) -> Vec<String> {
    let answer = fixture.run(&["drift"]).json();
    let entry = answer["entries"].as_array().unwrap().iter().find(|entry| entry["node"] == node).unwrap();
    let sign = |file: &Value| if file["deleted"] == true { "-" } else { "" };
    let files = entry["changed"].as_array().unwrap();
    files.iter().map(|file| format!("{}{}", sign(file), file["path"].as_str().unwrap())).collect()
}
