//! What the edge editor keeps: the open draft and saved ones. A draft is kept until the edge is written.

use super::request::{Fitting, Preview};
use crate::graph::relation::Spelling;
use crate::graph::{Graph, Node, Row};
use crate::query::advice::Fix;
use crate::query::is_short_for;
use crate::tui::form::{Completion, Entry, Form};
use crate::tui::parts::Parts;
use crate::tui::state::{Prompt, State};
use std::mem;

#[derive(Debug, Default)]
pub(super) struct Drafts {
    /// The draft in the open editor, or the one being written.
    pub(super) open: Option<LinkDraft>,
    /// Saved drafts, latest last.
    pub(super) saved: Vec<LinkDraft>,
}

pub(super) fn drafts(state: &State) -> &Drafts {
    state.parts.get()
}

pub(super) fn drafts_mut(state: &mut State) -> &mut Drafts {
    state.parts.get_mut()
}

/// The draft in the open editor, or the one being written.
pub(super) fn draft_of(state: &State) -> Option<&LinkDraft> {
    drafts(state).open.as_ref()
}

/// Mutable [`draft_of`].
pub(super) fn draft_mut(parts: &mut Parts) -> Option<&mut LinkDraft> {
    parts.get_mut::<Drafts>().open.as_mut()
}

/// The fields of the edge editor, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::tui::overlay) enum Field {
    /// Source of the edge.
    From,
    Relation,
    /// Target of the edge.
    To,
    /// Optional reason.
    Reason,
}

impl Field {
    pub(super) const ALL: [Self; 4] = [Self::From, Self::Relation, Self::To, Self::Reason];

    /// The required fields.
    pub(super) const NEEDED: [Self; 3] = [Self::From, Self::Relation, Self::To];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::Relation => "relation",
            Self::To => "to",
            Self::Reason => "reason",
        }
    }
}

/// Which nodes a draft belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Scope {
    /// The selected node.
    #[default]
    Selected,
    /// All marked nodes.
    Marked,
}

/// The initial values of a draft.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Start {
    /// Which nodes it belongs to.
    pub(super) scope: Scope,
    /// Their ids: the nodes that were selected or marked when the editor was opened.
    pub(super) on: Vec<String>,
    /// Source ids.
    pub(super) from: Vec<String>,
    /// The verb, if it is repeated or suggested.
    pub(super) relation: Option<String>,
    /// Target id, if it is suggested.
    pub(super) to: Option<String>,
}

/// A row of the list below the fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    /// A match, by index.
    Found(usize),
    /// The typed text itself.
    AsTyped,
}

/// The draft of a new edge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LinkDraft {
    /// Its initial values.
    pub(super) start: Start,
    /// Whether it was saved and resumed.
    pub(super) is_resumed: bool,
    /// The target (and its field) that a suggestion or a saved draft came with, which the user did not choose just now.
    pub(super) given_target: Option<(Field, Vec<String>)>,
    pub(super) focus: Field,
    /// Source or sources.
    pub(super) from: Entry,
    pub(super) relation: Entry,
    /// Target or targets.
    pub(super) to: Entry,
    pub(super) form: Form,
    /// Relations that match the typed text.
    pub(super) relations: Fitting,
    /// Preview, once it is computed.
    pub(super) preview: Option<Box<Preview>>,
}

impl LinkDraft {
    pub(super) fn new(start: Start) -> Self {
        let [relation, to] = [&start.relation, &start.to].map(|said| Entry::of(said.iter().cloned().collect()));
        // Never the reason: keys meant for a new edge must not end up there.
        let focus = if start.relation.is_some() && start.to.is_none() { Field::To } else { Field::Relation };
        Self {
            is_resumed: false,
            given_target: start.to.clone().map(|to| (Field::To, vec![to])),
            focus,
            from: Entry::of(start.from.clone()),
            relation,
            to,
            form: Form::default(),
            relations: Fitting::default(),
            preview: None,
            start,
        }
    }

