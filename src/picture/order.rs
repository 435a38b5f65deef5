//! Crossing reduction: orders the items of each layer by the barycentre of their neighbours.

use super::layered::Layered;

const SWEEPS: usize = 8;

/// Reorders the layers, sweeping right and left in turn, and keeps the order with the fewest crossings. Ties keep the
/// current order, so a small change of the graph does not shuffle the picture.
pub(super) fn reduce_crossings(layered: &mut Layered) {
    let neighbours = Neighbours::new(layered);
    let mut position = vec![0.0; layered.layer.len()];
    for items in &layered.order {
        number(items, &mut position);
    }
    let mut best = (usize::MAX, layered.order.clone());
    let layers = layered.order.len();
    for sweep in 0..SWEEPS {
        if sweep % 2 == 0 {
            for layer in 1..layers {
                sort(&mut layered.order[layer], &neighbours.left, &mut position);
            }
        } else {
            for layer in (0..layers.saturating_sub(1)).rev() {
                sort(&mut layered.order[layer], &neighbours.right, &mut position);
            }
        }
        let crossings = crossings(layered, &position);
        if crossings < best.0 {
            best = (crossings, layered.order.clone());
        }
        if crossings == 0 {
            break;
        }
    }
    layered.order = best.1;
}

/// For each item, its neighbours in the layer to the left and in the one to the right.
struct Neighbours {
    left: Vec<Vec<usize>>,
    right: Vec<Vec<usize>>,
}

impl Neighbours {
    fn new(layered: &Layered) -> Self {
        let none = || vec![Vec::new(); layered.layer.len()];
        let mut found = Self { left: none(), right: none() };
        for segment in &layered.segments {
            found.left[segment.right].push(segment.left);
            found.right[segment.left].push(segment.right);
        }
        found
    }
}

#[expect(clippy::cast_precision_loss, reason = "positions are small")]
fn number(items: &[usize], position: &mut [f64]) {
    for (at, item) in items.iter().enumerate() {
        position[*item] = at as f64;
    }
}

/// Sorts items by the mean position of their neighbours. Items without neighbours stay where they are.
#[expect(clippy::cast_precision_loss, reason = "numbers of neighbours are small")]
fn sort(items: &mut [usize], neighbours: &[Vec<usize>], position: &mut [f64]) {
    let mean = |item: usize| {
        let near = &neighbours[item];
        near.iter().map(|other| position[*other]).sum::<f64>() / near.len() as f64
    };
    let (slots, mut moving): (Vec<_>, Vec<_>) = items
        .iter()
        .enumerate()
        .filter(|(_, item)| !neighbours[**item].is_empty())
        .map(|(slot, item)| (slot, (mean(*item), *item)))
        .unzip();
    moving.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (slot, (_, item)) in slots.into_iter().zip(moving) {
        items[slot] = item;
    }
    number(items, position);
}

/// Number of crossings of segments, counted as inversions with a Fenwick tree in O(n log n).
#[expect(clippy::cast_sign_loss, reason = "positions are numbers of items")]
fn crossings(layered: &Layered, position: &[f64]) -> usize {
    let mut channels = vec![Vec::new(); layered.order.len()];
    for segment in &layered.segments {
        let ends = (position[segment.left] as usize, position[segment.right] as usize);
        channels[layered.layer[segment.left]].push(ends);
    }
    let mut total = 0;
    for (layer, mut ends) in channels.into_iter().enumerate().filter(|(_, ends)| ends.len() > 1) {
        ends.sort_unstable();
        let mut seen = Fenwick(vec![0; layered.order[layer + 1].len() + 1]);
        for (count, (_, right)) in ends.into_iter().enumerate() {
            total += count - seen.up_to(right);
            seen.add(right);
        }
    }
    total
}

/// Counts of positions with prefix sums in O(log n).
struct Fenwick(Vec<usize>);

impl Fenwick {
    fn add(&mut self, position: usize) {
        let mut at = position + 1;
        while at < self.0.len() {
            self.0[at] += 1;
            at += at & at.wrapping_neg();
        }
    }

    /// How many positions were added that are not above this one.
    fn up_to(&self, position: usize) -> usize {
        let (mut at, mut sum) = (position + 1, 0);
        while at > 0 {
            sum += self.0[at];
            at &= at - 1;
        }
        sum
    }
}
