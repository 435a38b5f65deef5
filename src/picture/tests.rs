//! The rules of pictures, checked naively on random sketches.

mod excerpt;
mod fold;
mod naive;

use super::*;
use naive::{check, distances_from, x_of};
use proptest::prelude::*;

const PIXELS: Measures = Measures { row: 16, gap: 1, track: 10, stub: 12, apart: 40 };
const CELLS: Measures = Measures { row: 1, gap: 1, track: 2, stub: 1, apart: 2 };

#[expect(clippy::cast_possible_wrap, reason = "numbers are small")]
fn sketch(cards: usize, links: &[(usize, usize, usize)]) -> Sketch {
    let link = |(from, to, group): &(usize, usize, usize)| Link {
        from: *from,
        to: *to,
        group: *group,
        symmetric: *group == 2,
        label: 4 + *group as i32,
    };
    Sketch {
        cards: (0..cards).map(|card| Card { width: 10 + (card % 7) as i32, rows: 1 + (card % 3) as i32 }).collect(),
        links: links.iter().map(link).collect(),
        layering: Layering::LongestPath,
    }
}

/// Random cards, links with repeats, loops and cycles, and a layering.
fn sketches() -> impl Strategy<Value = Sketch> {
    (1..40_usize).prop_flat_map(|cards| {
        let links = prop::collection::vec((0..cards, 0..cards, 0..4_usize), 0..cards * 2);
        let layering = prop_oneof![
            Just(Layering::LongestPath),
            prop::collection::vec(0..cards, 1..3).prop_map(Layering::Roots),
            prop::collection::vec(prop::option::weighted(0.9, -3..4), cards..=cards).prop_map(Layering::Distances),
        ];
        (links, layering).prop_map(move |(links, layering)| Sketch { layering, ..sketch(cards, &links) })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_rule_is_violated_in_pixels(sketch in sketches()) {
        check(&sketch, PIXELS, &lay_out(&sketch, PIXELS));
    }

    #[test]
    fn no_rule_is_violated_in_cells(sketch in sketches()) {
        check(&sketch, CELLS, &lay_out(&sketch, CELLS));
    }

    #[test]
    fn equal_sketches_give_equal_pictures(sketch in sketches()) {
        prop_assert_eq!(lay_out(&sketch, PIXELS), lay_out(&sketch.clone(), PIXELS));
    }

    #[test]
    fn layers_are_signed_distances(sketch in sketches(), distances in prop::collection::vec(-3..4, 40)) {
        let given: Vec<_> = distances[..sketch.cards.len()].iter().copied().map(Some).collect();
        let sketch = Sketch { layering: Layering::Distances(given.clone()), ..sketch };
        let picture = lay_out(&sketch, PIXELS);
        for one in 0..given.len() {
            for other in 0..given.len() {
                prop_assert_eq!(given[one].cmp(&given[other]), x_of(&picture, one).cmp(&x_of(&picture, other)));
            }
        }
    }

    #[test]
    fn layers_are_distances_from_the_root(sketch in sketches()) {
        let sketch = Sketch { layering: Layering::Roots(vec![0]), ..sketch };
        let picture = lay_out(&sketch, PIXELS);
        let distances = distances_from(&sketch, 0);
        let reached = || (0..sketch.cards.len()).filter(|card| distances[*card].is_some());
        for one in reached() {
            for other in reached() {
                prop_assert_eq!(distances[one].cmp(&distances[other]), x_of(&picture, one).cmp(&x_of(&picture, other)));
            }
        }
    }

    #[test]
    fn without_cycles_every_line_runs_to_the_right(sketch in sketches()) {
        let mut sketch = Sketch { layering: Layering::LongestPath, ..sketch };
        sketch.links.retain(|link| link.from != link.to);
        for link in &mut sketch.links {
            (link.from, link.to) = (link.from.min(link.to), link.from.max(link.to));
        }
        let picture = lay_out(&sketch, PIXELS);
        for link in &sketch.links {
            prop_assert!(x_of(&picture, link.from) < x_of(&picture, link.to));
        }
    }
}

#[test]
fn an_empty_sketch_gives_an_empty_picture() {
    assert_eq!(lay_out(&Sketch::default(), PIXELS), Picture::default());
}

#[test]
fn links_of_one_group_share_a_line_at_their_common_end() {
    let star = sketch(4, &[(0, 1, 0), (0, 2, 0), (0, 3, 0), (0, 3, 1)]);
    let picture = lay_out(&star, PIXELS);
    let starts: Vec<_> = picture.lines.iter().map(|line| line.points[0]).collect();
    assert!(starts[0] == starts[1] && starts[1] == starts[2] && starts[2] != starts[3], "{starts:?}");
    assert_eq!(picture.lines.iter().map(|line| line.net).collect::<Vec<_>>(), [0, 0, 0, 1]);
}

#[test]
fn parallel_links_of_one_group_are_one_line() {
    let picture = lay_out(&sketch(2, &[(0, 1, 0), (0, 1, 0)]), PIXELS);
    assert_eq!(picture.lines[0].points, picture.lines[1].points);
    assert_eq!(picture.labels.len(), 1);
    assert_eq!(picture.labels[0].links, [0, 1]);
}

#[test]
fn long_links_of_one_star_pass_a_layer_on_one_row() {
    let links: Vec<_> = [(0, 1, 1), (1, 2, 1)].into_iter().chain((3..9).map(|to| (0, to, 0))).collect();
    let links: Vec<_> = links.into_iter().chain((3..9).map(|to| (2, to, 1))).collect();
    let picture = lay_out(&sketch(9, &links), CELLS);
    let long = |line: &&Line| links[line.link].0 == 0 && links[line.link].2 == 0;
    let mut starts: Vec<_> = picture.lines.iter().filter(long).map(|line| line.points[..2].to_vec()).collect();
    starts.dedup();
    assert_eq!(starts.len(), 1, "{starts:?}");
}

#[test]
fn links_over_very_many_layers_are_left_out_and_reported() {
    let chain = (0..599).map(|card| (card, card + 1, 0));
    let links: Vec<_> = chain.chain((0..300).map(|card| (card, 599 - card, 1))).collect();
    let layering = Layering::Distances((0..600).map(Some).collect());
    let picture = lay_out(&Sketch { layering, ..sketch(600, &links) }, CELLS);
    assert!((1..300).contains(&picture.left_out.len()), "{}", picture.left_out.len());
    assert_eq!(picture.lines.len() + picture.left_out.len(), links.len());
    // The longest ones.
    assert_eq!(picture.left_out[0], 599);
}

/// Pseudo-random numbers below `most`.
fn numbers(most: usize) -> impl FnMut() -> usize {
    let mut state = 7_u64;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    }
}

#[test]
fn large_pictures_have_all_their_cards() {
    let mut number = numbers(2_000);
    let random: Vec<_> = (0..4_000).map(|at| (number(), number(), at % 4)).collect();
    let hub: Vec<_> = (1..2_000).map(|card| (0, card, card % 4)).collect();
    let chain: Vec<_> =
        (1..2_000).map(|card| (card - 1, card, 0)).chain((0..2_000).map(|_| (number(), number(), 1))).collect();
    for links in [random, hub, chain] {
        for layering in [Layering::LongestPath, Layering::Roots(vec![0])] {
            let picture = lay_out(&Sketch { layering, ..sketch(2_000, &links) }, PIXELS);
            assert_eq!(picture.boxes.len(), 2_000);
        }
    }
}
