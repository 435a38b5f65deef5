//! Cost of a key while a search is typed, compared with other fuzzy matchers on the same names.
//!
//! Every query is typed character by character, so each key starts or extends a query. For refscope the whole job of a
//! key is measured: matching, ranking, exact count. The other matchers search each name as one line of id and title,
//! from scratch, on as many threads, and sort by score. `fzf --filter` is a process; its time includes its start and
//! reading the names.
//!
//! Uses 100,000 names; `REFSCOPE_BENCH_MILLION=1` adds 1,000,000. `REFSCOPE_BENCH_KEYS=1` prints the time of every key
//! in refscope.

use nucleo_matcher::pattern::{CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Matcher, Utf32String};
use rayon::prelude::*;
use refscope::graph::{Batch, Graph, GraphBuilder, NodeRecord};
use refscope::query::{Checked, ListRequest, Listing, Names, NodeQuery, Sort, listing};
use refscope::sample::generated_names;
use std::cell::Cell;
use std::cmp::Reverse;
use std::fs::File;
use std::hint::black_box;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const SEED: u64 = 1;

/// A single character, frequent words, ids, two words, scattered characters, a number, no matches. Consecutive queries
/// start differently, so each starts from scratch.
const QUERIES: [&str; 11] = [
    "e",
    "cache",
    "the mirror",
    "deploy-queue",
    "part 777",
    "billing retry 4",
    "inmr",
    "schema-index-12",
    "zqx",
    "tknrpl",
    "99",
];

/// The text after every key of every query.
fn keys() -> impl Iterator<Item = &'static str> {
    let typed =
        |query: &'static str| query.char_indices().map(move |(at, character)| &query[..at + character.len_utf8()]);
    QUERIES.into_iter().flat_map(typed)
}

fn main() {
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    println!("{:<28}{:>10}{:>8}{:>12}{:>12}{:>12}", "", "names", "keys", "median ms", "p99 ms", "worst ms");
    compare(100_000, 10);
    if std::env::var_os("REFSCOPE_BENCH_MILLION").is_some() {
        compare(1_000_000, 3);
    }
}

fn compare(count: usize, rounds: usize) {
    let names: Vec<(String, String)> = generated_names(count, SEED).collect();
    let started = Instant::now();
    let searched = Names::of(Arc::new(graph(&names)));
    let merged = started.elapsed();
    let started = Instant::now();
    searched.prepare();
    let prepared = started.elapsed();
    let first = Cell::new(Duration::ZERO);
    let mut firsts = Vec::new();
    let whole = timed(rounds, |typed| {
        let started = Instant::now();
        first.set(Duration::ZERO);
        let found = list(&searched, typed, &|_| first.set(started.elapsed()));
        let whole = started.elapsed();
        firsts.push(if first.get().is_zero() { whole } else { first.get() });
        found.nodes.len()
    });
    report("refscope", count, whole);
    report("  its first screenful", count, firsts);

    let lines: Vec<String> = names.iter().map(|(id, title)| format!("{id} {title}")).collect();
    let texts: Vec<Utf32String> = lines.iter().map(|line| Utf32String::from(line.as_str())).collect();
    report("nucleo-matcher", count, timed(rounds, |typed| nucleo(&texts, typed)));
    drop(texts);
    let threads = rayon::current_num_threads();
    let frizbee = timed(rounds, |typed| {
        let mut matcher = frizbee::Matcher::from_query(typed, &frizbee::Config::default());
        matcher.match_list_parallel(&lines, threads).len()
    });
    report("frizbee", count, frizbee);
    fzf(&lines);
    println!("{:<28}{count:>10}{:>8}{:>12}", "(preparing names, once)", 1, ms(prepared));
    println!("{:<28}{count:>10}{:>8}{:>12}\n", "(building the graph, once)", 1, ms(merged));
}

fn graph(names: &[(String, String)]) -> Graph {
    let mut batch = Batch::new(refscope::system::reference::SYSTEM, 0);
    let (kind, file) = (batch.word("task"), batch.word("file.md"));
    for (id, title) in names {
        let (id, title) = (batch.word(id), batch.word(title));
        batch.node(NodeRecord::new(id, kind, title, file, 1));
    }
    let mut builder = GraphBuilder::new(refscope::system::registry());
    builder.add(batch);
    builder.finish().0
}

/// The job of a key.
fn list(names: &Names, typed: &str, early: &dyn Fn(Listing)) -> Listing {
    let query = NodeQuery::parse(&refscope::system::registry(), typed);
    let request = ListRequest { query: &query, sort: Sort::Relevance, checked: &Checked::default(), ranking: None };
    listing(names, &request, &|| false, early).expect("not cancelled")
}

fn nucleo(texts: &[Utf32String], typed: &str) -> usize {
    let pattern = Pattern::parse(typed, CaseMatching::Ignore, Normalization::Never);
    let score = |matcher: &mut Matcher, (at, text): (usize, &Utf32String)| {
        pattern.score(text.slice(..), matcher).map(|score| (Reverse(score), at as u32))
    };
    let scored = texts.par_iter().enumerate().map_init(Matcher::default, score);
    let mut found: Vec<_> = scored.flatten().collect();
    found.par_sort_unstable();
    found.len()
}

fn fzf(lines: &[String]) {
    if Command::new("fzf").arg("--version").stdout(Stdio::null()).status().is_err() {
        println!("fzf is not installed");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("names");
    File::create(&path).and_then(|mut file| file.write_all(lines.join("\n").as_bytes())).expect("a file of names");
    let times = timed(1, |typed| {
        let names = File::open(&path).expect("the names");
        let found = Command::new("fzf").arg("--filter").arg(typed).stdin(names).output().expect("fzf");
        found.stdout.len()
    });
    report("fzf --filter, a process", lines.len(), times);
}

/// The duration of each key.
fn timed(rounds: usize, mut search: impl FnMut(&str) -> usize) -> Vec<Duration> {
    let mut times = Vec::new();
    for _ in 0..rounds {
        for typed in keys() {
            let started = Instant::now();
            black_box(search(typed));
            times.push(started.elapsed());
        }
    }
    times
}

fn report(name: &str, count: usize, mut times: Vec<Duration>) {
    if name == "refscope" && std::env::var_os("REFSCOPE_BENCH_KEYS").is_some() {
        let rounds = times.len() / keys().count();
        for (at, typed) in keys().enumerate() {
            let mut one: Vec<_> = (0..rounds).map(|round| times[round * keys().count() + at]).collect();
            one.sort_unstable();
            println!("  {typed:<26}{:>10}", ms(one[rounds / 2]));
        }
    }
    times.sort_unstable();
    let at = |share: usize| ms(times[(times.len() * share / 100).min(times.len() - 1)]);
    let worst = ms(times[times.len() - 1]);
    println!("{name:<28}{count:>10}{:>8}{:>12}{:>12}{worst:>12}", times.len(), at(50), at(99));
}

fn ms(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64() * 1e3)
}
