//! Home: what the workspace contains, what is wrong with it, and what was added last.

mod draw;
mod request;
mod state;
mod summary;
mod update;

use super::detail::DETAIL;
use super::{About, Garbage, Pane, PaneRef, View};
use crate::graph::{EdgeIx, NodeIx};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::parts::Parts;
use crate::tui::state::{ListCursor, State};
use crate::tui::task::Key;
use crate::tui::update::moves::{self, Motion};
use crate::tui::update::translate::Translation;
use crate::tui::update::{ask, load};
use ratatui::layout::Rect;
use serde_json::Value;
use state::{HomePane, pane_mut};

/// The view and its main pane.
pub(super) struct Home;

const HOME: PaneRef = PaneRef::new(&Home);

/// The task that looks for the newest edges and counts findings.
const OVERVIEW: Key = Key("overview");

impl View for Home {
    fn about(&self) -> &'static About {
        &About { name: "home", title: "Home", action: "view-home", panes: &[HOME, DETAIL], tasks: &[OVERVIEW] }
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(HomePane::default());
    }

    fn selected_edge(&self, state: &State) -> Option<EdgeIx> {
        update::edge(state)
    }

    fn opened(&self, state: &mut State, _: Option<NodeIx>) -> Vec<Effect> {
        update::ask(state).into_iter().chain(ask::detail(state)).collect()
    }

    fn examined(&self, state: &mut State) -> Vec<Effect> {
        update::ask(state).into_iter().collect()
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Option<Garbage> {
        update::graph_replaced(state, translation);
        None
    }

    fn reload(&self, state: &mut State) -> Vec<Effect> {
        update::ask(state).into_iter().collect()
    }

    fn grown(&self, state: &mut State, _: usize, _: bool) -> Vec<Effect> {
        load::catch_up(state, OVERVIEW)
    }

    fn catch_up(&self, state: &mut State, key: Key) -> Vec<Effect> {
        if key == OVERVIEW { update::ask(state).into_iter().collect() } else { Vec::new() }
    }
}

impl Pane for Home {
    fn name(&self) -> &'static str {
        "home"
    }

    fn hints(&self) -> &'static [(Action, &'static str)] {
        &[
            (Action::Activate, "go"),
            (Action::Search, "search"),
            (Action::Follow, "log"),
            (Action::LineageOf, "lineage"),
            (Action::Edit, "open file"),
        ]
    }

    fn rows<'s>(&self, state: &'s mut State) -> Option<(&'s mut ListCursor, usize)> {
        let total = state::rows(state).len();
        Some((&mut pane_mut(state).rows, total))
    }

    fn move_cursor(&self, state: &mut State, motion: Motion, seen: usize) -> Vec<Effect> {
        moves::move_rows(state, self, motion, seen);
        update::skip_headings(state, motion, seen);
        moves::select(state, update::node(state))
    }

    fn activate(&self, state: &mut State) -> Vec<Effect> {
        update::activate(state)
    }

    fn place(&self, state: &State) -> Option<(String, Option<u32>)> {
        let edge = state.session.graph.edge(update::edge(state)?);
        Some((edge.file().to_owned(), Some(edge.line())))
    }

    fn scroll(&self, state: &mut State, by: isize, seen: usize) -> Vec<Effect> {
        moves::scroll_rows(state, self, by, seen);
        Vec::new()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }
}
