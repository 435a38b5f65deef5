//! `doctor`: what is broken or contradictory.

use super::Answer;
use super::context::{Context, say};
use super::paint::{Give, Line, Role};
use super::wire::FindingWire;
use crate::doctor::{Report, Status, report};
use crate::finding::{Finding, Severity, count_by_severity};
use crate::workspace::Workspace;
use serde::Serialize;

pub(super) fn run(context: &mut Context) -> anyhow::Result<Answer> {
    let workspace = context.read()?;
    let report = report(&workspace);
    if context.out.is_human() {
        context.out.line(&Line::of(Role::Strong, &workspace.root.display().to_string()))?;
        context.out.blank()?;
        print(&report, context)?;
    } else {
        context.out.json(&ReportWire::new(&workspace, &report))?;
    }
    Ok(if report.ok { Answer::Yes } else { Answer::No })
}

#[derive(Serialize)]
struct ReportWire<'a> {
    workspace: String,
    ok: bool,
    checks: Vec<CheckWire<'a>>,
    findings: Vec<FindingWire<'a>>,
}

#[derive(Serialize)]
struct CheckWire<'a> {
    name: &'static str,
    status: &'static str,
    detail: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    problems: &'a [String],
}

impl<'a> ReportWire<'a> {
    fn new(workspace: &Workspace, report: &'a Report) -> Self {
        let check = |check: &'a crate::doctor::Check| CheckWire {
            name: check.name,
            status: check.status.name(),
            detail: &check.detail,
            problems: &check.problems,
        };
        Self {
            workspace: workspace.root.display().to_string(),
            ok: report.ok,
            checks: report.checks.iter().map(check).collect(),
            findings: report.findings.iter().map(FindingWire::new).collect(),
        }
    }
}

fn print(report: &Report, context: &mut Context) -> anyhow::Result<()> {
    let row = |check: &crate::doctor::Check| {
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
    for finding in &report.findings {
        context.out.blank()?;
        print_finding(finding, context)?;
    }
    context.out.flush()?;
    let counted = count_by_severity(&report.findings);
    say("total", &if counted.is_empty() { "0 findings".to_owned() } else { counted.join(", ") });
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
