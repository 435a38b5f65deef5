//! Polylines of links, and the places of their labels.

use super::boxes::Columns;
use super::channel::Tracks;
use super::components::Sets;
use super::layered::{Layered, Route};
use super::rows::Placed;
use super::stars::{Side, Stars};
use super::{Area, Label, Line, Measures, Picture, Point, Sketch, numbered};
use hashbrown::HashMap;

/// Everything that is known about places.
struct Plan<'a> {
    layered: &'a Layered,
    stars: &'a Stars,
    placed: &'a Placed,
    tracks: &'a Tracks,
    columns: &'a Columns,
    measures: Measures,
}

/// Adds the lines and labels of all links to a picture.
#[expect(clippy::too_many_arguments, reason = "the results of all steps of the layout come together here")]
pub(super) fn draw(
    sketch: &Sketch,
    layered: &Layered,
    stars: &Stars,
    placed: &Placed,
    tracks: &Tracks,
    columns: &Columns,
    measures: Measures,
    picture: &mut Picture,
) {
    let plan = Plan { layered, stars, placed, tracks, columns, measures };
    let mut nets = Sets::new(stars.all.len());
    let mut labels = HashMap::new();
    for (at, link) in sketch.links.iter().enumerate() {
        let pairs: Vec<_> = match &layered.routes[at] {
            Route::Across(segments) => segments.iter().map(|segment| stars.across[*segment]).collect(),
            Route::Beside => vec![stars.beside[&at]],
            Route::LeftOut => {
                picture.left_out.push(at);
                continue;
            }
        };
        let mut points = Vec::new();
        for (from, to) in &pairs {
            plan.connect(*from, *to, &mut points);
        }
        let (first, last) = (pairs[0], pairs[pairs.len() - 1]);
        for pair in &pairs {
            nets.join(stars.ports[first.0].star, stars.ports[pair.0].star);
        }
        let star = |port: usize| &stars.all[stars.ports[port].star];
        // Links inside a layer have their label at the member; others at the right end.
        let is_beside = layered.routes[at] == Route::Beside;
        let label_at = if is_beside && star(last.1).centre == last.1 { last.0 } else { last.1 };
        let ends_left = layered.layer[link.from] > layered.layer[link.to];
        if ends_left {
            points.reverse();
        }
        let to_the_right = if is_beside { label_at == last.0 } else { !ends_left };
        add_label(&mut picture.labels, &mut labels, label_at, at, || Label {
            area: plan.label_area(label_at, link.label),
            links: Vec::new(),
            to_the_right,
        });
        let shared_left = star(first.0).centre == first.0 && star(first.0).members.len() > 1;
        let shares_end = if is_beside { star(last.1).centre == last.1 } else { shared_left == ends_left };
        let net = stars.ports[first.0].star;
        picture.lines.push(Line { link: at, net, points: straightened(points), shares_end });
    }
    let numbers = numbered(picture.lines.iter().map(|line| nets.first(line.net)));
    for (line, net) in picture.lines.iter_mut().zip(numbers) {
        line.net = net;
    }
}

/// Adds a link to the label at a port. The first link creates it; the label is as wide as the widest link needs.
fn add_label(
    labels: &mut Vec<Label>,
    known: &mut HashMap<usize, usize>,
    port: usize,
    link: usize,
    new: impl FnOnce() -> Label,
) {
    let fresh = new();
    let at = *known.entry(port).or_insert_with(|| {
        labels.push(fresh.clone());
        labels.len() - 1
    });
    labels[at].links.push(link);
    if fresh.area.width > labels[at].area.width {
        labels[at].area = fresh.area;
    }
}

impl Plan<'_> {
    fn point(&self, port: usize) -> Point {
        let place = self.stars.ports[port];
        let (x, width) = self.columns.layers[self.layered.layer[place.item]];
        let row = self.measures.row;
        let x = if place.side == Side::Left { x } else { x + width };
        Point { x, y: self.placed.row(port) * row + row / 2 }
    }

    /// Appends the way from one port of a star to another one.
    #[expect(clippy::cast_possible_wrap, reason = "numbers of tracks are small")]
    fn connect(&self, from: usize, to: usize, points: &mut Vec<Point>) {
        let (start, end) = (self.point(from), self.point(to));
        points.push(start);
        let star = self.stars.ports[from].star;
        if let Some(track) = self.tracks.of_star[star] {
            let first = self.columns.tracks[self.stars.all[star].channel];
            let x = first + track as i32 * self.measures.track;
            points.extend([Point { x, y: start.y }, Point { x, y: end.y }]);
        }
        points.push(end);
    }

    /// The room beside a port: on the way out of its card.
    fn label_area(&self, port: usize, width: i32) -> Area {
        let (point, Measures { row, stub, .. }) = (self.point(port), self.measures);
        let x = match self.stars.ports[port].side {
            Side::Left => point.x - stub - width,
            Side::Right => point.x + stub,
        };
        Area { x, y: point.y - row / 2, width, height: row }
    }
}

/// Points without those between two segments of the same direction.
fn straightened(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., before, last] = kept[..]
            && ((before.x == last.x && last.x == point.x) || (before.y == last.y && last.y == point.y))
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
