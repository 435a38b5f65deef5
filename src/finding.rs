//! What is wrong in a workspace, and where.
//!
//! Knows only how to count in words. A malformed line is a value of this type, never an error, so loading always goes on.
//! Sources make findings while they read, the builder while it merges, the doctor while it looks at the whole.

mod subject;

pub use subject::Subject;

use crate::pack::{Packer, Unpacker};
use crate::text;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something is broken: `doctor` answers "no".
    Error,
    /// Probably a mistake.
    Warning,
    /// Worth knowing.
    Note,
}

impl Severity {
    /// The word people see.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// What can be wrong: one entry a code. Each system's rules stand beside the code that checks them.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// The stable name people and scripts refer to.
    pub code: &'static str,
    /// How much a breach matters.
    pub severity: Severity,
    /// The check of the doctor's report this belongs to.
    pub check: &'static str,
}

/// One breach of a rule, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule that is broken.
    pub rule: &'static Rule,
    /// The name of the system whose rule it is.
    pub system: &'static str,
    /// The node it is about.
    pub node: Option<String>,
    /// The file, relative to the workspace.
    pub file: Option<String>,
    /// The line in that file, from 1.
    pub line: Option<u32>,
    /// What is wrong, as a sentence without its full stop.
    pub message: String,
    /// What to do about it, where that is known.
    pub suggestion: Option<String>,
    /// What the sentence names, in its order; [`Finding::subjects`] completes it.
    pub named: Vec<Subject>,
}

/// So many findings of one rule in one file are told one by one. Nobody reads more, and a hostile file has millions.
const MOST_ALIKE: usize = 1000;

/// Findings in the order in which they were made. Of too many of one rule in one file, only the number is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    kept: Vec<Finding>,
    /// How many findings of one rule each file has.
    alike: HashMap<(&'static str, Option<String>), usize>,
}

impl Findings {
    /// Takes one more.
    pub fn push(&mut self, finding: Finding) {
        let alike = self.alike.entry((finding.rule.code, finding.file.clone())).or_default();
        *alike += 1;
        if *alike <= MOST_ALIKE {
            self.kept.push(finding);
        } else if *alike == MOST_ALIKE + 1 {
            // Holds the place of the last word, which is said when the number is known.
            let message = String::new();
            let (node, line, suggestion, named) = (None, None, None, Vec::new());
            self.kept.push(Finding { node, line, message, suggestion, named, ..finding });
        }
    }

    /// Takes over some that are kept elsewhere, about files that nothing here is about.
    pub fn take_over(&mut self, other: &Self, kept: Range<usize>) {
        for finding in &other.kept[kept] {
            let key = (finding.rule.code, finding.file.clone());
            let alike = other.alike.get(&key).copied().unwrap_or_default();
            self.alike.insert(key, alike);
            self.kept.push(finding.clone());
        }
    }

    /// Adds so many lines to the line of each that has one.
    pub fn move_down(&mut self, lines: u32) {
        for finding in &mut self.kept {
            if let Some(line) = &mut finding.line {
                *line += lines;
            }
            finding.named.iter_mut().for_each(|subject| subject.move_down(lines));
        }
    }

    /// Those that are kept so far.
    pub fn as_slice(&self) -> &[Finding] {
        &self.kept
    }

    /// All of them, with a last word on what was too much to tell.
    pub fn into_vec(mut self) -> Vec<Finding> {
        for finding in self.kept.iter_mut().filter(|finding| finding.message.is_empty()) {
            let alike = self.alike.get(&(finding.rule.code, finding.file.clone())).copied().unwrap_or_default();
            let more = text::count(alike.saturating_sub(MOST_ALIKE), "more finding");
            let place = if finding.file.is_some() { " in this file" } else { "" };
            finding.message = format!("there are {more} of this kind{place}");
        }
        self.kept
    }
}

impl Findings {
    /// Writes them.
    pub fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.number(self.kept.len() as u64)?;
        self.kept.iter().try_for_each(|finding| finding.pack(out))?;
        out.number(self.alike.len() as u64)?;
        // In one order, so that equal findings are equal bytes.
        let alike: BTreeMap<_, _> = self.alike.iter().collect();
        alike.into_iter().try_for_each(|((code, file), number)| {
            out.text(code)?;
            out.optional_text(file.as_deref())?;
            out.number(*number as u64)
        })
    }

    /// Reads some.
    pub fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let kept = (0..from.length(1)?).map(|_| Finding::unpack(from)).collect::<Option<_>>()?;
        let alike = (0..from.length(1)?).map(|_| Some(((lasting(from.text()?), from.optional_text()?), from.count()?)));
        let alike = alike.collect::<Option<_>>()?;
        Some(Self { kept, alike })
    }
}

/// A text that outlasts everything. There are only so many codes and names, and each is kept once.
fn lasting(text: String) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(&*text) {
        return known;
    }
    let text: &'static str = text.leak();
    texts.insert(text);
    text
}

/// A rule that was read. The same one each time, so that many findings of it take no more room than one.
fn lasting_rule(code: &'static str, severity: Severity, check: &'static str) -> &'static Rule {
    static RULES: Mutex<Vec<&'static Rule>> = Mutex::new(Vec::new());
    let rule = Rule { code, severity, check };
    let mut rules = RULES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = rules.iter().find(|known| ***known == rule) {
        return known;
    }
    let rule: &'static Rule = Box::leak(Box::new(rule));
    rules.push(rule);
    rule
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        for finding in findings {
            self.push(finding);
        }
    }
}

