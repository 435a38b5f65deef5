//! Filters findings by words, severity, system and code.

use crate::doctor::Report;
use crate::finding::{Finding, count_by_severity};
use crate::graph::{Cancelled, UntilCancelled as _};
use crate::query::{Typed, typed};
use crate::text;
use std::sync::Arc;

/// A parsed filter line: words, and `severity:`, `system:` and `code:` filters, each negated with `-`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FindingQuery {
    words: Vec<String>,
    terms: Vec<(bool, Field, String)>,
    /// Errors in the line.
    pub(super) errors: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Severity,
    System,
    Code,
}

impl Field {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "severity" => Self::Severity,
            "system" => Self::System,
            "code" => Self::Code,
            _ => return None,
        })
    }
}

/// Names of the severities.
const SEVERITIES: [&str; 3] = ["error", "warning", "note"];

impl FindingQuery {
    /// Parses a line.
    pub(super) fn parse(line: &str) -> Self {
        let mut query = Self::default();
        for piece in typed(line, |name| Field::from_name(name).is_some()) {
            match piece {
                Typed::Filter { value: "", .. } => {}
                Typed::Filter { name: "severity", value, .. }
                    if !SEVERITIES.iter().any(|known| known.starts_with(value)) =>
                {
                    query.errors.push(format!(
                        "Unknown severity {}; use {}",
                        text::quoted(value),
                        text::either(&SEVERITIES)
                    ));
                }
                Typed::Filter { negated, name, value } => {
                    query.terms.extend(Field::from_name(name).map(|field| (negated, field, value.to_lowercase())));
                }
                Typed::Word(word) => query.words.push(word.to_lowercase()),
            }
        }
        query
    }

    fn keeps(&self, finding: &Finding) -> bool {
        let fits = |field: Field, value: &str| match field {
            Field::Severity => finding.rule.severity.name().starts_with(value),
            Field::System => finding.system.contains(value),
            Field::Code => finding.rule.code.to_lowercase().contains(value),
        };
        self.terms.iter().all(|(negated, field, value)| fits(*field, value) != *negated) && self.finds(finding)
    }

    fn finds(&self, finding: &Finding) -> bool {
        if self.words.is_empty() {
            return true;
        }
        let parts =
            [Some(finding.rule.code), Some(&*finding.message), finding.node.as_deref(), finding.file.as_deref()];
        let all = parts.into_iter().flatten().collect::<Vec<_>>().join("\n").to_lowercase();
        self.words.iter().all(|word| all.contains(word.as_str()))
    }
}

/// The matching findings, as indexes into the report.
#[derive(Debug, Default)]
pub(super) struct Sifted {
    pub(super) report: Option<Arc<Report>>,
    /// The matching findings, worst first.
    pub(super) shown: Vec<usize>,
    /// Counts by severity of all findings, as text.
    pub(super) counts: String,
}

/// Filters the findings of a report; `None` if cancelled.
pub(super) fn sift(report: Arc<Report>, query: &FindingQuery, cancelled: Cancelled<'_>) -> Option<Sifted> {
    let all = (0..report.findings.len()).until(cancelled);
    let shown = all.filter(|at| query.keeps(&report.findings[*at])).collect();
    let counts = count_by_severity(report.findings.iter().until(cancelled)).join(", ");
    (!cancelled()).then_some(Sifted { report: Some(report), shown, counts })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Rule, Severity};

    /// Built by a function so that the test of `docs/findings.md` does not expect it there.
    const fn rule(code: &'static str, severity: Severity) -> Rule {
        Rule { severity, code, check: "test" }
    }

    const BAD: Rule = rule("test-bad", Severity::Error);
    const ODD: Rule = rule("test-odd", Severity::Note);

    fn shown(line: &str) -> Vec<usize> {
        let findings = vec![
            Finding::new(&BAD, "unit", "the Cache is broken").about("u-1").in_file("units/u.json"),
            Finding::new(&ODD, "causal", "nothing to see").about("c-1"),
        ];
        let report = Report { ok: false, checks: Vec::new(), findings, disk: crate::system::Facts::default() };
        sift(Arc::new(report), &FindingQuery::parse(line), crate::graph::NEVER).unwrap().shown
    }

    #[test]
    fn findings_are_chosen_by_severity_system_code_and_words() {
        assert_eq!(shown(""), [0, 1]);
        assert_eq!(shown("severity:error"), [0]);
        assert_eq!(shown("-severity:error"), [1]);
        assert_eq!(shown("system:causal"), [1]);
        assert_eq!(shown("code:TEST-B"), [0]);
        assert_eq!([shown("code:odd"), shown("-code:odd"), shown("system:aus")], [[1], [0], [1]]);
        assert_eq!(shown("cache broken"), [0]);
        assert_eq!(shown("c-1"), [1]);
        assert_eq!(shown("cache c-1"), [] as [usize; 0]);
    }

    #[test]
    fn an_unknown_severity_is_an_error() {
        assert_eq!(
            FindingQuery::parse("severity:bad").errors,
            ["Unknown severity \"bad\"; use error, warning or note"]
        );
        assert_eq!(FindingQuery::parse("severity:w").errors, [] as [&str; 0]);
    }
}
