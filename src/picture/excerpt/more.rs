//! "More" cards of an excerpt.

use super::super::fold::{self, Folded};
use super::{ExcerptLink, Whole};
use hashbrown::{HashMap, HashSet};
use std::cmp::Reverse;

/// A card for the members of a star that are not drawn beside it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct More<'g> {
    /// The kinds of the members with their numbers, most frequent first. `None` is for nodes that are not defined.
    pub kinds: Vec<(Option<&'g str>, usize)>,
    pub members: usize,
    /// The number of members that are drawn, because other links lead to them, or counted on another card.
    pub elsewhere: usize,
    /// The number of other nodes that are not drawn, because only members lead to them.
    pub beyond: usize,
    /// The number of edges that are not drawn: those of the star, and those at nodes that are not drawn.
    pub edges: usize,
}

impl<'g> More<'g> {
    /// All "more" cards of a subgraph.
    pub(super) fn all(whole: &Whole<'g>, folded: &Folded) -> Vec<Self> {
        let mut all: Vec<_> = folded.more.iter().map(|_| Self::default()).collect();
        for more in folded.hidden.iter().flatten() {
            all[*more].beyond += 1;
        }
        for (link, more) in whole.links.iter().zip(&folded.counted) {
            if let Some(more) = *more {
                all[more].edges += link.edges.len();
            }
        }
        for (number, more) in all.iter_mut().enumerate() {
            let members = members(whole, &folded.more[number]);
            let own = members.iter().filter(|member| folded.hidden[**member] == Some(number)).count();
            more.members = members.len();
            more.elsewhere = members.len() - own;
            more.beyond -= own;
            more.kinds = kinds(whole, &members);
        }
        all
    }

    /// The number of nodes that are counted here and nowhere else.
    pub fn nodes(&self) -> usize {
        self.members - self.elsewhere + self.beyond
    }
}

/// The far ends of the links of a star that are not drawn.
fn members(whole: &Whole<'_>, more: &fold::More) -> HashSet<usize> {
    let far = |link: &ExcerptLink<'_>| if link.from == more.centre { link.to } else { link.from };
    more.links.iter().map(|link| far(&whole.links[*link])).collect()
}

fn kinds<'g>(whole: &Whole<'g>, members: &HashSet<usize>) -> Vec<(Option<&'g str>, usize)> {
    let mut counts: HashMap<Option<&str>, usize> = HashMap::new();
    for node in members.iter().map(|member| whole.nodes[*member]) {
        *counts.entry(node.kind().filter(|_| !node.is_missing())).or_default() += 1;
    }
    let mut kinds: Vec<_> = counts.into_iter().collect();
    kinds.sort_by_key(|(kind, count)| (Reverse(*count), *kind));
    kinds
}

/// The link between a "more" card and its node, which are at these positions. It has the edges of the star.
pub(super) fn link<'g>(whole: &Whole<'g>, more: &fold::More, centre: usize, card: usize) -> ExcerptLink<'g> {
    let first = &whole.links[more.links[0]];
    let (from, to) = if first.from == more.centre { (centre, card) } else { (card, centre) };
    let edges = more.links.iter().flat_map(|link| whole.links[*link].edges.iter().copied()).collect();
    ExcerptLink { from, to, edges, ..first.clone() }
}

/// The signed distance of most members.
pub(super) fn distance(whole: &Whole<'_>, more: &fold::More) -> Option<i32> {
    let mut counts: HashMap<i32, usize> = HashMap::new();
    for distance in members(whole, more).into_iter().filter_map(|member| whole.distance(member)) {
        *counts.entry(distance).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(distance, count)| (*count, Reverse(distance.abs()), *distance)).map(|(at, _)| at)
}
