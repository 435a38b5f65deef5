//! Draws the dialog for sharing what is shown.

use super::state::{ShareItem, SharePane, pane};
use crate::tui::draw::pen::Pen;
use crate::tui::overlay::list;
use crate::tui::shared::SharedPart;
use crate::tui::theme::Role;
use crate::tui::words;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

/// Columns of the first two words of a row.
const VERB: usize = 6;
const NAME: usize = 11;

/// What the row for a sentence says if there is none.
const NOTHING: &str = "none: no edge or node is selected";

pub(super) fn draw(pen: &mut Pen<'_>, area: Rect, rows: Rect) {
    let Some(pane) = pane(pen.state) else { return };
    pen.boxed(area, true, "Share", &pane.shown.shared.title);
    list::draw(pen, rows, pane.rows, &pane.items, |pen, item, width| {
        let ((verb, name), about) = (item.words(), about(pane, *item));
        let rest = width.saturating_sub(VERB + NAME);
        Line::from(vec![
            Span::raw(words::padded(verb, VERB, pen.symbols)),
            Span::styled(words::padded(name, NAME, pen.symbols), pen.style(Role::Id)),
            pen.span(Role::Dim, &about, rest),
        ])
    });
}

/// What a row is for.
fn about(pane: &SharePane, item: ShareItem) -> String {
    match item {
        ShareItem::Copy(_) | ShareItem::Save(_) if matches!(pane.shown.shared.part, SharedPart::Text(_)) => {
            "what the page says, for pull requests and notes".to_owned()
        }
        ShareItem::Copy(format) | ShareItem::Save(format) => format.about.to_owned(),
        ShareItem::CopySentence => pane.shown.sentence.clone().unwrap_or_else(|| NOTHING.to_owned()),
        ShareItem::CopyIds => "the ids of all nodes, one on each line".to_owned(),
        ShareItem::CopyCommand => match &pane.command {
            Ok(command) => command.clone(),
            Err(why) => format!("none gives exactly this: {why}"),
        },
    }
}
