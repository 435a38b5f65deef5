//! JSON Canvas 1.0, which Obsidian opens: one text card for each node, in the layout of the picture.
//!
//! Cards contain Markdown, so texts from files are escaped: a title cannot embed a file or load a picture.

#[cfg(test)]
mod tests;

use super::drawing::{self, facts, place};
use super::escape::on_one_line;
use super::{Export, Format, Notices, json};
use crate::graph::Node;
use crate::graph::relation::Family;
use crate::picture::{self, Area, Card, Excerpt, ExcerptLink, Measures};
use serde::Serialize;
use serde_json::{Value, json as value};
use std::borrow::Cow;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

pub(super) const FORMAT: Format = Format {
    name: "canvas",
    extension: "canvas",
    about: "JSON Canvas, for Obsidian",
    dialects: &[],
    parts: &[],
    write,
};

const MEASURES: Measures = Measures { row: 30, gap: 1, track: 20, stub: 30, apart: 120 };
/// Pixels for a column of text in a card, and for one in the label of an edge.
const COLUMN: i32 = 9;
const LABEL_COLUMN: i32 = 8;
const WIDEST: i32 = 320;
const NARROWEST: i32 = 160;
const PADDING: i32 = 40;

/// Colours of the format for the kinds of nodes, by hue.
const HUES: [&str; drawing::HUES] = ["2", "5", "4", "6", "1", "3"];

#[derive(Serialize)]
struct CanvasWire<N, E> {
    nodes: N,
    edges: E,
}

fn write(export: &Export<'_>, out: &mut dyn Write) -> io::Result<Notices> {
    let excerpt = drawing::excerpt(export);
    let label = |link: &ExcerptLink<'_>| columns(link.relation) * LABEL_COLUMN + 20;
    let picture = picture::lay_out(&excerpt.sketch(|node| size(*node), label), MEASURES);
    let hues = drawing::hues(export.graph);
    let nodes = || {
        excerpt.nodes.iter().zip(&picture.boxes).map(|(node, area)| {
            let hue = node.kind().filter(|_| !node.is_missing()).and_then(|kind| hues.get(kind));
            card(*node, *area, hue.map(|hue| HUES[*hue]))
        })
    };
    let edges = || {
        let each = excerpt.links.iter().flat_map(|link| link.edges.iter().map(move |_| link));
        each.enumerate().map(|(at, link)| edge(export, &excerpt, &picture.boxes, at, link))
    };
    json::line(out, &CanvasWire { nodes: json::Each(nodes), edges: json::Each(edges) })?;
    // A canvas draws its own lines, so links that the picture leaves out are in it.
    Ok(excerpt.notices(&[]))
}

fn columns(text: &str) -> i32 {
    i32::try_from(text.width()).unwrap_or(i32::MAX / 1_000).min(1_000)
}

/// An estimate of the room that a card needs.
fn size(node: Node<'_>) -> Card {
    let widest = [title(node).width(), second_line(node).width()].into_iter().max().unwrap_or(0);
    let needed = i32::try_from(widest).unwrap_or(i32::MAX / 1_000).saturating_mul(COLUMN);
    let width = (needed + PADDING).clamp(NARROWEST, WIDEST);
    let rows = |text: &str| 1 + columns(text) * COLUMN / (WIDEST - PADDING);
    let place = place(node).map_or(0, |place| rows(&place));
    Card { width, rows: (rows(&title(node)) + rows(&second_line(node)) + place).min(12) + 1 }
}

fn title(node: Node<'_>) -> Cow<'_, str> {
    let title = on_one_line(node.title());
    if title.trim().is_empty() { Cow::Owned(on_one_line(&node.address()).into_owned()) } else { title }
}

/// Kind, status and id.
fn second_line(node: Node<'_>) -> String {
    let mut parts: Vec<_> = facts(node).collect();
    let address = on_one_line(&node.address()).into_owned();
    if address != title(node) {
        parts.push(Cow::Owned(address));
    }
    parts.join(" · ")
}

fn card(node: Node<'_>, area: Area, color: Option<&str>) -> Value {
    let mut text = format!("**{}**", markdown(title(node).trim()));
    for line in [second_line(node), place(node).unwrap_or_default()] {
        if !line.is_empty() {
            text = format!("{text}\n{}", markdown(&line));
        }
    }
    let Area { x, y, width, height } = area;
    let mut card = value!({
        "id": node.address(), "type": "text", "text": text, "x": x, "y": y, "width": width, "height": height,
    });
    if let Some(color) = color {
        card["color"] = color.into();
    }
    card
}

fn edge(export: &Export<'_>, excerpt: &Excerpt<'_>, boxes: &[Area], at: usize, link: &ExcerptLink<'_>) -> Value {
    let [from, to] = [link.from, link.to].map(|at| excerpt.nodes[at].address());
    let (from_side, to_side) = match boxes[link.from].x.cmp(&boxes[link.to].x) {
        std::cmp::Ordering::Less => ("right", "left"),
        std::cmp::Ordering::Equal => ("right", "right"),
        std::cmp::Ordering::Greater => ("left", "right"),
    };
    let relation = on_one_line(link.relation);
    let label = link.style.mark().map_or(relation.to_string(), |mark| format!("{relation} ({mark})"));
    let mut edge = value!({
        "id": format!("e{at}"),
        "fromNode": from, "fromSide": from_side, "toNode": to, "toSide": to_side, "label": label,
    });
    if link.symmetric {
        edge["toEnd"] = "none".into();
    }
    let color = match drawing::family(export, link) {
        Family::Causal => "2",
        Family::Support => "4",
        Family::Against => "1",
        Family::Structural => "5",
        Family::Soft => return edge,
    };
    edge["color"] = color.into();
    edge
}

/// Text without meaning in Markdown: punctuation is preceded by backslashes.
fn markdown(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if c.is_ascii_punctuation() && !matches!(c, '\'' | '"' | ',' | ';' | '?' | ':' | '/' | '.') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
