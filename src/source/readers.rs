//! Threads that read many files.
//!
//! A disk answers sooner the more it is asked at once, and a thread that waits for it costs nothing: with a cold cache many
//! threads read a hundred thousand files in a third of the time. With a warm one, each thread more than there are processors
//! only takes turns with the others and has memory of its own. So there are as many as processors at first, and the others
//! are called as soon as files are seen to be slow.

use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// So many read where the disk is waited for.
const CALLED: usize = 16;

/// A file that takes longer was waited for: what is in memory takes a tenth of this.
const SLOW: Duration = Duration::from_micros(80);

/// After so many files it is decided whether they are slow.
const WATCHED: u32 = 32;

/// Does some work for each item side by side; what comes of it has the order of the items. Where no threads can be had, it
/// is done on those there are.
pub(super) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T, &mut Pace<'_>) -> R + Sync) -> Vec<R> {
    static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
        let threads = rayon::current_num_threads().max(CALLED);
        ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("reader-{n}")).build().ok()
    });
    let processors = rayon::current_num_threads();
    let crew = Crew {
        others: CALLED.saturating_sub(processors),
        called: AtomicBool::new(false),
        left: Mutex::new(items.into_iter().enumerate()),
        done: Mutex::new(Vec::new()),
        work,
    };
    let start = || rayon::scope(|scope| (0..processors).for_each(|_| scope.spawn(|scope| crew.read(scope))));
    match &*POOL {
        Some(pool) => pool.install(start),
        None => start(),
    }
    let mut done = crew.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Everybody who reads, and what there is to do.
struct Crew<I, R, W> {
    /// So many more can be called.
    others: usize,
    called: AtomicBool,
    left: Mutex<I>,
    done: Mutex<Vec<(usize, R)>>,
    work: W,
}

impl<T, R: Send, I, W> Crew<I, R, W>
where
    I: Iterator<Item = (usize, T)> + Send,
    W: Fn(T, &mut Pace<'_>) -> R + Sync,
{
    fn read<'s>(&'s self, scope: &Scope<'s>) {
        let call = || {
            if !self.called.swap(true, Ordering::Relaxed) {
                (0..self.others).for_each(|_| scope.spawn(|scope| self.read(scope)));
            }
        };
        let mut pace = Pace { files: 0, slow: 0, last: Instant::now(), call: &call };
        loop {
            let next = lock(&self.left).next();
            let Some((at, item)) = next else { return };
            let result = (self.work)(item, &mut pace);
            lock(&self.done).push((at, result));
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How fast files are read. Whoever finds them slow calls the others.
pub(super) struct Pace<'c> {
    files: u32,
    slow: u32,
    /// When the last one was done: one look at the clock a file is enough.
    last: Instant,
    call: &'c dyn Fn(),
}

impl Pace<'_> {
    /// Does something with one file.
    pub(super) fn file<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let result = work();
        let now = Instant::now();
        self.files += 1;
        self.slow += u32::from(now.duration_since(std::mem::replace(&mut self.last, now)) > SLOW);
        if self.files == WATCHED {
            if self.slow * 2 > WATCHED {
                (self.call)();
            }
            (self.files, self.slow) = (0, 0);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;

    #[test]
    fn what_comes_of_items_has_their_order() {
        let items: Vec<u32> = (0..1_000).collect();
        let twice = map(items.clone(), |item, pace| pace.file(|| 2 * item));
        assert!(items.iter().map(|item| 2 * item).eq(twice));
        assert!(map(Vec::<u32>::new(), |item, _| item).is_empty());
    }

    #[test]
    fn whoever_finds_files_slow_calls_the_others() {
        // They only ever get past this if all of them are there.
        let barrier = Barrier::new(CALLED.max(rayon::current_num_threads()));
        let items = vec![(); CALLED.max(rayon::current_num_threads())];
        map(items, |(), pace| {
            (0..WATCHED).for_each(|_| pace.file(|| spin(SLOW * 2)));
            barrier.wait();
        });
    }

    /// Takes so long.
    fn spin(time: Duration) {
        let began = Instant::now();
        while began.elapsed() < time {
            std::hint::spin_loop();
        }
    }
}
