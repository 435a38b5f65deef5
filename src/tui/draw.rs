//! The screen of a state. Draws what is seen and nothing else: no graph logic, no changes.

mod age;
mod apart;
mod closing;
mod detail;
mod editor;
mod findings;
mod footer;
mod glow;
mod header;
mod lineage;
mod list;
mod log;
mod map;
mod markdown;
mod names;
mod neighbourhood;
mod overlay;
mod page;
mod past;
mod pen;
mod tree;
mod undo;

pub use closing::closing_places;
pub use detail::detail_lines;
pub use editor::{EditorPlaces, editor_places};
pub use header::tab_at;
pub use lineage::lineage_node_at;
pub use map::map_node_at;
pub use overlay::overlay_len;
pub use undo::undo_lines;

use super::pane_layout::PaneLayout;
use super::state::{Pane, State};
use pen::Pen;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

/// Draws a state.
pub fn draw(state: &State, frame: &mut Frame<'_>) {
    let buf = frame.buffer_mut();
    let mut pen = Pen::new(state, buf);
    let places = PaneLayout::of(state);
    header::draw(&mut pen, places.header);
    for (pane, area) in &places.panes {
        match pane {
            Pane::List => list::draw(&mut pen, *area),
            Pane::Neighbourhood => neighbourhood::draw(&mut pen, *area),
            Pane::Detail => detail::draw(&mut pen, *area),
            Pane::Lineage => lineage::draw(&mut pen, *area),
            Pane::Tree => tree::draw(&mut pen, *area),
            Pane::Map => map::draw(&mut pen, *area),
            Pane::Findings => findings::draw(&mut pen, *area),
        }
    }
    past::draw(&mut pen, places.past);
    footer::draw(&mut pen, places.footer);
    if let Some(shown) = &state.overlay {
        overlay::draw(&mut pen, shown);
    }
    let cursor = pen.cursor;
    apart::set_apart(frame.buffer_mut());
    quieten_blanks(frame.buffer_mut());
    if let Some(cell) = cursor {
        frame.set_cursor_position(cell);
    }
}

/// A blank without background or underline looks the same in every colour and weight: in one and the same, it is sent only
/// when something is to be seen.
fn quieten_blanks(buf: &mut Buffer) {
    let seen = Modifier::UNDERLINED | Modifier::REVERSED | Modifier::CROSSED_OUT;
    for cell in buf.content.iter_mut().filter(|cell| cell.symbol() == " " && !cell.modifier.intersects(seen)) {
        cell.fg = Color::Reset;
        cell.modifier = Modifier::empty();
    }
}
