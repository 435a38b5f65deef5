//! The questions: some about every workspace, some about every node, some about one workspace.

use crate::support::Fixture;
use serde_json::Value;

/// Questions about every workspace.
const EVERYWHERE: [&str; 80] = [
    "list",
    "list --missing",
    "list --orphans",
    "list --drifted",
    "list --kind task",
    "list --status open",
    "list --domain infra",
    "list --layer code",
    "list --system reference",
    "list --system unit",
    "list --system causal",
    "list --system yggdrasil",
    "list --system sidecar",
    "list --as-of 2026-05-12",
    "list --missing --as-of 2026-05-12",
    "artifact list --kind signal",
    "search a",
    "search the cache",
    "search s --limit 3",
    "search no-such-node-anywhere",
    "tree",
    "tree --depth 1",
    "tree --root yggdrasil",
    "tree --root causal --depth 2",
    "tree --as-of 2026-05-12",
    "relations",
    "relations --all",
    "relations --as-of 2026-05-12",
    "stats",
    "stats --as-of 2026-05-12",
    "doctor",
    "doctor --as-of 2026-05-12",
    "log",
    "log --actor cli",
    "log --actor agent --actor kim --limit 4",
    "log --relation led-to",
    "log --relation mentions,cites --since -30d",
    "log --since 2026-05-12",
    "log --layer execution",
    "log --as-of 2026-05-12 --limit 5",
    "diff --from 2026-01-01",
    "diff --from -30d --to -10d",
    "diff --from 2026-01-01 --layer code --min-confidence 0.5",
    "diff --from 2026-05-01 --as-of 2026-05-12",
    "contradictions",
    "contradictions --min-confidence 0",
    "contradictions --min-confidence 0.7",
    "contradictions --layer execution",
    "contradictions --as-of 2026-05-12",
    "cycles",
    "cycles --min-confidence 0",
    "cycles --orient meaning",
    "cycles --layer execution",
    "cycles --relations led-to,mentions,derives-from,uses",
    "cycles --relations calls,imports,supports --orient meaning",
    "cycles --as-of 2026-05-12",
    "ready",
    "rank",
    "rank --limit 5 --direction in",
    "rank --limit 5 --direction both --orient meaning",
    "rank --limit 5 --orient meaning",
    "rank --limit 5 --relations led-to,derives-from,calls,uses",
    "rank --limit 5 --layer code",
    "rank --limit 5 --min-confidence 0.7",
    "rank --limit 5 --as-of 2026-05-12",
    "aspects",
    "aspects no-such-node",
    "flows",
    "flows --as-of 2026-05-12",
    "owner --uncovered",
    "owner references.jsonl",
    "owner src/no/such/file.ts",
    "drift",
    "drift --drifted-only",
    "show no-such-node",
    "refs no-such-node",
    "trace no-such-node --as-of 2026-05-12",
    "path no-such-node no-other-node",
    "impact no-such-node",
    "context no-such-node",
];

/// Questions about every node; `{}` is its id and `{other}` the id of another node. The first prints everything that is
/// known about the node, which is enough to compare a snapshot with its files.
const ABOUT_NODES: [&str; 5] = [
    "show {}",
    "refs {} --direction both --depth 2 --retracted",
    "trace {} --orient meaning",
    "impact {}",
    "argument {}",
];

/// Further questions about nodes: each is asked about one node in four.
const ABOUT_SOME_NODES: [&str; 15] = [
    "trace {}",
    "suggest {} --everywhere --limit 3",
    "path {} {other} --all-shortest",
    "path {} {other} --directed --orient meaning",
    "log {}",
    "rank --from {} --limit 3",
    "tree --root {} --depth 2",
    "show {} --as-of 2026-05-12 --min-confidence 0.7",
    "refs {} --depth 3",
    "refs {} --direction in --depth 2 --min-confidence 0",
    "refs {} --direction both --as-of 2026-05-12",
    "refs {} --direction both --lens layer",
    "trace {} --direction backward --max-depth 2 --relations led-to,mentions,calls,derives-from,uses,related_to",
    "argument {} --limit 1 --min-confidence 0.7",
    "impact {} --as-of 2026-05-12",
];

/// Questions about every node of an architecture model.
const ABOUT_MODEL_NODES: [&str; 4] = ["aspects {}", "flows {}", "context {}", "drift {}"];

