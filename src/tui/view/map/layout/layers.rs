//! Layered layout (Sugiyama): one layer per distance from the root, from left to right, with barycentre ordering to
//! reduce crossings. Large layers are split into several columns.

use super::extract::Extract;
use super::{Point, number};

/// Number of ordering sweeps, each once to the left and once to the right.
const SWEEPS: usize = 6;
/// Maximum number of nodes in one column; a screen has not many more rows.
const MOST_IN_COLUMN: usize = 16;
/// Maximum distance of two nodes of a layer, as a fraction of the map's height.
const MOST_APART: f64 = 0.2;
/// How far the ends of a layer bend towards the root, so that lines within a layer do not run over its nodes.
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

/// The layers, each in barycentre order.
fn order(extract: &Extract, cancelled: &dyn Fn() -> bool) -> Option<Vec<Vec<usize>>> {
    let furthest = extract.distance.iter().copied().max().unwrap_or(0);
    let mut layers = vec![Vec::new(); furthest + 1];
    for (slot, &distance) in extract.distance.iter().enumerate() {
        layers[distance].push(slot);
    }
    let mut height = vec![0.0; extract.nodes.len()];
    for layer in &layers {
        record_heights(layer, &mut height);
    }
    for _ in 0..SWEEPS {
        if cancelled() {
            return None;
        }
        for (at, layer) in layers.iter_mut().enumerate().rev() {
            sort_by_barycentre(extract, layer, at + 1, &mut height);
        }
        // The last sweep goes away from the root, because that is the reading direction.
        for (before, layer) in layers.iter_mut().skip(1).enumerate() {
            sort_by_barycentre(extract, layer, before, &mut height);
        }
    }
    Some(layers)
}

/// Sorts a layer by the mean height of each node's neighbours in an adjacent layer.
fn sort_by_barycentre(extract: &Extract, layer: &mut [usize], beside: usize, height: &mut [f64]) {
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
    record_heights(layer, height);
}

/// Records the relative height of each node of a layer, between 0 and 1.
fn record_heights(layer: &[usize], height: &mut [f64]) {
    for (at, &slot) in layer.iter().enumerate() {
        height[slot] = (number(at) + 0.5) / number(layer.len());
    }
}
