//! Pages: answers that are read from top to bottom, each row of which leads to its proof.

use super::{Answers, Hint, Overlay, OverlayRef};
use crate::graph::Graph;
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::job::Topic;
use crate::tui::keymap::{Inside, OwnKeys};
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::state::{PageSpot, State};
use crate::tui::task::Key;
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, light, load, page, suggestions};
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use std::sync::Arc;

pub(super) struct Page;

pub(in crate::tui) const PAGE: OverlayRef = OverlayRef::new(&Page);

impl Overlay for Page {
    fn name(&self) -> &'static str {
        "page"
    }

    fn add_parts(&self, _: &mut Parts) {}

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        Some(match action {
            Action::History => act::with_node(state, |state, node| page::open(state, Topic::History(node))),
            Action::Argument => act::with_node(state, |state, node| page::open(state, Topic::Argument(node))),
            Action::Impact => act::with_node(state, light::impact),
            Action::Vocabulary => page::open(state, Topic::Vocabulary),
            Action::Drift => {
                let mut effects = page::open(state, Topic::Drift);
                effects.extend(load::touched(state));
                effects
            }
            Action::Path => act::with_node(state, suggestions::path_to),
            Action::Suggest => act::with_node(state, suggestions::suggestions_for),
            _ => return None,
        })
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(OwnKeys { name: "page", inside: Inside::Overlay })
    }

    fn hints(&self, state: &State) -> Vec<Hint> {
        let selected = state.page.as_ref().and_then(|page| page.selected());
        let proposes = selected.is_some_and(|(row, _)| row.proposed.is_some()) && state.session.past.is_none();
        let draft = proposes.then_some((Action::Link, "link"));
        let rest = [
            (Action::Activate, "go"),
            (Action::OpenOther, "other end"),
            (Action::LineageOf, "lineage"),
            (Action::Edit, "edit"),
            (Action::CopyId, "copy"),
            (Action::Mark, "mark"),
            (Action::Cancel, "close"),
        ];
        draft.into_iter().chain(rest).collect()
    }

    fn act(&self, state: &mut State, action: Action) -> Vec<Effect> {
        page::act(state, action)
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::body(state.size)
    }

    fn list_area(&self, state: &State) -> Rect {
        let inner = pane_layout::inside(self.area(state));
        Rect { height: inner.height.saturating_sub(pane_layout::row_summary(state).height), ..inner }
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        page::clicked(state, cell.x, cell.y)
    }

    fn follow(&self, state: &mut State) {
        page::follow(state);
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
        page::graph_replaced(state, |node| translation.node(node))
    }

    fn grown(&self, state: &mut State, before: &Arc<Graph>) -> Vec<Effect> {
        page::grown(state, before);
        Vec::new()
    }

    fn catch_up(&self, state: &mut State, key: Key) -> Vec<Effect> {
        if key == Key::PAGE { page::again(state).into_iter().collect() } else { Vec::new() }
    }

    fn drift_changed(&self, state: &mut State) -> Vec<Effect> {
        page::drift_changed(state).into_iter().collect()
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        crate::tui::draw::page::draw(pen, area);
    }

    fn summary(&self, state: &State) -> Value {
        crate::tui::summary::page::summary(state)
    }

    fn answers(&self) -> Option<&dyn Answers> {
        Some(self)
    }
}

impl Answers for Page {
    fn show(&self, state: &mut State, topic: Topic) -> Vec<Effect> {
        page::open(state, topic)
    }

    fn show_again(&self, state: &mut State, spot: PageSpot) -> Vec<Effect> {
        page::reopen(state, spot)
    }

    fn close(&self, state: &mut State) -> Vec<Effect> {
        page::close(state)
    }

    fn spot(&self, state: &State) -> Option<PageSpot> {
        state.page.as_ref().map(|page| page.spot())
    }
}
