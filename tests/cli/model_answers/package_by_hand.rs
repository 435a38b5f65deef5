//! A context package written out by hand, with its tokens counted by hand.

use super::*;

const NODE: &str = "depot/belt";

/// The node file as it appears in the package: without the blank lines at its end.
const YAML: &str = "name: Belt
type: module
aspects:
  - aspect: audited
    exceptions: [Night runs, Tests]
relations:
  - {target: panel, type: listens, consumes: [speed], event_name: Speed set}
  - {target: motor, type: uses, consumes: [start, stop], failure: halt}
  - {target: depot, type: uses}
  - {target: scale, type: calls}
  - {target: panel, type: emits}
mapping:
  paths: [src/belt.rs, ./src/roll/]";

const CONFIG: &str = "name: Depot
node_types:
  module: {description: A part}
artifacts:
  responsibility.md: {required: always, included_in_relations: true}
  interface.md: {required: never, included_in_relations: true}
  Notes.md: {required: never}
";

/// The files of the model below `.yggdrasil/`, except the node file itself.
const FILES: [(&str, &str); 26] = [
    ("yg-config.yaml", CONFIG),
    ("model/depot/yg-node.yaml", "name: Depot\ntype: module\naspects:\n  - aspect: logged\n"),
    ("model/depot/responsibility.md", "Stores parcels.\n"),
    ("model/depot/Notes.md", "Built in 1970.\n"),
    ("model/depot/interface.md", "Doors.\n"),
    ("model/depot/unconfigured.md", "Not part of it.\n"),
    ("model/depot/belt/responsibility.md", "Moves 𝄞 a parcel.\n"),
    ("model/motor/yg-node.yaml", "name: Motor\ntype: module\n"),
    ("model/motor/responsibility.md", "Turns.\n\n"),
    ("model/motor/interface.md", "start, stop\n\n"),
    ("model/motor/Notes.md", "Loud.\n"),
    ("model/scale/yg-node.yaml", "name: Scale\ntype: module\n"),
    ("model/scale/Notes.md", "Weighs.\n"),
    ("model/panel/yg-node.yaml", "name: Panel\ntype: module\n"),
    ("model/panel/responsibility.md", "Shows speed.\n"),
    ("aspects/logged/yg-aspect.yaml", "name: Logged\n"),
    ("aspects/logged/content.md", "Log it.\n"),
    ("aspects/audited/yg-aspect.yaml", "name: Audited\nstability: protocol\nimplies: [dated]\n"),
    ("aspects/audited/b.md", "B\n"),
    ("aspects/audited/A.md", "A\n"),
    ("aspects/dated/yg-aspect.yaml", "name: Dated\n"),
    ("aspects/signed/yg-aspect.yaml", "name: Signed\n"),
    ("aspects/signed/content.md", "Sign."),
    ("flows/deliver/yg-flow.yaml", "name: Deliver\nnodes: [depot]\naspects: [signed, ghost]\n"),
    ("flows/deliver/description.md", "Carry it.\n"),
    ("flows/swift/yg-flow.yaml", "name: Swift\nnodes: [depot/belt]\n"),
];

/// The expected package. The relation to `depot` is omitted because it is an ancestor. `ghost` is undefined: it is
/// listed, but has no part of its own.
fn expected() -> String {
    format!(
        "\
<context-package node-path=\"depot/belt\" node-name=\"Belt\" token-count=\"{TOKENS}\">

<global>
**Project:** Depot

</global>

<hierarchy path=\"depot\" aspects=\"logged\">
### interface.md
Doors.


### Notes.md
Built in 1970.


### responsibility.md
Stores parcels.

</hierarchy>

<own-artifacts aspects=\"audited,dated\">
### yg-node.yaml
{YAML}

### responsibility.md
Moves 𝄞 a parcel.

</own-artifacts>

<materialization-target paths=\"src/belt.rs, ./src/roll/\" />

<aspect name=\"Logged\" id=\"logged\">
### content.md
Log it.

</aspect>

<aspect name=\"Audited\" id=\"audited\">
### A.md
A


### b.md
B

**Stability tier:** protocol

⚠ **Exception for this node:** Night runs; Tests
</aspect>

<aspect name=\"Dated\" id=\"dated\">

</aspect>

<aspect name=\"Signed\" id=\"signed\" source=\"flow:Deliver\">
### content.md
Sign.
</aspect>

<event target=\"panel\" type=\"listens\" event-name=\"Speed set\" consumes=\"speed\">
Source: panel
You listen for Speed set.
Consumes: speed
</event>

<dependency target=\"motor\" type=\"uses\" consumes=\"start, stop\" failure=\"halt\">
Consumes: start, stop

On failure: halt

### responsibility.md
Turns.



### interface.md
start, stop
</dependency>

<dependency target=\"scale\" type=\"calls\">
### Notes.md
Weighs.
</dependency>

<event target=\"panel\" type=\"emits\" event-name=\"Panel\">
Target: panel
You publish Panel.
</event>

<flow name=\"Deliver\" aspects=\"signed,ghost\">
### description.md
Carry it.

</flow>

<flow name=\"Swift\">
(no artifacts)
</flow>

</context-package>
"
    )
}

/// UTF-16 code units of the contents in the order above: 19 + 94 + 451 + 23 + 103 + 0 + 20 + 55 + 101 + 20 + 32 + 29 +
/// 14 = 961, plus 2 for each of the 12 blank lines between them: 985, which is 246 tokens and one unit. Counted in
/// characters it would be one unit less, because the clef takes two, and thus one token less.
const TOKENS: u64 = 247;

fn depot() -> Fixture {
    let path = |file: &str| format!(".yggdrasil/{file}");
    let node = Fixture::empty().write(&path("model/depot/belt/yg-node.yaml"), format!("{YAML}\n\n\n"));
    FILES.iter().fold(node, |fixture, (file, text)| fixture.write(&path(file), text))
}

#[test]
fn the_package_equals_the_one_written_by_hand() {
    let run = depot().run(&["--format", "human", "context", NODE]).code(0);
    assert_eq!(run.stdout, expected());
}

#[test]
fn the_token_count_equals_the_one_counted_by_hand() {
    assert_eq!(depot().run(&["context", NODE]).code(0).json()["tokens"], TOKENS);
}

#[rstest]
#[case::one_more("248", None)]
#[case::just_reached("247", Some("W005"))]
fn the_budget_is_reached_at_exactly_its_number_of_tokens(#[case] warning: &str, #[case] code: Option<&str>) {
    let budget = format!("{CONFIG}quality: {{context_budget: {{warning: {warning}}}}}\n");
    let fixture = depot().write(".yggdrasil/yg-config.yaml", budget);
    let report = fixture.run(&["doctor"]).json();
    let mut findings = report["findings"].as_array().unwrap().iter().filter(|finding| finding["node"] == NODE);
    let found = findings.find(|finding| finding["code"] == "W005" || finding["code"] == "W006");
    assert_eq!(found.map(|finding| finding["code"].as_str().unwrap()), code, "{report}");
}
