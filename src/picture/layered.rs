//! The layered graph: cards and dummies in layers, and segments between adjacent layers.

use super::Sketch;
use super::stars::largest_first;
use hashbrown::HashMap;

/// Maximum number of layers that all links together pass. It bounds time and memory for long graphs; the longest links
/// are left out first.
const MOST_PASSED: usize = 40_000;

/// The stored direction of a link on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Heading {
    Right,
    Left,
    Neither,
}

/// Links with equal keys may share a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Key {
    group: usize,
    heading: Heading,
}

/// A part of a link from an item to one in the next layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Segment {
    pub(super) left: usize,
    pub(super) right: usize,
    pub(super) key: Key,
}

/// How a link gets from one end to the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Route {
    /// Over these segments, from left to right.
    Across(Vec<usize>),
    /// Both ends are in one layer; the line leaves and enters on its right side.
    Beside,
    LeftOut,
}

/// Items 0 to n − 1 are the cards; the others are dummies.
pub(super) struct Layered {
    cards: usize,
    /// The layer of each item.
    pub(super) layer: Vec<usize>,
    /// The items of each layer, from top to bottom.
    pub(super) order: Vec<Vec<usize>>,
    pub(super) segments: Vec<Segment>,
    /// For each link.
    pub(super) routes: Vec<Route>,
}

impl Layered {
    pub(super) fn new(sketch: &Sketch, layers: &[usize]) -> Self {
        let count = layers.iter().max().map_or(0, |most| most + 1);
        let mut order = vec![Vec::new(); count];
        for (card, layer) in layers.iter().enumerate() {
            order[*layer].push(card);
        }
        let routes = vec![Route::Beside; sketch.links.len()];
        let mut layered =
            Self { cards: sketch.cards.len(), layer: layers.to_vec(), order, segments: Vec::new(), routes };
        layered.add_links(sketch);
        layered
    }

    pub(super) fn is_card(&self, item: usize) -> bool {
        item < self.cards
    }

    fn add_links(&mut self, sketch: &Sketch) {
        let mut known = HashMap::new();
        let mut long = Vec::new();
        for at in 0..sketch.links.len() {
            let (left, right, key) = self.directed(sketch, at);
            match self.layer[right] - self.layer[left] {
                0 => {}
                1 => self.routes[at] = Route::Across(vec![self.segment(&mut known, left, right, key)]),
                span => long.push((span - 1, at)),
            }
        }
        long.sort_unstable();
        let mut passed = 0;
        let fits = |(layers, _): &&(usize, usize)| {
            passed += layers;
            passed <= MOST_PASSED
        };
        let kept = long.iter().take_while(fits).count();
        for (_, at) in long.drain(kept..) {
            self.routes[at] = Route::LeftOut;
        }
        long.sort_unstable_by_key(|(_, at)| *at);
        let ends: Vec<_> = long.iter().map(|(_, at)| self.directed(sketch, *at)).collect();
        for star in largest_first(&ends) {
            let links = star.pairs.iter().map(|pair| (long[*pair].1, ends[*pair]));
            self.add_chain(&mut known, links.collect(), star.at_first);
        }
    }

    /// The left end, the right end and the key of a link. In one layer, the stored ends.
    fn directed(&self, sketch: &Sketch, at: usize) -> (usize, usize, Key) {
        let link = sketch.links[at];
        let is_turned = self.layer[link.from] > self.layer[link.to];
        let (left, right) = if is_turned { (link.to, link.from) } else { (link.from, link.to) };
        let heading = match (link.symmetric, is_turned) {
            (true, _) => Heading::Neither,
            (false, true) => Heading::Left,
            (false, false) => Heading::Right,
        };
        (left, right, Key { group: link.group, heading })
    }

    fn segment(&mut self, known: &mut HashMap<Segment, usize>, left: usize, right: usize, key: Key) -> usize {
        let segment = Segment { left, right, key };
        *known.entry(segment).or_insert_with(|| {
            self.segments.push(segment);
            self.segments.len() - 1
        })
    }

    /// Adds links of one star that pass layers. They share one dummy in each layer that they pass: the line leaves the
    /// common end once, and branches off where a link arrives.
    fn add_chain(
        &mut self,
        known: &mut HashMap<Segment, usize>,
        links: Vec<(usize, (usize, usize, Key))>,
        is_centre_left: bool,
    ) {
        let passed = |(_, (left, right, _)): &(usize, (usize, usize, Key))| (self.layer[*left] + 1, self.layer[*right]);
        let first = links.iter().map(|link| passed(link).0).min().unwrap_or(0);
        let end = links.iter().map(|link| passed(link).1).max().unwrap_or(0);
        let dummies: Vec<_> = (first..end).map(|layer| self.add_dummy(layer)).collect();
        debug_assert!(links.iter().all(|(_, (left, right, _))| {
            if is_centre_left { self.layer[*left] + 1 == first } else { self.layer[*right] == end }
        }));
        for (at, (left, right, key)) in links {
            let (from, to) = (self.layer[left] + 1 - first, self.layer[right] - first);
            let mut items = vec![left];
            items.extend(&dummies[from..to]);
            items.push(right);
            let segments = items.windows(2).map(|pair| self.segment(known, pair[0], pair[1], key));
            self.routes[at] = Route::Across(segments.collect());
        }
    }

    fn add_dummy(&mut self, layer: usize) -> usize {
        self.layer.push(layer);
        self.order[layer].push(self.layer.len() - 1);
        self.layer.len() - 1
    }
}
