//! Random walks of keys at three sizes. Screen and log at the end of each walk are recorded, so that a change of the
//! code that must not change behaviour can be checked against the code before it.
//!
//! After an intended change: `REFSCOPE_WALKS=write cargo test --test integration tui::walks`. Look at a walk with
//! `REFSCOPE_WALKS=17 cargo test --test integration tui::walks -- --nocapture`.

use super::random::chords;
use crate::support::Screen;
use refscope::tui::event::Event;
use refscope::tui::headless::print;
use refscope::tui::key::{self, Key};
use rstest::rstest;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use xxhash_rust::xxh3::xxh3_64;

/// Number of walks at each size.
const WALKS: u64 = 500;
/// Number of steps in a walk, each a key or a few.
const STEPS: usize = 40;

/// A pseudo-random number generator (`SplitMix64`), the same on every machine and in every version.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap()
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Keys that lead deeper into the screen than random ones, and some that write: every second step is one of them.
const USUAL: [&str; 33] = [
    "j",
    "k",
    "l",
    "h",
    "<enter>",
    "<esc>",
    "<space>",
    "<tab>",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "S",
    "W",
    "I",
    "Z",
    "z",
    "b",
    "m",
    "+",
    "d",
    "/ca<enter>",
    "a1<enter>",
    "a2stam<enter><enter>",
    "a1cache<enter><enter>",
    "A1pool<enter><enter>",
    "a3p99<enter><enter>u<enter>",
    "u<enter>",
    ".hit<enter><enter>",
    "C<enter><enter>",
    "/p99<enter>Cfix<enter><enter>",
];

fn walk(seed: u64) -> Vec<Vec<Key>> {
    let (all, mut random) = (chords(), Random(seed));
    let usual = USUAL.map(|keys| key::sequence(keys).unwrap());
    let step = |_| if random.below(2) == 0 { random.one_of(&usual) } else { random.one_of(&all) }.clone();
    (0..STEPS).map(step).collect()
}

/// Screen and log after a walk.
fn end(seed: u64, (width, height): (u16, u16)) -> (String, Vec<u8>) {
    let mut screen = Screen::demo().size(width, height);
    for key in walk(seed).into_iter().flatten() {
        screen.happen(Event::KeyPressed(key));
    }
    (print::styled(&screen.cells()), fs::read(screen.root().join("references.jsonl")).unwrap())
}

fn digests(size: (u16, u16)) -> String {
    let mut digests = String::new();
    for seed in 0..WALKS {
        let (text, log) = end(seed, size);
        writeln!(digests, "{seed} {:016x} {:016x}", xxh3_64(text.as_bytes()), xxh3_64(&log)).unwrap();
    }
    digests
}

#[rstest]
#[case(120, 40)]
#[case(80, 24)]
#[case(40, 14)]
fn walks_end_as_recorded(#[case] width: u16, #[case] height: u16) {
    let wanted = std::env::var("REFSCOPE_WALKS").unwrap_or_default();
    if let Ok(seed) = wanted.parse() {
        let keys: Vec<_> = walk(seed).iter().map(|step| key::written(step)).collect();
        println!("{}\n{}", keys.join(" "), end(seed, (width, height)).0);
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/tui/walks/{width}x{height}.txt"));
    let found = digests((width, height));
    if wanted == "write" {
        fs::write(file, found).unwrap();
        return;
    }
    let recorded = fs::read_to_string(file).unwrap();
    let differ: Vec<_> = found.lines().zip(recorded.lines()).filter(|(one, other)| one != other).collect();
    assert!(differ.is_empty(), "{} of {WALKS} walks end differently, the first is {:?}", differ.len(), differ[0]);
    assert_eq!(found.lines().count(), recorded.lines().count());
}
