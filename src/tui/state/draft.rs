//! The edge that is being made: kept from the first letter until it is stored, whether or not it is seen.

use super::entry::Entry;
use super::list_cursor::ListCursor;
use super::prompt::Prompt;
use crate::graph::relation::Spelling;
use crate::graph::{Graph, Node};
use crate::query::advice::Fix;
use crate::query::is_short_for;
use crate::tui::action::Action;
use crate::tui::job::{Completion, Fitting, Preview};
use std::mem;

/// The fields of the editor, from top to bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// The node the edge leaves.
    From,
    /// The verb.
    Relation,
    /// The node it reaches.
    To,
    /// Why, if somebody wants to say so.
    Reason,
}

impl Field {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::From, Self::Relation, Self::To, Self::Reason];

    /// Those without which there is no edge.
    pub const NEEDED: [Self; 3] = [Self::From, Self::Relation, Self::To];

    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::From => "from",
            Self::Relation => "relation",
            Self::To => "to",
            Self::Reason => "reason",
        }
    }
}

/// Which nodes a draft was made for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scope {
    /// The selected node.
    #[default]
    Selected,
    /// All marked nodes.
    Marked,
}

/// What a draft starts with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// Which nodes it was made for.
    pub scope: Scope,
    /// Their ids: the nodes that were selected or marked when the editor was opened.
    pub on: Vec<String>,
    /// The ids of the nodes the edge leaves.
    pub from: Vec<String>,
    /// The verb, if it is repeated or proposed.
    pub relation: Option<String>,
    /// The id of the node it reaches, if it is proposed.
    pub to: Option<String>,
}

/// A row of the list below the fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// One of what was found.
    Found(usize),
    /// What is typed, as it is.
    AsTyped,
}

/// Something a person did before it could be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// Asked for an action.
    Action(Action),
    /// Typed.
    Typed(String),
    /// Took what was meant, but left before it was: nothing may be written of it any more.
    Taken,
    /// Came back to a saved draft.
    Resumed,
}

impl Held {
    /// What is left of it when somebody leaves. It is done when they come back, except for what would write: they left.
    pub fn put_off(held: Vec<Self>) -> Vec<Self> {
        let put_off = |held| match held {
            Self::Action(Action::Accept) => Some(Self::Taken),
            Self::Action(Action::Quit) => None,
            held => Some(held),
        };
        held.into_iter().filter_map(put_off).collect()
    }
}

/// What is being done with a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// It is changed.
    Open,
    /// It is being written.
    Writing,
}

/// The edge that is being made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkDraft {
    /// What it started with.
    pub start: Start,
    /// Whether it was saved and came back.
    pub is_resumed: bool,
    /// The target that was there when the editor was opened, of a proposal or a saved draft, and its field: the user did not choose
    /// it just now.
    pub given_target: Option<(Field, Vec<String>)>,
    /// The field that has the keys.
    pub focus: Field,
    /// The node or nodes it leaves.
    pub from: Entry,
    /// The verb.
    pub relation: Entry,
    /// The node or nodes it reaches.
    pub to: Entry,
    /// Why.
    pub reason: Prompt,
    /// The nodes that fit what is typed.
    pub nodes: Completion,
    /// The relations that fit.
    pub relations: Fitting,
    /// Where one is in the list of the field that has the keys.
    pub rows: ListCursor,
    /// Whether the selected row of the list is meant: it is as soon as something is typed, or somebody went to it.
    pub is_meant: bool,
    /// What it would mean, as far as it is known.
    pub preview: Option<Box<Preview>>,
    /// Why it could not be written.
    pub problem: Option<String>,
    /// What was done before the lists were there.
    pub held: Vec<Held>,
    /// What is being done with it.
    pub phase: Phase,
}

