//! Lines between nodes, drawn with braille dots, or with ASCII characters.

use super::MapCanvas;
use crate::tui::theme::{Role, Theme};
use crate::tui::view::map::layout::MapLine;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Color;
use ratatui::symbols::Marker;
use ratatui::widgets::Widget as _;
use ratatui::widgets::canvas::{Canvas, Points};

/// Dots of a braille cell, horizontally and vertically.
const BRAILLE: (u16, u16) = (2, 4);
/// In ASCII, a cell is one dot.
const PLAIN: (u16, u16) = (1, 1);
/// Roles of lines; later ones are drawn over earlier ones.
const ROLES: [Role; 4] = [Role::Dim, Role::Border, Role::Lit, Role::Path];

/// All lines of a map, drawn into an off-screen buffer.
pub(super) struct Strokes {
    /// Cells of lines have their role's index in [`ROLES`] as an indexed colour: ratatui's canvas supports only
    /// colours, but the style of a role may be bold or dim without any.
    drawn: Buffer,
}

impl Strokes {
    pub(super) fn of(canvas: &MapCanvas<'_>, area: Rect) -> Self {
        let mut trails: [Vec<Trail>; ROLES.len()] = Default::default();
        for line in canvas.layout.lines() {
            let is_dimmed = line.edges.iter().all(|edge| (canvas.dimmed)(*edge));
            let glows = || canvas.glow.is_on && line.edges.iter().any(|edge| (canvas.glow.edge)(*edge));
            let role = match is_dimmed {
                _ if canvas.is_lit(line) => 3,
                _ if glows() => 2,
                false => 1,
                true => 0,
            };
            trails[role].push(Trail { dots: trail(canvas, area, line), is_dimmed });
        }
        let mut drawn = Buffer::empty(area);
        if canvas.symbols.is_ascii {
            plain(&trails, area, &mut drawn);
        } else {
            braille(&trails, area, &mut drawn);
        }
        Self { drawn }
    }

    /// The cells that any line passes through.
    pub(super) fn cells(&self) -> impl Iterator<Item = (u16, u16)> {
        self.used().map(|(cell, _, _)| cell)
    }

    pub(super) fn draw(&self, theme: &Theme, buf: &mut Buffer) {
        for (cell, glyph, role) in self.used() {
            if let Some(cell) = buf.cell_mut(cell) {
                cell.set_symbol(glyph).set_style(theme.style(role));
            }
        }
    }

    fn used(&self) -> impl Iterator<Item = ((u16, u16), &str, Role)> {
        self.drawn.area.positions().filter_map(|position| {
            let cell = self.drawn.cell(position)?;
            let Color::Indexed(role) = cell.fg else { return None };
            Some(((position.x, position.y), cell.symbol(), *ROLES.get(usize::from(role))?))
        })
    }
}

/// The visible cells of one line, from its first end to its second.
pub(super) fn cells(canvas: &MapCanvas<'_>, area: Rect, line: &MapLine) -> Vec<(u16, u16)> {
    let (across, down) = density(canvas);
    let cell = |dot: Dot| {
        let (x, y) = (u16::try_from(dot.0).ok()? / across, u16::try_from(dot.1).ok()? / down);
        Some((area.x.checked_add(x)?, area.y.checked_add(y)?))
    };
    let mut cells: Vec<_> = trail(canvas, area, line).into_iter().filter_map(cell).collect();
    cells.dedup();
    cells
}

/// A dot, relative to the top left corner of the area.
type Dot = (i32, i32);

/// The dots of a line. A dimmed line is dotted, because colour alone is not enough.
struct Trail {
    dots: Vec<Dot>,
    is_dimmed: bool,
}

fn density(canvas: &MapCanvas<'_>) -> (u16, u16) {
    if canvas.symbols.is_ascii { PLAIN } else { BRAILLE }
}

/// The visible dots of a line, from its first end to its second.
fn trail(canvas: &MapCanvas<'_>, area: Rect, line: &MapLine) -> Vec<Dot> {
    let (Some(from), Some(to)) = (canvas.layout.at(line.ends.0), canvas.layout.at(line.ends.1)) else {
        return Vec::new();
    };
    let (across, down) = density(canvas);
    let dots = |place: (f64, f64)| (place.0 * f64::from(across), place.1 * f64::from(down));
    let (from, to) = (dots(canvas.look.place(area, from)), dots(canvas.look.place(area, to)));
    let size = (f64::from(area.width) * f64::from(across), f64::from(area.height) * f64::from(down));
    let Some((from, to)) = clipped(from, to, size) else { return Vec::new() };
    between(from, to)
}

