//! Pages: answers that are read from top to bottom, each row of which leads to its proof.

mod answer;
mod content;
mod draw;
mod layout;
mod markdown;
mod request;
mod share;
mod state;
mod summary;
mod update;

use super::{Answers, Hint, Overlay};
use crate::graph::{Graph, NodeIx};
use crate::tui::action::Action;
use crate::tui::draw::pen::Pen;
use crate::tui::effect::Effect;
use crate::tui::keymap::{Inside, OwnKeys};
use crate::tui::pane_layout;
use crate::tui::parts::Parts;
use crate::tui::shared::Shown;
use crate::tui::state::State;
use crate::tui::task::Key;
use crate::tui::topic::{PageSpot, Topic};
use crate::tui::update::translate::Translation;
use crate::tui::update::{act, light, load};
use ratatui::layout::{Position, Rect};
use serde_json::Value;
use state::{Open, PagePane, pane};
use std::sync::Arc;

pub(super) struct Pages;

impl Overlay for Pages {
    fn name(&self) -> &'static str {
        "page"
    }

    fn add_parts(&self, parts: &mut Parts) {
        parts.add(Open::None);
    }

    fn open(&self, state: &mut State, action: Action) -> Option<Vec<Effect>> {
        let about = |state, topic: fn(NodeIx) -> Topic| {
            act::with_node(state, |state, node| update::open_next(state, topic(node)))
        };
        Some(match action {
            Action::History => about(state, Topic::History),
            Action::Argument => about(state, Topic::Argument),
            Action::Suggest => about(state, Topic::Suggestions),
            Action::Impact => act::with_node(state, light::impact),
            Action::Path => act::with_node(state, update::path_to),
            Action::Vocabulary => update::open(state, Topic::Vocabulary),
            Action::Drift => {
                let mut effects = update::open(state, Topic::Drift);
                effects.extend(load::touched(state));
                effects
            }
            _ => return None,
        })
    }

    fn keys(&self) -> Option<OwnKeys> {
        Some(OwnKeys { name: "page", inside: Inside::Overlay })
    }

    fn hints(&self, state: &State) -> Vec<Hint> {
        let selected = pane(state).and_then(|page| page.selected());
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
        update::act(state, action)
    }

    fn area(&self, state: &State) -> Rect {
        pane_layout::body(state.size)
    }

    fn list_area(&self, state: &State) -> Rect {
        let inner = pane_layout::inside(self.area(state));
        Rect { height: inner.height.saturating_sub(pane_layout::row_summary(state).height), ..inner }
    }

    fn click(&self, state: &mut State, cell: Position) -> Vec<Effect> {
        update::clicked(state, cell)
    }

    fn follow(&self, state: &mut State) {
        update::follow(state);
    }

    fn graph_replaced(&self, state: &mut State, translation: Translation<'_>) -> Vec<Effect> {
        update::graph_replaced(state, translation)
    }

    fn grown(&self, state: &mut State, before: &Arc<Graph>) -> Vec<Effect> {
        update::grown(state, before);
        Vec::new()
    }

    fn catch_up(&self, state: &mut State, key: Key) -> Vec<Effect> {
        if key == Key::PAGE { update::again(state).into_iter().collect() } else { Vec::new() }
    }

    fn drift_changed(&self, state: &mut State) -> Vec<Effect> {
        update::drift_changed(state).into_iter().collect()
    }

    fn shared(&self, state: &State) -> Option<Shown> {
        share::shared(state)
    }

    fn draw(&self, pen: &mut Pen<'_>, area: Rect) {
        draw::draw(pen, area, self.list_area(pen.state));
    }

    fn summary(&self, state: &State) -> Value {
        summary::summary(state)
    }

    fn answers(&self) -> Option<&dyn Answers> {
        Some(self)
    }
}

impl Answers for Pages {
    fn show(&self, state: &mut State, topic: Topic) -> Vec<Effect> {
        update::open(state, topic)
    }

    fn show_again(&self, state: &mut State, spot: PageSpot) -> Vec<Effect> {
        update::show(state, PagePane::again(spot))
    }

    fn close(&self, state: &mut State) -> Vec<Effect> {
        update::close(state)
    }

    fn spot(&self, state: &State) -> Option<PageSpot> {
        pane(state).map(|page| page.spot())
    }
}
