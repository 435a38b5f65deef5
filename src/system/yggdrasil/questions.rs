//! The questions that only architecture models answer, and their part in the answers to general ones.

mod aspects;
mod context;
mod coverage;
mod detail;
mod drift;
mod drift_sections;
mod flows;
mod impact;
mod method;
mod owner;
mod reasons;
mod simulation;
mod sync;

pub(super) use coverage::CoverageExtra;
pub(super) use detail::sections_about;
pub(super) use drift::{node_of, of_node};
pub(super) use drift_sections::drift_sections;
pub(super) use impact::concerned;
pub(super) use method::changed_part;
pub(super) use simulation::Simulation;

use super::facts;
use crate::system::ImpactOptions;
use crate::system::question::{Kind, Parameter, Question, QuestionInput, Refusal};

/// What the nodes belong to, in messages.
const OF: &str = "an architecture model";

/// Why a question cannot be asked about the past.
const NOW: &str = "this command compares current files";

pub(super) static QUESTIONS: [Question; 5] = [
    Question {
        name: "aspects",
        about: "Aspects that apply to a node of an architecture model, and why; without an ID, all aspects",
        parameters: &[Parameter::positional("id", "ID", Kind::Node(OF), "Node; default: list all aspects")],
        below: &[],
        only_now: None,
        writes: false,
        ask: |input, arguments| Ok(aspects::answer(input, arguments)),
    },
    Question {
        name: "flows",
        about: "Flows that include a node of an architecture model, and why; without an ID, all flows",
        parameters: &[Parameter::positional("id", "ID", Kind::Node(OF), "Node or flow; default: list all flows")],
        below: &[],
        only_now: None,
        writes: false,
        ask: |input, arguments| Ok(flows::answer(input, arguments)),
    },
    Question {
        name: "owner",
        about: "Node of an architecture model that owns a file; with --uncovered, files without an owner",
        parameters: &[
            Parameter::positional("file", "FILE", Kind::File, "File, relative to the current folder or the workspace")
                .instead_of("uncovered"),
            Parameter::flag("uncovered", "List project files that no node owns").only_now(NOW),
        ],
        below: &[],
        only_now: None,
        writes: false,
        ask: owner::ask,
    },
    Question {
        name: "drift",
        about: "Nodes of an architecture model that changed since their last sync; `drift sync` records their current \
                state",
        parameters: &[
            Parameter::positional("node", "NODE", Kind::Id, "Only this node and its descendants"),
            Parameter::flag("drifted-only", "Omit nodes that are ok"),
        ],
        below: &[SYNC],
        only_now: Some(NOW),
        writes: false,
        ask: drift::ask,
    },
    Question {
        name: "context",
        about: "Context package of a node of an architecture model",
        parameters: &[Parameter::positional("id", "ID", Kind::Node(OF), "Node id").required()],
        below: &[],
        only_now: None,
        writes: false,
        ask: context::ask,
    },
];

const SYNC: Question = Question {
    name: "sync",
    about: "Record the current state of the nodes' files",
    parameters: &[
        Parameter::positional("nodes", "NODE", Kind::Ids, "Nodes to record").instead_of("all"),
        Parameter::flag("recursive", "Include their descendants").without("all"),
        Parameter::flag(
            "all",
            "Record every mapped node, and remove records of nodes that no longer exist or are no longer mapped",
        ),
        Parameter::flag("dry-run", "Show what would be written without writing it"),
    ],
    below: &[],
    only_now: Some(NOW),
    writes: true,
    ask: sync::ask,
};

pub(super) const IMPACT_OPTIONS: ImpactOptions = ImpactOptions {
    of: OF,
    parameters: &[
        Parameter::option(
            "method",
            "NAME",
            Kind::Text,
            "Only nodes whose relations list this method of a model node in `consumes`, and their dependents",
        ),
        Parameter::flag(
            "simulate",
            "Also show the context package of each affected model node: tokens at the last commit and now, and drift",
        )
        .only_now("--simulate compares current files"),
    ],
};

/// Refuses a question about a workspace without an architecture model.
fn check_for_model(input: &QuestionInput<'_>) -> Result<(), Refusal> {
    if facts(input.facts).models.is_empty() {
        let root = input.disk.root.display();
        return Err(Refusal::Negative(format!("{root} has no architecture model (.yggdrasil)")));
    }
    Ok(())
}
