//! Horizontal positions: widths of layers and channels, and the boxes of cards.

use super::channel::Tracks;
use super::layered::{Layered, Route};
use super::rows::Placed;
use super::stars::Stars;
use super::{Area, Measures, Picture, Sketch};

/// The horizontal positions of layers and channels.
pub(super) struct Columns {
    /// Left border and width of each layer.
    pub(super) layers: Vec<(i32, i32)>,
    /// The first track of each channel.
    pub(super) tracks: Vec<i32>,
    width: i32,
}

/// Makes layers as wide as their widest card, and channels as wide as their tracks and labels. Labels of links between
/// layers are at the right end of a channel, those of links inside a layer at the left end.
#[expect(clippy::cast_possible_wrap, reason = "numbers of tracks are small")]
pub(super) fn columns(
    sketch: &Sketch,
    layered: &Layered,
    stars: &Stars,
    tracks: &Tracks,
    measures: Measures,
) -> Columns {
    let count = layered.order.len();
    let (mut left_labels, mut right_labels) = (vec![0; count], vec![0; count]);
    for (link, route) in sketch.links.iter().zip(&layered.routes) {
        match route {
            Route::Beside => {
                let labels: &mut i32 = &mut left_labels[layered.layer[link.from]];
                *labels = (*labels).max(link.label);
            }
            Route::Across(segments) => {
                let channel = segments.last().map_or(0, |last| layered.layer[layered.segments[*last].left]);
                right_labels[channel] = right_labels[channel].max(link.label);
            }
            Route::LeftOut => {}
        }
    }
    let mut is_used = vec![false; count];
    stars.all.iter().for_each(|star| is_used[star.channel] = true);
    let mut columns = Columns { layers: Vec::new(), tracks: Vec::new(), width: 0 };
    let mut x = 0;
    for layer in 0..count {
        let cards = layered.order[layer].iter().filter_map(|item| sketch.cards.get(*item));
        let width = cards.map(|card| card.width).max().unwrap_or(0);
        columns.layers.push((x, width));
        x += width;
        columns.width = x;
        if is_used[layer] || layer + 1 < count {
            let first = x + measures.stub + left_labels[layer] + measures.track;
            columns.tracks.push(first);
            x = first + tracks.count[layer] as i32 * measures.track;
            columns.width = columns.width.max(x);
            x += right_labels[layer] + measures.stub;
        }
    }
    columns
}

/// A picture with the boxes of all cards, and no lines yet.
pub(super) fn draw(
    sketch: &Sketch,
    layered: &Layered,
    placed: &Placed,
    columns: &Columns,
    measures: Measures,
) -> Picture {
    let area = |card: usize| {
        let (x, width) = columns.layers[layered.layer[card]];
        Area { x, y: placed.top[card] * measures.row, width, height: placed.height[card] * measures.row }
    };
    let rows = placed.top.iter().zip(&placed.height).map(|(top, height)| top + height).max().unwrap_or(0);
    Picture {
        width: columns.width,
        height: rows * measures.row,
        boxes: (0..sketch.cards.len()).map(area).collect(),
        ..Picture::default()
    }
}