/// Questions with filters, asked about one node in four of workspaces with layers or domains.
const WITH_FILTERS: [&str; 13] = [
    "refs {} --direction both --depth 3 --relation led-to,mentions --relation calls",
    "refs {} --direction both --depth 3 --domain infra",
    "refs {} --direction both --depth 3 --layer code",
    "trace {} --direction forward --layer execution",
    "trace {} --min-confidence 0.7 --orient meaning",
    "impact {} --layer code",
    "impact {} --min-confidence 0.7",
    "argument {} --layer knowledge",
    "suggest {} --relations mentions,cites --min-confidence 0.3",
    "suggest {} --layer code",
    "rank --from {} --limit 4 --direction out --orient meaning",
    "path {} {other} --max-hops 3 --relations led-to,mentions,calls,caused --min-confidence 0.1",
    "path {} {other} --all-shortest --limit 1 --layer code",
];

const ABOUT_REFERENCES: [&str; 17] = [
    "migrate-ids --map map.json",
    "refs add --from a --to b --relation led-to --dry-run",
    "refs add --from b --to a --relation led-to --dry-run --actor kim --reason because",
    "refs add --from a --to s --relation resolves --dry-run",
    "refs add --from a --to s --relation led-too --dry-run",
    "refs add --from a --to s --relation notifies --dry-run",
    "refs add --from a --to s --relation notifies --force --dry-run",
    "refs add --from a --to nowhere --relation cites --dry-run",
    "refs add --from a --to nowhere --relation cites --strict --dry-run",
    "refs retract s a led-to --dry-run",
    "refs retract s a led-to --dry-run --ts 2026-05-01T10:00:00.000Z --actor kim --reason because",
    "refs retract a b mentions --dry-run",
    "refs retract a b cites --dry-run",
    "show reference:a",
    "refs reference:gone --direction in",
    "list --status todo",
    "search ızgara",
];

const ABOUT_UNITS: [&str; 6] = [
    "show 0196c801-7a10-7c01-8a01-3f6d2b9c0001 --min-confidence 0.4",
    "show 0196c8",
    "show 0196c8010001",
    "show unit:0196c801-7a10-7c01-8a01-3f6d2b9c0002",
    "refs unit:0196c801 --direction both",
    "refs add --from 0196c801-7a10-7c01-8a01-3f6d2b9c0002 --to 0196c801-7a10-7c01-8a01-3f6d2b9c0001 --relation rebuts \
     --dry-run",
];

const ABOUT_CAUSAL: [&str; 5] = [
    "show causal:billing/src/api.ts",
    "show shop/outage",
    "list --layer data",
    "list --layer execution",
    "rank --layer execution --min-confidence 0",
];

const ABOUT_MODEL: [&str; 19] = [
    "owner src/shop/orders/a.ts",
    "owner src/shop/main.ts",
    "owner src/new.ts",
    "owner .yggdrasil/yg-config.yaml",
    "impact shop/payments --method charge",
    "impact shop/payments --method refund",
    "impact shop/payments --method nothing",
    "impact shop/payments --simulate",
    "impact aspect:audit --simulate",
    "impact shop --simulate",
    "drift sync --all --dry-run",
    "drift sync shop --recursive --dry-run",
    "drift sync shop/orders shop/mail --dry-run",
    "drift sync no-such-node --dry-run",
    "refs add --from shop/payments --to shop/orders --relation calls --dry-run",
    "refs add --from legacy --to aspect:audit --relation implies --dry-run",
    "list --status blackbox",
    "list --kind service",
    "tree --root flow:checkout",
];

const ABOUT_BROKEN_MODEL: [&str; 4] = [
    "owner src/shop/orders/a.ts",
    "owner services/billing/src/bill.ts",
    "drift sync --all --dry-run",
    "list --kind aspect",
];

const ABOUT_MIXED: [&str; 12] = [
    "show reference:app",
    "show yggdrasil:shop",
    "show sidecar:sn.a.rank1",
    "refs reference:app --direction both",
    "refs causal:app --direction both",
    "refs unit:b --direction both",
    "path app causal:app --all-shortest",
    "trace crash --relations led-to,caused,resolves --orient meaning",
    "list --domain product",
    "list --kind skill",
    "owner src/app.rs",
    "owner src/mail.ts",
];

/// Maximum number of bytes of an answer that is recorded in full: all findings, another answer about the workspace, all
/// details of a node, and another answer about a node.
const READABLE: [usize; 4] = [30_000, 5_000, 1_600, 500];

/// One question, as arguments of the program.
pub(super) struct Question {
    pub(super) arguments: Vec<String>,
    /// Whether it is asked again of a workspace that is restored from a snapshot.
    pub(super) is_repeated: bool,
    /// A longer answer is recorded by its checksum.
    pub(super) readable: usize,
}

