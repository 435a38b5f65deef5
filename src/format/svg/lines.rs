//! Lines with rounded corners, arrow heads and labels.

use super::measure::width;
use super::{Drawing, SMALL};
use crate::format::drawing;
use crate::format::escape::on_one_line;
use crate::format::xml::Escaped;
use crate::picture::{Area, ExcerptCard, ExcerptEdge, ExcerptLink, Label, Line, Point};
use crate::text::grouped;
use hashbrown::HashSet;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Radius of corners.
const CORNER: i32 = 7;

/// Maximum number of edges that a tooltip describes.
const MOST_DESCRIBED: usize = 10;

/// Length and half the width of an arrow head.
const HEAD: (i32, i32) = (9, 4);

/// The relation, with the number of edges if there are several. In a lineage an arrow shows the stored direction, because
/// the position shows which node came first.
fn label_text(link: &ExcerptLink<'_>, edges: usize, arrow: Option<bool>) -> String {
    let mut text = on_one_line(link.relation).into_owned();
    if edges > 1 {
        let _ = write!(text, " ×{edges}");
    }
    match arrow {
        Some(true) => text + " →",
        Some(false) => format!("← {text}"),
        None => text,
    }
}

pub(super) fn label_width(link: &ExcerptLink<'_>, is_lineage: bool) -> i32 {
    let arrow = (is_lineage && !link.symmetric).then_some(true);
    width(&label_text(link, link.edges.len(), arrow), SMALL) + 10
}

impl Drawing<'_, '_> {
    /// Lines of one net are drawn together, over a wider line in the colour of the page: it interrupts the lines that
    /// they cross, as a bridge does.
    pub(super) fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut lines: Vec<_> = self.picture.lines.iter().collect();
        lines.sort_by_key(|line| line.net);
        let mut labels: Vec<Vec<&Label>> = vec![Vec::new(); self.excerpt.links.len()];
        for label in &self.picture.labels {
            labels[label.links[0]].push(label);
        }
        for net in lines.chunk_by(|one, other| one.net == other.net) {
            let paths: Vec<_> = net.iter().map(|line| path(line)).collect();
            writeln!(out, "<path class=\"under\" d=\"{}\"/>", paths.join(""))?;
            let mut heads = HashSet::new();
            for (line, path) in net.iter().zip(paths) {
                let link = &self.excerpt.links[line.link];
                writeln!(out, "<g class=\"{}\"><title>{}</title>", self.classes(link), Escaped(&self.tooltip(link)))?;
                writeln!(out, "<path class=\"line\" d=\"{path}\"/>")?;
                let is_new = |point: &Point| heads.insert(*point);
                if !self.is_lineage && !link.symmetric && line.points.last().is_some_and(is_new) {
                    writeln!(out, "<path class=\"head\" d=\"{}\"/>", head(line))?;
                }
                out.write_all(b"</g>\n")?;
            }
            for label in net.iter().flat_map(|line| &labels[line.link]) {
                self.write_label(label, out)?;
            }
        }
        Ok(())
    }

    fn write_label(&self, label: &Label, out: &mut dyn Write) -> io::Result<()> {
        let link = &self.excerpt.links[label.links[0]];
        let edges = if label.links.len() == 1 { link.edges.len() } else { 1 };
        let arrow = (self.is_lineage && !link.symmetric).then_some(label.to_the_right);
        let (x, y) = (label.area.x + label.area.width / 2, label.area.y + label.area.height / 2 + 4);
        let text = label_text(link, edges, arrow);
        write!(out, "<g class=\"{}\">", self.classes(link))?;
        if label.links.len() == 1 {
            write!(out, "<title>{}</title>", Escaped(&self.tooltip(link)))?;
        }
        // Programs draw outlines of text differently, so a box interrupts the line behind the label.
        let Area { x: left, y: top, width, height } = label.area;
        let (left, top, width, height) = (left + 3, top + 2, width - 6, height - 4);
        write!(out, "<rect class=\"behind\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>")?;
        writeln!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text></g>", Escaped(&text))
    }

    fn classes(&self, link: &ExcerptLink<'_>) -> String {
        let family = drawing::family(self.export, link).name();
        let style = link.style.mark().unwrap_or_default();
        format!("link {family} {style}").trim_end().to_owned()
    }

    /// Both titles and the relation, then a line for each of the first edges: file and line, actor, time, note.
    fn tooltip(&self, link: &ExcerptLink<'_>) -> String {
        let [from, to] = [link.from, link.to].map(|at| match &self.excerpt.cards[at] {
            ExcerptCard::Node(node) => on_one_line(node.title()),
            ExcerptCard::More(more) => drawing::more_title(more).into(),
        });
        let arrow = if link.symmetric { "–" } else { "→" };
        let mut text = format!("{from} – {} {arrow} {to}", on_one_line(link.relation));
        if let Some(mark) = link.style.mark() {
            let _ = write!(text, " ({mark})");
        }
        for edge in link.edges.iter().take(MOST_DESCRIBED) {
            if let ExcerptEdge::Stored(edge) = edge {
                let edge = self.export.graph.edge(*edge);
                let _ = write!(text, "\n{}:{}", on_one_line(edge.file()), edge.line());
                let time = edge.millis().map(crate::time::format);
                for fact in [edge.actor(), time.as_deref(), edge.note()].into_iter().flatten() {
                    let _ = write!(text, " · {}", on_one_line(fact));
                }
            }
        }
        if link.edges.len() > MOST_DESCRIBED {
            let _ = write!(text, "\n{} more", grouped(link.edges.len() - MOST_DESCRIBED));
        }
        text
    }
}

/// The outline of a line with rounded corners. It starts at the end that is shared with other lines, so that dashes of
/// shared parts coincide.
fn path(line: &Line) -> String {
    let mut points = line.points.clone();
    if line.shares_end {
        points.reverse();
    }
    let mut path = format!("M{} {}", points[0].x, points[0].y);
    for corner in points.windows(3) {
        let [before, at, after] = [corner[0], corner[1], corner[2]];
        let (start, end) = (toward(at, before), toward(at, after));
        let _ = write!(path, "L{} {}Q{} {} {} {}", start.x, start.y, at.x, at.y, end.x, end.y);
    }
    let last = points[points.len() - 1];
    let _ = write!(path, "L{} {}", last.x, last.y);
    path
}

/// The point near a corner in the direction of another point, at most half way.
fn toward(corner: Point, other: Point) -> Point {
    let step = |from: i32, to: i32| (to - from).signum() * CORNER.min((to - from).abs() / 2);
    Point { x: corner.x + step(corner.x, other.x), y: corner.y + step(corner.y, other.y) }
}

/// A triangle at the last point, which is at the left or right border of a card.
fn head(line: &Line) -> String {
    let [.., before, tip] = line.points[..] else { return String::new() };
    let back = tip.x + if before.x < tip.x { -HEAD.0 } else { HEAD.0 };
    format!("M{} {}L{back} {}L{back} {}Z", tip.x, tip.y, tip.y - HEAD.1, tip.y + HEAD.1)
}
