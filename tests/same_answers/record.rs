//! The recorded answers: a text file with one entry for each question.
//!
//! ```text
//! $ refscope show a
//! exit 0
//! {"id":"a",…}
//! stderr: warning: …
//! ```
//!
//! A long answer is recorded by its length and checksum.

use super::answer::Answer;
use super::questions::Question;
use sha2::{Digest as _, Sha256};
use std::env;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Start of the first line of an entry.
const ASKED: &str = "$ ";
/// Maximum number of differences in a message.
const SHOWN: usize = 5;
/// Characters of a line shown before and after the first difference.
const CONTEXT: (usize, usize) = (60, 100);

/// Questions and their answers as text, in the order of the questions.
pub(super) struct Record {
    entries: Vec<(String, String)>,
}

impl Record {
    /// The record of these answers, with checksums of those that are too long to read.
    pub(super) fn new<'a>(answers: impl Iterator<Item = (&'a Question, &'a Answer)>) -> Self {
        let entry = |(question, answer): (&Question, _)| (question.line(), body(answer, question.readable));
        Self { entries: answers.map(entry).collect() }
    }

    /// The same without checksums.
    pub(super) fn in_full<'a>(answers: impl Iterator<Item = (&'a Question, &'a Answer)>) -> Self {
        Self { entries: answers.map(|(question, answer)| (question.line(), body(answer, usize::MAX))).collect() }
    }

    /// Writes the record if `REFSCOPE_SAME_ANSWERS` says so, and compares it with the one in the repository otherwise.
    pub(super) fn write_or_compare(&self, name: &str) {
        if env::var_os("REFSCOPE_SAME_ANSWERS").is_some_and(|choice| choice == "write") {
            fs::write(place(name), self.text()).unwrap();
        } else {
            Self::stored(name).compare(self, name);
        }
    }

    /// The record in the repository.
    fn stored(name: &str) -> Self {
        let path = place(name);
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut entries: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            match (line.strip_prefix(ASKED), entries.last_mut()) {
                (Some(asked), _) => entries.push((asked.to_owned(), String::new())),
                (None, Some((_, body))) => body.extend([line, "\n"]),
                (None, None) => panic!("{}: an answer without a question: {line}", path.display()),
            }
        }
        Self { entries }
    }

    /// The questions of the records in the repository.
    pub(super) fn stored_questions() -> Vec<String> {
        let files = fs::read_dir(place("any").parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
        let names: Vec<_> = files.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
        names.iter().flat_map(|name| Self::stored(name).entries).map(|(asked, _)| asked).collect()
    }

    fn text(&self) -> String {
        self.entries.iter().map(|(asked, body)| format!("{ASKED}{asked}\n{body}")).collect()
    }

    /// Fails if the other record differs, and names the first questions with another answer.
    #[track_caller]
    pub(super) fn compare(&self, other: &Self, name: &str) {
        let differences: Vec<_> = self.differences(other).collect();
        let shown: String = differences.iter().take(SHOWN).map(|one| format!("\n{one}")).collect();
        assert!(
            differences.is_empty(),
            "workspace {name}: {} of {} answers differ:{shown}\n\
             If this is intended: REFSCOPE_SAME_ANSWERS=write cargo test --test integration same_answers",
            differences.len(),
            self.entries.len()
        );
    }

    fn differences(&self, other: &Self) -> impl Iterator<Item = String> {
        let find = |record: &Self, asked: &str| record.entries.iter().find(|(one, _)| one == asked).cloned();
        let changed = self.entries.iter().filter_map(move |(asked, body)| match find(other, asked) {
            Some((_, now)) => (now != *body).then(|| format!("$ {asked}\n{}", first_difference(body, &now))),
            None => Some(format!("$ {asked}\n  no longer asked")),
        });
        let new = other.entries.iter().filter(move |(asked, _)| find(self, asked).is_none());
        changed.chain(new.map(|(asked, _)| format!("$ {asked}\n  not recorded")))
    }
}

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/same_answers/answers/{name}.txt"))
}

/// The text of an answer. Output of more than `readable` bytes is represented by its checksum.
fn body(answer: &Answer, readable: usize) -> String {
    let mut body = format!("exit {}\n", answer.code);
    // Writing to a String cannot fail.
    if answer.stdout.len() > readable {
        let sum: String = Sha256::digest(&answer.stdout).iter().map(|byte| format!("{byte:02x}")).collect();
        let _ = writeln!(body, "{} bytes, SHA-256 {sum}", answer.stdout.len());
    } else {
        body.extend(answer.stdout.lines().flat_map(|line| [line, "\n"]));
        if !answer.stdout.is_empty() && !answer.stdout.ends_with('\n') {
            body.push_str("no line end\n");
        }
    }
    body.extend(answer.stderr.lines().flat_map(|line| ["stderr: ", line, "\n"]));
    body
}

/// The first line that differs, around its first different character.
fn first_difference(before: &str, now: &str) -> String {
    let count = before.lines().count().max(now.lines().count());
    let line = |text: &str, at: usize| text.lines().nth(at).unwrap_or("(no more lines)").to_owned();
    let lines = (0..count).map(|at| (line(before, at), line(now, at))).find(|(before, now)| before != now);
    let (before, now) = lines.unwrap();
    let same = before.chars().zip(now.chars()).take_while(|(one, other)| one == other).count();
    let start = same.saturating_sub(CONTEXT.0);
    let part = |line: &str| line.chars().skip(start).take(CONTEXT.0 + CONTEXT.1).collect::<String>();
    format!("  recorded: {}\n  now:      {}", part(&before), part(&now))
}
