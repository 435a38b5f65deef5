//! An adaptive thread pool for reading many files.
//!
//! With a cold page cache, many threads keep the disk queue full and read a hundred thousand files in a third of the
//! time. With a warm cache, threads beyond the number of processors only compete for them and use more memory. So
//! [`map`] starts one worker per processor and adds more once reads turn out to be slow.

use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Number of workers when reads wait for the disk.
const MAX_WORKERS: usize = 16;

/// A read that takes longer waited for the disk; reading a cached file takes a tenth of this.
const SLOW: Duration = Duration::from_micros(80);

/// Number of files after which the pace is judged.
const SAMPLE_SIZE: u32 = 32;

/// Maps items in parallel and returns the results in the order of the items. Falls back to rayon's global pool if the
/// thread pool cannot be created.
pub(super) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T, &mut Pace<'_>) -> R + Sync) -> Vec<R> {
    static POOL: LazyLock<Option<ThreadPool>> = LazyLock::new(|| {
        let threads = rayon::current_num_threads().max(MAX_WORKERS);
        ThreadPoolBuilder::new().num_threads(threads).thread_name(|n| format!("reader-{n}")).build().ok()
    });
    let processors = rayon::current_num_threads();
    let workers = Workers {
        extra: MAX_WORKERS.saturating_sub(processors),
        is_extended: AtomicBool::new(false),
        left: Mutex::new(items.into_iter().enumerate()),
        done: Mutex::new(Vec::new()),
        work,
    };
    let start = || rayon::scope(|scope| (0..processors).for_each(|_| scope.spawn(|scope| workers.read(scope))));
    match &*POOL {
        Some(pool) => pool.install(start),
        None => start(),
    }
    let mut done = workers.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// The shared queue of the workers.
struct Workers<I, R, W> {
    /// Number of workers to add when reads are slow.
    extra: usize,
    is_extended: AtomicBool,
    left: Mutex<I>,
    done: Mutex<Vec<(usize, R)>>,
    work: W,
}

impl<T, R: Send, I, W> Workers<I, R, W>
where
    I: Iterator<Item = (usize, T)> + Send,
    W: Fn(T, &mut Pace<'_>) -> R + Sync,
{
    fn read<'s>(&'s self, scope: &Scope<'s>) {
        let extend = || {
            if !self.is_extended.swap(true, Ordering::Relaxed) {
                (0..self.extra).for_each(|_| scope.spawn(|scope| self.read(scope)));
            }
        };
        let mut pace = Pace { files: 0, slow: 0, last: Instant::now(), extend: &extend };
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

/// Measures how fast a worker reads, and adds workers if reads are slow.
pub(super) struct Pace<'c> {
    files: u32,
    slow: u32,
    /// When the last file was done, so that one clock read per file is enough.
    last: Instant,
    extend: &'c dyn Fn(),
}

impl Pace<'_> {
    /// Runs `work` on one file and measures how long it takes.
    pub(super) fn file<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let result = work();
        let now = Instant::now();
        self.files += 1;
        self.slow += u32::from(now.duration_since(std::mem::replace(&mut self.last, now)) > SLOW);
        if self.files == SAMPLE_SIZE {
            if self.slow * 2 > SAMPLE_SIZE {
                (self.extend)();
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
    fn results_have_the_order_of_the_items() {
        let items: Vec<u32> = (0..1_000).collect();
        let twice = map(items.clone(), |item, pace| pace.file(|| 2 * item));
        assert!(items.iter().map(|item| 2 * item).eq(twice));
        assert!(map(Vec::<u32>::new(), |item, _| item).is_empty());
    }

    #[test]
    fn slow_reads_add_workers() {
        // The barrier opens only if all workers are running.
        let barrier = Barrier::new(MAX_WORKERS.max(rayon::current_num_threads()));
        let items = vec![(); MAX_WORKERS.max(rayon::current_num_threads())];
        map(items, |(), pace| {
            (0..SAMPLE_SIZE).for_each(|_| pace.file(|| spin(SLOW * 2)));
            barrier.wait();
        });
    }

    fn spin(time: Duration) {
        let began = Instant::now();
        while began.elapsed() < time {
            std::hint::spin_loop();
        }
    }
}
