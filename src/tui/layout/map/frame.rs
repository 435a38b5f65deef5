//! Fits a picture into its frame, whichever way it was arranged, and parts nodes that would share a cell.

use super::{Arrangement, Bounds, Point, number};
use hashbrown::HashSet;

/// How high the frame is.
const HEIGHT: f64 = 1.0;
/// How much more a picture made by forces may be stretched one way than the other.
const MOST_STRETCH: f64 = 1.7;
/// Nodes nearer than this both ways are parted: about two columns and a row of a small pane.
const APART: Point = Point { x: 0.05, y: 0.055 };
/// As many nodes as have room that far apart.
const ROOMY: f64 = 150.0;
const ROUNDS: usize = 24;

pub(super) fn settle(points: &mut [Point], arrangement: Arrangement) {
    // About as wide as most panes are without the room for labels.
    let (width, most_stretch) = match arrangement {
        Arrangement::Forces => (1.6, MOST_STRETCH),
        Arrangement::Layers => (1.4, f64::INFINITY),
    };
    fill(points, width, most_stretch);
    part(points);
    fill(points, width, most_stretch);
    tell_apart(points);
}

/// Moves the picture to the middle of the frame and makes it as large as it fits.
fn fill(points: &mut [Point], width: f64, most_stretch: f64) {
    let bounds = Bounds::around(points);
    let middle = bounds.middle();
    let scale = |room: f64, size: f64| if size > 1e-9 { room / size } else { f64::INFINITY };
    let (x, y) = (scale(width, bounds.width()), scale(HEIGHT, bounds.height()));
    let (x, y) = (x.min(y * most_stretch), y.min(x * most_stretch));
    let finite = |scale: f64| if scale.is_finite() { scale } else { 1.0 };
    for point in points {
        *point = Point { x: (point.x - middle.x) * finite(x), y: (point.y - middle.y) * finite(y) };
    }
}

/// Parts nodes that stand too near each other, to the sides: there is more room.
fn part(points: &mut [Point]) {
    let room = (ROOMY / number(points.len())).sqrt().min(1.0);
    let apart = Point { x: APART.x * room, y: APART.y * room };
    for _ in 0..ROUNDS {
        let mut is_done = true;
        for one in 0..points.len() {
            for other in 0..one {
                let x = points[one].x - points[other].x;
                let missing = apart.x - x.abs();
                if missing > 1e-6 && (points[one].y - points[other].y).abs() < apart.y {
                    is_done = false;
                    let push = if x < 0.0 { -missing / 2.0 } else { missing / 2.0 };
                    points[one].x += push;
                    points[other].x -= push;
                }
            }
        }
        if is_done {
            break;
        }
    }
}

/// No two nodes stay on the very same point, however many there are: a key could not tell them apart.
fn tell_apart(points: &mut [Point]) {
    let mut taken = HashSet::new();
    for point in points {
        while !taken.insert((point.x.to_bits(), point.y.to_bits())) {
            point.x += APART.x / 64.0;
        }
    }
}
