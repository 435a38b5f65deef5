//! Nodes placed in layers from left to right, by how many steps they are from the root.

use super::extract::Extract;
use super::{Point, number};

/// How often the order is mended, once to the left and once to the right each.
const SWEEPS: usize = 6;
/// More nodes than this do not stand in one column: a screen has not many more rows.
const MOST_IN_COLUMN: usize = 16;
/// How far two nodes of a small layer stand apart, in parts of the picture's height.
const MOST_APART: f64 = 0.2;
/// How far the ends of a layer lean towards the root: lines between nodes of one layer then pass the others by.
const LEAN: f64 = 0.8;

pub(super) fn arrange(extract: &Extract, cancelled: &dyn Fn() -> bool) -> Option<Vec<Point>> {
    let layers = order(extract, cancelled)?;
    let mut points = vec![Point::default(); extract.nodes.len()];
    let mut left = 0.0;
    for layer in &layers {
        let columns = layer.len().div_ceil(MOST_IN_COLUMN).max(1);
        let apart = MOST_APART.min(1.0 / number(layer.len()));
        for (at, &slot) in layer.iter().enumerate() {
            let y = (number(layer.len() - 1) / 2.0 - number(at)) * apart;
            let x = left + number(at % columns) * 0.5 - LEAN * y * y;
            points[slot] = Point { x, y };
        }
        left += 1.0 + number(columns - 1) * 0.5;
    }
    Some(points)
}

/// The layers, each ordered so that nodes stand near the middle of what they are joined with one layer further.
fn order(extract: &Extract, cancelled: &dyn Fn() -> bool) -> Option<Vec<Vec<usize>>> {
    let furthest = extract.distance.iter().copied().max().unwrap_or(0);
    let mut layers = vec![Vec::new(); furthest + 1];
    for (slot, &distance) in extract.distance.iter().enumerate() {
        layers[distance].push(slot);
    }
    let mut height = vec![0.0; extract.nodes.len()];
    for layer in &layers {
        note(layer, &mut height);
    }
    for _ in 0..SWEEPS {
        if cancelled() {
            return None;
        }
        for (at, layer) in layers.iter_mut().enumerate().rev() {
            suggest_target(extract, layer, at + 1, &mut height);
        }
        // The last word has the side of the root: people read from there.
        for (before, layer) in layers.iter_mut().skip(1).enumerate() {
            suggest_target(extract, layer, before, &mut height);
        }
    }
    Some(layers)
}

/// Orders a layer by the mean height of what its nodes are joined with in the layer beside it.
fn suggest_target(extract: &Extract, layer: &mut [usize], beside: usize, height: &mut [f64]) {
    let mean = |slot: usize| {
        let joined = || extract.joined[slot].iter().filter(|other| extract.distance[**other] == beside);
        match joined().count() {
            0 => height[slot],
            count => joined().map(|other| height[*other]).sum::<f64>() / number(count),
        }
    };
    let mut means: Vec<_> = layer.iter().map(|slot| (mean(*slot), *slot)).collect();
    means.sort_by(|one, other| one.0.total_cmp(&other.0));
    for (place, (_, slot)) in layer.iter_mut().zip(means) {
        *place = slot;
    }
    note(layer, height);
}

/// Keeps how high each node of a layer stands, between 0 and 1.
fn note(layer: &[usize], height: &mut [f64]) {
    for (at, &slot) in layer.iter().enumerate() {
        height[slot] = (number(at) + 0.5) / number(layer.len());
    }
}
