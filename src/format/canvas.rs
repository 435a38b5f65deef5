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
use crate::picture::{self, Area, Card, Excerpt, ExcerptCard, ExcerptLink, Measures};
use crate::text::grouped;
use hashbrown::{HashMap, HashSet};
use serde::Serialize;
use serde_json::{Value, json as value};
use std::borrow::Cow;
use std::cmp::Ordering;
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
    let texts: Vec<_> = excerpt.cards.iter().map(Text::new).collect();
    let mut sizes = texts.iter().map(Text::size);
    let size = |_: &ExcerptCard<'_>| sizes.next().unwrap_or(Card { width: 0, rows: 1 });
    let label = |link: &ExcerptLink<'_>| columns(link.relation) * LABEL_COLUMN + 20;
    let boxes = picture::lay_out(&excerpt.sketch(size, label), MEASURES).boxes;
    // A canvas draws its own lines, so links that the picture leaves out are in it.
    let notices = excerpt.notices(&[]);
    let canvas = Canvas { export, ids: ids(&excerpt), excerpt, texts, boxes };
    let hues = drawing::hues(export.graph);
    let cards = || (0..canvas.boxes.len()).map(|at| canvas.card(at, &hues));
    let edges = || canvas.lines().enumerate().map(|(at, link)| canvas.edge(at, link));
    json::line(out, &CanvasWire { nodes: json::Each(cards), edges: json::Each(edges) })?;
    Ok(notices)
}

/// The ids of all cards. Those of "more" cards are different from the ids of all nodes.
fn ids<'g>(excerpt: &Excerpt<'g>) -> Vec<Cow<'g, str>> {
    let known: HashSet<_> = excerpt.cards.iter().filter_map(|card| card.node()).map(Node::address).collect();
    let id = |(at, card): (usize, &ExcerptCard<'g>)| match card {
        ExcerptCard::Node(node) => node.address(),
        ExcerptCard::More(_) => {
            let mut id = format!("more {at}");
            while known.contains(&*id) {
                id.push('+');
            }
            id.into()
        }
    };
    excerpt.cards.iter().enumerate().map(id).collect()
}

fn columns(text: &str) -> i32 {
    i32::try_from(text.width()).unwrap_or(i32::MAX / 1_000).min(1_000)
}

/// The words on a card.
struct Text {
    title: String,
    /// The lines below the title. None is empty.
    below: Vec<String>,
}

impl Text {
    fn new(card: &ExcerptCard<'_>) -> Self {
        let (title, below) = match card {
            ExcerptCard::Node(node) => {
                (title(*node).trim().to_owned(), vec![second_line(*node), place(*node).unwrap_or_default()])
            }
            ExcerptCard::More(more) => (drawing::more_title(more), drawing::more_facts(more).collect()),
        };
        Self { title, below: below.into_iter().filter(|line| !line.is_empty()).collect() }
    }

    /// An estimate of the room that a card needs.
    fn size(&self) -> Card {
        let lines = || std::iter::once(&self.title).chain(&self.below);
        let widest = lines().map(|line| columns(line)).max().unwrap_or(0);
        let rows = |line: &String| 1 + columns(line) * COLUMN / (WIDEST - PADDING);
        let width = (widest * COLUMN + PADDING).clamp(NARROWEST, WIDEST);
        Card { width, rows: lines().map(rows).sum::<i32>().min(12) + 1 }
    }

    /// As Markdown.
    fn markdown(&self) -> String {
        let below = self.below.iter().map(|line| format!("\n{}", markdown(line)));
        format!("**{}**{}", markdown(&self.title), below.collect::<String>())
    }
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

/// A canvas with everything that is on it, by the positions of cards.
struct Canvas<'a, 'g> {
    export: &'a Export<'a>,
    excerpt: Excerpt<'g>,
    ids: Vec<Cow<'g, str>>,
    texts: Vec<Text>,
    boxes: Vec<Area>,
}

impl<'g> Canvas<'_, 'g> {
    fn card(&self, at: usize, hues: &HashMap<&str, usize>) -> Value {
        let Area { x, y, width, height } = self.boxes[at];
        let mut card = value!({
            "id": self.ids[at], "type": "text", "text": self.texts[at].markdown(),
            "x": x, "y": y, "width": width, "height": height,
        });
        let node = self.excerpt.cards[at].node().filter(|node| !node.is_missing());
        if let Some(hue) = node.and_then(|node| hues.get(node.kind()?)) {
            card["color"] = HUES[*hue].into();
        }
        card
    }

    /// The links of all lines. Parallel edges have a line each; those to a "more" card have one line for all.
    fn lines(&self) -> impl Iterator<Item = &ExcerptLink<'g>> {
        let lines = |link: &ExcerptLink<'_>| if self.excerpt.more(link).is_some() { 1 } else { link.edges.len() };
        self.excerpt.links.iter().flat_map(move |link| std::iter::repeat_n(link, lines(link)))
    }

    fn edge(&self, at: usize, link: &ExcerptLink<'_>) -> Value {
        let (from_side, to_side) = match self.boxes[link.from].x.cmp(&self.boxes[link.to].x) {
            Ordering::Less => ("right", "left"),
            Ordering::Equal => ("right", "right"),
            Ordering::Greater => ("left", "right"),
        };
        let mut label = on_one_line(link.relation).into_owned();
        if self.excerpt.more(link).is_some() {
            label = format!("{label} ×{}", grouped(link.edges.len()));
        }
        if let Some(mark) = link.style.mark() {
            label = format!("{label} ({mark})");
        }
        let mut edge = value!({
            "id": format!("e{at}"),
            "fromNode": self.ids[link.from], "fromSide": from_side, "toNode": self.ids[link.to], "toSide": to_side,
            "label": label,
        });
        if link.symmetric {
            edge["toEnd"] = "none".into();
        }
        let color = match drawing::family(self.export, link) {
            Family::Lineage => "2",
            Family::Support => "4",
            Family::Against => "1",
            Family::Structural => "5",
            Family::Soft => return edge,
        };
        edge["color"] = color.into();
        edge
    }
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
