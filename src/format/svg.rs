//! SVG: a picture with text as text, tooltips with file and line, and colours for light and dark.
//!
//! The file stands alone: no script, no font, no link. Texts from files are escaped, and appear only as text.

mod lines;
mod measure;
#[cfg(test)]
mod tests;

use super::drawing::{self, facts, place};
use super::escape::{on_one_line, without_control};
use super::xml::Escaped;
use super::{Export, Format, Notices};
use crate::graph::Node;
use crate::picture::{self, Card, Excerpt, ExcerptCard, Layering, Measures, More, Picture};
use crate::text::count;
use measure::{width, wrapped};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    name: "svg",
    extension: "svg",
    about: "a picture, for slides and documents",
    dialects: &[],
    parts: &[],
    write,
};

const STYLE: &str = include_str!("svg/style.css");

const MEASURES: Measures = Measures { row: 16, gap: 1, track: 12, stub: 14, apart: 40 };
const MARGIN: i32 = 24;
/// Font sizes of titles, of everything smaller, and of the heading.
const TITLE: i32 = 13;
const SMALL: i32 = 11;
const HEADING: i32 = 18;
/// Blank width on each side of a card's text; the left one includes the coloured bar.
const PADDING: (i32, i32) = (14, 10);
/// Between kind and id.
const ID_GAP: i32 = 9;
const WIDEST: i32 = 220;
const MOST_LINES: usize = 3;

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let excerpt = drawing::excerpt(export);
    let text = |(at, card): (usize, &ExcerptCard<'_>)| match card {
        ExcerptCard::Node(node) => CardText::of_node(*node, excerpt.roots.contains(&at)),
        ExcerptCard::More(more) => CardText::of_more(more),
    };
    let texts: Vec<_> = excerpt.cards.iter().enumerate().map(text).collect();
    let is_lineage = matches!(excerpt.layering, Layering::Distances(_));
    let mut cards = texts.iter();
    let card = |_: &ExcerptCard<'_>| cards.next().map_or(Card { width: 0, rows: 1 }, CardText::size);
    let sketch = excerpt.sketch(card, |link| lines::label_width(link, is_lineage));
    let picture = picture::lay_out(&sketch, MEASURES);
    let notices = excerpt.notices(&picture.left_out);
    let drawing = Drawing { export, excerpt, texts, picture, is_lineage };
    let shown: Vec<_> = export.left_out.into_iter().chain(notices.iter().map(String::as_str)).collect();
    drawing.write(&shown, out)?;
    Ok(notices)
}

/// A picture with everything that is written on it.
struct Drawing<'a, 'g> {
    export: &'a Export<'a>,
    excerpt: Excerpt<'g>,
    texts: Vec<CardText>,
    picture: Picture,
    is_lineage: bool,
}

impl Drawing<'_, '_> {
    fn write(&self, notices: &[&str], out: &mut dyn Write) -> io::Result<()> {
        let title = on_one_line(self.export.title);
        let mut top = MARGIN + HEADING;
        let notice_rows: Vec<_> = notices
            .iter()
            .map(|notice| {
                top += 18;
                (top, notice)
            })
            .collect();
        let columns_at = top + 26;
        top = if self.picture.columns.is_empty() { top + 18 } else { columns_at + 10 };
        let texts = notices.iter().map(|notice| width(notice, 12)).chain([width(&title, HEADING)]);
        let wide = texts.max().unwrap_or(0).max(self.picture.width) + 2 * MARGIN;
        let high = top + self.picture.height + MARGIN;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"refscope\" role=\"img\" \
             width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\">"
        )?;
        writeln!(out, "<title>{}</title>", Escaped(&title))?;
        if let Some(command) = self.export.command {
            writeln!(out, "<desc>{}</desc>", Escaped(command))?;
        }
        write!(out, "<style>\n{STYLE}</style>\n")?;
        writeln!(out, "<rect class=\"page\" width=\"{wide}\" height=\"{high}\"/>")?;
        writeln!(
            out,
            "<text class=\"heading\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
            MARGIN + HEADING - 4,
            Escaped(&title)
        )?;
        for (y, notice) in notice_rows {
            writeln!(out, "<text class=\"notice\" x=\"{MARGIN}\" y=\"{y}\">{}</text>", Escaped(notice))?;
        }
        for column in &self.picture.columns {
            let distance = match column.distance {
                0 => "0".to_owned(),
                below @ ..0 => format!("−{}", below.unsigned_abs()),
                above => format!("+{above}"),
            };
            writeln!(out, "<text class=\"column\" x=\"{}\" y=\"{columns_at}\">{distance}</text>", MARGIN + column.x)?;
        }
        writeln!(out, "<g transform=\"translate({MARGIN} {top})\">")?;
        self.write_lines(out)?;
        self.write_cards(out)?;
        out.write_all(b"</g>\n</svg>\n")
    }

    fn write_cards(&self, out: &mut dyn Write) -> io::Result<()> {
        let hues = drawing::hues(self.export.graph);
        for ((card, text), area) in self.excerpt.cards.iter().zip(&self.texts).zip(&self.picture.boxes) {
            write!(out, "<g class=\"card")?;
            match card.node() {
                Some(node) if node.is_missing() => write!(out, " missing")?,
                Some(node) => {
                    if let Some(hue) = node.kind().and_then(|kind| hues.get(kind)) {
                        write!(out, " k{hue}")?;
                    }
                }
                None => write!(out, " more")?,
            }
            if text.is_root {
                write!(out, " root")?;
            }
            writeln!(out, "\"><title>{}</title>", Escaped(&text.tooltip))?;
            let (x, y, width, height) = (area.x, area.y, area.width, area.height);
            writeln!(out, "<rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>")?;
            writeln!(out, "<rect class=\"bar\" x=\"{x}\" y=\"{y}\" width=\"4\" height=\"{height}\" rx=\"2\"/>")?;
            text.write(x + PADDING.0, y + (height - text.rows() * MEASURES.row) / 2, out)?;
            out.write_all(b"</g>\n")?;
        }
        Ok(())
    }
}

