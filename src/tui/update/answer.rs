//! Stores the result of a task in the pane it belongs to.

use super::{ask, closing, editor, new_log, undo};
use crate::system::Facts;
use crate::tui::effect::Effect;
use crate::tui::job::{Examined, Wrote};
use crate::tui::overlay;
use crate::tui::state::State;
use crate::tui::view;
use std::sync::Arc;

/// Handles the outcome of a write.
pub(in crate::tui) fn written(state: &mut State, wrote: Wrote) -> Vec<Effect> {
    match wrote {
        Wrote::Added { rows, problem } => editor::added(state, rows, problem),
        Wrote::Retracted(answer) => undo::retracted(state, answer),
        Wrote::Closed { id, outcome } => closing::closed(state, &id, outcome),
        Wrote::NoLog { unwritten } => new_log::needed(state, &unwritten),
    }
}

/// Handles a new report of the doctor.
pub(in crate::tui) fn examined(state: &mut State, examined: Examined) -> Vec<Effect> {
    let Examined { report, checked, round } = examined;
    let is_same = state
        .session
        .checks
        .report
        .as_ref()
        .map_or(report.disk == Facts::default(), |before| before.disk == report.disk);
    let before = state.session.checks.report.replace(report);
    state.session.checks.checked = checked;
    if let Some(round) = round {
        state.session.checks.on_cycles = round;
    }
    let mut effects: Vec<Effect> = view::ALL.iter().flat_map(|view| view.examined(state)).collect();
    if !is_same {
        effects.extend(ask::detail(state));
        effects.extend(overlay::ALL.iter().flat_map(|overlay| overlay.drift_changed(state)));
    }
    effects.extend(before.and_then(last_of));
    effects
}

/// Lists up to this length are dropped immediately.
const LONG: usize = 10_000;

/// Drops a long list on another thread.
pub(in crate::tui) fn forget<T: Send + 'static>(before: Vec<T>) -> Option<Effect> {
    (before.len() > LONG).then(|| Effect::Forget(Box::new(before)))
}

/// Drops a shared value on another thread if this is its last reference.
pub(in crate::tui) fn last_of<T: Send + Sync + 'static>(before: Arc<T>) -> Option<Effect> {
    (Arc::strong_count(&before) == 1).then(|| Effect::Forget(Box::new(before)))
}
