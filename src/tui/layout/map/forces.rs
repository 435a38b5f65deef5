//! Nodes placed by forces: joined ones pull, all push, and everything is drawn gently towards the middle.

use super::extract::Extract;
use super::{Point, number};
use std::f64::consts::{PI, TAU};

/// Enough for the picture to come to rest.
const ROUNDS: usize = 300;
/// How far a node may move in the first round, in lengths of a line at rest.
const FIRST_MOVE: f64 = 0.8;
/// How strongly nodes are drawn to the middle, across and along: screens are wide, so pictures become so too.
const PULL: Point = Point { x: 0.03, y: 0.09 };
/// How much more strongly the root is.
const ROOT_PULL: f64 = 12.0;
/// Nearer than this, a push has no direction to rely on.
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

/// Rings by distance from the root; on them, each node stands in the slice of the node it was reached from, so that
/// hardly any line crosses another before the forces set in.
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
    // What hangs in the air shares the circle with the root's own slice.
    let all: usize = (0..count).filter(|slot| extract.parent[*slot].is_none()).map(|slot| leaves[slot]).sum();
    let slice = |leaves: usize| TAU * number(leaves) / number(all);
    let mut begin = vec![0.0; count];
    let mut free = vec![0.0; count];
    // Begun on the left, so that a single branch goes to the right.
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
            // Those that stand on one point are pushed apart by their order.
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