/// The words on a card.
struct CardText {
    title: Vec<String>,
    /// Kind and status.
    facts: String,
    /// Empty if it is the title or there is no room.
    id: String,
    tooltip: String,
    /// Titles of roots are bold.
    is_root: bool,
}

impl CardText {
    fn of_node(node: Node<'_>, is_root: bool) -> Self {
        let (address, full) = (on_one_line(&node.address()).into_owned(), on_one_line(node.title()));
        let mut title = wrapped(&full, TITLE, WIDEST, MOST_LINES);
        if title.is_empty() {
            title = wrapped(&address, TITLE, WIDEST, 1);
        }
        let facts = facts(node).collect::<Vec<_>>().join(" · ");
        let mut tooltip = without_control(node.title()).into_owned();
        let place = place(node);
        let lines = [(address != full).then_some(&address), (!facts.is_empty()).then_some(&facts), place.as_ref()];
        for line in lines.into_iter().flatten() {
            tooltip = format!("{tooltip}\n{line}");
        }
        let mut lines = wrapped(&facts, SMALL, WIDEST, 1);
        let facts = lines.pop().unwrap_or_default();
        let has_room = width(&facts, SMALL) + ID_GAP + width(&address, SMALL) <= WIDEST;
        let id = if has_room && address != full { address } else { String::new() };
        Self { title, facts, id, tooltip, is_root }
    }

    fn of_more(more: &More<'_>) -> Self {
        let title = drawing::more_title(more);
        let facts = drawing::more_facts(more).collect::<Vec<_>>().join(", ");
        let mut tooltip = title.clone();
        if !facts.is_empty() {
            tooltip = format!("{tooltip}\n{facts}");
        }
        tooltip = format!("{tooltip}\n{} not drawn", count(more.edges, "edge"));
        let facts = wrapped(&facts, SMALL, WIDEST, 1).pop().unwrap_or_default();
        Self { title: wrapped(&title, TITLE, WIDEST, 2), facts, id: String::new(), tooltip, is_root: false }
    }

    fn has_second_part(&self) -> bool {
        !(self.facts.is_empty() && self.id.is_empty())
    }

    /// Rows of text, without the room above and below it.
    fn rows(&self) -> i32 {
        i32::try_from(self.title.len()).unwrap_or(0) + i32::from(self.has_second_part())
    }

    fn size(&self) -> Card {
        let tenths = if self.is_root { 11 } else { 10 };
        let titles = self.title.iter().map(|line| width(line, TITLE) * tenths / 10);
        let widest = titles.chain([width(&self.facts, SMALL) + ID_GAP + width(&self.id, SMALL)]).max().unwrap_or(0);
        Card { width: widest + PADDING.0 + PADDING.1, rows: self.rows().max(2) + 1 }
    }

    fn write(&self, x: i32, top: i32, out: &mut dyn Write) -> io::Result<()> {
        let mut y = top + 12;
        for line in &self.title {
            writeln!(out, "<text class=\"name\" x=\"{x}\" y=\"{y}\">{}</text>", Escaped(line))?;
            y += MEASURES.row;
        }
        if self.has_second_part() {
            write!(out, "<text class=\"facts\" x=\"{x}\" y=\"{y}\">{}", Escaped(&self.facts))?;
            if !self.id.is_empty() {
                // Not every program that draws SVG supports distances between parts of a text, or blanks at the start of
                // a part.
                let gap = if self.facts.is_empty() { "" } else { "\u{a0}\u{a0}" };
                write!(out, "{gap}<tspan class=\"id\">{}</tspan>", Escaped(&self.id))?;
            }
            writeln!(out, "</text>")?;
        }
        Ok(())
    }
}
