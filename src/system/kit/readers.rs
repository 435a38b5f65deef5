//! An adaptive set of threads for reading many files.
//!
//! With a cold page cache, many threads keep the disk queue full and read a hundred thousand files in a third of the
//! time. With a warm cache, threads beyond the number of processors only compete for them and use more memory. So
//! [`map`] starts with one worker per processor and adds more while reads turn out to be slow.
//!
//! The calling thread is one of the workers. The others are scoped threads that end when `map` returns: starting a
//! thread takes as long as reading a few cached files, and a pool would stay for as long as the screen is open.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder, Scope};
use std::time::{Duration, Instant};

/// Number of workers when reads wait for the disk.
const MAX_WORKERS: usize = 16;

/// A read that takes longer waited for the disk; reading a cached file takes a tenth of this.
const SLOW: Duration = Duration::from_micros(80);

/// Number of files after which the pace is judged.
const SAMPLE_SIZE: u32 = 32;

/// The start of the names of reader threads.
const NAME: &str = "reader-";

/// Reader threads of all systems that are read at the same time.
static READERS: Readers = Readers { running: AtomicUsize::new(0) };

/// Maps items in parallel and returns the results in the order of the items. A panic of `work` on any thread reaches
/// the caller with its payload.
pub(in crate::system) fn map<T: Send, R: Send>(items: Vec<T>, work: impl Fn(T, &mut Pace<'_>) -> R + Sync) -> Vec<R> {
    map_with(&READERS, items, work)
}

/// Whether the current thread is one that [`map`] started. Its panics reach the caller of `map`.
pub fn is_reader() -> bool {
    thread::current().name().is_some_and(|name| name.starts_with(NAME))
}

fn map_with<T: Send, R: Send>(readers: &Readers, items: Vec<T>, work: impl Fn(T, &mut Pace<'_>) -> R + Sync) -> Vec<R> {
    let processors = rayon::current_num_threads();
    let at_first = processors.min(items.len());
    let workers = Workers {
        readers,
        limit: MAX_WORKERS.max(processors) - 1,
        left: Mutex::new(items.into_iter().enumerate()),
        done: Mutex::new(Vec::new()),
        panic: Mutex::new(None),
        work,
    };
    thread::scope(|scope| {
        workers.start(at_first.saturating_sub(1), scope);
        workers.run(scope);
    });
    if let Some(payload) = workers.panic.into_inner().unwrap_or_else(PoisonError::into_inner) {
        panic::resume_unwind(payload);
    }
    let mut done = workers.done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Counts running reader threads.
struct Readers {
    running: AtomicUsize,
}

/// A reader thread that is counted until this is dropped.
struct Reader<'r> {
    readers: &'r Readers,
    number: usize,
}

impl Readers {
    /// Counts one more reader, unless there are `limit` already.
    fn add(&self, limit: usize) -> Option<Reader<'_>> {
        let one_more = |running| (running < limit).then_some(running + 1);
        let before = self.running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Reader { readers: self, number: before + 1 })
    }
}

impl Drop for Reader<'_> {
    fn drop(&mut self) {
        self.readers.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// The shared queue of the workers.
struct Workers<'r, I, R, W> {
    readers: &'r Readers,
    /// Maximum number of reader threads, of all systems together.
    limit: usize,
    left: Mutex<I>,
    done: Mutex<Vec<(usize, R)>>,
    /// The payload of the first panic.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    work: W,
}

impl<T, R: Send, I, W> Workers<'_, I, R, W>
where
    I: ExactSizeIterator<Item = (usize, T)> + Send,
    W: Fn(T, &mut Pace<'_>) -> R + Sync,
{
    /// Starts up to `count` readers. If the operating system refuses a thread, the running workers read the rest.
    fn start<'s>(&'s self, count: usize, scope: &'s Scope<'s, '_>) {
        for _ in 0..count {
            let Some(reader) = self.readers.add(self.limit) else { return };
            let name = format!("{NAME}{}", reader.number);
            let run = move || {
                self.run(scope);
                drop(reader);
            };
            if Builder::new().name(name).spawn_scoped(scope, run).is_err() {
                return;
            }
        }
    }

    /// Works on items until none is left. Keeps the payload of a panic: the scope would replace it.
    fn run<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        if let Err(payload) = panic::catch_unwind(AssertUnwindSafe(|| self.read(scope))) {
            lock(&self.panic).get_or_insert(payload);
        }
    }

    fn read<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        let extend = || {
            let left = lock(&self.left).len();
            self.start(left.min(self.limit), scope);
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
pub(in crate::system) struct Pace<'c> {
    files: u32,
    slow: u32,
    /// When the last file was done, so that one clock read per file is enough.
    last: Instant,
    extend: &'c dyn Fn(),
}

impl Pace<'_> {
    /// Runs `work` on one file and measures how long it takes.
    pub(in crate::system) fn file<R>(&mut self, work: impl FnOnce() -> R) -> R {
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
        let readers = Readers { running: AtomicUsize::new(0) };
        // The barrier opens only if all workers are running.
        let barrier = Barrier::new(MAX_WORKERS.max(rayon::current_num_threads()));
        let items = vec![(); MAX_WORKERS.max(rayon::current_num_threads())];
        map_with(&readers, items, |(), pace| {
            (0..SAMPLE_SIZE).for_each(|_| pace.file(|| spin(SLOW * 2)));
            barrier.wait();
        });
        assert_eq!(readers.running.into_inner(), 0, "a reader is left");
    }

    #[test]
    fn one_item_is_read_by_the_calling_thread() {
        assert_eq!(map(vec![()], |(), _| thread::current().id()), [thread::current().id()]);
    }

    #[test]
    fn readers_are_limited_and_the_caller_reads_without_them() {
        let readers = Readers { running: AtomicUsize::new(0) };
        let limit = MAX_WORKERS.max(rayon::current_num_threads()) - 1;
        let others: Vec<_> = (0..limit).filter_map(|_| readers.add(limit)).collect();
        let threads = map_with(&readers, vec![(); 100], |(), _| thread::current().id());
        assert!(threads.iter().all(|thread| *thread == thread::current().id()));
        drop(others);
        assert_eq!(readers.running.into_inner(), 0);
    }

    #[test]
    fn panic_of_any_worker_reaches_the_caller_with_its_payload() {
        let payload_of = |panics_in_reader: bool| {
            let readers = Readers { running: AtomicUsize::new(0) };
            // Both workers have an item before one of them panics.
            let barrier = Barrier::new(2);
            let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
            let work = |(), _: &mut Pace<'_>| {
                barrier.wait();
                assert!(
                    is_reader() != panics_in_reader,
                    "item of {}",
                    if is_reader() { "a reader" } else { "the caller" }
                );
            };
            let mapped =
                pool.install(|| panic::catch_unwind(AssertUnwindSafe(|| map_with(&readers, vec![(); 2], work))));
            assert_eq!(readers.running.into_inner(), 0, "a reader is left");
            *mapped.unwrap_err().downcast::<String>().unwrap()
        };
        assert_eq!(payload_of(true), "item of a reader");
        assert_eq!(payload_of(false), "item of the caller");
    }

    fn spin(time: Duration) {
        let began = Instant::now();
        while began.elapsed() < time {
            std::hint::spin_loop();
        }
    }
}