impl Question {
    /// A question about the workspace.
    fn general(words: &str) -> Self {
        let is_about_the_past = ["list --as-of", "doctor --as-of", "diff"].iter().any(|start| words.starts_with(start));
        let is_plain = !words.contains(" --") && !words.contains("no-such-");
        let readable = READABLE[usize::from(words != "doctor")];
        Self { is_repeated: is_plain || is_about_the_past, readable, ..Self::about(words, "", "") }
    }

    /// A question about a node, with its id for `{}`.
    fn about(template: &str, id: &str, other: &str) -> Self {
        let argument = |word: &str| match word {
            "{}" => id.to_owned(),
            "{other}" => other.to_owned(),
            word => word.to_owned(),
        };
        let is_whole = template == ABOUT_NODES[0];
        let arguments = template.split_whitespace().map(argument).collect();
        Self { arguments, is_repeated: is_whole, readable: READABLE[if is_whole { 2 } else { 3 }] }
    }

    /// Whether this is a dry run of a command that writes. These refuse `--now`.
    pub(super) fn writes(&self) -> bool {
        let words: Vec<_> = self.arguments.iter().map(String::as_str).collect();
        matches!(words[..], ["refs", "add" | "retract", ..] | ["drift", "sync", ..] | ["migrate-ids", ..])
    }

    /// The question as typed in a shell.
    pub(super) fn line(&self) -> String {
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:,".contains(c);
        let quoted = |word: &String| if word.chars().all(is_plain) { word.clone() } else { format!("'{word}'") };
        format!("refscope {}", self.arguments.iter().map(quoted).collect::<Vec<_>>().join(" "))
    }
}

/// All questions about a workspace.
pub(super) fn about(name: &str, fixture: &Fixture) -> Vec<Question> {
    let of_workspace: &[&str] = match name {
        "demo" => {
            &["demo", "owner src/api/handler.ts", "owner src/cache/ttl.ts", "impact read-path/cache --method get"]
        }
        "references" => &ABOUT_REFERENCES,
        "units" => &ABOUT_UNITS,
        "causal" => &ABOUT_CAUSAL,
        "model" => &ABOUT_MODEL,
        "broken-model" => &ABOUT_BROKEN_MODEL,
        "mixed" => &ABOUT_MIXED,
        _ => &[],
    };
    let mut questions: Vec<_> = EVERYWHERE.iter().chain(of_workspace).map(|words| Question::general(words)).collect();
    let is_generated = name == "generated";
    let nodes = sample(nodes(fixture), if is_generated { 8 } else { usize::MAX });
    for (at, (id, system)) in nodes.iter().enumerate() {
        let has_filters = ["causal", "references", "mixed", "generated"].contains(&name);
        // Two nodes of other systems show the message.
        let is_in_model = system == "yggdrasil" || at < 2;
        let some = ABOUT_SOME_NODES.iter().chain(WITH_FILTERS.iter().filter(|_| has_filters));
        let some = some.enumerate().filter(|(number, _)| (number + at).is_multiple_of(4)).map(|(_, template)| template);
        let about = ABOUT_NODES.iter().chain(some).chain(ABOUT_MODEL_NODES.iter().filter(|_| is_in_model));
        // Seven is coprime to most sizes and rarely leads to a neighbour in the list.
        let other = &nodes[(at + 7) % nodes.len()].0;
        let about = about.map(|template| Question::about(template, id, other));
        questions.extend(about.map(|one| Question { is_repeated: one.is_repeated || at.is_multiple_of(10), ..one }));
    }
    if is_generated {
        for question in &mut questions {
            (question.is_repeated, question.readable) = (true, 0);
        }
    }
    let mut lines: Vec<_> = questions.iter().map(Question::line).collect();
    lines.sort();
    let twice: Vec<_> = lines.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "asked twice: {twice:?}");
    questions
}

/// The ids and systems of all nodes, defined ones first.
fn nodes(fixture: &Fixture) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let listed = [&["list", "--no-cache"][..], &["list", "--missing", "--no-cache"]]
        .map(|arguments| fixture.run(arguments).code(0).json());
    let nodes = listed.iter().flat_map(|listed| listed.as_array().unwrap());
    nodes.map(|node| (text(&node["id"]), text(&node["system"]))).collect()
}

/// At most `most` entries at equal distances.
fn sample<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let step = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(step).collect()
}
