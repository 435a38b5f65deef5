//! A backend for ratatui that collects a frame and sends it in one piece, and sends nothing for a frame without change.

use super::{pencil, terminal};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use rustix::stdio::stdout;
use rustix::termios::tcgetwinsize;
use std::io;

/// Terminals that know it show what comes between these at once; the others ignore them.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// A terminal that does not know its size has been of this one for fifty years.
const UNKNOWN: Size = Size { width: 80, height: 24 };

/// No screen is larger; a size that somebody set to 65,535×65,535 must not take all memory.
const LARGEST: Size = Size { width: 1_000, height: 500 };

/// Collects what a draw writes.
pub(in crate::tui) struct Canvas {
    frame: Vec<u8>,
    cursor: Cursor,
    is_clear: bool,
    sent: usize,
    send: fn(&[u8]) -> io::Result<()>,
    /// `None` is the terminal's own.
    fixed: Option<Size>,
}

/// What the terminal's cursor is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cursor {
    Unknown,
    Hidden,
    /// Shown at a place, or somewhere where drawing left it.
    Shown(Option<Position>),
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self::sending(terminal::write)
    }

    fn sending(send: fn(&[u8]) -> io::Result<()>) -> Self {
        Self { frame: BEGIN.to_vec(), cursor: Cursor::Unknown, is_clear: false, sent: 0, send, fixed: None }
    }

    /// One of this size that nobody sees: what would be sent is only counted.
    pub(in crate::tui) fn unseen(size: Size) -> Self {
        Self { fixed: Some(size), ..Self::sending(|_| Ok(())) }
    }

    /// How many bytes were sent since this was last asked.
    pub(in crate::tui) fn take_sent(&mut self) -> usize {
        std::mem::take(&mut self.sent)
    }

    /// Somebody else may have drawn, or moved or shown the cursor.
    pub(super) fn forget(&mut self) {
        self.cursor = Cursor::Unknown;
        self.is_clear = false;
    }

    fn crossterm(&mut self) -> CrosstermBackend<&mut Vec<u8>> {
        CrosstermBackend::new(&mut self.frame)
    }
}

impl Backend for Canvas {
    type Error = io::Error;

    fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> io::Result<()> {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.is_clear = false;
        if let Cursor::Shown(place) = &mut self.cursor {
            *place = None;
        }
        pencil::write(&mut self.frame, content);
        Ok(())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.cursor == Cursor::Hidden {
            return Ok(());
        }
        self.cursor = Cursor::Hidden;
        self.crossterm().hide_cursor()
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if matches!(self.cursor, Cursor::Shown(_)) {
            return Ok(());
        }
        self.cursor = Cursor::Shown(None);
        self.crossterm().show_cursor()
    }

    /// Asking the terminal would wait for its answer; nothing of ours needs to know.
    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(Position::ORIGIN)
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if let Cursor::Shown(place) = &mut self.cursor
            && place.replace(position) == Some(position)
        {
            return Ok(());
        }
        self.crossterm().set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        let all = region == ClearType::All;
        if all && self.is_clear {
            return Ok(());
        }
        self.is_clear = all;
        self.crossterm().clear_region(region)
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.fixed.unwrap_or_else(self::size))
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize { columns_rows: self.size()?, pixels: Size::ZERO })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.len() == BEGIN.len() {
            return Ok(());
        }
        self.frame.extend_from_slice(END);
        self.sent += self.frame.len();
        let sent = (self.send)(&self.frame);
        self.frame.truncate(BEGIN.len());
        sent
    }
}

/// The size of the terminal, as far as it can be believed.
pub(super) fn size() -> Size {
    let told = tcgetwinsize(stdout()).map_or(Size::ZERO, |size| Size::new(size.ws_col, size.ws_row));
    believed(told)
}

fn believed(told: Size) -> Size {
    if told == Size::ZERO {
        return UNKNOWN;
    }
    Size::new(told.width.min(LARGEST.width), told.height.min(LARGEST.height))
}

#[cfg(test)]
mod tests {
    use super::*;

    use std::cell::RefCell;

    thread_local! {
        static SENT: RefCell<Vec<Vec<u8>>> = const { RefCell::new(Vec::new()) };
    }

    fn canvas() -> Canvas {
        Canvas::sending(|bytes| {
            SENT.with_borrow_mut(|sent| sent.push(bytes.to_vec()));
            Ok(())
        })
    }

    fn sent() -> Vec<Vec<u8>> {
        SENT.with_borrow_mut(std::mem::take)
    }

    fn paint(canvas: &mut Canvas, cell: &Cell) {
        canvas.draw([(0, 0, cell), (5, 3, cell)].into_iter()).unwrap();
        canvas.hide_cursor().unwrap();
        canvas.flush().unwrap();
    }

    #[test]
    fn a_frame_is_one_write_inside_synchronised_output() {
        let mut canvas = canvas();
        paint(&mut canvas, &Cell::new("x"));
        let sent = sent();
        assert_eq!(sent.len(), 1);
        assert!(sent[0].starts_with(BEGIN) && sent[0].ends_with(END));
        assert_eq!(canvas.take_sent(), sent[0].len());
    }

    #[test]
    fn a_frame_without_change_writes_nothing() {
        let mut canvas = canvas();
        paint(&mut canvas, &Cell::new("x"));
        sent();
        canvas.draw(std::iter::empty()).unwrap();
        canvas.hide_cursor().unwrap();
        canvas.flush().unwrap();
        assert_eq!(sent().len(), 0);
    }

    #[test]
    fn a_cursor_that_stays_writes_nothing() {
        let mut canvas = canvas();
        let stay = |canvas: &mut Canvas| {
            canvas.show_cursor().unwrap();
            canvas.set_cursor_position((4, 2)).unwrap();
            canvas.flush().unwrap();
        };
        stay(&mut canvas);
        assert_eq!(sent().len(), 1);
        stay(&mut canvas);
        assert_eq!(sent().len(), 0);
    }

    #[test]
    fn a_cursor_is_put_back_after_cells_were_drawn() {
        let mut canvas = canvas();
        canvas.show_cursor().unwrap();
        canvas.set_cursor_position((4, 2)).unwrap();
        canvas.draw([(0, 0, &Cell::new("x"))].into_iter()).unwrap();
        canvas.flush().unwrap();
        sent();
        canvas.set_cursor_position((4, 2)).unwrap();
        canvas.flush().unwrap();
        assert_eq!(sent(), [b"\x1b[?2026h\x1b[3;5H\x1b[?2026l".to_vec()]);
    }

    #[test]
    fn a_clear_screen_is_not_cleared_again() {
        let mut canvas = canvas();
        canvas.clear().unwrap();
        canvas.clear().unwrap();
        canvas.flush().unwrap();
        assert_eq!(sent(), [b"\x1b[?2026h\x1b[2J\x1b[?2026l".to_vec()]);
    }

    #[test]
    fn an_unknown_size_is_the_usual_one() {
        assert_eq!(believed(Size::ZERO), Size::new(80, 24));
    }

    #[test]
    fn a_size_that_no_screen_has_is_not_believed() {
        assert_eq!(believed(Size::new(u16::MAX, u16::MAX)), Size::new(1_000, 500));
        assert_eq!(believed(Size::new(1, 1)), Size::new(1, 1));
    }
}
