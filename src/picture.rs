//! Pictures of graphs: Sugiyama's layered layout with orthogonal edges, in abstract units.
//!
//! [`lay_out`] turns a [`Sketch`] (sizes of cards and links between them) into a [`Picture`]: boxes, polylines and places
//! for labels, as plain integers. It measures no text and draws nothing: a caller chooses the [`Measures`], so the same
//! layout serves pixels and cells of a terminal. [`Excerpt`] chooses what is drawn of a subgraph: it folds large stars, and
//! leaves out what is far from the roots if there is too much.
//!
//! The rules that make a picture readable without errors:
//!
//! - A line is one link, or a *star*: links of one group and direction between one node and several others. Nothing else
//!   shares a line, so no line can be read as a link that does not exist.
//! - Every end of a star has a *port* on the side of its card. The ports on one side of a layer are on different rows.
//! - Between two layers is a *channel*. A star has one vertical, on a *track* of the channel; tracks are ordered so that
//!   no two horizontals overlap.
//! - A link over several layers passes each of them on a row of its own, as a *dummy* item. It never runs through a card.
//!
//! The layout is deterministic: equal sketches give equal pictures.

mod boxes;
mod channel;
mod components;
mod excerpt;
mod fold;
mod layered;
mod layers;
mod order;
mod routes;
mod rows;
mod stars;
#[cfg(test)]
mod tests;

pub use excerpt::{Excerpt, ExcerptCard, ExcerptEdge, ExcerptLink, LineStyle, More};

use components::Component;
use hashbrown::HashMap;

/// What to draw.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Sketch {
    pub cards: Vec<Card>,
    pub links: Vec<Link>,
    pub layering: Layering,
}

/// A node to draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Card {
    pub width: i32,
    /// Rows of text. A card with more ports than rows is higher.
    pub rows: i32,
}

/// A connection of two cards, by their positions in [`Sketch::cards`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    /// Links with equal groups may share a line.
    pub group: usize,
    pub symmetric: bool,
    /// Width of its label.
    pub label: i32,
}

/// How cards are assigned to layers, which run from left to right.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Layering {
    /// Signed distances to the root of a lineage. A card without one is placed beside its nearest neighbour.
    Distances(Vec<Option<i32>>),
    /// Breadth-first distance, in either direction, to the first of these cards; to a later one for cards that none of
    /// the earlier ones reaches. Parts of the sketch without any root are layered by longest path.
    Roots(Vec<usize>),
    /// Every link runs to the right, except where links form cycles. A graph with very many layers is layered by distance
    /// from the card with the most links instead.
    #[default]
    LongestPath,
}

/// Distances in the unit of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measures {
    /// Height of a row: the vertical grid of cards and ports.
    pub row: i32,
    /// Rows between two cards.
    pub gap: i32,
    /// Distance between tracks.
    pub track: i32,
    /// Width between a card and the label of a line that ends there.
    pub stub: i32,
    /// Distance between parts that no link connects.
    pub apart: i32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// A rectangle. Its right and lower borders are outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// A link as drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Position in [`Sketch::links`].
    pub link: usize,
    /// Lines of one net share parts, and are drawn together.
    pub net: usize,
    /// From the border of the first card to the border of the second one. Segments are horizontal or vertical; the first
    /// and the last are horizontal. An arrow head belongs at the last point.
    pub points: Vec<Point>,
    /// Whether the shared part, if there is one, is at the end of the points.
    pub shares_end: bool,
}

/// Room for the name of a group on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// On the line, one row high.
    pub area: Area,
    /// The links that the line stands for here.
    pub links: Vec<usize>,
    /// Whether the links run to the right here.
    pub to_the_right: bool,
}

/// A layer of a picture by signed distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub distance: i32,
    pub x: i32,
    pub width: i32,
    pub cards: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Picture {
    pub width: i32,
    pub height: i32,
    /// One for each card.
    pub boxes: Vec<Area>,
    pub lines: Vec<Line>,
    pub labels: Vec<Label>,
    /// Empty unless the layers are signed distances.
    pub columns: Vec<Column>,
    /// Links that are not drawn, because they pass too many layers.
    pub left_out: Vec<usize>,
}

/// Lays out a sketch.
pub fn lay_out(sketch: &Sketch, measures: Measures) -> Picture {
    let mut parts: Vec<_> =
        components::of(sketch).into_iter().map(|component| lay_out_component(component, measures)).collect();
    components::align_single_cards(&mut parts);
    let mut whole = components::packed(parts, sketch.cards.len(), measures);
    whole.lines.sort_by_key(|line| line.link);
    whole.left_out.sort_unstable();
    whole
}

/// A part of a picture, with its upper left corner at the origin.
struct Part {
    component: Component,
    picture: Picture,
}

fn lay_out_component(component: Component, measures: Measures) -> Part {
    let sketch = &component.sketch;
    let (layers, distances) = layers::of(sketch);
    let mut layered = layered::Layered::new(sketch, &layers);
    order::reduce_crossings(&mut layered);
    let stars = stars::of(sketch, &layered);
    let mut placed = rows::place(sketch, &layered, &stars, measures.gap);
    let tracks = channel::assign_tracks(&layered, &stars, &mut placed, measures.gap);
    let columns = boxes::columns(sketch, &layered, &stars, &tracks, measures);
    let mut picture = boxes::draw(sketch, &layered, &placed, &columns, measures);
    routes::draw(sketch, &layered, &stars, &placed, &tracks, &columns, measures, &mut picture);
    if let Some(distances) = distances {
        let heading = |(distance, (x, width)): (i32, (i32, i32)), cards| Column { distance, x, width, cards };
        let counts = layered.order.iter().map(|items| items.iter().filter(|item| layered.is_card(**item)).count());
        picture.columns = distances.into_iter().zip(columns.layers).zip(counts).map(|(at, n)| heading(at, n)).collect();
    }
    Part { component, picture }
}

/// Numbers values in the order in which they first appear.
fn numbered<K: Eq + std::hash::Hash + Copy>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut numbers = HashMap::new();
    keys.map(|key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}
