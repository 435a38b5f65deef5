//! A characterisation test: every question about every workspace has the recorded answer, byte for byte, whether the
//! workspace is read from its files or restored from a snapshot.
//!
//! The answers are in `same_answers/answers/`, one file for each workspace. A commit that must not change an answer
//! leaves these files as they are. `REFSCOPE_SAME_ANSWERS=write cargo test --test integration same_answers` writes them
//! again; the questions of [`questions`] and the workspaces of [`workspaces`] decide what they contain.

mod answer;
mod commands;
mod questions;
mod record;
mod workspaces;

use crate::support::Fixture;
use answer::{Answer, Reading};
use record::Record;
use rstest::rstest;
use std::thread;
use std::time::{Duration, Instant};

/// A file that changed within the last two seconds is read again despite a snapshot.
const SETTLES_AFTER: Duration = Duration::from_millis(2_100);

#[rstest]
#[case::mixed("mixed", workspaces::mixed)]
#[case::demo("demo", workspaces::demo)]
#[case::references("references", workspaces::references)]
#[case::units("units", workspaces::units)]
#[case::causal("causal", workspaces::causal)]
#[case::model("model", workspaces::model)]
#[case::broken_model("broken-model", workspaces::broken_model)]
#[case::records("records", workspaces::records)]
fn answers_are_the_recorded_ones_with_and_without_a_snapshot(#[case] name: &str, #[case] make: fn() -> Fixture) {
    check(name, &make(), &workspaces::padded(make()));
}

#[test]
fn answers_about_a_generated_workspace_are_the_recorded_ones_with_and_without_a_snapshot() {
    check("generated", &workspaces::generated(), &workspaces::generated());
}

/// Compares the answers about `cold`, read from its files, with the recorded ones, and the answers about `kept`, a
/// workspace with the same content and enough files for a snapshot, with those about `cold`.
fn check(name: &str, cold: &Fixture, kept: &Fixture) {
    let made = Instant::now();
    let questions = questions::about(name, cold);
    let answers: Vec<_> = questions.iter().map(|one| Answer::of(one, cold, Reading::Files)).collect();
    Record::new(questions.iter().zip(&answers)).write_or_compare(name);

    thread::sleep(SETTLES_AFTER.saturating_sub(made.elapsed()));
    let cache = answer::snapshot(kept);
    let repeated: Vec<_> = questions.iter().zip(&answers).filter(|(question, _)| question.is_repeated).collect();
    let reading = Reading::Snapshot(cache.path());
    let restored: Vec<_> =
        repeated.iter().map(|(question, _)| (*question, Answer::of(question, kept, reading))).collect();
    let restored = Record::in_full(restored.iter().map(|(question, answer)| (*question, answer)));
    Record::in_full(repeated.into_iter()).compare(&restored, &format!("{name}, restored from a snapshot"));
}