impl LinkDraft {
    /// A new one.
    pub fn new(start: Start) -> Self {
        let [relation, to] = [&start.relation, &start.to].map(|said| Entry::of(said.iter().cloned().collect()));
        // Never in the reason: the keys of a new link must not become one.
        let focus = if start.relation.is_some() && start.to.is_none() { Field::To } else { Field::Relation };
        Self {
            is_resumed: false,
            given_target: start.to.clone().map(|to| (Field::To, vec![to])),
            focus,
            from: Entry::of(start.from.clone()),
            relation,
            to,
            reason: Prompt::default(),
            nodes: Completion::default(),
            relations: Fitting::default(),
            rows: ListCursor::default(),
            is_meant: false,
            preview: None,
            problem: None,
            held: Vec::new(),
            phase: Phase::Open,
            start,
        }
    }

    /// Whether nothing would be lost with it.
    pub fn is_untouched(&self) -> bool {
        let fresh = Self::new(self.start.clone());
        let content =
            |draft: &Self| (draft.from.clone(), draft.relation.clone(), draft.to.clone(), draft.reason.clone());
        let is_idle = self.phase == Phase::Open && self.held.is_empty();
        content(self) == content(&fresh) && is_idle && self.problem.is_none()
    }

    /// Whether it leaves exactly these nodes.
    pub fn leaves(&self, ids: &[String]) -> bool {
        same_ids(&self.from.taken, ids)
    }

    /// Puts the cursor where a new draft has it, so that the keys of a new link do the same here. Typing replaces what is in a field.
    pub fn resume(&mut self) {
        for entry in [&mut self.from, &mut self.relation, &mut self.to] {
            entry.select_typed();
        }
        self.is_resumed = true;
        self.given_target = Some((Field::To, self.to.taken.clone()));
        self.focus_on(Field::Relation);
    }

    /// A field was filled. The reason of a saved draft was for the target it had.
    pub fn filled(&mut self, field: Field) {
        let given = self.given_target.take_if(|(given, _)| *given == field);
        let taken = self.entry(field).map(|entry| &entry.taken);
        if given.is_some_and(|(_, given)| taken != Some(&given)) {
            self.reason = Prompt::default();
        }
    }

    /// Swaps the ends, and with them what is typed into their fields.
    pub fn swap_ends(&mut self) {
        mem::swap(&mut self.from, &mut self.to);
        if let Some((field, _)) = &mut self.given_target {
            *field = if *field == Field::To { Field::From } else { Field::To };
        }
    }

    /// What stands in a field, unless it is the reason.
    pub fn entry(&self, field: Field) -> Option<&Entry> {
        match field {
            Field::From => Some(&self.from),
            Field::Relation => Some(&self.relation),
            Field::To => Some(&self.to),
            Field::Reason => None,
        }
    }

    /// Like [`Self::entry`], to change it.
    pub fn entry_mut(&mut self, field: Field) -> Option<&mut Entry> {
        match field {
            Field::From => Some(&mut self.from),
            Field::Relation => Some(&mut self.relation),
            Field::To => Some(&mut self.to),
            Field::Reason => None,
        }
    }

    /// Gives the keys to a field. What was found for another one is not its list.
    pub fn focus_on(&mut self, field: Field) {
        self.focus = field;
        (self.nodes, self.relations) = (Completion::default(), Fitting::default());
    }

    /// The line that is typed into.
    pub fn prompt(&self) -> &Prompt {
        self.entry(self.focus).map_or(&self.reason, |entry| &entry.prompt)
    }

    /// What is typed into the field that has the keys.
    pub fn typed(&self) -> &str {
        self.prompt().text().trim()
    }

    /// The first field that must be filled and is not.
    pub fn missing(&self) -> Option<Field> {
        Field::NEEDED.into_iter().find(|field| self.entry(*field).is_some_and(|entry| entry.taken.is_empty()))
    }

    /// The rows of the list.
    pub fn choices(&self, graph: &Graph) -> usize {
        self.found() + usize::from(self.offers_typed(graph))
    }

