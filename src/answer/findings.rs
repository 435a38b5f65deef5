//! The findings about a workspace, with the checks that made them.

use crate::doctor::{Check, Report, Status};
use crate::document::{Answer, Document, FindingWire, Give, Line, Role, Row, Section, beyond};
use crate::finding::{Finding, Severity, count_by_severity};
use crate::format::json::{Each, Sink};
use crate::graph::{Graph, NodeIx};
use crate::query::Subgraph;
use crate::workspace::Workspace;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

/// The doctor's report on a workspace.
pub struct FindingsAnswer<'a> {
    workspace: &'a Workspace,
    report: &'a Report,
}

impl<'a> FindingsAnswer<'a> {
    pub fn new(workspace: &'a Workspace, report: &'a Report) -> Self {
        Self { workspace, report }
    }

    fn node(&self, finding: &Finding) -> Option<NodeIx> {
        self.workspace.graph.find(finding.node.as_deref()?).map(|node| node.ix())
    }

    /// Severity, code and place, then the message and the suggestion.
    fn rows(&self, finding: &Finding) -> Vec<Row> {
        let role = match finding.rule.severity {
            Severity::Error => Role::Bad,
            Severity::Warning => Role::Warn,
            Severity::Note => Role::Dim,
        };
        let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
        let place = finding.file.as_ref().map(|file| format!("{file}{line}")).unwrap_or_default();
        let words = Line::of(role, finding.rule.severity.name()).plain(" ").with(Role::Strong, finding.rule.code);
        let mut rows = vec![Row::of(words).placed(Line::of(Role::Dim, &place).giving(Give::Start(16)))];
        rows.push(Row::paragraph(Role::Plain, &finding.message).indented(1));
        let suggestion = finding.suggestion.as_deref();
        rows.extend(suggestion.map(|suggestion| Row::paragraph(Role::Good, suggestion).indented(1)));
        let node = self.node(finding);
        for row in &mut rows {
            row.node = node;
            row.place = finding.file.clone().zip(finding.line);
        }
        rows
    }
}

fn check_row(check: &Check) -> Row {
    let role = match check.status {
        Status::Ok => Role::Good,
        Status::Warn => Role::Warn,
        Status::Fail => Role::Bad,
    };
    let detail = Line::of(Role::Dim, &check.detail).giving(Give::End(16));
    Row::of(Line::of(role, check.status.name())).phrase(Line::new().plain(check.name)).phrase(detail)
}

impl Answer for FindingsAnswer<'_> {
    fn title(&self) -> String {
        "Findings".to_owned()
    }

    fn subgraph(&self, most: usize) -> Option<(&Graph, Subgraph)> {
        let graph = &*self.workspace.graph;
        let nodes = self.report.findings.iter().take(most).filter_map(|finding| self.node(finding));
        Some((graph, Subgraph::induced(graph, nodes)))
    }

    fn left_out(&self, most: usize) -> Option<String> {
        beyond([(most, self.report.findings.len(), "finding")])
    }

    fn document(&self, most: usize) -> Document<'_> {
        let findings = &self.report.findings;
        let root = self.workspace.root.display().to_string();
        let counted = count_by_severity(findings);
        Document::new(vec![
            Section::plain([Row::saying(Role::Strong, &root)]),
            Section::list("checks", usize::MAX, &self.report.checks, |check| [check_row(check)]),
            Section::list("findings", most, findings, |finding| self.rows(finding)),
        ])
        .with_total(if counted.is_empty() { "0 findings".to_owned() } else { counted.join(", ") })
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(self)
    }

    fn is_negative(&self) -> bool {
        !self.report.ok
    }
}

#[derive(Serialize)]
struct CheckWire<'a> {
    name: &'static str,
    status: &'static str,
    detail: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    findings: &'a [String],
}

impl<'a> CheckWire<'a> {
    fn new(check: &'a Check) -> Self {
        let (status, detail) = (check.status.name(), &check.detail);
        Self { name: check.name, status, detail, findings: &check.findings }
    }
}

impl Serialize for FindingsAnswer<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let report = self.report;
        let mut fields = serializer.serialize_struct("report", 4)?;
        fields.serialize_field("workspace", &self.workspace.root.display().to_string())?;
        fields.serialize_field("ok", &report.ok)?;
        fields.serialize_field("checks", &Each(|| report.checks.iter().map(CheckWire::new)))?;
        fields.serialize_field("findings", &Each(|| report.findings.iter().map(FindingWire::new)))?;
        fields.end()
    }
}
