//! Scales a finished layout to a standard frame and separates nodes that would share a cell.

use super::{Arrangement, Bounds, Point, number};
use hashbrown::HashSet;

/// Height of the frame.
const HEIGHT: f64 = 1.0;
/// Maximum ratio of the two scale factors for a force-directed layout.
const MOST_STRETCH: f64 = 1.7;
/// Minimum distance of nodes on at least one axis: about two columns and one row of a small pane.
const APART: Point = Point { x: 0.05, y: 0.055 };
/// Number of nodes that fit at that distance.
const ROOMY: f64 = 150.0;
const ROUNDS: usize = 24;

pub(super) fn settle(points: &mut [Point], arrangement: Arrangement) {
    // About the aspect ratio of most panes without the room for labels.
    let (width, most_stretch) = match arrangement {
        Arrangement::Forces => (1.6, MOST_STRETCH),
        Arrangement::Layers => (1.4, f64::INFINITY),
    };
    fill(points, width, most_stretch);
    separate(points);
    fill(points, width, most_stretch);
    make_distinct(points);
}

/// Centres the points in the frame and scales them to fill it.
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

/// Separates nodes that are too close, along x because there is more room.
fn separate(points: &mut [Point]) {
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

/// Moves coincident nodes apart; arrow keys need distinct points.
fn make_distinct(points: &mut [Point]) {
    let mut taken = HashSet::new();
    for point in points {
        while !taken.insert((point.x.to_bits(), point.y.to_bits())) {
            point.x += APART.x / 64.0;
        }
    }
}