    /// The row at a place of the list.
    pub fn choice(&self, graph: &Graph, at: usize) -> Option<Choice> {
        let found = self.found();
        match at {
            at if at < found => Some(Choice::Found(at)),
            at if at == found && self.offers_typed(graph) => Some(Choice::AsTyped),
            _ => None,
        }
    }

    fn found(&self) -> usize {
        match self.focus {
            Field::From | Field::To => self.nodes.hits.len(),
            Field::Relation => self.relations.fits.len(),
            Field::Reason => 0,
        }
    }

    /// Whether what is typed can be taken as it is: it is nothing that was found.
    fn offers_typed(&self, graph: &Graph) -> bool {
        let typed = self.typed();
        let is_found = || match self.focus {
            Field::From | Field::To => {
                let mut hits = self.nodes.hits.iter().map(|hit| graph.node(hit.node));
                // A shortened id means one of the units that are listed, and never itself.
                hits.any(|node| node.address() == typed || is_short_for(typed, node))
            }
            Field::Relation => self.relations.fits.iter().any(|fit| fit.relation == typed),
            Field::Reason => true,
        };
        !typed.is_empty() && !is_found()
    }

    /// What the meant row of the list stands for.
    pub fn meant(&self, graph: &Graph) -> Option<String> {
        let at = Some(self.rows.cursor).filter(|_| self.is_meant)?;
        Some(match (self.choice(graph, at)?, self.focus) {
            (Choice::AsTyped, _) => self.typed().to_owned(),
            (Choice::Found(at), Field::Relation) => self.relations.fits.get(at)?.relation.clone(),
            (Choice::Found(at), _) => graph.node(self.nodes.hits.get(at)?.node).address().into_owned(),
        })
    }

    /// Whether taking the meant row of the list swaps the ends: it is a relation that was typed the other way round.
    pub fn meant_swaps_ends(&self, graph: &Graph) -> bool {
        let at = Some(self.rows.cursor).filter(|_| self.is_meant && self.focus == Field::Relation);
        let Some(Choice::Found(at)) = at.and_then(|at| self.choice(graph, at)) else { return false };
        let recognised = self.relations.fits.get(at).and_then(|fit| fit.recognised.as_ref());
        recognised.is_some_and(|recognised| recognised.spelling == Spelling::Inverse)
    }

    /// What a field says now: what was taken, else what the next key would take, else what is typed.
    pub fn says(&self, graph: &Graph, field: Field) -> Vec<String> {
        let Some(entry) = self.entry(field) else { return Vec::new() };
        let meant = if self.focus == field { self.meant(graph) } else { None };
        match meant {
            Some(meant) => vec![meant],
            None if !entry.taken.is_empty() => entry.taken.clone(),
            None => Some(entry.typed()).filter(|typed| !typed.is_empty()).map(str::to_owned).into_iter().collect(),
        }
    }

    /// The change that the first advice which can be followed with one key asks for.
    pub fn fix(&self) -> Option<&Fix> {
        let advice = self.preview.iter().flat_map(|preview| &preview.advice);
        // Another id for one of several would be one for all of them.
        let is_clear = |fix: &&Fix| match fix {
            Fix::Source(_) => self.from.taken.len() < 2,
            Fix::Target(_) => self.to.taken.len() < 2,
            Fix::Relation(_) | Fix::Turn(_) => true,
        };
        advice.filter_map(|advice| advice.fix.as_ref()).find(is_clear)
    }

    /// The node that a field speaks of; the first of several.
    pub fn node<'g>(&self, graph: &'g Graph, field: Field) -> Option<Node<'g>> {
        self.says(graph, field).first().and_then(|id| graph.find(id))
    }
}

/// Whether two lists have the same ids, in whatever order.
pub fn same_ids(one: &[String], other: &[String]) -> bool {
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
    fn only_what_somebody_typed_or_took_is_worth_keeping() {
        let start = Start { from: vec!["a".to_owned()], ..Start::default() };
        let mut draft = LinkDraft::new(start);
        assert!(draft.is_untouched());
        draft.reason.insert("because");
        assert!(!draft.is_untouched());
    }
}
