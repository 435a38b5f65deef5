//! Tracks: the verticals of the stars in a channel.
//!
//! If one row is the left end of star *i* and the right end of star *j*, then *i* must be left of *j*, or their
//! horizontals would overlap. Where these constraints form a cycle, a card of the right layer moves down.

use super::layered::Layered;
use super::rows::{Placed, distance, start_at_zero};
use super::stars::{Side, Star, Stars};
use hashbrown::{HashMap, HashSet};

/// Above this number of stars, the order of tracks is not optimised: the time is quadratic.
const MOST_SIFTED: usize = 200;

const PASSES: usize = 4;

/// A constraint counts more than all crossings together.
const FORBIDDEN: i64 = 1 << 40;

/// The tracks of all channels.
pub(super) struct Tracks {
    /// The track of each star in its channel; `None` for a straight line.
    pub(super) of_star: Vec<Option<usize>>,
    /// The number of tracks in each channel.
    pub(super) count: Vec<usize>,
}

/// Assigns a track to every star that needs one, channel by channel from the left. Moves items where needed.
pub(super) fn assign_tracks(layered: &Layered, stars: &Stars, placed: &mut Placed, gap: i32) -> Tracks {
    let channels = layered.order.len();
    let mut tracks = Tracks { of_star: vec![None; stars.all.len()], count: vec![0; channels] };
    let mut in_channel = vec![Vec::new(); channels];
    for (at, star) in stars.all.iter().enumerate() {
        in_channel[star.channel].push(at);
    }
    for (channel, members) in in_channel.iter().enumerate() {
        let mut moving = HashSet::new();
        let order = loop {
            let spans: Vec<_> = members.iter().map(|star| Span::new(stars, placed, &stars.all[*star])).collect();
            let (order, cycles) = topological(&spans);
            if cycles.is_empty() {
                break optimised(&spans, order);
            }
            moving.extend(cycles);
            separate(layered, stars, placed, channel, &moving, gap);
        };
        let spans: Vec<_> = members.iter().map(|star| Span::new(stars, placed, &stars.all[*star])).collect();
        tracks.count[channel] = compact(&spans, &order, |star, track| tracks.of_star[members[star]] = Some(track));
    }
    start_at_zero(placed);
    tracks
}

/// The rows of a star.
struct Span {
    left: Vec<i32>,
    /// With the items of the ports.
    right: Vec<(i32, usize)>,
    first: i32,
    last: i32,
}

impl Span {
    fn new(stars: &Stars, placed: &Placed, star: &Star) -> Self {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for port in star.ports() {
            let row = placed.row(port);
            match stars.ports[port].side {
                Side::Right => left.push(row),
                Side::Left => right.push((row, stars.ports[port].item)),
            }
        }
        left.sort_unstable();
        right.sort_unstable();
        let rows = || left.iter().chain(right.iter().map(|(row, _)| row));
        let (first, last) = (rows().min().copied().unwrap_or(0), rows().max().copied().unwrap_or(0));
        Self { left, right, first, last }
    }

    fn is_straight(&self) -> bool {
        self.first == self.last
    }

    /// Crossings if this star is left of another one.
    fn crossings_before(&self, other: &Self) -> i64 {
        let inside = |span: &Self, row: i32| span.first < row && row < span.last;
        let theirs = other.left.iter().filter(|row| inside(self, **row)).count();
        let ours = self.right.iter().filter(|(row, _)| inside(other, *row)).count();
        let is_forbidden = other.left.iter().any(|row| self.right.binary_search_by_key(row, |(row, _)| *row).is_ok());
        i64::try_from(theirs + ours).unwrap_or(FORBIDDEN) + if is_forbidden { FORBIDDEN } else { 0 }
    }
}

/// An order of stars that respects the constraints, and the items whose right ends close a cycle. Stars that run down
/// come after those that run up; of two that run down, the lower one comes first, because then they do not cross.
fn topological(spans: &[Span]) -> (Vec<usize>, Vec<usize>) {
    let left: HashMap<_, _> =
        spans.iter().enumerate().flat_map(|(star, span)| span.left.iter().map(move |row| (*row, star))).collect();
    // For each star, the stars that must be left of it, with the item that a constraint comes from.
    let before = |star: usize| {
        let constraint = |(row, item): &(i32, usize)| left.get(row).map(|other| (*other, *item));
        spans[star].right.iter().filter_map(constraint).filter(move |(other, _)| *other != star)
    };
    let mut preferred: Vec<_> = (0..spans.len()).filter(|star| !spans[*star].is_straight()).collect();
    preferred.sort_by_key(|star| {
        let (from, to) = spans[*star].slope();
        if to >= from { (1, -from, *star) } else { (0, from, *star) }
    });
    // Depth-first search along the constraints; one that leads back into the current path closes a cycle.
    let (mut order, mut closing) = (Vec::new(), Vec::new());
    let mut state = vec![0_u8; spans.len()];
    for start in preferred {
        if state[start] != 0 {
            continue;
        }
        state[start] = 1;
        let mut path = vec![(start, before(start).collect::<Vec<_>>())];
        while let Some((star, left)) = path.last_mut() {
            match left.pop() {
                Some((other, item)) if state[other] == 1 => closing.push(item),
                Some((other, _)) if state[other] == 0 => {
                    state[other] = 1;
                    path.push((other, before(other).collect()));
                }
                Some(_) => {}
                None => {
                    state[*star] = 2;
                    order.push(*star);
                    path.pop();
                }
            }
        }
    }
    (order, closing)
}

