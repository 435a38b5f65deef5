//! Reads the exports of a workspace in parts, on all threads.

use super::SYSTEM;
use super::ids::{Duplicate, ExportPart, Settled};
use super::issue::named;
use super::reading::{Exceptions, Part};
use super::rules;
use super::urgency::Urgencies;
use crate::finding::Subject;
use crate::graph::{Batch, Registry};
use crate::system::Progress;
use crate::system::kit::{file, line_blocks};
use rayon::prelude::*;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes per part, at least: long enough that few ids occur in many parts.
const PART_BYTES: u64 = 4 << 20;

/// Average length of a row; used to reserve memory. Rows are seldom shorter.
const BYTES_A_ROW: u64 = 600;

/// The numbers of the batches of one export.
const BATCHES: u64 = 1 << 32;

/// What was read.
#[derive(Debug)]
pub(super) struct Exports {
    /// For each export, the findings about its file.
    pub(super) heads: Vec<Batch>,
    /// The rows.
    pub(super) parts: Vec<Batch>,
    pub(super) urgencies: Urgencies,
    pub(super) contents: Vec<Content>,
}

/// What an export contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Content {
    /// There is no file, or it cannot be read.
    Unknown,
    /// Neither issues nor anything that should be one.
    Nothing,
    Rows,
}

/// A file with rows, or texts in place of its parts.
enum Source<'a> {
    File(File, Vec<Range<u64>>),
    Texts(&'a [&'a str]),
    /// No file, or one that cannot be read for this reason.
    None(Option<io::Error>),
}

impl Source<'_> {
    fn open(path: &Path, part_bytes: u64) -> io::Result<Self> {
        let file = file::open(path)?;
        let size = file.metadata()?.len();
        let cuts = line_blocks::cuts(&file, line_blocks::mark_length(&file, size)?..size, part_bytes)?;
        Ok(Self::File(file, cuts))
    }

    fn parts(&self) -> usize {
        match self {
            Self::File(_, cuts) => cuts.len(),
            Self::Texts(texts) => texts.len(),
            Self::None(_) => 0,
        }
    }

    fn read(&self, number: usize, part: &mut Part, progress: &Progress) -> io::Result<()> {
        match self {
            Self::File(file, cuts) => {
                let rows = usize::try_from((cuts[number].end - cuts[number].start) / BYTES_A_ROW).unwrap_or_default();
                part.batch.expect(2 * rows, 2 * rows);
                line_blocks::each_block(file, cuts[number].clone(), |block| {
                    part.add_lines(block);
                    !progress.is_cancelled()
                })
            }
            Self::Texts(texts) => {
                part.add_lines(texts[number].as_bytes());
                Ok(())
            }
            Self::None(_) => Ok(()),
        }
    }
}

impl Exports {
    /// Reads exports, each with its path as displayed. A place may have none.
    pub(super) fn read(
        paths: impl Iterator<Item = (Option<PathBuf>, String)>,
        registry: &Registry,
        progress: &Progress,
    ) -> Self {
        let open = |path: PathBuf| match Source::open(&path, PART_BYTES) {
            Ok(source) => source,
            Err(error) => Source::None(Some(error)),
        };
        let exports = paths.map(|(path, shown)| (path.map_or(Source::None(None), open), shown)).collect();
        Self::of(exports, registry, progress)
    }

    /// Reads texts as the parts of an export. All but the last end with a line.
    pub(super) fn of_texts(shown: &str, texts: &[&str], registry: &Registry) -> Self {
        Self::of(vec![(Source::Texts(texts), shown.to_owned())], registry, &Progress::default())
    }

    fn of(mut exports: Vec<(Source<'_>, String)>, registry: &Registry, progress: &Progress) -> Self {
        let numbers =
            |(export, (source, _)): (usize, &(Source<'_>, String))| (0..source.parts()).map(move |part| (export, part));
        let numbers: Vec<(usize, usize)> = exports.iter().enumerate().flat_map(numbers).collect();
        let read = |(export, number): (usize, usize), exceptions: Exceptions| {
            let (source, shown) = &exports[export];
            let mut part = Part::new(shown, BATCHES * (export as u64 + 1) + number as u64 + 1, exceptions);
            let result = source.read(number, &mut part, progress);
            ((export, part), result)
        };
        let first = numbers.par_iter().with_max_len(1).map(|number| read(*number, Exceptions::default()));
        let (mut parts, results): (Vec<ExportPart>, Vec<_>) = first.unzip();
        let mut settled = Settled::of(&parts, registry);
        let exceptions = std::mem::take(&mut settled.exceptions);
        let again = parts.par_iter_mut().zip(exceptions).zip(&numbers);
        let again = again.filter(|((_, exceptions), _)| !exceptions.is_empty());
        again.for_each(|((part, exceptions), number)| *part = read(*number, exceptions).0);
        for ((export, _), result) in parts.iter().zip(results) {
            if let Err(error) = result {
                exports[*export].0 = Source::None(Some(error));
            }
        }
        finish(&exports, parts, settled)
    }
}

/// Moves the parts to their lines, and reports what concerns whole exports.
fn finish(exports: &[(Source<'_>, String)], mut parts: Vec<ExportPart>, settled: Settled) -> Exports {
    let mut heads: Vec<_> = (1..=exports.len() as u64).map(|export| Batch::new(SYSTEM, BATCHES * export)).collect();
    let mut contents = vec![Content::Nothing; exports.len()];
    let mut external = settled.external;
    // The number of lines before each part.
    let mut before = Vec::with_capacity(parts.len());
    let mut lines = vec![0; exports.len()];
    let mut is_utf8 = vec![true; exports.len()];
    for (export, part) in &mut parts {
        part.add_external(&mut |id| external.remove(id));
        before.push(lines[*export]);
        part.batch.move_down(lines[*export]);
        if !part.is_empty() {
            contents[*export] = Content::Rows;
        }
        if let Some(line) = part.broken_line.filter(|_| std::mem::replace(&mut is_utf8[*export], false)) {
            heads[*export].finding(rules::FILES.not_utf8_at(SYSTEM, part.shown(), lines[*export] + line));
        }
        lines[*export] += part.lines;
    }
    for Duplicate { id, earlier, at } in settled.duplicates {
        let [earlier, line] = [earlier, at].map(|place| before[place.part] + place.line);
        let part = &mut parts[at.part].1;
        let message = format!("Id {} is already defined in line {earlier}; the last row wins", named(&id));
        let finding = part.at(&rules::ID_DUPLICATE, line, message).about(&*id);
        let finding = finding.naming(Subject::file(part.shown()).at_line(earlier));
        part.batch.finding(finding.suggest("delete one of the two rows"));
    }
    parts.par_iter_mut().for_each(|(_, part)| part.batch.seal());
    let urgencies = parts.iter_mut().map(|(_, part)| std::mem::take(&mut part.urgencies)).collect();
    for (((source, shown), head), content) in exports.iter().zip(&mut heads).zip(&mut contents) {
        if let Source::None(error) = source {
            *content = Content::Unknown;
            if let Some(error) = error {
                head.finding(rules::FILES.unreadable(SYSTEM, shown, error));
            }
        }
    }
    let parts = parts.into_iter().map(|(_, part)| part.batch).collect();
    Exports { heads, parts, urgencies: Urgencies::of(urgencies), contents }
}
