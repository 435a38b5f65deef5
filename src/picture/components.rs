//! Connected components: each is laid out alone, and the results are packed in shelves.

use super::{Area, Card, Layering, Link, Measures, Part, Picture, Sketch, numbered};

/// A connected part of a sketch, as a sketch of its own.
pub(super) struct Component {
    pub(super) sketch: Sketch,
    /// For each of its cards, the position in the whole sketch; likewise for links.
    cards: Vec<usize>,
    links: Vec<usize>,
}

/// The components of a sketch: the one with the first root, then the largest first. A lineage is never divided, because
/// its layers have a meaning.
pub(super) fn of(sketch: &Sketch) -> Vec<Component> {
    if matches!(sketch.layering, Layering::Distances(_)) {
        let (cards, links) = ((0..sketch.cards.len()).collect(), (0..sketch.links.len()).collect());
        return vec![Component { sketch: sketch.clone(), cards, links }];
    }
    let number = component_numbers(sketch);
    let count = number.iter().max().map_or(0, |most| most + 1);
    let mut found: Vec<_> =
        (0..count).map(|_| Component { sketch: Sketch::default(), cards: vec![], links: vec![] }).collect();
    let mut local = vec![0; sketch.cards.len()];
    for (card, size) in sketch.cards.iter().enumerate() {
        let part = &mut found[number[card]];
        local[card] = part.cards.len();
        part.cards.push(card);
        part.sketch.cards.push(*size);
    }
    for (at, link) in sketch.links.iter().enumerate() {
        let part = &mut found[number[link.from]];
        part.links.push(at);
        part.sketch.links.push(Link { from: local[link.from], to: local[link.to], ..*link });
    }
    let mut first_root = vec![usize::MAX; count];
    if let Layering::Roots(roots) = &sketch.layering {
        for (at, root) in roots.iter().enumerate() {
            let part = number[*root];
            first_root[part] = first_root[part].min(at);
            match &mut found[part].sketch.layering {
                Layering::Roots(known) => known.push(local[*root]),
                other => *other = Layering::Roots(vec![local[*root]]),
            }
        }
    }
    found.sort_by_key(|part| {
        let size = part.cards.len();
        (first_root[number[part.cards[0]]], usize::MAX - size, part.cards[0])
    });
    found
}

/// The number of the component of each card, by union-find.
fn component_numbers(sketch: &Sketch) -> Vec<usize> {
    let mut sets = Sets::new(sketch.cards.len());
    for link in &sketch.links {
        sets.join(link.from, link.to);
    }
    numbered((0..sketch.cards.len()).map(|card| sets.first(card)))
}

/// Disjoint sets (union-find). The smallest member represents a set.
pub(super) struct Sets(Vec<usize>);

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    pub(super) fn first(&mut self, of: usize) -> usize {
        let mut at = of;
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.first(one), self.first(other));
        self.0[one.max(other)] = one.min(other);
    }
}

/// Gives cards without links one width, so that they form a grid.
pub(super) fn align_single_cards(parts: &mut [Part]) {
    let is_single = |part: &Part| part.component.cards.len() == 1 && part.component.links.is_empty();
    let Some(width) = parts.iter().filter(|part| is_single(part)).map(|part| part.picture.width).max() else { return };
    for part in parts.iter_mut().filter(|part| is_single(part)) {
        part.picture.width = width;
        part.picture.boxes[0].width = width;
    }
}

/// Places the parts in rows from left to right. A row is at least as wide as the widest part and as the square root of
/// the area, so that many small parts form a page rather than a ribbon.
pub(super) fn packed(parts: Vec<Part>, cards: usize, measures: Measures) -> Picture {
    let area =
        |part: &Part| f64::from(part.picture.width + measures.apart) * f64::from(part.picture.height + measures.apart);
    let side = (parts.iter().map(area).sum::<f64>() * 1.6).sqrt() as i32;
    let widest = parts.iter().map(|part| part.picture.width).max().unwrap_or(0).max(side);
    let mut whole = Picture { boxes: vec![Area::default(); cards], ..Picture::default() };
    let (mut x, mut y, mut height, mut nets) = (0, 0, 0, 0);
    for Part { component, mut picture } in parts {
        if x > 0 && x + picture.width > widest {
            (x, y, height) = (0, y + height + measures.apart, 0);
        }
        picture.shift(x, y);
        whole.width = whole.width.max(x + picture.width);
        whole.height = whole.height.max(y + picture.height);
        (x, height) = (x + picture.width + measures.apart, height.max(picture.height));
        for (card, area) in component.cards.iter().zip(picture.boxes) {
            whole.boxes[*card] = area;
        }
        let next_net = picture.lines.iter().map(|line| line.net + 1).max().unwrap_or(0);
        whole.lines.extend(picture.lines.into_iter().map(|mut line| {
            line.link = component.links[line.link];
            line.net += nets;
            line
        }));
        nets += next_net;
        whole.labels.extend(picture.labels.into_iter().map(|mut label| {
            label.links.iter_mut().for_each(|link| *link = component.links[*link]);
            label
        }));
        whole.columns.extend(picture.columns);
        whole.left_out.extend(picture.left_out.into_iter().map(|link| component.links[link]));
    }
    whole
}

impl Picture {
    fn shift(&mut self, x: i32, y: i32) {
        let move_area = |area: &mut Area| (area.x, area.y) = (area.x + x, area.y + y);
        self.boxes.iter_mut().for_each(move_area);
        self.labels.iter_mut().for_each(|label| move_area(&mut label.area));
        self.columns.iter_mut().for_each(|column| column.x += x);
        for point in self.lines.iter_mut().flat_map(|line| &mut line.points) {
            (point.x, point.y) = (point.x + x, point.y + y);
        }
    }
}

impl Card {
    /// Its height without further ports.
    pub(super) fn least_rows(self) -> i32 {
        self.rows.max(1)
    }
}
