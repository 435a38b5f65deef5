//! Stars: sets of segments that share a line, and the ports at which they meet items.

use super::Sketch;
use super::layered::{Layered, Route};
use hashbrown::HashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

/// Pairs with a common end and equal keys.
pub(super) struct Group {
    /// Whether the common end is the first of each pair.
    pub(super) at_first: bool,
    /// Positions of the pairs, in order.
    pub(super) pairs: Vec<usize>,
}

/// Divides pairs into groups: repeatedly takes the largest set with one common end and equal keys. Among sets of one
/// size, the one whose first pair comes first.
pub(super) fn largest_first<K: Copy + Eq + Hash>(pairs: &[(usize, usize, K)]) -> Vec<Group> {
    let mut sets: HashMap<(bool, usize, K), usize> = HashMap::new();
    let mut members: Vec<(bool, Vec<usize>)> = Vec::new();
    let mut sets_of = Vec::with_capacity(pairs.len());
    for (at, (first, second, key)) in pairs.iter().enumerate() {
        sets_of.push([(true, *first), (false, *second)].map(|(at_first, end)| {
            let set = *sets.entry((at_first, end, *key)).or_insert_with(|| {
                members.push((at_first, Vec::new()));
                members.len() - 1
            });
            members[set].1.push(at);
            set
        }));
    }
    let mut sizes: Vec<_> = members.iter().map(|(_, pairs)| pairs.len()).collect();
    let mut heap: BinaryHeap<_> = sizes.iter().enumerate().map(|(set, size)| (*size, Reverse(set))).collect();
    let mut is_taken = vec![false; pairs.len()];
    let mut groups = Vec::new();
    while let Some((size, Reverse(set))) = heap.pop() {
        if sizes[set] < size {
            // Other sets took some of its pairs since.
            if sizes[set] > 0 {
                heap.push((sizes[set], Reverse(set)));
            }
            continue;
        }
        let (at_first, pairs) = &members[set];
        let taken: Vec<_> =
            pairs.iter().copied().filter(|pair| !std::mem::replace(&mut is_taken[*pair], true)).collect();
        for pair in &taken {
            for other in sets_of[*pair] {
                sizes[other] -= 1;
            }
        }
        groups.push(Group { at_first: *at_first, pairs: taken });
    }
    groups
}

/// The sides of an item, and of a channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Side {
    Left,
    Right,
}

/// The place at which a star meets an item.
#[derive(Debug, Clone, Copy)]
pub(super) struct Port {
    pub(super) item: usize,
    /// The side of the item.
    pub(super) side: Side,
    pub(super) star: usize,
}

/// A line with one end at its centre and one at each member. Numbers are those of ports.
#[derive(Debug, Clone)]
pub(super) struct Star {
    /// The layer to the left of its channel.
    pub(super) channel: usize,
    pub(super) centre: usize,
    pub(super) members: Vec<usize>,
}

impl Star {
    pub(super) fn ports(&self) -> impl Iterator<Item = usize> {
        std::iter::once(self.centre).chain(self.members.iter().copied())
    }
}

#[derive(Debug, Default)]
pub(super) struct Stars {
    pub(super) all: Vec<Star>,
    pub(super) ports: Vec<Port>,
    /// For each segment: its left and its right port.
    pub(super) across: Vec<(usize, usize)>,
    /// For each link inside a layer: the port at which it starts, and the one at which it ends.
    pub(super) beside: HashMap<usize, (usize, usize)>,
}

/// The stars of all channels.
pub(super) fn of(sketch: &Sketch, layered: &Layered) -> Stars {
    let mut stars = Stars { across: vec![(0, 0); layered.segments.len()], ..Stars::default() };
    let channels = layered.order.len();
    let mut segments = vec![Vec::new(); channels];
    for (at, segment) in layered.segments.iter().enumerate() {
        segments[layered.layer[segment.left]].push(at);
    }
    let mut beside = vec![Vec::new(); channels];
    for (at, link) in sketch.links.iter().enumerate().filter(|(at, _)| layered.routes[*at] == Route::Beside) {
        beside[layered.layer[link.from]].push(at);
    }
    for channel in 0..channels {
        stars.add_segments(layered, channel, &segments[channel]);
        stars.add_links_beside(sketch, channel, &beside[channel]);
    }
    stars
}

