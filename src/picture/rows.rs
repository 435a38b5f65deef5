//! Vertical positions: heights of cards, rows of ports, and rows of items.
//!
//! Items keep their order and move towards their neighbours: each sweep solves a weighted isotonic regression for a layer
//! with the pool adjacent violators algorithm, which is linear.

use super::Sketch;
use super::layered::Layered;
use super::stars::{Side, Stars};

const SWEEPS: usize = 10;

/// How much an item without neighbours insists on its place.
const LOOSE: f64 = 0.01;

/// How much more a line between dummies insists on being straight than one between cards.
const STRAIGHT: f64 = 8.0;

/// Rows of items and ports.
pub(super) struct Placed {
    /// The first row of each item.
    pub(super) top: Vec<i32>,
    /// The number of rows of each item.
    pub(super) height: Vec<i32>,
    /// The row of each port below the top of its item.
    slot: Vec<i32>,
    /// The ports on the left and on the right side of each item, from top to bottom.
    sides: [Vec<Vec<usize>>; 2],
    item_of: Vec<usize>,
}

impl Placed {
    pub(super) fn row(&self, port: usize) -> i32 {
        self.top[self.item_of[port]] + self.slot[port]
    }

    pub(super) fn ports(&self, item: usize, side: Side) -> &[usize] {
        &self.sides[side as usize][item]
    }

    /// Assigns the rows of an item to the ports of its sides, spread evenly.
    #[expect(clippy::cast_possible_wrap, reason = "numbers of ports are small")]
    fn spread_ports(&mut self, item: usize) {
        for ports in self.sides.iter().map(|side| &side[item]) {
            let count = ports.len() as i32;
            for (at, port) in (0..count).zip(ports) {
                self.slot[*port] = (2 * at + 1) * self.height[item] / (2 * count);
            }
        }
    }
}

/// Places all items of a component; the first row is 0.
#[expect(clippy::cast_possible_wrap, reason = "numbers of ports are small")]
pub(super) fn place(sketch: &Sketch, layered: &Layered, stars: &Stars, gap: i32) -> Placed {
    let items = layered.layer.len();
    let mut sides = [vec![Vec::new(); items], vec![Vec::new(); items]];
    for (at, port) in stars.ports.iter().enumerate() {
        sides[port.side as usize][port.item].push(at);
    }
    let height = |item: usize| {
        let ports = sides.iter().map(|side| side[item].len()).max().unwrap_or(0) as i32;
        sketch.cards.get(item).map_or(1, |card| card.least_rows()).max(ports)
    };
    let height: Vec<_> = (0..items).map(height).collect();
    let item_of = stars.ports.iter().map(|port| port.item).collect();
    let mut placed = Placed { top: vec![0; items], height, slot: vec![0; stars.ports.len()], sides, item_of };
    stack(layered, &mut placed, gap);
    (0..items).for_each(|item| placed.spread_ports(item));
    for sweep in 0..SWEEPS {
        sort_ports(stars, &mut placed);
        let layers = layered.order.len();
        let both = [Side::Left, Side::Right];
        let last = sweep + 1 == SWEEPS;
        for layer in 0..layers {
            align(layered, stars, &mut placed, layer, if last { &both } else { &both[..1] }, gap);
        }
        for layer in (0..layers).rev() {
            align(layered, stars, &mut placed, layer, if last { &both } else { &both[1..] }, gap);
        }
    }
    sort_ports(stars, &mut placed);
    start_at_zero(&mut placed);
    placed
}

/// Rows between the tops of two neighbouring items of a layer, at least. Lines may run directly beside a card.
pub(super) fn distance(layered: &Layered, placed: &Placed, upper: usize, lower: usize, gap: i32) -> i32 {
    let is_gap = layered.is_card(upper) && layered.is_card(lower);
    placed.height[upper] + if is_gap { gap } else { 0 }
}

/// Moves everything up, so that the first row is 0.
pub(super) fn start_at_zero(placed: &mut Placed) {
    let first = placed.top.iter().min().copied().unwrap_or(0);
    placed.top.iter_mut().for_each(|top| *top -= first);
}

/// Stacks the items of each layer without spare room, centred on row 0.
fn stack(layered: &Layered, placed: &mut Placed, gap: i32) {
    for items in &layered.order {
        let mut top = 0;
        for (at, item) in items.iter().enumerate() {
            placed.top[*item] = top;
            let next = items.get(at + 1).map(|next| distance(layered, placed, *item, *next, gap));
            top += next.unwrap_or(placed.height[*item]);
        }
        for item in items {
            placed.top[*item] -= top / 2;
        }
    }
}

/// The mean row of the other ends of a port's star.
#[expect(clippy::cast_precision_loss, reason = "numbers of ports are small")]
fn mean_across(stars: &Stars, placed: &Placed, port: usize) -> f64 {
    let others = stars.across_from(port);
    others.iter().map(|other| f64::from(placed.row(*other))).sum::<f64>() / others.len() as f64
}

/// Orders the ports on each side of each item by the mean row of their other ends.
fn sort_ports(stars: &Stars, placed: &mut Placed) {
    let means: Vec<_> = (0..stars.ports.len()).map(|port| mean_across(stars, placed, port)).collect();
    for side in &mut placed.sides {
        for ports in side.iter_mut().filter(|ports| ports.len() > 1) {
            ports.sort_by(|one, other| means[*one].total_cmp(&means[*other]));
        }
    }
    (0..placed.top.len()).for_each(|item| placed.spread_ports(item));
}

/// Moves the items of a layer towards the rows of their neighbours on these sides, without changing the order.
#[expect(clippy::cast_precision_loss, reason = "numbers of ports are small")]
fn align(layered: &Layered, stars: &Stars, placed: &mut Placed, layer: usize, sides: &[Side], gap: i32) {
    let items = &layered.order[layer];
    let mut blocks: Vec<Block> = Vec::with_capacity(items.len());
    let mut offset = 0;
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            offset += distance(layered, placed, items[at - 1], *item, gap);
        }
        let (mut sum, mut weight) = (f64::from(placed.top[*item]) * LOOSE, LOOSE);
        for port in sides.iter().flat_map(|side| placed.ports(*item, *side)) {
            let others = stars.across_from(*port);
            let is_dummy = |other: &usize| !layered.is_card(stars.ports[*other].item);
            let is_straight = !layered.is_card(*item) && others.iter().any(is_dummy);
            let share = if is_straight { STRAIGHT } else { others.len() as f64 };
            sum += share * (mean_across(stars, placed, *port) - f64::from(placed.slot[*port]));
            weight += share;
        }
        let mut block = Block { items: 1, sum: sum - weight * f64::from(offset), weight };
        while let Some(before) = blocks.pop_if(|before| before.mean() >= block.mean()) {
            block = Block {
                items: before.items + block.items,
                sum: before.sum + block.sum,
                weight: before.weight + block.weight,
            };
        }
        blocks.push(block);
    }
    let tops = blocks.iter().flat_map(|block| std::iter::repeat_n(block.mean().round() as i32, block.items));
    let mut offset = 0;
    for (at, start) in tops.enumerate() {
        if at > 0 {
            offset += distance(layered, placed, items[at - 1], items[at], gap);
        }
        placed.top[items[at]] = start + offset;
    }
}

/// Neighbouring items without spare room between them.
struct Block {
    items: usize,
    sum: f64,
    weight: f64,
}

impl Block {
    fn mean(&self) -> f64 {
        self.sum / self.weight
    }
}