impl Span {
    /// The mean rows on the left and on the right, doubled to stay whole enough for comparisons.
    fn slope(&self) -> (i64, i64) {
        let mean = |rows: &mut dyn Iterator<Item = i32>| {
            let (mut sum, mut count) = (0, 0);
            for row in rows {
                (sum, count) = (sum + 2 * i64::from(row), count + 1);
            }
            if count == 0 { 0 } else { sum / count }
        };
        let left = mean(&mut self.left.iter().copied());
        let right = if self.right.is_empty() { left } else { mean(&mut self.right.iter().map(|(row, _)| *row)) };
        (left, right)
    }
}

/// Moves these items of the right layer down until their ports are on rows without a port of another star on the left.
/// Then no constraint comes from them, so the number of calls is bounded by the number of items.
fn separate(layered: &Layered, stars: &Stars, placed: &mut Placed, channel: usize, moving: &HashSet<usize>, gap: i32) {
    let mut left = HashMap::new();
    for item in &layered.order[channel] {
        left.extend(placed.ports(*item, Side::Right).iter().map(|port| (placed.row(*port), stars.ports[*port].star)));
    }
    let mut least = i32::MIN;
    let below = &layered.order[channel + 1];
    for (at, item) in below.iter().enumerate() {
        placed.top[*item] = placed.top[*item].max(least);
        if moving.contains(item) {
            let meets = |placed: &Placed, port: usize| {
                left.get(&placed.row(port)).is_some_and(|star| *star != stars.ports[port].star)
            };
            while placed.ports(*item, Side::Left).iter().any(|port| meets(placed, *port)) {
                placed.top[*item] += 1;
            }
        }
        if let Some(next) = below.get(at + 1) {
            least = placed.top[*item] + distance(layered, placed, *item, *next, gap);
        }
    }
}

/// Reorders stars so that fewer lines cross (sifting): each star in turn moves to its best place among the others.
fn optimised(spans: &[Span], mut order: Vec<usize>) -> Vec<usize> {
    if order.len() > MOST_SIFTED {
        return order;
    }
    let costs: Vec<Vec<i64>> =
        spans.iter().map(|one| spans.iter().map(|other| one.crossings_before(other)).collect()).collect();
    for _ in 0..PASSES {
        let mut has_moved = false;
        for star in order.clone() {
            let Some(from) = order.iter().position(|other| *other == star) else { continue };
            order.remove(from);
            // The change of the cost for each place, relative to the first one.
            let (mut cost, mut costs_at) = (0, vec![0]);
            for other in &order {
                cost += costs[*other][star] - costs[star][*other];
                costs_at.push(cost);
            }
            let best = (0..costs_at.len()).min_by_key(|at| costs_at[*at]).unwrap_or(from);
            let to = if costs_at[best] < costs_at[from] { best } else { from };
            has_moved |= to != from;
            order.insert(to, star);
        }
        if !has_moved {
            break;
        }
    }
    order
}

/// Gives each star the leftmost track right of all earlier stars that share a row with it. Returns the number of tracks.
fn compact(spans: &[Span], order: &[usize], mut assign: impl FnMut(usize, usize)) -> usize {
    let first = spans.iter().map(|span| span.first).min().unwrap_or(0);
    let last = spans.iter().map(|span| span.last).max().unwrap_or(0);
    let row = |row: i32| usize::try_from(row - first).unwrap_or_default();
    let mut free = vec![0; row(last) + 1];
    let mut count = 0;
    for star in order {
        let rows = row(spans[*star].first)..=row(spans[*star].last);
        let track = free[rows.clone()].iter().max().copied().unwrap_or(0);
        free[rows].fill(track + 1);
        assign(*star, track);
        count = count.max(track + 1);
    }
    count
}
