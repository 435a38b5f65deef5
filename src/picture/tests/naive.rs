//! The rules of a picture as comparisons of all pairs.

use super::*;

pub(super) fn x_of(picture: &Picture, card: usize) -> i32 {
    picture.boxes[card].x
}

/// Distances from a card, by relaxing all links until nothing changes.
pub(super) fn distances_from(sketch: &Sketch, card: usize) -> Vec<Option<usize>> {
    let mut distances = vec![None; sketch.cards.len()];
    distances[card] = Some(0);
    for _ in 0..sketch.cards.len() {
        for link in &sketch.links {
            for (one, other) in [(link.from, link.to), (link.to, link.from)] {
                if let Some(steps) = distances[one].map(|steps| steps + 1) {
                    distances[other] = Some(distances[other].map_or(steps, |known: usize| known.min(steps)));
                }
            }
        }
    }
    distances
}

fn overlap(one: &Area, other: &Area) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

/// Whether a segment runs through the inside of an area. Touching the left or the right border is not inside.
fn runs_through(area: &Area, from: Point, to: Point) -> bool {
    let (left, right) = (from.x.min(to.x), from.x.max(to.x));
    let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
    let meets_x = if left == right {
        area.x < left && left < area.x + area.width
    } else {
        left < area.x + area.width && area.x < right
    };
    meets_x && top < area.y + area.height && area.y <= bottom
}

fn segments(line: &Line) -> impl Iterator<Item = (Point, Point)> {
    line.points.windows(2).map(|pair| (pair[0], pair[1]))
}

/// Whether two segments have more than a point in common.
fn share_part(one: (Point, Point), other: (Point, Point)) -> bool {
    let common = |a: i32, b: i32, c: i32, d: i32| a.min(b).max(c.min(d)) < a.max(b).min(c.max(d));
    let (is_level, is_level_too) = (one.0.y == one.1.y, other.0.y == other.1.y);
    match (is_level, is_level_too) {
        (true, true) => one.0.y == other.0.y && common(one.0.x, one.1.x, other.0.x, other.1.x),
        (false, false) => one.0.x == other.0.x && common(one.0.y, one.1.y, other.0.y, other.1.y),
        _ => false,
    }
}

fn is_on(point: Point, (from, to): (Point, Point)) -> bool {
    let between = |at: i32, one: i32, other: i32| one.min(other) <= at && at <= one.max(other);
    between(point.x, from.x, to.x) && between(point.y, from.y, to.y)
}

pub(super) fn check(sketch: &Sketch, measures: Measures, picture: &Picture) {
    check_boxes(sketch, measures, picture);
    check_lines(sketch, picture);
    check_sharing(sketch, picture);
    check_labels(sketch, picture);
}

fn check_boxes(sketch: &Sketch, measures: Measures, picture: &Picture) {
    assert_eq!(picture.boxes.len(), sketch.cards.len());
    for (at, (area, card)) in picture.boxes.iter().zip(&sketch.cards).enumerate() {
        assert!(area.width >= card.width && area.height >= card.rows * measures.row, "card {at} is too small");
        assert!(area.x >= 0 && area.y >= 0, "card {at} is outside");
        assert!(area.x + area.width <= picture.width && area.y + area.height <= picture.height, "card {at} is outside");
        for (other_at, other) in picture.boxes.iter().enumerate().skip(at + 1) {
            assert!(!overlap(area, other), "cards {at} and {other_at} overlap");
        }
    }
}

fn check_lines(sketch: &Sketch, picture: &Picture) {
    let mut drawn: Vec<_> =
        picture.lines.iter().map(|line| line.link).chain(picture.left_out.iter().copied()).collect();
    drawn.sort_unstable();
    assert_eq!(drawn, (0..sketch.links.len()).collect::<Vec<_>>(), "each link once");
    for line in &picture.lines {
        let link = sketch.links[line.link];
        for (card, point) in [(link.from, line.points.first()), (link.to, line.points.last())] {
            let (area, point) = (picture.boxes[card], point.unwrap());
            let is_at_side = point.x == area.x || point.x == area.x + area.width;
            assert!(is_at_side && (area.y..area.y + area.height).contains(&point.y), "{line:?} misses card {card}");
        }
        for (from, to) in segments(line) {
            assert!((from.x == to.x) != (from.y == to.y), "{line:?} is not orthogonal");
            for point in [from, to] {
                assert!((0..=picture.width).contains(&point.x) && (0..=picture.height).contains(&point.y), "{line:?}");
            }
            for (card, area) in picture.boxes.iter().enumerate() {
                assert!(!runs_through(area, from, to), "{line:?} runs through card {card}");
            }
        }
        for end in [&line.points[..2], &line.points[line.points.len() - 2..]] {
            assert_eq!(end[0].y, end[1].y, "{line:?} leaves a card vertically");
        }
    }
}

/// Lines with a common part are of one group and direction and have a common end. Lines of different nets do not even
/// touch where one of them bends or ends.
fn check_sharing(sketch: &Sketch, picture: &Picture) {
    for (at, one) in picture.lines.iter().enumerate() {
        for other in &picture.lines[at + 1..] {
            let (link, other_link) = (sketch.links[one.link], sketch.links[other.link]);
            let shares = segments(one).any(|part| segments(other).any(|other| share_part(part, other)));
            if shares {
                let same_group = link.group == other_link.group && link.symmetric == other_link.symmetric;
                let ends = [link.from, link.to];
                let common = link.from == other_link.from
                    || link.to == other_link.to
                    || (link.symmetric && (ends.contains(&other_link.from) || ends.contains(&other_link.to)));
                assert!(same_group && common && one.net == other.net, "{one:?} and {other:?} share a part");
            }
            if one.net != other.net {
                let touches = |bends: &Line, line: &Line| {
                    bends.points.iter().any(|point| segments(line).any(|segment| is_on(*point, segment)))
                };
                assert!(!touches(one, other) && !touches(other, one), "{one:?} and {other:?} touch");
            }
        }
    }
}

fn check_labels(sketch: &Sketch, picture: &Picture) {
    let mut labelled: Vec<_> = picture.labels.iter().flat_map(|label| label.links.clone()).collect();
    labelled.sort_unstable();
    let drawn: Vec<_> = picture.lines.iter().map(|line| line.link).collect();
    assert_eq!(labelled, drawn, "each link has one label");
    for (at, label) in picture.labels.iter().enumerate() {
        let nets: Vec<_> =
            picture.lines.iter().filter(|line| label.links.contains(&line.link)).map(|line| line.net).collect();
        for link in &label.links {
            assert!(label.area.width >= sketch.links[*link].label);
            assert_eq!(sketch.links[*link].group, sketch.links[label.links[0]].group);
        }
        for other in &picture.labels[at + 1..] {
            assert!(!overlap(&label.area, &other.area), "{label:?} and {other:?} overlap");
        }
        for (card, area) in picture.boxes.iter().enumerate() {
            assert!(!overlap(&label.area, area), "{label:?} is on card {card}");
        }
        for line in &picture.lines {
            for (from, to) in segments(line).filter(|(from, to)| runs_through(&label.area, *from, *to)) {
                assert!(nets[0] == line.net && from.y == to.y, "{line:?} runs through {label:?}");
            }
        }
    }
}
