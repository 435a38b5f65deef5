//! Generates synthetic workspaces of any size, for benchmarks and experiments.
//!
//! Deterministic: the same size and seed give the same files on every machine. Degrees follow a skewed distribution,
//! with a few hubs and many nodes with few edges, and about one link in a hundred is dangling, as in real workspaces.

use super::demo::{DEMO_FILES, make_empty};
use crate::time;
use rayon::prelude::*;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Number of artifact files.
    pub artifacts: usize,
    /// Number of rows in the log.
    pub rows: usize,
    /// Approximate number of bytes of prose per artifact.
    pub body_bytes: usize,
}

/// Kinds with their folder and relative frequency.
const KINDS: [(&str, &str, u64); 5] = [
    ("task", "tasks", 45),
    ("signal", "signals", 25),
    ("learning", "learnings", 10),
    ("note", "notes", 15),
    ("brief", "briefs", 5),
];

const RELATIONS: [(&str, u64); 6] =
    [("led-to", 40), ("mentions", 20), ("addresses", 12), ("cites", 14), ("follows-up", 10), ("supersedes", 4)];

const WORDS: [&str; 16] = [
    "cache", "latency", "deploy", "queue", "billing", "retry", "invoice", "schema", "search", "upload", "token",
    "replica", "alert", "budget", "index", "mirror",
];

const PROSE: &str = "The change went out in the morning and the numbers moved within the hour. ";

/// One in about this number of links is dangling.
const ONE_LINK_IN: u64 = 100;

/// 2026-01-01T00:00:00.000Z.
const FIRST_TS: i64 = 1_767_225_600_000;

/// Writes a workspace to a folder, which must be empty or absent.
pub fn generate(into: &Path, size: Size, seed: u64) -> io::Result<()> {
    make_empty(into)?;
    for (path, content) in DEMO_FILES.iter().filter(|(path, _)| path.starts_with("kinds/")) {
        write(&into.join(path), content)?;
    }
    write(&into.join("config.yaml"), "enabled_domains: [infra, product]\n")?;
    write(&into.join("artifacts/people/self.md"), "---\nname: Self\n---\n")?;
    write(&into.join("artifacts/missions/mission.md"), "---\ntitle: Keep it running\nstatus: active\n---\n")?;
    for (_, folder, _) in KINDS {
        fs::create_dir_all(into.join("artifacts").join(folder))?;
    }
    (0..size.artifacts).into_par_iter().try_for_each(|number| {
        let artifact = Artifact::new(number, seed);
        fs::write(into.join(artifact.path()), artifact.text(size, seed))
    })?;
    write_log(&into.join("references.jsonl"), size, seed)
}

/// Ids and titles of the artifacts that [`generate`] would write.
pub fn generated_names(artifacts: usize, seed: u64) -> impl Iterator<Item = (String, String)> {
    let named = move |number| {
        let artifact = Artifact::new(number, seed);
        let title = artifact.title(&mut artifact.random(seed));
        (artifact.id, title)
    };
    (0..artifacts).map(named)
}

fn write(path: &Path, content: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, content)
}