/// How many findings there are of each severity, in words: `2 errors`, `1 note`. Severities without any are left out.
pub fn count_by_severity<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<String> {
    let mut numbers = [(Severity::Error, 0), (Severity::Warning, 0), (Severity::Note, 0)];
    for finding in findings {
        numbers[finding.rule.severity as usize].1 += 1;
    }
    let met = numbers.into_iter().filter(|(_, number)| *number > 0);
    met.map(|(severity, number)| text::count(number, severity.name())).collect()
}

impl Finding {
    /// A finding without a place.
    pub fn new(rule: &'static Rule, system: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { rule, system, node: None, file: None, line: None, message, suggestion: None, named: Vec::new() }
    }

    /// Writes it.
    pub fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.text(self.rule.code)?;
        out.number(self.rule.severity as u64)?;
        out.text(self.rule.check)?;
        out.text(self.system)?;
        out.optional_text(self.node.as_deref())?;
        out.optional_text(self.file.as_deref())?;
        out.number(self.line.map_or(u64::MAX, u64::from))?;
        out.text(&self.message)?;
        out.optional_text(self.suggestion.as_deref())?;
        out.number(self.named.len() as u64)?;
        self.named.iter().try_for_each(|subject| subject.pack(out))
    }

    /// Reads one.
    pub fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let code = lasting(from.text()?);
        let severity = *[Severity::Error, Severity::Warning, Severity::Note].get(from.count()?)?;
        let rule = lasting_rule(code, severity, lasting(from.text()?));
        Some(Self {
            rule,
            system: lasting(from.text()?),
            node: from.optional_text()?,
            file: from.optional_text()?,
            line: u32::try_from(from.number()?).ok(),
            message: from.text()?,
            suggestion: from.optional_text()?,
            named: (0..from.length(1)?).map(|_| Subject::unpack(from)).collect::<Option<_>>()?,
        })
    }

    /// Says which node it is about.
    #[must_use]
    pub fn about(mut self, node: impl Into<String>) -> Self {
        self.node = Some(node.into());
        self
    }

    /// Says which file it is in.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Says which line of the file it is on.
    #[must_use]
    pub fn at_line(mut self, line: u32) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds something that the sentence names, beside the node it is about.
    #[must_use]
    pub fn naming(mut self, subject: Subject) -> Self {
        self.named.push(subject);
        self
    }

    /// Everything the finding names, in order: the node it is about first, then what the sentence names. A finding that names
    /// nothing is about its file.
    pub fn subjects(&self) -> Vec<Cow<'_, Subject>> {
        let is_named = |id: &str| self.named.first().is_some_and(|first| first.id() == Some(id));
        let node = self.node.as_deref().filter(|id| !is_named(id)).map(|id| Cow::Owned(Subject::node(id)));
        let mut subjects: Vec<_> = node.into_iter().chain(self.named.iter().map(Cow::Borrowed)).collect();
        if let (true, Some(file)) = (subjects.is_empty(), &self.file) {
            subjects.push(Cow::Owned(Subject::file(&**file).at_line(self.line)));
        }
        subjects
    }

    /// Says what to do.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// The order of a report: worst first, then by place, then by what is said.
    pub fn report_order(&self, other: &Self) -> Ordering {
        let key = |finding: &Self| (finding.rule.severity, finding.file.is_none(), finding.line, finding.rule.code);
        let (one, two) = (key(self), key(other));
        let by_place = (one.0, one.1).cmp(&(two.0, two.1)).then_with(|| self.file.cmp(&other.file));
        let by_words = || (one.2, one.3, &self.message).cmp(&(two.2, two.3, &other.message));
        // What is left decides nothing but that the order never depends on who found it first.
        let rest = |finding: &Self| (finding.system, finding.node.clone(), finding.suggestion.clone());
        by_place
            .then_with(by_words)
            .then_with(|| rest(self).cmp(&rest(other)))
            .then_with(|| self.named.cmp(&other.named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: Rule = Rule { code: "row-malformed", severity: Severity::Error, check: "test" };

    fn kinds(finding: &Finding) -> Vec<&'static str> {
        finding.subjects().iter().map(|subject| subject.kind()).collect()
    }

    #[test]
    fn the_node_of_a_finding_is_its_first_subject() {
        let finding = Finding::new(&RULE, "test", "").about("a").naming(Subject::relation("led-to"));
        assert_eq!(kinds(&finding), ["node", "relation"]);
    }

    #[test]
    fn a_subject_that_has_the_id_of_the_node_is_not_repeated() {
        let aspect = Subject::new("aspect", "id", "aspect:audited");
        let finding = Finding::new(&RULE, "test", "").about("aspect:audited").naming(aspect);
        assert_eq!(kinds(&finding), ["aspect"]);
    }

    #[test]
    fn a_finding_that_names_nothing_is_about_its_file_and_line() {
        let finding = Finding::new(&RULE, "test", "").in_file("references.jsonl").at_line(3);
        assert_eq!(finding.subjects()[0].as_ref(), &Subject::file("references.jsonl").at_line(3));
    }

    #[test]
    fn a_packed_finding_keeps_its_subjects() {
        let edge = Subject::edge("a", "led-to", "b").at_line(7);
        let finding = Finding::new(&RULE, "test", "").about("a").naming(edge);
        let mut file = tempfile::tempfile().unwrap();
        let mut out = Packer::new(&mut file);
        finding.pack(&mut out).unwrap();
        let length = out.finish().unwrap();
        let mut from = Unpacker::new(&file, 0..length).unwrap();
        assert_eq!(Finding::unpack(&mut from), Some(finding));
    }
}
