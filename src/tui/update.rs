//! What an event makes of a state: a function without terminal, disk or clock.
//!
//! It returns effects; the runtime does them and sends back what came of it as events.

mod act;
mod answer;
mod ask;
mod closing;
mod editor;
mod go;
mod keys;
mod laid_out;
mod light;
mod load;
mod log;
mod mouse;
mod moves;
mod overlay;
mod page;
mod past;
mod setup;
mod suggestions;
mod translate;
mod undo;

pub use load::{kept, remember};

use load::Extent;

use super::effect::Effect;
use super::event::{Event, Wake};
use super::job::Lane;
use super::state::{Loading, Overlay, State, Toast, View};
use super::theme::Role;
use crate::workspace::Changes;
use std::collections::BTreeSet;

/// After so many milliseconds without a move the selection rests.
const REST_AFTER: u64 = 90;
/// A short message stays so many milliseconds.
const TOAST_STAYS: u64 = 4_000;
/// What arrived stays new for so many milliseconds, or up to twice as long.
const NEW_FOR: u64 = 3_000;
/// So many milliseconds after something came, the doctor looks at it, and at what else came until then.
const EXAMINED_AFTER: u64 = 2_000;

/// What an event makes of a state, and what must be done.
pub fn update(state: &mut State, event: Event) -> Vec<Effect> {
    let mut effects = handled(state, event);
    effects.extend(ask::missing_of_selected(state));
    effects
}

fn handled(state: &mut State, event: Event) -> Vec<Effect> {
    match event {
        Event::KeyPressed(key) => {
            let before = state.current;
            let effects = keys::pressed(state, key);
            past::noticed(state, before);
            effects
        }
        Event::Pasted(text) => keys::pasted(state, &text),
        Event::Clicked(x, y) => {
            let before = state.current;
            let effects = mouse::clicked(state, x, y);
            past::noticed(state, before);
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
            state.clock_read(now);
            // The rows that are shown have a time.
            match &state.overlay {
                Some(Overlay::Editor) => editor::advise(state),
                Some(Overlay::Undo(shown)) => {
                    let row = shown.added.row.clone();
                    ask::retraction_preview(state, row).into_iter().collect()
                }
                Some(Overlay::Closing(_)) => closing::foresee(state),
                _ => Vec::new(),
            }
        }
        Event::ClockRead(now) => {
            state.clock_read(now);
            Vec::new()
        }
        Event::LoadAdvanced { files, rows } => {
            if matches!(state.loading, Loading::Reading { .. }) {
                state.loading = Loading::Reading { files, rows };
            }
            Vec::new()
        }
        // Whoever has all edges already does not want to be without those of the log for a while.
        Event::NodesLoaded(_) if state.workspace.is_some() => Vec::new(),
        Event::NodesLoaded(workspace) => load::arrived(state, workspace, Extent::PageBlock),
        Event::Loaded(workspace) if state.past.is_some() => {
            state.loading = Loading::Done;
            past::renewed(state, workspace)
        }
        Event::Grown(workspace, _) | Event::Changed(workspace, _) if state.past.is_some() => {
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
        Event::Answered(ticket, answer) if state.is_wanted(ticket) && answer.is_partial() => {
            answer::taken(state, answer)
        }
        Event::Answered(ticket, answer) if state.is_wanted(ticket) => {
            state.answered(ticket);
            let mut effects = answer::taken(state, answer);
            if state.behind.contains(&ticket.lane) {
                effects.extend(load::catch_up(state, ticket.lane));
            }
            if state.leaving && !state.is_waiting(Lane::Write) && !act::is_confirmed(state) {
                effects.extend(act::leave(state));
            }
            effects
        }
        // Nobody waits for it any more; it may be a tree of a million nodes.
        Event::Answered(_, answer) => vec![Effect::Forget(Box::new(answer))],
        Event::Woke(Wake::Rest) => {
            state.at_rest = true;
            state.neighbourhood.told = state.neighbourhood.rows.cursor;
            // What is being looked for already is not asked for again, seen from where one is now.
            let lane = match state.view {
                View::Lineage => Some(Lane::Trace),
                View::Map => Some(Lane::Draw),
                View::Explore | View::Tree | View::Findings => None,
            };
            if lane.is_some_and(|lane| state.is_waiting(lane)) {
                ask::detail(state).into_iter().collect()
            } else {
                ask::view(state)
            }
        }
        // One look of the doctor is waited for before the next.
        Event::Woke(Wake::Examine) if state.is_waiting(Lane::Examine) => {
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

/// Has the log looked at, because something was appended to it.
fn look_at_log(state: &State) -> Effect {
    let log = state.workspace.as_ref().map(|workspace| state.root.join(&workspace.settings.log));
    Effect::Look(log.map_or(Changes::Anywhere, |log| Changes::Paths(BTreeSet::from([log]))))
}

/// Has the workspace read again.
fn reload(state: &mut State) -> Vec<Effect> {
    state.loading = Loading::Reading { files: 0, rows: 0 };
    vec![Effect::Load]
}

/// Shows a short message, and lets it go away.
fn say(state: &mut State, role: Role, text: impl Into<String>) -> Effect {
    state.toast = Some(Toast { text: text.into(), role });
    Effect::Wake(Wake::ToastGone, TOAST_STAYS)
}

/// The selection moved: the other panes catch up when it rests.
fn moved(state: &mut State) -> Effect {
    state.at_rest = false;
    Effect::Wake(Wake::Rest, REST_AFTER)
}
