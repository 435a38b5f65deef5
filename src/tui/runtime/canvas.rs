//! A ratatui backend that buffers a frame and sends it in one write within synchronised output, and sends nothing for
//! an unchanged frame.

use super::{encode, terminal};
use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use rustix::stdio::stdout;
use rustix::termios::tcgetwinsize;
use std::io;

/// Synchronised output: terminals that support it show everything between these at once; others ignore them.
const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// The traditional size, for terminals that do not report one.
const UNKNOWN: Size = Size { width: 80, height: 24 };

/// Maximum size; a reported 65,535×65,535 must not exhaust memory.
const LARGEST: Size = Size { width: 1_000, height: 500 };

/// Buffers the bytes of a frame.
pub(in crate::tui) struct Canvas {
    frame: Vec<u8>,
    cursor: Cursor,
    is_clear: bool,
    sent: usize,
    send: fn(&[u8]) -> io::Result<()>,
    /// A fixed size; `None` for that of the terminal.
    fixed: Option<Size>,
}

/// The known state of the terminal's cursor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cursor {
    Unknown,
    Hidden,
    /// Shown at a known position, or where drawing left it.
    Shown(Option<Position>),
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self::sending(terminal::write)
    }

    fn sending(send: fn(&[u8]) -> io::Result<()>) -> Self {
        Self { frame: BEGIN.to_vec(), cursor: Cursor::Unknown, is_clear: false, sent: 0, send, fixed: None }
    }

    /// A canvas without a terminal: bytes are only counted.
    pub(in crate::tui) fn unseen(size: Size) -> Self {
        Self { fixed: Some(size), ..Self::sending(|_| Ok(())) }
    }

    /// Number of bytes sent since the last call.
    pub(in crate::tui) fn take_sent(&mut self) -> usize {
        std::mem::take(&mut self.sent)
    }

    /// Invalidates the known state, because another program may have drawn or moved the cursor.
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
        encode::write(&mut self.frame, content);
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

    /// Not supported: querying the terminal would have to wait for its answer.
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

/// The size of the terminal, sanitised.
pub(super) fn size() -> Size {
    let reported = tcgetwinsize(stdout()).map_or(Size::ZERO, |size| Size::new(size.ws_col, size.ws_row));
    sanitised(reported)
}

fn sanitised(reported: Size) -> Size {
    if reported == Size::ZERO {
        return UNKNOWN;
    }
    Size::new(reported.width.min(LARGEST.width), reported.height.min(LARGEST.height))
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
    fn an_unmoved_cursor_writes_nothing() {
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
    fn the_cursor_is_restored_after_cells_were_drawn() {
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
    fn a_cleared_screen_is_not_cleared_again() {
        let mut canvas = canvas();
        canvas.clear().unwrap();
        canvas.clear().unwrap();
        canvas.flush().unwrap();
        assert_eq!(sent(), [b"\x1b[?2026h\x1b[2J\x1b[?2026l".to_vec()]);
    }

    #[test]
    fn an_unknown_size_becomes_the_default() {
        assert_eq!(sanitised(Size::ZERO), Size::new(80, 24));
    }

    #[test]
    fn an_absurd_size_is_limited() {
        assert_eq!(sanitised(Size::new(u16::MAX, u16::MAX)), Size::new(1_000, 500));
        assert_eq!(sanitised(Size::new(1, 1)), Size::new(1, 1));
    }
}
