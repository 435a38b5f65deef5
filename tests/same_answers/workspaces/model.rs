//! An architecture model with drift and a commit, and one that violates the rules.

use super::set_times;
use crate::support::model::{CONFIG, DESCRIPTION, FLOW, LEGACY, ORDERS};
use crate::support::{Fixture, row};
use std::env;
use std::process::Command;

/// Runs git with a fixed time and no settings, so that the commit always has the same hash.
fn git(fixture: &Fixture, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.current_dir(fixture.root()).args(["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]);
    command.args(arguments).env_clear().env("PATH", env::var_os("PATH").unwrap());
    command.envs([("GIT_CONFIG_NOSYSTEM", "1"), ("GIT_DEFAULT_HASH", "sha1")]);
    command.envs(["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"].map(|name| (name, "2026-05-01T10:00:00Z")));
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A model without errors, whose files changed since the last sync and the last commit.
pub(in super::super) fn model() -> Fixture {
    let synced = Fixture::model()
        .node("shop/search", "name: Search\ntype: module\nmapping:\n  paths: [src/search.ts]\n")
        .node("shop/stock", "name: Stock\ntype: module\nmapping:\n  paths: [src/stock.ts]\n")
        .write("src/stock.ts", "count()\n");
    synced.run(&["drift", "sync", "--all"]).code(0);
    git(&synced, &["init", "-q"]);
    git(&synced, &["add", "-A"]);
    git(&synced, &["commit", "-q", "-m", "one"]);
    let rows = [
        row("shop/orders", "shop/stock", "calls"),
        row("shop/stock", "legacy", "led-to"),
        row("shop/stock", "yggdrasil:shop/none", "uses"),
        row("aspect:audit", "flow:checkout", "mentions"),
    ];
    let fixture = synced
        .write(".yggdrasil/aspects/audit/content.md", "Every change leaves a record, and every record a reason.\n")
        .write("src/shop/orders/a.ts", "import './b'\nimport './c'\n")
        .write("src/new.ts", "new()\n")
        .write("docs/readme.md", "See the model.\n")
        .write(".gitignore", "*.log\n")
        .write("src/debug.log", "x\n")
        .remove("src/stock.ts")
        .rows(&rows);
    set_times(fixture.root());
    fixture
}

/// A model with most errors and warnings that a model can have, and a second model.
pub(in super::super) fn broken_model() -> Fixture {
    Fixture::model()
        .write(".refscope.yaml", "sources:\n  - {system: yggdrasil, path: services/billing}\n  - {system: unit, path: nowhere}\n")
        .replace(CONFIG, "max_direct_relations: 10", "max_direct_relations: 2")
        .replace(CONFIG, "warning: 10000\n    error: 20000", "warning: 40\n    error: 120")
        .replace(CONFIG, "  internals.md:\n    required: never\n", "  internals.md:\n    required:\n      when: full_moon\n")
        .replace(ORDERS, "  - target: shop/mail\n", "  - target: shop/nobody\n    type: uses\n  - target: shop/mail\n")
        .replace(FLOW, "  - shop/payments\n", "  - shop/payments\n  - shop/ghost\n")
        .replace(FLOW, "  - saga\n", "  - saga\n  - none\n")
        .replace(DESCRIPTION, "## Goal", "## Aim")
        .write(LEGACY, "name: Legacy\ntype: relic\nblackbox: true\nmapping:\n  paths:\n    - legacy\n    - lost\n")
        .node("ring/a", "name: Ring A\ntype: module\nrelations:\n  - {target: ring/b, type: calls}\n")
        .node("ring/b", "name: Ring B\ntype: module\naspects:\n  - aspect: ghost\nrelations:\n  - {target: ring/a, type: uses}\n")
        .node("ring/c", "name: Ring C\ntype: service\nrelations:\n  - {target: ring/a, type: dreams}\nmapping:\n  paths: [src/mail.ts]\n")
        .node("broken", "name: [\n")
        .node("nameless", "type: module\naspects:\n  - aspect: audit\n  - aspect: audit\n")
        .write(".yggdrasil/model/ring/a/responsibility.md", "Short.\n")
        .write(".yggdrasil/model/folder/notes.md", "Not a node.\n")
        .write(".yggdrasil/aspects/yin/yg-aspect.yaml", "name: Yin\nimplies: [yang, void]\n")
        .write(".yggdrasil/aspects/yang/yg-aspect.yaml", "name: Yang\nimplies: [yin]\n")
        .write(".yggdrasil/aspects/bad/yg-aspect.yaml", "description: no name\n")
        .write(".yggdrasil/flows/empty/yg-flow.yaml", "name: Empty\n")
        .write(".yggdrasil/flows/deep/er/yg-flow.yaml", "name: Too deep\nnodes: [shop]\n")
        .write(".yggdrasil/.drift-state", "{\"shop\": \"0000\", \"gone\": {\"hash\": \"1\", \"files\": {}}}\n")
        .remove(".yggdrasil/schemas/yg-flow.yaml")
        .write("services/billing/.yggdrasil/yg-config.yaml", "name: Billing\nnode_types: {service: {description: s}}\n")
        .write("services/billing/.yggdrasil/model/shop/yg-node.yaml", "name: Other shop\ntype: service\n")
        .write(
            "services/billing/.yggdrasil/model/bill/yg-node.yaml",
            "name: Bill\ntype: service\naspects: [{aspect: audit}]\nmapping: {paths: [src/bill.ts]}\n",
        )
        .write("services/billing/.yggdrasil/aspects/audit/yg-aspect.yaml", "name: Audit of billing\n")
        .write("services/billing/src/bill.ts", "bill()\n")
        .rows(&[row("ring/b", "ring/c", "calls"), row("shop", "aspect:none", "mentions"), row("flow:empty", "shop", "cites")])
}
