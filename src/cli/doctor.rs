//! `doctor`: prints all findings about the workspace; exit code 1 if any has severity error.

use super::Outcome;
use super::context::{Context, say};
use crate::doctor::{Check, Report, Status};
use crate::document::FindingWire;
use crate::document::{Give, Line, Role};
use crate::finding::{Finding, Severity, count_by_severity};
use crate::format::json::Each;
use crate::text;
use crate::workspace::Workspace;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};

pub(super) fn run(context: &mut Context) -> anyhow::Result<Outcome> {
    let workspace = context.read()?;
    let report = context.report(&workspace);
    if context.out.is_human() {
        context.out.line(&Line::of(Role::Strong, &workspace.root.display().to_string()))?;
        context.out.blank()?;
        print(&report, context)?;
    } else {
        context.out.json(&ReportWire { workspace: &workspace, report: &report })?;
    }
    Ok(if report.ok { Outcome::Yes } else { Outcome::No })
}

struct ReportWire<'a> {
    workspace: &'a Workspace,
    report: &'a Report,
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

impl Serialize for ReportWire<'_> {
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

fn print(report: &Report, context: &mut Context) -> anyhow::Result<()> {
    let row = |check: &Check| {
        let role = match check.status {
            Status::Ok => Role::Good,
            Status::Warn => Role::Warn,
            Status::Fail => Role::Bad,
        };
        vec![
            Line::of(role, check.status.name()),
            Line::new().plain(check.name),
            Line::of(Role::Dim, &check.detail).giving(Give::End(16)),
        ]
    };
    context.out.table(report.checks.iter().map(row), 0)?;
    for finding in report.findings.iter().take(context.limit(usize::MAX)) {
        context.out.blank()?;
        print_finding(finding, context)?;
    }
    context.out.flush()?;
    let counted = count_by_severity(&report.findings);
    say("total", &if counted.is_empty() { "0 findings".to_owned() } else { counted.join(", ") });
    let more = report.findings.len().saturating_sub(context.limit(usize::MAX));
    if more > 0 {
        say("hint", &format!("{} omitted by --limit", text::count(more, "finding")));
    }
    Ok(())
}

fn print_finding(finding: &Finding, context: &mut Context) -> anyhow::Result<()> {
    let role = match finding.rule.severity {
        Severity::Error => Role::Bad,
        Severity::Warning => Role::Warn,
        Severity::Note => Role::Dim,
    };
    let line = finding.line.map(|line| format!(":{line}")).unwrap_or_default();
    let place = finding.file.as_ref().map(|file| format!("  {file}{line}")).unwrap_or_default();
    let heading = Line::of(role, finding.rule.severity.name()).plain(" ").with(Role::Strong, finding.rule.code);
    context.out.line(&heading.with(Role::Dim, &place))?;
    context.out.paragraph(Role::Plain, "  ", &finding.message)?;
    if let Some(suggestion) = &finding.suggestion {
        context.out.paragraph(Role::Good, "  ", suggestion)?;
    }
    Ok(())
}
