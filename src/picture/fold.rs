//! Folding of large stars, so that cards with very many links can be drawn.
//!
//! A *fan* is all links of one group and direction at one card. Of a fan with more than [`MOST`] links, [`KEPT`] are
//! drawn; the others are counted in a "more" card beside them. The search is breadth-first from the roots, so cards near
//! the roots are drawn. A card that is reached over counted links only is hidden with everything behind it.
//!
//! Every link is drawn or counted in exactly one "more" card, and every card is drawn or hidden behind exactly one. A
//! link that is counted has a drawn card at one end at least, or both of its ends are hidden behind "more" cards.

use super::Link;
use std::cmp::Reverse;

/// Maximum number of links of a fan that are all drawn.
const MOST: usize = 8;

/// The number of links that are drawn of a larger fan.
const KEPT: usize = 6;

/// The position of a "more" card among all of them.
type MoreIx = usize;

/// The "more" cards of a graph, and what each of them stands for.
#[derive(Debug, Default)]
pub(super) struct Folded {
    /// For each card, the "more" card that it is hidden behind.
    pub(super) hidden: Vec<Option<MoreIx>>,
    /// For each link, the "more" card that counts it.
    pub(super) counted: Vec<Option<MoreIx>>,
    pub(super) more: Vec<More>,
}

/// A "more" card.
#[derive(Debug)]
pub(super) struct More {
    /// The card whose fan is folded.
    pub(super) centre: usize,
    /// The links of the fan that are counted.
    pub(super) links: Vec<usize>,
}

/// The direction of a link, seen from one of its ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Leads {
    Out,
    In,
    Both,
}

/// All links of one group and direction at a card.
struct Fan {
    card: usize,
    links: Vec<usize>,
    drawn: usize,
    /// The number of links that the "more" card of the other end counts.
    elsewhere: usize,
    more: Option<MoreIx>,
}

impl Fan {
    /// The number of links that may be drawn.
    fn most(&self) -> usize {
        let own = self.links.len() - self.elsewhere;
        if own > MOST { KEPT } else { own }
    }

    fn is_full(&self) -> bool {
        self.drawn >= self.most()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Open,
    Drawn,
    Counted(MoreIx),
}

/// Folds the large fans of a graph. Of a fan, links to cards that are drawn anyway are drawn first, then those with the
/// highest preference.
pub(super) fn fold(cards: usize, links: &[Link], roots: &[usize], preference: &[i64]) -> Folded {
    let mut search = Search::new(cards, links, preference);
    search.spread(roots);
    let mut starts: Vec<_> = (0..cards).collect();
    starts.sort_by_key(|card| Reverse(search.degree(*card)));
    for start in starts {
        search.spread(&[start]);
    }
    let Search { hidden, fates, more, .. } = search;
    let counted = links.iter().zip(fates).map(|(link, fate)| match fate {
        Fate::Counted(more) => Some(more),
        // Of the links without a decision there are only loops, which are where their card is.
        Fate::Open => hidden[link.from],
        Fate::Drawn => None,
    });
    Folded { counted: counted.collect(), hidden, more }
}

struct Search<'l> {
    links: &'l [Link],
    fans: Vec<Fan>,
    /// The fans of each card: positions in `fans`.
    fans_of: Vec<std::ops::Range<usize>>,
    /// The fans of each link, at its source and at its target. A loop has none.
    ends: Vec<Option<[usize; 2]>>,
    fates: Vec<Fate>,
    is_drawn: Vec<bool>,
    drawn: Vec<usize>,
    hidden: Vec<Option<MoreIx>>,
    more: Vec<More>,
    /// Links that were counted since hidden cards were last searched.
    fresh: Vec<usize>,
}

impl<'l> Search<'l> {
    fn new(cards: usize, links: &'l [Link], preference: &[i64]) -> Self {
        let mut places = Vec::with_capacity(2 * links.len());
        for (at, link) in links.iter().enumerate().filter(|(_, link)| link.from != link.to) {
            let [from, to] = if link.symmetric { [Leads::Both; 2] } else { [Leads::Out, Leads::In] };
            let place = |card, leads| (card, leads, link.group, Reverse(preference[at]), at);
            places.extend([place(link.from, from), place(link.to, to)]);
        }
        places.sort_unstable();
        let mut ends: Vec<Option<[usize; 2]>> = vec![None; links.len()];
        let (mut fans, mut fans_of) = (Vec::new(), vec![0..0; cards]);
        for fan in places.chunk_by(|one, other| (one.0, one.1, one.2) == (other.0, other.1, other.2)) {
            let card = fan[0].0;
            if fans_of[card].is_empty() {
                fans_of[card].start = fans.len();
            }
            fans_of[card].end = fans.len() + 1;
            let members: Vec<_> = fan.iter().map(|place| place.4).collect();
            for link in &members {
                let [from, to] = ends[*link].get_or_insert_default();
                *if links[*link].from == card { from } else { to } = fans.len();
            }
            fans.push(Fan { card, links: members, drawn: 0, elsewhere: 0, more: None });
        }
        let fates = links.iter().map(|_| Fate::Open).collect();
        let (is_drawn, hidden) = (vec![false; cards], vec![None; cards]);
        let (drawn, more, fresh) = (Vec::new(), Vec::new(), Vec::new());
        Self { links, fans, fans_of, ends, fates, is_drawn, drawn, hidden, more, fresh }
    }

