//! What keys and results do.

use super::Share;
use super::request::{ShareRequest, ShareWay, Shared};
use super::state::{Open, ShareItem, SharePane};
use crate::tui::effect::Effect;
use crate::tui::overlay::show;
use crate::tui::shared::{self, Part, Shown};
use crate::tui::state::{ListCursor, State};
use crate::tui::task::{Key, Task};
use crate::tui::theme::Role;
use crate::tui::update::say;

/// Opens the dialog for what is shown.
pub(super) fn open(state: &mut State) -> Vec<Effect> {
    let under = state.overlay.take();
    let Some(shown) = under.map_or_else(|| shared::of_view(state), |under| under.shared(state)) else {
        state.overlay = under;
        return vec![say(state, Role::Note, "Nothing to share here")];
    };
    let command = shown.shared.command.clone().map(|words| shared::with_time(state, words));
    let (items, rows) = (ShareItem::of(&shown.shared.part), ListCursor::default());
    *state.parts.get_mut::<Open>() = Some(Box::new(SharePane { shown, command, items, rows, under }));
    show(state, &Share);
    Vec::new()
}

/// Closes the dialog; what was open before is open again.
pub(super) fn close(state: &mut State) -> Option<Box<SharePane>> {
    let mut pane = state.parts.get_mut::<Open>().take()?;
    state.overlay = pane.under.take();
    Some(pane)
}

/// Does what the selected row says.
pub(super) fn accept(state: &mut State) -> Vec<Effect> {
    let Some(pane) = close(state) else { return Vec::new() };
    let SharePane { shown: Shown { graph, shared, sentence }, command, items, rows, .. } = *pane;
    let Part { part, title, .. } = shared;
    let way = match items.get(rows.cursor) {
        None => return Vec::new(),
        Some(ShareItem::CopySentence) => {
            return match sentence {
                Some(sentence) => vec![Effect::Copy(sentence, "sentence")],
                None => vec![say(state, Role::Note, "No edge or node is selected")],
            };
        }
        Some(ShareItem::CopyCommand) => {
            return match command {
                Ok(command) => vec![Effect::Copy(command, "command")],
                Err(why) => vec![say(state, Role::Note, format!("No command gives exactly this: {why}"))],
            };
        }
        Some(ShareItem::CopyIds) => ShareWay::CopyIds,
        Some(ShareItem::Copy(format)) => ShareWay::Copy(*format),
        Some(ShareItem::Save(format)) => ShareWay::Save(*format),
    };
    let request = ShareRequest { graph, part, title, command: command.ok(), way, folder: state.setup.folder.clone() };
    vec![state.tasks.start(Task::new(Key::SHARE, move |_| Some(request.share()), written).as_write())]
}

/// Handles what was written.
fn written(state: &mut State, shared: Shared) -> Vec<Effect> {
    match shared {
        Shared::Text { text, what, file, notices } => {
            vec![Effect::CopyLines { text, what, file, also: appended(&notices) }]
        }
        Shared::Saved { paths, notices } => {
            let paths: Vec<_> = paths.iter().map(|path| path.display().to_string()).collect();
            vec![say(state, Role::Good, format!("Saved {}{}", paths.join(", "), appended(&notices)))]
        }
        Shared::Failed(why) => vec![say(state, Role::Error, why)],
    }
}

/// Notices at the end of a message.
fn appended(notices: &[String]) -> String {
    notices.iter().map(|notice| format!("; {notice}")).collect()
}
