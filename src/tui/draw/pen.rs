//! [`Pen`]: the drawing primitives that all panes share (styled text, frames, input lines, rules). All text passes
//! through here, so it is sanitised and truncated in one place.

use crate::tui::state::{Prompt, State};
use crate::tui::symbols::Symbols;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::PaneRef;
use crate::tui::words::{self, TextLine, TextPart};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Widget as _};

/// The state, theme and symbols together with the buffer to draw into.
pub struct Pen<'a> {
    pub(in crate::tui) state: &'a State,
    pub(in crate::tui) theme: &'a Theme,
    pub(in crate::tui) symbols: &'static Symbols,
    pub(in crate::tui) buf: &'a mut Buffer,
    /// Position of the terminal cursor while an input line is focused.
    pub(in crate::tui) cursor: Option<Position>,
}

impl<'a> Pen<'a> {
    pub(in crate::tui) fn new(state: &'a State, buf: &'a mut Buffer) -> Self {
        let area = buf.area;
        let pen = Self { state, theme: &state.theme, symbols: state.setup.symbols, buf, cursor: None };
        pen.buf.set_style(area, pen.theme.style(Role::Text));
        pen
    }

    pub(in crate::tui) fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// Sanitised text in the style of a role, truncated to `columns`.
    pub(in crate::tui) fn span(&self, role: Role, text: &str, columns: usize) -> Span<'static> {
        Span::styled(words::fitted(text, columns, self.symbols), self.style(role))
    }

    /// Sanitised text in the style of a role.
    pub(in crate::tui) fn whole(&self, role: Role, text: &str) -> Span<'static> {
        Span::styled(words::shown(text, self.symbols), self.style(role))
    }

    /// A line with each part in the style of its role.
    pub(in crate::tui) fn parts(&self, parts: TextLine) -> Line<'static> {
        let span = |(role, text): TextPart| match role {
            Some(role) => Span::styled(text, self.style(role)),
            None => Span::raw(text),
        };
        parts.into_iter().map(span).collect()
    }

    /// Wraps parts into lines of at most `columns`, breaking between words.
    pub(in crate::tui) fn wrapped(&self, parts: &[(Role, String)], hang: &str, columns: usize) -> Vec<Line<'static>> {
        let lines = words::wrapped(parts, hang, columns, self.symbols);
        lines.into_iter().map(|line| self.parts(line)).collect()
    }

    /// Draws lines from the top of an area, as many as fit.
    pub(in crate::tui) fn text(&mut self, area: Rect, lines: impl IntoIterator<Item = TextLine>) {
        for (row, line) in (0..area.height).zip(lines) {
            let line = self.parts(line);
            self.line(area, row, &line);
        }
    }

    pub(in crate::tui) fn line(&mut self, area: Rect, row: u16, line: &Line<'_>) {
        if row < area.height && area.width > 0 {
            self.buf.set_line(area.x, area.y + row, line, area.width);
        }
    }

    pub(in crate::tui) fn highlight(&mut self, area: Rect, row: u16, role: Role) {
        if row < area.height {
            let style = self.style(role);
            self.buf.set_style(Rect { y: area.y + row, height: 1, ..area }, style);
        }
    }

    /// The frame of a pane with its name, followed by further details.
    pub(in crate::tui) fn frame(&mut self, area: Rect, pane: PaneRef, name: &str, more: &str) {
        let has_keys = self.state.focused() == pane && self.state.overlay.is_none();
        self.boxed(area, has_keys, name, more);
    }

    /// The frame of a pane whose name includes a count and is never truncated; of the details in `more`, the first one
    /// that fits is shown.
    pub(in crate::tui) fn counted_frame(&mut self, area: Rect, pane: PaneRef, name: &str, more: &[&str]) {
        let room =
            usize::from(area.width).saturating_sub(4 + words::width(self.symbols.cursor) + 2 + words::width(name));
        let more = more.iter().find(|more| words::width(more) <= room).unwrap_or(&"");
        self.frame(area, pane, name, more);
    }

    /// Shows the first error of a query in the lower border of its pane.
    pub(in crate::tui) fn query_error(&mut self, area: Rect, errors: &[String]) {
        let (Some(error), true) = (errors.first(), area.height > 1) else { return };
        let span = self.span(Role::Warning, &format!(" {error} "), usize::from(area.width.saturating_sub(4)));
        let x = area.width.min(2);
        let border = Rect { x: area.x + x, y: area.bottom() - 1, width: area.width - x, height: 1 };
        self.line(border, 0, &Line::from(span));
    }

    /// A frame around an area, with the cursor symbol in its title if it has the focus.
    pub(in crate::tui) fn boxed(&mut self, area: Rect, has_keys: bool, name: &str, more: &str) {
        let border = self.style(if has_keys { Role::BorderFocus } else { Role::Border });
        let room = usize::from(area.width.saturating_sub(4));
        let symbol = if has_keys { self.symbols.cursor } else { "" };
        let room = room.saturating_sub(words::width(symbol));
        // The name takes precedence over the filters, but a long name leaves some room for them.
        let name_room = room.saturating_sub(words::width(more) + 2).max(room * 2 / 3);
        let name = words::fitted(name, if more.is_empty() { room } else { name_room }, self.symbols);
        let left = room.saturating_sub(words::width(&name) + 2);
        let mut title = vec![
            Span::styled(symbol.to_owned(), border),
            Span::raw(" "),
            Span::styled(name, self.style(if has_keys { Role::Heading } else { Role::Dim })),
            Span::raw(" "),
        ];
        if !more.is_empty() && left > 3 {
            title.push(Span::styled(words::fitted(more, left, self.symbols), self.style(Role::Dim)));
            title.push(Span::raw(" "));
        }
        let block = Block::new()
            .borders(Borders::ALL)
            .border_set(self.symbols.border)
            .border_style(border)
            .title_top(Line::from(title));
        block.render(area, self.buf);
    }

    /// An input line: its symbol, the typed text, and a hint while it is empty.
    pub(in crate::tui) fn prompt(&mut self, area: Rect, symbol: &str, prompt: &Prompt, typing: bool, hint: &str) {
        if area.width == 0 || area.height == 0 {
            return;
        }
        let room = usize::from(area.width).saturating_sub(words::width(symbol) + 2);
        let (before, behind) = prompt.parts();
        let before = words::shown(before, self.symbols);
        // If the text does not fit, the part around the cursor is shown.
        let before = words::fitted_end(&before, room, self.symbols);
        let left = room.saturating_sub(words::width(&before));
        let mut spans = vec![Span::styled(format!("{symbol} "), self.style(Role::Dim))];
        if prompt.is_empty() && !typing {
            spans.push(self.span(Role::Dim, hint, room));
        } else {
            spans.push(Span::styled(before.clone(), self.style(Role::Prompt)));
            spans.push(self.span(Role::Prompt, behind, left));
        }
        self.line(area, 0, &Line::from(spans));
        if typing {
            let x = area.x as usize + words::width(symbol) + 1 + words::width(&before);
            let x = u16::try_from(x).unwrap_or(u16::MAX).min(area.right().saturating_sub(1));
            self.cursor = Some(Position::new(x, area.y));
        }
    }

    /// Empties an area.
    pub(in crate::tui) fn clear(&mut self, area: Rect) {
        Clear.render(area, self.buf);
        let style = self.style(Role::Text);
        self.buf.set_style(area, style);
    }

    /// A horizontal line at the top of an area.
    pub(in crate::tui) fn rule(&mut self, area: Rect) {
        let rule = self.symbols.border.horizontal_top.repeat(usize::from(area.width));
        let rule = Span::styled(rule, self.style(Role::Border));
        self.line(area, 0, &Line::from(rule));
    }

    /// A centred message in an empty area.
    pub(in crate::tui) fn empty(&mut self, area: Rect, words: &str) {
        let line = Line::from(self.span(Role::Dim, words, usize::from(area.width)));
        let x = (usize::from(area.width).saturating_sub(line.width()) / 2) as u16;
        let inner = Rect { x: area.x + x, width: area.width.saturating_sub(x), ..area };
        self.line(inner, area.height / 3, &line);
    }

    pub(in crate::tui) fn selection(&self, pane: PaneRef) -> Role {
        selection(self.state, pane)
    }
}

/// The role of a pane's selected row, depending on whether the pane has the focus.
pub(in crate::tui) fn selection(state: &State, pane: PaneRef) -> Role {
    if state.focused() == pane && state.overlay.is_none() { Role::Selection } else { Role::SelectionIdle }
}
