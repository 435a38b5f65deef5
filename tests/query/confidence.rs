//! Fading confidence, compared with powers of one half.

use super::graph::many_cases;
use proptest::prelude::*;
use refscope::graph::{Batch, EdgeRecord, Graph, GraphBuilder, Stamp};
use refscope::query::Trust;

const DAY: i64 = 86_400_000;

/// A graph of one edge.
fn graph(confidence: Option<f64>, then: Option<i64>) -> Graph {
    let mut batch = Batch::new(refscope::system::causal::SYSTEM, 0);
    let [from, to, verb, file] = ["a", "b", "caused", "a.causal.json"].map(|text| batch.word(text));
    let stamp = then.map_or(Stamp::NONE, Stamp::at);
    batch.edge(EdgeRecord { stamp, confidence, ..EdgeRecord::new(from, to, verb, file, 1) });
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

fn left(trust: &Trust, confidence: f64, then: Option<i64>) -> f64 {
    trust.of(graph(Some(confidence), then).edges().next().unwrap()).unwrap()
}

fn close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9
}

fn moment() -> impl Strategy<Value = i64> {
    -1_000 * DAY..40_000 * DAY
}

/// The remaining share: one half to the power of the number of half-lives.
fn halves(days: f64, half_life: f64) -> f64 {
    0.5_f64.powf(days / half_life)
}

proptest! {
    #![proptest_config(many_cases())]
    #[test]
    fn confidence_halves_with_every_half_life(
        source in 0.0..=1.0_f64, then in moment(), age in 0..20_000 * DAY, half_life in 0.01..2_000.0_f64,
        dim in 0.0..=1.0_f64, least in 0.0..=1.0_f64,
    ) {
        let trust = Trust { now: then + age, half_life_days: half_life, dim, least };
        #[expect(clippy::cast_precision_loss, reason = "a few decades")]
        let days = age as f64 / DAY as f64;
        let expected = source * halves(days, half_life);
        let found = left(&trust, source, Some(then));
        prop_assert!(close(found, expected), "{} is not {}", found, expected);
        let graph = graph(Some(source), Some(then));
        let edge = graph.edges().next().unwrap();
        // Exactly at the threshold the rounding of the last digit decides.
        if !close(expected, least) {
            prop_assert_eq!(trust.keeps(edge), expected > least);
        }
        if !close(expected, dim) {
            prop_assert_eq!(trust.dims(edge), expected < dim);
        }
    }

    #[test]
    fn edges_in_the_future_have_not_faded(
        source in 0.0..=1.0_f64, now in moment(), ahead in 0..20_000 * DAY, half_life in 0.0..2_000.0_f64,
    ) {
        let trust = Trust { now, half_life_days: half_life, ..Trust::ALL };
        prop_assert!(close(left(&trust, source, Some(now + ahead)), source));
    }

    #[test]
    fn a_half_life_of_zero_keeps_confidence_for_ever(
        source in 0.0..=1.0_f64, then in moment(), now in moment(),
    ) {
        let trust = Trust { now, half_life_days: 0.0, ..Trust::ALL };
        prop_assert!(close(left(&trust, source, Some(then)), source));
    }
}

#[test]
fn half_is_left_after_one_half_life() {
    let trust = Trust { now: 180 * DAY, half_life_days: 180.0, ..Trust::ALL };
    assert!(close(left(&trust, 0.6, Some(0)), 0.3));
    assert!(close(left(&trust, 0.6, Some(-180 * DAY)), 0.15));
}

#[test]
fn an_edge_without_a_time_does_not_fade() {
    let trust = Trust { now: 10_000 * DAY, half_life_days: 1.0, ..Trust::ALL };
    assert!(close(left(&trust, 0.6, None), 0.6));
}

#[test]
fn confidence_at_the_threshold_is_enough() {
    let graph = graph(Some(0.25), Some(0));
    let edge = graph.edges().next().unwrap();
    let trust = Trust { now: 0, half_life_days: 180.0, dim: 0.25, least: 0.25 };
    assert!(trust.keeps(edge) && !trust.dims(edge));
}

#[test]
fn an_edge_of_a_system_without_confidence_is_always_trusted() {
    let graph = graph(None, Some(0));
    let edge = graph.edges().next().unwrap();
    let trust = Trust { now: 10_000 * DAY, half_life_days: 1.0, dim: 1.0, least: 1.0 };
    assert!(trust.of(edge).is_none() && trust.keeps(edge) && !trust.dims(edge));
}
