//! The update function of the Elm architecture: `(State, Event) -> Vec<Effect>`, without terminal, disk or clock.
//!
//! The runtime performs the effects and sends their results back as events. Everything here can therefore be tested
//! without a terminal. Each submodule handles one part of the screen.

pub(in crate::tui) mod act;
pub(in crate::tui) mod answer;
pub(in crate::tui) mod ask;
pub(in crate::tui) mod closing;
pub(in crate::tui) mod editor;
pub(in crate::tui) mod go;
pub(in crate::tui) mod keys;
pub(in crate::tui) mod light;
pub(in crate::tui) mod load;
pub(in crate::tui) mod mouse;
pub(in crate::tui) mod moves;
pub(in crate::tui) mod new_log;
pub(in crate::tui) mod past;
pub(in crate::tui) mod setup;
pub(in crate::tui) mod translate;
pub(in crate::tui) mod undo;

pub use load::{kept, remember};

use load::Extent;

use super::effect::Effect;
use super::event::{Event, Wake};
use super::overlay;
use super::state::{Loading, Message, State, Toast};
use super::task::Key;
use super::theme::Role;
use super::view;
use crate::workspace::Changes;
use std::collections::BTreeSet;

/// Debounce for the selection, in milliseconds: the other panes follow once it has not moved for this long.
const REST_AFTER: u64 = 90;
/// Milliseconds a toast stays on screen.
const TOAST_STAYS: u64 = 4_000;
/// Milliseconds for which arrivals are marked as new; up to twice as long, since ageing has two stages.
const NEW_FOR: u64 = 3_000;
/// Debounce for the doctor, in milliseconds: changes are collected for this long before they are checked.
const EXAMINED_AFTER: u64 = 2_000;

/// Applies an event to the state and returns the effects to perform.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let mut effects = handle(state, event);
    effects.extend(ask::missing_of_selected(state));
    effects
}

fn handle(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::KeyPressed(key) => {
            let before = state.session.current;
            let effects = keys::pressed(state, key);
            past::selection_changed(state, before);
            effects
        }
        Event::Pasted(text) => keys::pasted(state, &text),
        Event::Clicked(x, y) => {
            let before = state.session.current;
            let effects = mouse::clicked(state, x, y);
            past::selection_changed(state, before);
            effects
        }
        Event::Scrolled(x, y, by) => mouse::scrolled(state, x, y, by),
        Event::Resized(width, height) => {
            state.size = (width, height);
            moves::follow_all(state);
            Vec::new()
        }
        Event::BackgroundDetected(brightness) => {
            state.setup.brightness = Some(brightness);
            state.theme = state.setup.theme();
            Vec::new()
        }
        Event::ClockTicked(now) => {
            state.session.clock.read(now);
            // Previewed rows contain the current time.
            overlay::preview(state)
        }
        Event::ClockRead(now) => {
            state.session.clock.read(now);
            Vec::new()
        }
        Event::LoadAdvanced { files, rows } => {
            if matches!(state.session.loading, Loading::Reading { .. }) {
                state.session.loading = Loading::Reading { files, rows };
            }
            Vec::new()
        }
        // All edges are loaded already: do not fall back to a partial graph.
        Event::NodesLoaded(_) if state.session.workspace.is_some() => Vec::new(),
        Event::NodesLoaded(workspace) => load::arrived(state, workspace, Extent::Partial),
        Event::Loaded(workspace) if state.session.past.is_some() => {
            state.session.loading = Loading::Done;
            past::renewed(state, workspace)
        }
        Event::Grown(workspace, _) | Event::Changed(workspace, _) if state.session.past.is_some() => {
            past::renewed(state, workspace)
        }
        Event::Loaded(workspace) => {
            let mut effects = load::arrived(state, workspace, Extent::Whole);
            effects.extend(state.opens_at.take().into_iter().flat_map(|time| past::go_to(state, time)));
            effects
        }
        Event::Grown(workspace, first) => load::grown(state, workspace, first),
        Event::Changed(workspace, arrivals) => load::changed(state, workspace, &arrivals),
        Event::FilesTouched => load::touched(state).into_iter().collect(),
        Event::WatchModeChanged(how) => {
            state.watching = Some(how);
            Vec::new()
        }
        Event::LoadFailed(why) => load::failed(state, &why),
        Event::Finished(ticket, delivery) if state.tasks.is_wanted(ticket) && delivery.is_partial => {
            delivery.deliver(state)
        }
        Event::Finished(ticket, delivery) if state.tasks.is_wanted(ticket) => {
            state.tasks.finish(ticket);
            let mut effects = delivery.deliver(state);
            if state.tasks.behind.contains(&ticket.key) {
                effects.extend(load::catch_up(state, ticket.key));
            }
            if state.leaving && !state.tasks.is_waiting(Key::WRITE) && !act::is_confirmed(state) {
                effects.extend(act::leave(state));
            }
            effects
        }
        // An outdated result. It may be a tree of a million nodes, so it is dropped on another thread.
        Event::Finished(_, delivery) => vec![Effect::Forget(Box::new(delivery))],
        Event::Woke(Wake::Rest) => {
            state.session.at_rest = true;
            for view in view::ALL {
                view.rested(state);
            }
            // A picture that is being computed is not requested again for the new selection.
            if state.view.is_picture() && state.is_catching_up() {
                ask::detail(state).into_iter().collect()
            } else {
                ask::view(state)
            }
        }
        // Only one check runs at a time.
        Event::Woke(Wake::Examine) if state.tasks.is_waiting(Key::EXAMINE) => {
            vec![Effect::Wake(Wake::Examine, EXAMINED_AFTER)]
        }
        Event::Woke(Wake::Examine) => {
            let due = std::mem::take(&mut state.recent.due);
            ask::examination(state, due).into_iter().collect()
        }
        Event::Woke(Wake::Aged) => load::aged(state),
        Event::Woke(Wake::ToastGone) => {
            state.toast = None;
            Vec::new()
        }
        Event::EditorClosed(problem) => {
            let mut effects = vec![Effect::Look(Changes::Anywhere)];
            effects.extend(problem.map(|problem| say(state, Role::Error, problem)));
            effects
        }
        Event::CopySent(Ok(how)) => vec![say(state, Role::Good, how)],
        Event::CopySent(Err(why)) => vec![say(state, Role::Error, why)],
        Event::StopAsked => vec![Effect::Suspend],
    }
}

/// Requests a refresh of the log after a write.
pub(in crate::tui) fn refresh_log(state: &State) -> Effect {
    let log = state.session.workspace.as_ref().map(|workspace| state.root.join(&workspace.settings.log));
    Effect::Look(log.map_or(Changes::Anywhere, |log| Changes::Paths(BTreeSet::from([log]))))
}

/// Requests a reload of the workspace.
pub(in crate::tui) fn reload(state: &mut State) -> Vec<Effect> {
    state.session.loading = Loading::Reading { files: 0, rows: 0 };
    vec![Effect::Load]
}

/// Shows a toast and schedules its removal.
pub(in crate::tui) fn say(state: &mut State, role: Role, text: impl Into<String>) -> Effect {
    let text = text.into();
    state.messages.add(Message { at: state.session.clock.now, text: text.clone(), role });
    state.toast = Some(Toast { text, role });
    Effect::Wake(Wake::ToastGone, TOAST_STAYS)
}

/// Handles a moved selection: the other panes follow when it rests.
pub(in crate::tui) fn moved(state: &mut State) -> Effect {
    state.session.at_rest = false;
    Effect::Wake(Wake::Rest, REST_AFTER)
}