    fn degree(&self, card: usize) -> usize {
        self.fans[self.fans_of[card].clone()].iter().map(|fan| fan.links.len()).sum()
    }

    fn is_known(&self, card: usize) -> bool {
        self.is_drawn[card] || self.hidden[card].is_some()
    }

    /// Draws these cards, unless they are hidden, and what is reached from them.
    fn spread(&mut self, starts: &[usize]) {
        let mut next = self.drawn.len();
        for start in starts {
            if !self.is_known(*start) {
                self.draw_card(*start);
            }
        }
        while let Some(card) = self.drawn.get(next).copied() {
            next += 1;
            for fan in self.fans_of[card].clone() {
                self.settle(fan);
            }
        }
        self.hide();
    }

    fn draw_card(&mut self, card: usize) {
        if !std::mem::replace(&mut self.is_drawn[card], true) {
            self.drawn.push(card);
        }
    }

    /// Decides about the links of a fan whose card is drawn.
    fn settle(&mut self, fan: usize) {
        let mut open = self.fans[fan].links.clone();
        open.retain(|link| self.fates[*link] == Fate::Open);
        // Another large fan has no place for them, whatever is decided here.
        open.retain(|link| {
            let other = self.other_fan(*link, fan);
            let is_refused = self.fans[other].is_full();
            if is_refused {
                self.count(*link, other, fan);
            }
            !is_refused
        });
        open.sort_by_key(|link| !self.is_drawn[self.other_card(*link, fan)]);
        for link in open {
            let other = self.other_fan(link, fan);
            if self.fans[fan].is_full() {
                self.count(link, fan, other);
            } else if self.fans[other].is_full() {
                self.count(link, other, fan);
            } else {
                self.fates[link] = Fate::Drawn;
                self.fans[fan].drawn += 1;
                self.fans[other].drawn += 1;
                self.draw_card(self.fans[other].card);
            }
        }
    }

    fn other_fan(&self, link: usize, fan: usize) -> usize {
        let [from, to] = self.ends[link].unwrap_or([fan; 2]);
        if from == fan { to } else { from }
    }

    fn other_card(&self, link: usize, fan: usize) -> usize {
        self.fans[self.other_fan(link, fan)].card
    }

    /// Counts a link in the "more" card of one of its fans.
    fn count(&mut self, link: usize, here: usize, other: usize) {
        let centre = self.fans[here].card;
        let more = *self.fans[here].more.get_or_insert_with(|| {
            self.more.push(More { centre, links: Vec::new() });
            self.more.len() - 1
        });
        self.more[more].links.push(link);
        self.fates[link] = Fate::Counted(more);
        self.fans[other].elsewhere += 1;
        self.fresh.push(link);
    }

    /// Hides cards at the far ends of counted links, and everything behind them, breadth-first.
    fn hide(&mut self) {
        let mut queue = Vec::new();
        for link in std::mem::take(&mut self.fresh) {
            let Fate::Counted(more) = self.fates[link] else { continue };
            for card in [self.links[link].from, self.links[link].to] {
                if !self.is_known(card) {
                    self.hidden[card] = Some(more);
                    queue.push((card, more));
                }
            }
        }
        let mut next = 0;
        while let Some((card, more)) = queue.get(next).copied() {
            next += 1;
            for fan in self.fans_of[card].clone() {
                for at in 0..self.fans[fan].links.len() {
                    let link = self.fans[fan].links[at];
                    if self.fates[link] == Fate::Open {
                        self.fates[link] = Fate::Counted(more);
                    }
                    let other = self.other_card(link, fan);
                    if !self.is_known(other) {
                        self.hidden[other] = Some(more);
                        queue.push((other, more));
                    }
                }
            }
        }
    }
}
