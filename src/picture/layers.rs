//! Assignment of cards to layers.

use super::{Layering, Link, Sketch};
use std::cmp::Reverse;
use std::collections::VecDeque;

/// Longest-path layering is kept up to this number of layers.
const MOST_LAYERS: i32 = 60;

/// The layer of each card, from 0 without gaps; and the distance of each layer, if layers are signed distances.
pub(super) fn of(sketch: &Sketch) -> (Vec<usize>, Option<Vec<i32>>) {
    match &sketch.layering {
        Layering::Distances(given) => {
            let (layers, distances) = without_gaps(&completed(sketch, given.clone()));
            (layers, Some(distances))
        }
        Layering::Roots(roots) => {
            let mut distances = vec![None; sketch.cards.len()];
            let neighbours = Neighbours::new(sketch.cards.len(), &sketch.links);
            for root in roots {
                if distances[*root].is_none() {
                    distances[*root] = Some(0);
                    neighbours.spread(&mut distances, [*root]);
                }
            }
            (without_gaps(&completed(sketch, distances)).0, None)
        }
        Layering::LongestPath => (without_gaps(&longest_path_or_distance(sketch)).0, None),
    }
}

/// Numbers of links between each card and the nearest of these cards, in either direction.
pub(super) fn steps(cards: usize, links: &[Link], from: &[usize]) -> Vec<Option<i32>> {
    let mut steps = vec![None; cards];
    for card in from {
        steps[*card] = Some(0);
    }
    Neighbours::new(cards, links).spread(&mut steps, from.iter().copied());
    steps
}

/// Numbers the distances in use from 0.
fn without_gaps(distances: &[i32]) -> (Vec<usize>, Vec<i32>) {
    let mut used = distances.to_vec();
    used.sort_unstable();
    used.dedup();
    let layer = |distance: &i32| used.partition_point(|other| other < distance);
    (distances.iter().map(layer).collect(), used)
}

/// Gives cards without a distance one more than their nearest neighbour that has one; without such a neighbour, 0.
fn completed(sketch: &Sketch, mut distances: Vec<Option<i32>>) -> Vec<i32> {
    distances.resize(sketch.cards.len(), None);
    if distances.iter().any(Option::is_none) {
        let known: Vec<_> = (0..distances.len()).filter(|card| distances[*card].is_some()).collect();
        Neighbours::new(sketch.cards.len(), &sketch.links).spread(&mut distances, known);
    }
    distances.into_iter().map(Option::unwrap_or_default).collect()
}

/// Adjacent cards in both directions, in compressed sparse rows.
struct Neighbours {
    starts: Vec<usize>,
    cards: Vec<usize>,
}

impl Neighbours {
    fn new(cards: usize, links: &[Link]) -> Self {
        Self::of(cards, || links.iter().flat_map(|link| [(link.from, link.to), (link.to, link.from)]))
    }

    fn outgoing(sketch: &Sketch) -> Self {
        Self::of(sketch.cards.len(), || sketch.links.iter().map(|link| (link.from, link.to)))
    }

    fn of<I: Iterator<Item = (usize, usize)>>(count: usize, pairs: impl Fn() -> I) -> Self {
        let mut starts = vec![0; count + 1];
        for (card, _) in pairs() {
            starts[card + 1] += 1;
        }
        for at in 0..count {
            starts[at + 1] += starts[at];
        }
        let (mut next, mut cards) = (starts.clone(), vec![0; starts[count]]);
        for (card, other) in pairs() {
            cards[next[card]] = other;
            next[card] += 1;
        }
        Self { starts, cards }
    }

    fn of_card(&self, card: usize) -> &[usize] {
        &self.cards[self.starts[card]..self.starts[card + 1]]
    }

    /// Breadth-first search from cards with a distance to those without.
    fn spread(&self, distances: &mut [Option<i32>], from: impl IntoIterator<Item = usize>) {
        let mut queue: VecDeque<_> = from.into_iter().collect();
        while let Some(card) = queue.pop_front() {
            let next = distances[card].map(|distance| distance + 1);
            for other in self.of_card(card) {
                if distances[*other].is_none() {
                    distances[*other] = next;
                    queue.push_back(*other);
                }
            }
        }
    }
}

/// Longest-path layering; for graphs with long cycles, where it gives very many layers, the distance from the card with
/// the most links, if that gives fewer than half of them.
fn longest_path_or_distance(sketch: &Sketch) -> Vec<i32> {
    let layers = longest_path(sketch);
    let count = |layers: &[i32]| layers.iter().max().zip(layers.iter().min()).map_or(0, |(last, first)| last - first);
    if count(&layers) < MOST_LAYERS {
        return layers;
    }
    let neighbours = Neighbours::new(sketch.cards.len(), &sketch.links);
    let centre = (0..sketch.cards.len()).max_by_key(|card| (neighbours.of_card(*card).len(), Reverse(*card)));
    let mut distances = vec![None; sketch.cards.len()];
    if let Some(centre) = centre {
        distances[centre] = Some(0);
        neighbours.spread(&mut distances, [centre]);
    }
    let distances = completed(sketch, distances);
    if count(&distances) * 2 < count(&layers) { distances } else { layers }
}

/// Longest-path layering: each card is one layer right of its last predecessor. A depth-first search finds the links
/// that close a cycle; these are ignored. A card without predecessors moves next to its first successor.
fn longest_path(sketch: &Sketch) -> Vec<i32> {
    let outgoing = Neighbours::outgoing(sketch);
    let order = topological(sketch, &outgoing);
    let mut rank = vec![0; order.len()];
    for (at, card) in order.iter().enumerate() {
        rank[*card] = at;
    }
    let mut layers = vec![0; order.len()];
    let mut has_predecessor = vec![false; order.len()];
    for card in &order {
        for other in outgoing.of_card(*card).iter().filter(|other| rank[**other] > rank[*card]) {
            layers[*other] = layers[*other].max(layers[*card] + 1);
            has_predecessor[*other] = true;
        }
    }
    for card in (0..order.len()).filter(|card| !has_predecessor[*card]) {
        let later = outgoing.of_card(card).iter().filter(|other| rank[**other] > rank[card]);
        if let Some(first) = later.map(|other| layers[*other]).min() {
            layers[card] = first - 1;
        }
    }
    layers
}

/// Cards in reverse postorder of a depth-first search: every link runs forward, except those that close a cycle. The
/// search starts at cards that no link leads to.
fn topological(sketch: &Sketch, outgoing: &Neighbours) -> Vec<usize> {
    let count = sketch.cards.len();
    let mut is_target = vec![false; count];
    for link in sketch.links.iter().filter(|link| link.from != link.to) {
        is_target[link.to] = true;
    }
    let starts = (0..count).filter(|card| !is_target[*card]).chain((0..count).filter(|card| is_target[*card]));
    let (mut seen, mut done) = (vec![false; count], Vec::with_capacity(count));
    for start in starts {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut path = vec![(start, 0)];
        while let Some((card, next)) = path.last_mut() {
            let Some(other) = outgoing.of_card(*card).get(*next) else {
                done.push(*card);
                path.pop();
                continue;
            };
            *next += 1;
            if !std::mem::replace(&mut seen[*other], true) {
                path.push((*other, 0));
            }
        }
    }
    done.reverse();
    done
}