    /// Whether it has no content worth saving.
    pub(super) fn is_untouched(&self) -> bool {
        let fresh = Self::new(self.start.clone());
        let entries = |draft: &Self| [draft.from.clone(), draft.relation.clone(), draft.to.clone()];
        entries(self) == entries(&fresh) && self.form.is_untouched()
    }

    /// Whether its sources are exactly these nodes.
    pub(super) fn leaves(&self, ids: &[String]) -> bool {
        same_ids(&self.from.taken, ids)
    }

    /// Focuses the same field as a new draft, so that the same keys have the same effect. Typing replaces the content
    /// of a field.
    pub(super) fn resume(&mut self) {
        for entry in [&mut self.from, &mut self.relation, &mut self.to] {
            entry.select_typed();
        }
        self.is_resumed = true;
        self.given_target = Some((Field::To, self.to.taken.clone()));
        self.focus_on(Field::Relation);
    }

    /// Called when a field was filled. Clears the reason if the target it was written for changed.
    pub(super) fn filled(&mut self, field: Field) {
        let given = self.given_target.take_if(|(given, _)| *given == field);
        let taken = self.entry(field).map(|entry| &entry.taken);
        if given.is_some_and(|(_, given)| taken != Some(&given)) {
            self.form.reason = Prompt::default();
        }
    }

    /// Swaps the ends, with the text typed into their fields.
    pub(super) fn swap_ends(&mut self) {
        mem::swap(&mut self.from, &mut self.to);
        if let Some((field, _)) = &mut self.given_target {
            *field = if *field == Field::To { Field::From } else { Field::To };
        }
    }

    /// The entry of a field; the reason has none.
    pub(super) fn entry(&self, field: Field) -> Option<&Entry> {
        match field {
            Field::From => Some(&self.from),
            Field::Relation => Some(&self.relation),
            Field::To => Some(&self.to),
            Field::Reason => None,
        }
    }

    /// Mutable [`Self::entry`].
    pub(super) fn entry_mut(&mut self, field: Field) -> Option<&mut Entry> {
        match field {
            Field::From => Some(&mut self.from),
            Field::Relation => Some(&mut self.relation),
            Field::To => Some(&mut self.to),
            Field::Reason => None,
        }
    }

    /// Focuses a field and clears the lists of the previous one.
    pub(super) fn focus_on(&mut self, field: Field) {
        self.focus = field;
        (self.form.nodes, self.relations) = (Completion::default(), Fitting::default());
    }

    /// The text field that has the focus.
    pub(super) fn prompt(&self) -> &Prompt {
        self.entry(self.focus).map_or(&self.form.reason, |entry| &entry.prompt)
    }

    /// The text typed into the focused field.
    pub(super) fn typed(&self) -> &str {
        self.prompt().text().trim()
    }

    /// The first required field that is empty.
    pub(super) fn missing(&self) -> Option<Field> {
        Field::NEEDED.into_iter().find(|field| self.entry(*field).is_some_and(|entry| entry.taken.is_empty()))
    }

    /// Number of rows in the list.
    pub(super) fn choices(&self, graph: &Graph) -> usize {
        self.found() + usize::from(self.offers_typed(graph))
    }

    /// The row at an index of the list.
    pub(super) fn choice(&self, graph: &Graph, at: usize) -> Option<Choice> {
        let found = self.found();
        match at {
            at if at < found => Some(Choice::Found(at)),
            at if at == found && self.offers_typed(graph) => Some(Choice::AsTyped),
            _ => None,
        }
    }

    fn found(&self) -> usize {
        match self.focus {
            Field::From | Field::To => self.form.nodes.hits.len(),
            Field::Relation => self.relations.fits.len(),
            Field::Reason => 0,
        }
    }

    /// Whether the typed text is offered as it is: only if it is not among the matches.
    fn offers_typed(&self, graph: &Graph) -> bool {
        let typed = self.typed();
        let is_found = || match self.focus {
            Field::From | Field::To => {
                let mut hits = self.form.nodes.hits.iter().map(|hit| graph.node(hit.node));
                // A shortened id always refers to one of the listed units.
                hits.any(|node| node.address() == typed || is_short_for(graph.registry(), typed, node))
            }
            Field::Relation => self.relations.fits.iter().any(|fit| fit.relation == typed),
            Field::Reason => true,
        };
        !typed.is_empty() && !is_found()
    }