fn write_log(path: &Path, size: Size, seed: u64) -> io::Result<()> {
    let mut random = Random::new(seed ^ 0x1095);
    let mut millis = FIRST_TS;
    let mut log = BufWriter::new(File::create(path)?);
    for _ in 0..size.rows {
        let (from, to) = (random.id(size, seed), random.id(size, seed));
        let relation = pick(&RELATIONS.map(|(name, often)| (name, often)), &mut random);
        let actor = if random.below(3) == 0 { "cli" } else { "agent" };
        let ts = time::format(millis);
        millis += 997;
        writeln!(log, r#"{{"ts":"{ts}","from":"{from}","to":"{to}","relation":"{relation}","actor":"{actor}"}}"#)?;
    }
    log.flush()
}

struct Artifact {
    id: String,
    kind: &'static str,
    folder: &'static str,
    number: usize,
}

impl Artifact {
    /// The artifact with a number, computed independently of all others.
    fn new(number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed ^ (number as u64).wrapping_mul(0x9e37_79b9));
        let kinds = KINDS.map(|(kind, folder, often)| ((kind, folder), often));
        let (kind, folder) = pick(&kinds, &mut random);
        let (first, second) = (random.word(), random.word());
        Self { id: format!("{first}-{second}-{number}"), kind, folder, number }
    }

    fn path(&self) -> String {
        format!("artifacts/{}/{}.md", self.folder, self.id)
    }

    fn random(&self, seed: u64) -> Random {
        Random::new(seed ^ (self.number as u64) << 20)
    }

    /// The title; must be the first value drawn from the random stream of its text.
    fn title(&self, random: &mut Random) -> String {
        format!("The {} and the {}, part {}", random.word(), random.word(), self.number)
    }

    fn text(&self, size: Size, seed: u64) -> String {
        let mut random = self.random(seed);
        let mut text = format!("---\ntitle: {}\n", self.title(&mut random));
        let status = match self.kind {
            "task" => Some(["todo", "running", "done"][random.below(3) as usize]),
            "signal" => Some(["open", "dismissed"][random.below(2) as usize]),
            "learning" => Some("active"),
            _ => None,
        };
        // Writing to a String cannot fail.
        if let Some(status) = status {
            let _ = writeln!(text, "domain: {}\nstatus: {status}", ["infra", "product"][random.below(2) as usize]);
        }
        let _ = writeln!(text, "mentions:\n  - mission\n  - {}\n---\n", random.id(size, seed));
        while text.len() < size.body_bytes {
            text.push_str(PROSE);
            if random.below(5) == 0 {
                let _ = writeln!(text, "See [[{}]].\n", random.id(size, seed));
            }
        }
        text.push('\n');
        text
    }
}

/// Weighted random choice.
fn pick<T: Copy>(choices: &[(T, u64)], random: &mut Random) -> T {
    let total = choices.iter().map(|(_, often)| often).sum();
    let mut rest = random.below(total);
    for (choice, often) in choices {
        match rest.checked_sub(*often) {
            Some(less) => rest = less,
            None => return *choice,
        }
    }
    choices[0].0
}

/// A small deterministic random number generator, identical on every platform.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len() as u64) as usize]
    }

    /// A random artifact id, skewed towards low numbers; occasionally one that does not exist.
    fn id(&mut self, size: Size, seed: u64) -> String {
        if self.below(ONE_LINK_IN) == 0 || size.artifacts == 0 {
            return format!("nowhere-{}", self.below(1000));
        }
        let bound = 1 + self.below(size.artifacts as u64);
        Artifact::new(self.below(bound) as usize, seed).id
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Workspace;

    const SIZE: Size = Size { artifacts: 60, rows: 200, body_bytes: 400 };

    #[test]
    fn generated_size_matches_the_request() {
        let folder = tempfile::tempdir().unwrap();
        generate(folder.path(), SIZE, 7).unwrap();
        let workspace = Workspace::load(folder.path()).unwrap();
        assert_eq!((crate::system::reference::facts(&workspace.facts).artifacts, workspace.facts.rows), (62, 200));
        assert_eq!(workspace.findings, []);
    }

    #[test]
    fn generated_names_match_the_files() {
        let folder = tempfile::tempdir().unwrap();
        generate(folder.path(), SIZE, 7).unwrap();
        let graph = Workspace::load(folder.path()).unwrap().graph;
        for (id, title) in generated_names(SIZE.artifacts, 7) {
            assert_eq!(graph.find(&id).unwrap().title(), title);
        }
    }

    #[test]
    fn same_seed_generates_the_same_files() {
        let read = |seed| {
            let folder = tempfile::tempdir().unwrap();
            generate(folder.path(), SIZE, seed).unwrap();
            let log = fs::read_to_string(folder.path().join("references.jsonl")).unwrap();
            let artifact = Artifact::new(3, seed);
            (log, fs::read_to_string(folder.path().join(artifact.path())).unwrap())
        };
        assert_eq!(read(1), read(1));
        assert_ne!(read(1), read(2));
    }
}
