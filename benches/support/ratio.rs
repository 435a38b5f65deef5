//! What steps take in units of the first of them, the yardstick.
//!
//! Steps take turns, so that a moment in which somebody else had the processor is nobody's alone. On a busy machine read the
//! fastest: it is what the step itself costs.

use std::time::{Duration, Instant};

/// A step by its name. What it returns is how long it took, so that what makes it ready does not count.
pub(crate) type Step<'a> = (&'a str, &'a mut dyn FnMut() -> Duration);

/// Does the steps so many times in turn, and prints what they took; nothing for no time at all.
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

/// How long something takes. What came of it is let go of afterwards.
pub(crate) fn timed<T>(step: impl FnOnce() -> T) -> Duration {
    let started = Instant::now();
    let _result = step();
    started.elapsed()
}
