//! A small architecture model without findings.
//!
//! ```text
//! shop            module, aspect logging        src/shop
//! ├─ mail         module                        src/mail.ts          listens orders, uses payments
//! ├─ orders       service, aspect regulated     src/shop/orders      calls payments, emits mail
//! └─ payments     service, aspect audit         src/shop/payments.ts uses legacy
//! legacy          module, blackbox              legacy
//!
//! regulated ──▶ audit      saga ──▶ observability/tracing      flow checkout: orders, payments; aspect saga
//! ```

use super::workspace::Fixture;

pub(crate) const CONFIG: &str = ".yggdrasil/yg-config.yaml";
pub(crate) const SHOP: &str = ".yggdrasil/model/shop/yg-node.yaml";
pub(crate) const ORDERS: &str = ".yggdrasil/model/shop/orders/yg-node.yaml";
pub(crate) const PAYMENTS: &str = ".yggdrasil/model/shop/payments/yg-node.yaml";
pub(crate) const LEGACY: &str = ".yggdrasil/model/legacy/yg-node.yaml";
pub(crate) const FLOW: &str = ".yggdrasil/flows/checkout/yg-flow.yaml";
pub(crate) const DESCRIPTION: &str = ".yggdrasil/flows/checkout/description.md";

const FILES: [(&str, &str); 21] = [
    (
        CONFIG,
        "name: The shop\n\
         node_types:\n  module:\n    description: A part of the business\n  \
         service:\n    description: Something that others call\n    required_aspects: [audit]\n\
         artifacts:\n  responsibility.md:\n    required: always\n    included_in_relations: true\n  \
         interface.md:\n    required:\n      when: has_incoming_relations\n    included_in_relations: true\n  \
         internals.md:\n    required: never\n  \
         compliance.md:\n    required:\n      when: has_aspect:regulated\n\
         quality:\n  min_artifact_length: 50\n  max_direct_relations: 10\n  \
         context_budget:\n    warning: 10000\n    error: 20000\n",
    ),
    (
        SHOP,
        "name: Shop\ntype: module\naspects:\n  - aspect: logging\n    exceptions:\n      - Nothing is logged at start-up\n\
         mapping:\n  paths:\n    - src/shop\n",
    ),
    (
        ORDERS,
        "name: Orders\ntype: service\n\
         aspects:\n  - aspect: regulated\n    exceptions:\n      - Imports are recorded once\n      - Tests are not recorded\n    \
         anchors: [auditLog]\n\
         relations:\n  - target: shop/payments\n    type: calls\n    consumes: [charge, refund]\n    failure: try again\n  \
         - target: shop/mail\n    type: emits\n    consumes: [orderId]\n\
         mapping:\n  paths:\n    - src/shop/orders\n",
    ),
    (
        PAYMENTS,
        "name: Payments\ntype: service\naspects:\n  - aspect: audit\n\
         relations:\n  - target: legacy\n    type: uses\n\
         mapping:\n  paths:\n    - src/shop/payments.ts\n",
    ),
    (
        ".yggdrasil/model/shop/mail/yg-node.yaml",
        "name: Mail\ntype: module\n\
         relations:\n  - target: shop/orders\n    type: listens\n  - target: shop/payments\n    type: uses\n\
         mapping:\n  paths:\n    - src/mail.ts\n",
    ),
    (LEGACY, "name: Legacy\ntype: module\nblackbox: true\nmapping:\n  paths:\n    - legacy\n"),
    (".yggdrasil/aspects/audit/yg-aspect.yaml", "name: Audit\ndescription: Who did what\n"),
    (".yggdrasil/aspects/audit/content.md", "Every change leaves a record.\n"),
    (".yggdrasil/aspects/regulated/yg-aspect.yaml", "name: Regulated\nimplies: [audit]\n"),
    (".yggdrasil/aspects/logging/yg-aspect.yaml", "name: Logging\n"),
    (".yggdrasil/aspects/saga/yg-aspect.yaml", "name: Saga\nimplies:\n  - observability/tracing\n"),
    (".yggdrasil/aspects/observability/tracing/yg-aspect.yaml", "name: Tracing\n"),
    (FLOW, "name: Checkout\nnodes:\n  - shop/orders\n  - shop/payments\naspects:\n  - saga\n"),
    (
        DESCRIPTION,
        "# Checkout\n\n## Business context\n\nPeople buy.\n\n## Trigger\n\nA click.\n\n## Goal\n\nA paid order.\n\n\
         ## Participants\n\nOrders and payments.\n\n## Paths\n\n### Happy path\n\nAll goes well.\n\n\
         ## Invariants across all paths\n\nNobody pays twice.\n",
    ),
    (".yggdrasil/schemas/yg-node.yaml", "name: text\n"),
    (".yggdrasil/schemas/yg-aspect.yaml", "name: text\n"),
    (".yggdrasil/schemas/yg-flow.yaml", "name: text\n"),
    ("src/shop/main.ts", "start()\n"),
    ("src/shop/payments.ts", "charge()\n"),
    ("src/mail.ts", "send()\n"),
    ("legacy/old.cob", "DISPLAY 'OLD'\n"),
];

/// The artifacts of the model's nodes.
const ARTIFACTS: [(&str, &str); 9] = [
    ("shop", "responsibility.md"),
    ("shop/mail", "responsibility.md"),
    ("shop/mail", "interface.md"),
    ("shop/orders", "responsibility.md"),
    ("shop/orders", "interface.md"),
    ("shop/orders", "compliance.md"),
    ("shop/payments", "responsibility.md"),
    ("shop/payments", "interface.md"),
    ("legacy", "interface.md"),
];

/// The content of an artifact of the model: a distinct line that is long enough.
pub(crate) fn artifact(node: &str, name: &str) -> String {
    format!("This is {name} of {node}, and it has more to say than fifty characters.\n")
}

impl Fixture {
    /// A workspace with only the model and an empty log.
    pub(crate) fn model() -> Self {
        Self::empty().with_model()
    }

    /// Adds the model and the source files that belong to it.
    pub(crate) fn with_model(mut self) -> Self {
        for (file, text) in FILES {
            self = self.write(file, text);
        }
        for (node, name) in ARTIFACTS {
            self = self.artifact(node, name);
        }
        self.write("src/shop/orders/a.ts", "import './b'\n").write("src/shop/orders/deep/b.ts", "auditLog(order)\n")
    }

    /// Adds an artifact that is long enough.
    pub(crate) fn artifact(self, node: &str, name: &str) -> Self {
        self.write(&format!(".yggdrasil/model/{node}/{name}"), artifact(node, name))
    }

    /// Adds a node without incoming relations, with its responsibility.
    pub(crate) fn node(self, id: &str, yaml: &str) -> Self {
        self.write(&format!(".yggdrasil/model/{id}/yg-node.yaml"), yaml).artifact(id, "responsibility.md")
    }

    /// Replaces the only occurrence of `old` in a file.
    pub(crate) fn replace(self, file: &str, old: &str, new: &str) -> Self {
        let text = self.read(file);
        assert_eq!(text.matches(old).count(), 1, "{old:?} in {file}");
        self.write(file, text.replace(old, new))
    }
}
