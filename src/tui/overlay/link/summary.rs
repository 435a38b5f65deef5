//! The edge editor, its saved drafts and the edges this session added, as data.

use super::request::Preview;
use super::state::{Choice, Field, LinkDraft, draft_of, drafts};
use crate::graph::Graph;
use crate::query::advice::Fix;
use crate::tui::state::State;
use crate::tui::summary::{address, addresses, codes, sentence, word};
use serde_json::{Map, Value, json};

pub(super) fn summary(state: &State) -> Value {
    json!({
        "draft": draft_of(state).map(|draft| self::draft(&state.session.graph, draft)),
        // Number of saved drafts.
        "saved": drafts(state).saved.len(),
        // Rows of edges added in this session, oldest first.
        "added": state.written.added.iter().map(|added| json!(added.row)).collect::<Vec<_>>(),
    })
}

fn draft(graph: &Graph, draft: &LinkDraft) -> Value {
    let field = |field: Field| {
        let mut said = draft.entry(field)?.summary();
        said["says"] = json!(draft.says(graph, field));
        Some((field.name().to_owned(), said))
    };
    let choice = |choice: Choice| match choice {
        Choice::Found(at) => {
            let node = || draft.form.nodes.hits.get(at).map(|hit| address(graph, hit.node));
            let relation = || draft.relations.fits.get(at).map(|fit| fit.relation.clone());
            json!({ "found": if draft.focus == Field::Relation { relation() } else { node() } })
        }
        Choice::AsTyped => json!({ "typed": draft.typed() }),
    };
    let choices = (0..draft.choices(graph)).filter_map(|at| draft.choice(graph, at)).map(choice);
    json!({
        "fields": Field::ALL.into_iter().filter_map(field).collect::<Map<_, _>>(),
        "reason": draft.form.reason.text(),
        "focus": draft.focus.name(),
        "choices": choices.collect::<Vec<_>>(),
        "nodes": addresses(graph, draft.form.nodes.hits.iter().map(|hit| hit.node)),
        // Number of nodes at the start that are suggestions.
        "suggested": draft.form.nodes.suggested,
        "relations": draft.relations.fits.iter().map(|fit| &fit.relation).collect::<Vec<_>>(),
        "cursor": draft.form.rows.cursor,
        "offset": draft.form.rows.offset,
        // The value that Enter would take.
        "meant": draft.meant(graph),
        "swaps_ends": draft.meant_swaps_ends(graph),
        "preview": draft.preview.as_deref().map(preview),
        "fix": draft.fix().map(fix),
        "problem": draft.form.problem,
        // Queued inputs.
        "held": draft.form.held.iter().map(|held| format!("{held:?}")).collect::<Vec<_>>(),
        "phase": word(&draft.form.phase),
        "is_resumed": draft.is_resumed,
    })
}

fn preview(preview: &Preview) -> Value {
    json!({
        "rows": preview.rows.as_ref().ok(),
        "problem": preview.rows.as_ref().err(),
        "advice": codes(&preview.advice),
        "sentence": sentence(&preview.sentence),
    })
}

fn fix(fix: &Fix) -> Value {
    match fix {
        Fix::Relation(verb) => json!({ "relation": verb }),
        Fix::Turn(verb) => json!({ "turn": verb }),
        Fix::Source(id) => json!({ "source": id }),
        Fix::Target(id) => json!({ "target": id }),
    }
}
