//! [`Finding`]: a defect in a workspace, with its location and a suggestion.
//!
//! A malformed line is a finding, never an error, so loading always continues. Sources report findings while reading,
//! the graph builder while merging and the doctor while checking the whole workspace. [`Findings`] limits how many
//! findings of one rule are stored per file, so that a hostile file cannot exhaust memory.

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Something is broken; `doctor` fails.
    Error,
    /// Probably a defect.
    Warning,
    /// Information.
    Note,
}

impl Severity {
    /// The name on screen and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A kind of finding, identified by its code. Rules are defined next to the code that checks them.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name for users and scripts.
    pub code: &'static str,
    pub severity: Severity,
    /// The check of the doctor's report that lists it.
    pub check: &'static str,
}

/// A violation of a rule, with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub rule: &'static Rule,
    /// Name of the system whose rule it is.
    pub system: &'static str,
    /// Id of the node it is about.
    pub node: Option<String>,
    /// Path relative to the workspace.
    pub file: Option<String>,
    /// Line in the file, from 1.
    pub line: Option<u32>,
    /// A sentence without a full stop.
    pub message: String,
    /// How to fix it, if known.
    pub suggestion: Option<String>,
    /// The things that the message names, in order; [`Finding::subjects`] adds the node or file.
    pub named: Vec<Subject>,
}

/// Maximum number of findings stored per rule and file; further ones are only counted. A hostile file can have
/// millions.
const MOST_ALIKE: usize = 1000;

/// Findings in the order in which they were added. Beyond a limit per rule and file, they are only counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    kept: Vec<Finding>,
    /// Number of findings by rule and file, including those that are not stored.
    alike: HashMap<(&'static str, Option<String>), usize>,
}

impl Findings {
    pub fn push(&mut self, finding: Finding) {
        let alike = self.alike.entry((finding.rule.code, finding.file.clone())).or_default();
        *alike += 1;
        if *alike <= MOST_ALIKE {
            self.kept.push(finding);
        } else if *alike == MOST_ALIKE + 1 {
            // Placeholder for the closing finding, which gets its message when the total is known.
            let message = String::new();
            let (node, line, suggestion, named) = (None, None, None, Vec::new());
            self.kept.push(Finding { node, line, message, suggestion, named, ..finding });
        }
    }

    /// Copies stored findings from another list. Their files must have no findings here yet.
    pub fn take_over(&mut self, other: &Self, kept: Range<usize>) {
        for finding in &other.kept[kept] {
            let key = (finding.rule.code, finding.file.clone());
            let alike = other.alike.get(&key).copied().unwrap_or_default();
            self.alike.insert(key, alike);
            self.kept.push(finding.clone());
        }
    }

    /// Adds `lines` to every line number.
    pub fn move_down(&mut self, lines: u32) {
        for finding in &mut self.kept {
            if let Some(line) = &mut finding.line {
                *line += lines;
            }
            finding.named.iter_mut().for_each(|subject| subject.move_down(lines));
        }
    }

    /// The findings stored so far.
    pub fn as_slice(&self) -> &[Finding] {
        &self.kept
    }

    /// All findings, with a closing one wherever some were only counted.
    pub fn into_vec(mut self) -> Vec<Finding> {
        for finding in self.kept.iter_mut().filter(|finding| finding.message.is_empty()) {
            let alike = self.alike.get(&(finding.rule.code, finding.file.clone())).copied().unwrap_or_default();
            let more = text::count(alike.saturating_sub(MOST_ALIKE), "more finding");
            let place = if finding.file.is_some() { " in this file" } else { "" };
            finding.message = format!("{more} of this kind{place}");
        }
        self.kept
    }
}

impl Findings {
    pub fn pack(&self, out: &mut Packer<'_>) -> io::Result<()> {
        out.number(self.kept.len() as u64)?;
        self.kept.iter().try_for_each(|finding| finding.pack(out))?;
        out.number(self.alike.len() as u64)?;
        // Sorted, so that equal findings give equal bytes.
        let alike: BTreeMap<_, _> = self.alike.iter().collect();
        alike.into_iter().try_for_each(|((code, file), number)| {
            out.text(code)?;
            out.optional_text(file.as_deref())?;
            out.number(*number as u64)
        })
    }