/// The part of a line within a box at the origin, by Liang-Barsky clipping; `None` if it is empty.
fn clipped(from: (f64, f64), to: (f64, f64), size: (f64, f64)) -> Option<((f64, f64), (f64, f64))> {
    // The last dot is just inside the edge.
    let edge = (size.0 - 1e-3, size.1 - 1e-3);
    let way = (to.0 - from.0, to.1 - from.1);
    let (mut begin, mut end) = (0.0_f64, 1.0_f64);
    for (step, room) in [(-way.0, from.0), (way.0, edge.0 - from.0), (-way.1, from.1), (way.1, edge.1 - from.1)] {
        if step.abs() < f64::EPSILON {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            begin = begin.max(room / step);
        } else {
            end = end.min(room / step);
        }
    }
    let at = |part: f64| (from.0 + way.0 * part, from.1 + way.1 * part);
    (begin <= end).then(|| (at(begin), at(end)))
}

/// The dots of a line segment, one for each step along the longer axis.
fn between(from: (f64, f64), to: (f64, f64)) -> Vec<Dot> {
    let dot = |place: (f64, f64)| (place.0.floor() as i32, place.1.floor() as i32);
    let (first, last) = (dot(from), dot(to));
    let steps = (last.0 - first.0).abs().max((last.1 - first.1).abs());
    let at = |step: i32, from: i32, to: i32| {
        let part = if steps == 0 { 0.0 } else { f64::from(step) / f64::from(steps) };
        from + (f64::from(to - from) * part).round() as i32
    };
    (0..=steps).map(|step| (at(step, first.0, last.0), at(step, first.1, last.1))).collect()
}

fn braille(trails: &[Vec<Trail>], area: Rect, drawn: &mut Buffer) {
    let most = |size: u16, dots: u16| (f64::from(size) * f64::from(dots) - 1.0).max(1.0);
    let (right, top) = (most(area.width, BRAILLE.0), most(area.height, BRAILLE.1));
    let coords = |trails: &Vec<Trail>| -> Vec<_> {
        let seen = |trail: &Trail, dot: &Dot| !trail.is_dimmed || (dot.0 + dot.1).rem_euclid(3) == 0;
        let dots = trails.iter().flat_map(|trail| trail.dots.iter().filter(move |dot| seen(trail, dot)));
        // The y axis of the canvas points up.
        dots.map(|dot| (f64::from(dot.0), top - f64::from(dot.1))).collect()
    };
    let layers: Vec<_> = trails.iter().map(coords).collect();
    Canvas::default()
        .marker(Marker::Braille)
        .x_bounds([0.0, right])
        .y_bounds([0.0, top])
        .paint(|context| {
            for (role, coords) in (0..).zip(&layers) {
                context.draw(&Points { coords, color: Color::Indexed(role) });
            }
        })
        .render(area, drawn);
}

fn plain(trails: &[Vec<Trail>], area: Rect, drawn: &mut Buffer) {
    for (role, trails) in (0..).zip(trails) {
        for Trail { dots, is_dimmed } in trails {
            for (at, &dot) in dots.iter().enumerate() {
                let next = dots.get(at + 1).copied().unwrap_or(dot);
                let glyph = if *is_dimmed { "." } else { slope((next.0 - dot.0, next.1 - dot.1)) };
                let cell = (u16::try_from(dot.0).ok(), u16::try_from(dot.1).ok());
                if let (Some(x), Some(y)) = cell
                    && let Some(cell) = drawn.cell_mut((area.x.saturating_add(x), area.y.saturating_add(y)))
                {
                    cell.set_symbol(glyph).set_fg(Color::Indexed(role));
                }
            }
        }
    }
}

/// The ASCII character for a line that continues in this direction.
fn slope((right, down): (i32, i32)) -> &'static str {
    match (right, down) {
        (_, 0) => "-",
        (0, _) => "|",
        (right, down) if (right > 0) == (down > 0) => "\\",
        _ => "/",
    }
}