impl Stars {
    /// The segments of a dummy are one star, so that it has one port on each side; the others form stars by size.
    fn add_segments(&mut self, layered: &Layered, channel: usize, segments: &[usize]) {
        let mut uses: HashMap<(Side, usize), usize> = HashMap::new();
        let is_dummy = |item: usize| !layered.is_card(item);
        for at in segments {
            let segment = layered.segments[*at];
            *uses.entry((Side::Left, segment.left)).or_default() += 1;
            *uses.entry((Side::Right, segment.right)).or_default() += 1;
        }
        // A dummy in the key keeps the segments of a branching dummy apart from all others.
        let pair = |at: &usize| {
            let segment = layered.segments[*at];
            let branches = |side, item| is_dummy(item) && uses[&(side, item)] > 1;
            let (left, right) = (branches(Side::Left, segment.left), branches(Side::Right, segment.right));
            let dummy = if left { Some(segment.left) } else { right.then_some(segment.right) };
            (segment.left, segment.right, (segment.key, dummy))
        };
        let pairs: Vec<_> = segments.iter().map(pair).collect();
        for group in largest_first(&pairs) {
            let star = self.all.len();
            let ends = |pair: &usize| (pairs[*pair].0, pairs[*pair].1);
            let left = |stars: &mut Self, item| stars.add_port(item, Side::Right, star);
            let right = |stars: &mut Self, item| stars.add_port(item, Side::Left, star);
            let (first_left, first_right) = ends(&group.pairs[0]);
            let centre = if group.at_first { left(self, first_left) } else { right(self, first_right) };
            let mut members = Vec::with_capacity(group.pairs.len());
            for pair in &group.pairs {
                let (left_item, right_item) = ends(pair);
                let member = if group.at_first { right(self, right_item) } else { left(self, left_item) };
                self.across[segments[*pair]] = if group.at_first { (centre, member) } else { (member, centre) };
                members.push(member);
            }
            self.all.push(Star { channel, centre, members });
        }
    }

    fn add_links_beside(&mut self, sketch: &Sketch, channel: usize, links: &[usize]) {
        let pair = |at: &usize| {
            let link = sketch.links[*at];
            (link.from, link.to, (link.group, link.symmetric))
        };
        let pairs: Vec<_> = links.iter().map(pair).collect();
        for group in largest_first(&pairs) {
            let star = self.all.len();
            let ends = |pair: &usize| {
                if group.at_first { (pairs[*pair].0, pairs[*pair].1) } else { (pairs[*pair].1, pairs[*pair].0) }
            };
            let centre = self.add_port(ends(&group.pairs[0]).0, Side::Right, star);
            let mut members: Vec<usize> = Vec::new();
            for pair in &group.pairs {
                let item = ends(pair).1;
                let known = members.iter().copied().find(|port| self.ports[*port].item == item);
                let member = known.unwrap_or_else(|| self.add_port(item, Side::Right, star));
                if known.is_none() {
                    members.push(member);
                }
                let ports = if group.at_first { (centre, member) } else { (member, centre) };
                self.beside.insert(links[*pair], ports);
            }
            self.all.push(Star { channel, centre, members });
        }
    }

    fn add_port(&mut self, item: usize, side: Side, star: usize) -> usize {
        self.ports.push(Port { item, side, star });
        self.ports.len() - 1
    }

    /// The other ends of a port's star.
    pub(super) fn across_from(&self, port: usize) -> &[usize] {
        let star = &self.all[self.ports[port].star];
        if star.centre == port { &star.members } else { std::slice::from_ref(&star.centre) }
    }
}