    pub fn unpack(from: &mut Unpacker<'_>) -> Option<Self> {
        let kept = (0..from.length(1)?).map(|_| Finding::unpack(from)).collect::<Option<_>>()?;
        let alike = (0..from.length(1)?).map(|_| Some(((lasting(from.text()?), from.optional_text()?), from.count()?)));
        let alike = alike.collect::<Option<_>>()?;
        Some(Self { kept, alike })
    }
}

/// Interns a text with static lifetime by leaking it. The number of codes and names is limited, and each is leaked
/// once.
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

/// Interns a rule that was read, so that many findings share one leaked value.
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

/// Counts findings by severity, as text: `2 errors`, `1 note`. Severities without findings are omitted.
pub fn count_by_severity<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Vec<String> {
    let mut numbers = [(Severity::Error, 0), (Severity::Warning, 0), (Severity::Note, 0)];
    for finding in findings {
        numbers[finding.rule.severity as usize].1 += 1;
    }
    let met = numbers.into_iter().filter(|(_, number)| *number > 0);
    met.map(|(severity, number)| text::count(number, severity.name())).collect()
}

impl Finding {
    /// A finding without a location.
    pub fn new(rule: &'static Rule, system: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { rule, system, node: None, file: None, line: None, message, suggestion: None, named: Vec::new() }
    }

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

    /// Sets the node it is about.
    #[must_use]
    pub fn about(mut self, node: impl Into<String>) -> Self {
        self.node = Some(node.into());
        self
    }

    /// Sets the file it is in.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<String>) -> Self {
        self.file = Some(file.into());
        self
    }

    /// Sets the line in the file.
    #[must_use]
    pub fn at_line(mut self, line: u32) -> Self {
        self.line = Some(line);
        self
    }

    /// Adds a thing that the message names, besides the node it is about.
    #[must_use]
    pub fn naming(mut self, subject: Subject) -> Self {
        self.named.push(subject);
        self
    }

    /// Everything the finding names, in order: first the node it is about, then the things in its message. If there are
    /// none, its file.
    pub fn subjects(&self) -> Vec<Cow<'_, Subject>> {
        let is_named = |id: &str| self.named.first().is_some_and(|first| first.id() == Some(id));
        let node = self.node.as_deref().filter(|id| !is_named(id)).map(|id| Cow::Owned(Subject::node(id)));
        let mut subjects: Vec<_> = node.into_iter().chain(self.named.iter().map(Cow::Borrowed)).collect();
        if let (true, Some(file)) = (subjects.is_empty(), &self.file) {
            subjects.push(Cow::Owned(Subject::file(&**file).at_line(self.line)));
        }
        subjects
    }

    /// Sets the suggestion.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        self.suggestion = Some(suggestion.into());
        self
    }

    /// Sort order of reports: most severe first, then by location, then by message.
    pub fn report_order(&self, other: &Self) -> Ordering {
        let key = |finding: &Self| (finding.rule.severity, finding.file.is_none(), finding.line, finding.rule.code);
        let (one, two) = (key(self), key(other));
        let by_place = (one.0, one.1).cmp(&(two.0, two.1)).then_with(|| self.file.cmp(&other.file));
        let by_words = || (one.2, one.3, &self.message).cmp(&(two.2, two.3, &other.message));
        // Compare the remaining fields, so that the order does not depend on the order of checks.
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
    fn node_of_a_finding_is_its_first_subject() {
        let finding = Finding::new(&RULE, "test", "").about("a").naming(Subject::relation("led-to"));
        assert_eq!(kinds(&finding), ["node", "relation"]);
    }

    #[test]
    fn subject_with_the_id_of_the_node_is_not_repeated() {
        let aspect = Subject::new("aspect", "id", "aspect:audited");
        let finding = Finding::new(&RULE, "test", "").about("aspect:audited").naming(aspect);
        assert_eq!(kinds(&finding), ["aspect"]);
    }

    #[test]
    fn finding_without_subjects_is_about_its_file_and_line() {
        let finding = Finding::new(&RULE, "test", "").in_file("references.jsonl").at_line(3);
        assert_eq!(finding.subjects()[0].as_ref(), &Subject::file("references.jsonl").at_line(3));
    }

    #[test]
    fn packed_finding_keeps_its_subjects() {
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