    /// The value of the row that Enter would take.
    pub(super) fn meant(&self, graph: &Graph) -> Option<String> {
        let at = Some(self.form.rows.cursor).filter(|_| self.form.is_meant)?;
        Some(match (self.choice(graph, at)?, self.focus) {
            (Choice::AsTyped, _) => self.typed().to_owned(),
            (Choice::Found(at), Field::Relation) => self.relations.fits.get(at)?.relation.clone(),
            (Choice::Found(at), _) => graph.node(self.form.nodes.hits.get(at)?.node).address().into_owned(),
        })
    }

    /// Whether taking the selected row swaps the ends, because an inverse relation was typed.
    pub(super) fn meant_swaps_ends(&self, graph: &Graph) -> bool {
        let at = Some(self.form.rows.cursor).filter(|_| self.form.is_meant && self.focus == Field::Relation);
        let Some(Choice::Found(at)) = at.and_then(|at| self.choice(graph, at)) else { return false };
        let recognised = self.relations.fits.get(at).and_then(|fit| fit.recognised.as_ref());
        recognised.is_some_and(|recognised| recognised.spelling == Spelling::Inverse)
    }

    /// The current value of a field: what Enter would take, else what was taken, else the typed text.
    pub(super) fn says(&self, graph: &Graph, field: Field) -> Vec<String> {
        let Some(entry) = self.entry(field) else { return Vec::new() };
        let meant = if self.focus == field { self.meant(graph) } else { None };
        match meant {
            Some(meant) => vec![meant],
            None if !entry.taken.is_empty() => entry.taken.clone(),
            None => Some(entry.typed()).filter(|typed| !typed.is_empty()).map(str::to_owned).into_iter().collect(),
        }
    }

    /// The edges it states: one from each source to each target, with ids as typed and without a time. `None` while a
    /// required field is empty.
    pub(super) fn rows(&self, graph: &Graph, actor: &str) -> Option<impl Iterator<Item = Row<'static>> + Send + use<>> {
        let says = |field| Some(self.says(graph, field)).filter(|said| !said.is_empty());
        let (from, relation, to) = (says(Field::From)?, says(Field::Relation)?, says(Field::To)?);
        let (from, to) = if self.meant_swaps_ends(graph) { (to, from) } else { (from, to) };
        let (relation, actor) = (relation.into_iter().next()?, actor.to_owned());
        let row = Row::new(String::new(), relation, String::new()).by(actor).because(self.form.because());
        Some(from.into_iter().flat_map(move |from| {
            let row = Row { from: from.into(), ..row.clone() };
            to.clone().into_iter().map(move |to| Row { to: to.into(), ..row.clone() })
        }))
    }

    /// The fix of the first advice that can be applied with one key.
    pub(super) fn fix(&self) -> Option<&Fix> {
        let advice = self.preview.iter().flat_map(|preview| &preview.advice);
        // Replacing one of several ids would replace all of them.
        let is_clear = |fix: &&Fix| match fix {
            Fix::Source(_) => self.from.taken.len() < 2,
            Fix::Target(_) => self.to.taken.len() < 2,
            Fix::Relation(_) | Fix::Turn(_) => true,
        };
        advice.filter_map(|advice| advice.fix.as_ref()).find(is_clear)
    }

    /// The node of a field; the first of several.
    pub(super) fn node<'g>(&self, graph: &'g Graph, field: Field) -> Option<Node<'g>> {
        self.says(graph, field).first().and_then(|id| graph.find(id))
    }
}

/// Whether two lists contain the same ids, in any order.
pub(super) fn same_ids(one: &[String], other: &[String]) -> bool {
    let sorted = |ids: &[String]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    sorted(one) == sorted(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_with_typed_text_is_not_untouched() {
        let start = Start { from: vec!["a".to_owned()], ..Start::default() };
        let mut draft = LinkDraft::new(start);
        assert!(draft.is_untouched());
        draft.form.reason.insert("because");
        assert!(!draft.is_untouched());
    }
}
