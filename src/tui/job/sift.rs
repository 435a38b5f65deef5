//! The findings a person asks for.

use crate::doctor::Report;
use crate::finding::{Finding, count_by_severity};
use crate::query::{Typed, typed};
use crate::text;
use std::sync::Arc;

/// What somebody typed to find findings: words, and `severity:`, `system:` and `code:` filters, each negated with `-`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FindingQuery {
    words: Vec<String>,
    terms: Vec<(bool, Field, String)>,
    /// What could not be understood, in words.
    pub mistakes: Vec<String>,
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

/// The severities there are, as people write them.
const SEVERITIES: [&str; 3] = ["error", "warning", "note"];

impl FindingQuery {
    /// Reads a line.
    pub fn parse(line: &str) -> Self {
        let mut query = Self::default();
        for piece in typed(line, |name| Field::from_name(name).is_some()) {
            match piece {
                Typed::Filter { value: "", .. } => {}
                Typed::Filter { name: "severity", value, .. }
                    if !SEVERITIES.iter().any(|known| known.starts_with(value)) =>
                {
                    query.mistakes.push(format!("{} is not {}", text::quoted(value), text::either(&SEVERITIES)));
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

/// The findings that fit, as numbers into the report.
#[derive(Debug, Default)]
pub struct Sifted {
    /// The report.
    pub report: Option<Arc<Report>>,
    /// Those that fit, worst first.
    pub shown: Vec<usize>,
    /// How many there are of each severity, fitting or not, in words.
    pub counts: String,
}

/// Chooses among the findings of a report.
pub fn sift(report: Arc<Report>, query: &FindingQuery) -> Sifted {
    let shown = (0..report.findings.len()).filter(|at| query.keeps(&report.findings[*at])).collect();
    let counts = count_by_severity(&report.findings).join(", ");
    Sifted { report: Some(report), shown, counts }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Rule, Severity};

    /// Written so that the page of all findings does not ask for it.
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
        let report = Report { ok: false, checks: Vec::new(), findings, drift: None };
        sift(Arc::new(report), &FindingQuery::parse(line)).shown
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
    fn a_severity_that_cannot_be_is_a_mistake() {
        assert_eq!(FindingQuery::parse("severity:bad").mistakes, ["\"bad\" is not error, warning or note"]);
        assert_eq!(FindingQuery::parse("severity:w").mistakes, [] as [&str; 0]);
    }
}
