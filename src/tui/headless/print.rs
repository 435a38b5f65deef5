//! Renders a screen as text, as text with a legend of its styles, or as SVG.

use crate::tui::words;
use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier, Style};
use std::fmt::Write as _;

/// The text of the screen, line by line.
pub fn text(buffer: &Buffer) -> String {
    let mut lines = String::new();
    for y in buffer.area.rows().map(|row| row.y) {
        lines.push_str(row_text(buffer, y).trim_end());
        lines.push('\n');
    }
    lines
}

fn row_text(buffer: &Buffer, y: u16) -> String {
    let mut line = String::new();
    let mut hidden = 0;
    for x in buffer.area.left()..buffer.area.right() {
        // The cells after a wide character belong to it.
        if hidden > 0 {
            hidden -= 1;
            continue;
        }
        let symbol = buffer[(x, y)].symbol();
        hidden = words::width(symbol).saturating_sub(1);
        line.push_str(symbol);
    }
    line
}

/// The text of the screen. Below each styled line, a line of letters identifies the styles; a legend explains the
/// letters.
pub fn styled(buffer: &Buffer) -> String {
    let mut known: Vec<Style> = Vec::new();
    let base = Style::new().fg(Color::Reset).bg(Color::Reset);
    let mut out = String::new();
    for y in buffer.area.rows().map(|row| row.y) {
        let mut marks = String::new();
        for x in buffer.area.left()..buffer.area.right() {
            let style = style_of(&buffer[(x, y)]);
            if style == base {
                marks.push(' ');
                continue;
            }
            let at = known.iter().position(|one| *one == style).unwrap_or_else(|| {
                known.push(style);
                known.len() - 1
            });
            marks.push(letter(at));
        }
        let _ = writeln!(out, "{}", row_text(buffer, y).trim_end());
        if !marks.trim().is_empty() {
            let _ = writeln!(out, "{}", marks.trim_end());
        }
    }
    out.push('\n');
    for (at, style) in known.iter().enumerate() {
        let _ = writeln!(out, "{} = {}", letter(at), in_words(*style));
    }
    out
}

fn letter(at: usize) -> char {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    char::from(LETTERS[at % LETTERS.len()])
}

fn style_of(cell: &Cell) -> Style {
    Style::new().fg(cell.fg).bg(cell.bg).add_modifier(cell.modifier)
}

fn in_words(style: Style) -> String {
    let mut words = Vec::new();
    words.extend(style.fg.filter(|fg| *fg != Color::Reset).map(|fg| fg.to_string().to_lowercase()));
    words.extend(style.bg.filter(|bg| *bg != Color::Reset).map(|bg| format!("on {}", bg.to_string().to_lowercase())));
    let names = style.add_modifier.iter_names().map(|(name, _)| name.to_lowercase());
    words.extend(names);
    words.join(" ")
}

/// Width and height of a cell in the SVG.
const CELL: (f32, f32) = (8.4, 18.0);

/// The screen as SVG.
pub fn svg(buffer: &Buffer, is_light: bool) -> String {
    let (paper, ink) = if is_light { ("#ffffff", "#24292f") } else { ("#16181d", "#d6d9e0") };
    let (width, height) = (f32::from(buffer.area.width) * CELL.0, f32::from(buffer.area.height) * CELL.1);
    let mut out = String::new();
    let (outer_width, outer_height) = (width + 24.0, height + 24.0);
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {outer_width:.0} {outer_height:.0}\" width=\"{outer_width:.0}\" \
         font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{paper}\"/>\n<g transform=\"translate(12 12)\">"
    );
    for y in buffer.area.top()..buffer.area.bottom() {
        row_svg(&mut out, buffer, y, paper, ink);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

/// One line of the screen: a text element for every run of cells with the same style.
fn row_svg(out: &mut String, buffer: &Buffer, y: u16, paper: &str, ink: &str) {
    let mut x = buffer.area.left();
    while x < buffer.area.right() {
        let style = style_of(&buffer[(x, y)]);
        let start = x;
        let mut run = String::new();
        while x < buffer.area.right() && style_of(&buffer[(x, y)]) == style {
            let symbol = buffer[(x, y)].symbol();
            run.push_str(symbol);
            x += u16::try_from(words::width(symbol).max(1)).unwrap_or(1);
        }
        let reversed = style.add_modifier.contains(Modifier::REVERSED);
        let (fg, bg) = (style.fg.and_then(hex), style.bg.and_then(hex));
        let (mut fg, mut bg) = (fg.unwrap_or_else(|| ink.to_owned()), bg);
        if reversed {
            let back = bg.unwrap_or_else(|| paper.to_owned());
            bg = Some(std::mem::replace(&mut fg, back));
        }
        let left = f32::from(start - buffer.area.left()) * CELL.0;
        let top = f32::from(y - buffer.area.top()) * CELL.1;
        let wide = f32::from(x - start) * CELL.0;
        if let Some(bg) = bg {
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{:.1}\" fill=\"{bg}\"/>",
                CELL.1
            );
        }
        if run.trim().is_empty() {
            continue;
        }
        let mut attributes = String::new();
        for (modifier, attribute) in [
            (Modifier::BOLD, " font-weight=\"bold\""),
            (Modifier::ITALIC, " font-style=\"italic\""),
            (Modifier::UNDERLINED, " text-decoration=\"underline\""),
            (Modifier::CROSSED_OUT, " text-decoration=\"line-through\""),
            (Modifier::DIM, " opacity=\"0.6\""),
        ] {
            if style.add_modifier.contains(modifier) {
                attributes.push_str(attribute);
            }
        }
        let base = top + CELL.1 * 0.75;
        let _ = writeln!(
            out,
            "<text x=\"{left:.1}\" y=\"{base:.1}\" textLength=\"{wide:.1}\" xml:space=\"preserve\" fill=\"{fg}\"{attributes}>{}</text>",
            escaped(&run)
        );
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A colour in hex; `None` for the terminal's default.
fn hex(color: Color) -> Option<String> {
    Some(match color {
        Color::Reset => return None,
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Black => "#1c1f26".to_owned(),
        Color::Red => "#e06c75".to_owned(),
        Color::Green => "#98c379".to_owned(),
        Color::Yellow => "#e5c07b".to_owned(),
        Color::Blue => "#61afef".to_owned(),
        Color::Magenta => "#c678dd".to_owned(),
        Color::Cyan => "#56b6c2".to_owned(),
        Color::Gray => "#abb2bf".to_owned(),
        Color::DarkGray => "#7f848e".to_owned(),
        Color::LightRed => "#ff7b86".to_owned(),
        Color::LightGreen => "#b5e890".to_owned(),
        Color::LightYellow => "#ffd98f".to_owned(),
        Color::LightBlue => "#7cc0ff".to_owned(),
        Color::LightMagenta => "#e08bf5".to_owned(),
        Color::LightCyan => "#6fd8e5".to_owned(),
        Color::White => "#ffffff".to_owned(),
        Color::Indexed(index) => indexed(index),
    })
}

/// A colour of the xterm 256-colour palette.
fn indexed(index: u8) -> String {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..16 => {
            const FIRST: [&str; 16] = [
                "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5", "#7f7f7f",
                "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
            ];
            FIRST[usize::from(index)].to_owned()
        }
        16..232 => {
            let cube = index - 16;
            let [red, green, blue] = [cube / 36, cube / 6 % 6, cube % 6].map(level);
            format!("#{red:02x}{green:02x}{blue:02x}")
        }
        _ => {
            let grey = 8 + 10 * (index - 232);
            format!("#{grey:02x}{grey:02x}{grey:02x}")
        }
    }
}
