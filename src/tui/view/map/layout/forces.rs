//! Force-directed layout after Fruchterman and Reingold: linked nodes attract each other with the square of their
//! distance, all nodes repel each other with its inverse, and the maximum move shrinks with every iteration (cooling).
//! Gravity towards the centre keeps unconnected parts together. Starts from rings around the root instead of random
//! positions, so the result is deterministic. O(n²) per iteration, which is fine for the few nodes of a map.

use super::extract::Extract;
use super::{Point, number};
use std::f64::consts::{PI, TAU};

/// Number of iterations, enough to converge.
const ROUNDS: usize = 300;
/// Maximum move in the first iteration, in ideal line lengths.
const FIRST_MOVE: f64 = 0.8;
/// Gravity towards the centre; weaker along x because screens are wide.
const PULL: Point = Point { x: 0.03, y: 0.09 };
/// Factor for the gravity of the root.
const ROOT_PULL: f64 = 12.0;
/// Below this distance, the direction between two points is unreliable.
const TOUCHING: f64 = 1e-3;

pub(super) fn arrange(extract: &Extract, cancelled: &dyn Fn() -> bool) -> Option<Vec<Point>> {
    let mut points = seed(extract);
    for round in 0..ROUNDS {
        if cancelled() {
            return None;
        }
        let rest = 1.0 - number(round) / number(ROUNDS);
        let forces = forces(extract, &points);
        for (point, force) in points.iter_mut().zip(forces) {
            let strength = force.x.hypot(force.y).max(TOUCHING);
            let far = strength.min(FIRST_MOVE * rest * rest + 0.005);
            point.x += force.x / strength * far;
            point.y += force.y / strength * far;
        }
    }
    Some(points)
}

/// Initial positions: rings by distance from the root, each node within the sector of its parent, so that few lines
/// cross at the start.
fn seed(extract: &Extract) -> Vec<Point> {
    let count = extract.nodes.len();
    let mut order: Vec<_> = (0..count).collect();
    order.sort_by_key(|slot| extract.distance[*slot]);
    let mut leaves = vec![0_usize; count];
    for &slot in order.iter().rev() {
        leaves[slot] = leaves[slot].max(1);
        if let Some(parent) = extract.parent[slot] {
            leaves[parent] += leaves[slot];
        }
    }
    // Unconnected nodes have no parent; they share the full turn with the root.
    let all: usize = (0..count).filter(|slot| extract.parent[*slot].is_none()).map(|slot| leaves[slot]).sum();
    let slice = |leaves: usize| TAU * number(leaves) / number(all);
    let mut begin = vec![0.0; count];
    let mut free = vec![0.0; count];
    // Starts on the left, so that a single branch points to the right.
    let mut next = -PI;
    let mut points = vec![Point::default(); count];
    for slot in order {
        let from = match extract.parent[slot] {
            Some(parent) => &mut free[parent],
            None => &mut next,
        };
        begin[slot] = *from;
        *from += slice(leaves[slot]);
        free[slot] = begin[slot];
        let angle = begin[slot] + slice(leaves[slot]) / 2.0;
        let radius = number(extract.distance[slot]);
        points[slot] = Point { x: radius * angle.cos(), y: radius * angle.sin() };
    }
    points
}

fn forces(extract: &Extract, points: &[Point]) -> Vec<Point> {
    let mut forces: Vec<_> = points.iter().map(|point| Point { x: -PULL.x * point.x, y: -PULL.y * point.y }).collect();
    forces[0].x *= ROOT_PULL;
    forces[0].y *= ROOT_PULL;
    for one in 0..points.len() {
        for other in 0..one {
            let (x, y) = (points[one].x - points[other].x, points[one].y - points[other].y);
            let square = (x * x + y * y).max(TOUCHING);
            // Coincident nodes are separated in a direction that depends on their index.
            let (x, y) = if x.abs() + y.abs() < TOUCHING { (TOUCHING, number(one) * TOUCHING) } else { (x, y) };
            push(&mut forces, one, other, x / square, y / square);
        }
        for &other in extract.joined[one].iter().filter(|other| **other < one) {
            let (x, y) = (points[one].x - points[other].x, points[one].y - points[other].y);
            let length = x.hypot(y);
            push(&mut forces, one, other, -x * length, -y * length);
        }
    }
    forces
}

fn push(forces: &mut [Point], one: usize, other: usize, x: f64, y: f64) {
    forces[one].x += x;
    forces[one].y += y;
    forces[other].x -= x;
    forces[other].y -= y;
}
