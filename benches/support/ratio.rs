//! Prints the times of steps as ratios to the first one, the baseline.
//!
//! Steps are interleaved, so that interruptions by other processes affect all of them. On a busy machine compare the
//! fastest times.

use std::time::{Duration, Instant};

/// A named step. It returns its own duration, so that its setup is not included.
pub(crate) type Step<'a> = (&'a str, &'a mut dyn FnMut() -> Duration);

/// Runs the steps alternately for `rounds` rounds and prints their times; does nothing for 0 rounds.
pub(crate) fn print(title: &str, rounds: usize, steps: &mut [Step<'_>]) {
    if rounds == 0 {
        return;
    }
    let mut times = vec![Vec::new(); steps.len()];
    for _ in 0..rounds {
        for ((_, step), times) in steps.iter_mut().zip(&mut times) {
            times.push(step());
        }
    }
    let times = times.iter_mut().map(|times| {
        times.sort_unstable();
        [times[0], times[rounds / 2]].map(|time| time.as_secs_f64() * 1e3)
    });
    let times: Vec<_> = times.collect();
    println!("{:<44}{:>12}{:>12}{:>10}{:>10}", title, "fastest ms", "median ms", "ratio", "ratio");
    for ((name, _), [fastest, median]) in steps.iter().zip(&times) {
        let ratios = [fastest / times[0][0], median / times[0][1]];
        println!("{name:<44}{fastest:>12.2}{median:>12.2}{:>10.2}{:>10.2}", ratios[0], ratios[1]);
    }
    println!();
}

/// The duration of a step, without dropping its result.
pub(crate) fn timed<T>(step: impl FnOnce() -> T) -> Duration {
    let started = Instant::now();
    let _result = step();
    started.elapsed()
}
