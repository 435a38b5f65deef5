//! `demo`: opens a small demo workspace, or writes it to a folder with `--into`.

use super::Outcome;
use super::args::{DemoArgs, TrustArgs};
use super::context::Context;
use super::screen::{self, Memory};
use crate::answer::{Input, TraceAnswer};
use crate::doctor;
use crate::document::{Answer as _, Line, Role};
use crate::query::{EdgeFilter, LineageDirection, LineageRequest, Orient, RelationFilter, Trust, stats};
use crate::sample::unpack_demo;
use crate::text;
use crate::time::Millis;
use crate::workspace::Workspace;
use anyhow::Context as _;
use serde::Serialize;
use std::path::Path;

/// The node whose lineage the demo shows first.
const HERO: &str = "fix-stampede";

/// 2026-05-16, the day of the demo's last event: treated as the current time, so that confidence does not depend on
/// today.
const STORY_ENDS: Millis = 1_778_889_600_000;

/// The model node that the demo is about.
const SERVICE: &str = "read-path/cache";

pub(super) fn run(args: &DemoArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let Some(into) = &args.into else {
        let folder = tempfile::tempdir().context("cannot create a temporary folder for the demo")?;
        unpack_demo(folder.path()).context("cannot unpack the demo")?;
        if args.screen.is_headless() || (context.out.is_human() && screen::can_show()) {
            return screen::show(&args.screen, folder.path(), "demo", Memory::None(HERO), context);
        }
        if context.as_of.is_some() {
            anyhow::bail!("`demo --as-of` opens the screen, which needs a terminal");
        }
        return show(&Workspace::load(folder.path())?, None, context);
    };
    unpack_demo(into).with_context(|| format!("cannot write the demo into {}", into.display()))?;
    show(&Workspace::load(into)?, Some(into), context)
}

#[derive(Serialize)]
struct DemoWire {
    workspace: Option<String>,
    nodes: usize,
    edges: usize,
    findings: usize,
}

fn show(workspace: &Workspace, kept: Option<&Path>, context: &mut Context) -> anyhow::Result<Outcome> {
    let graph = &*workspace.graph;
    let counted = stats(graph);
    let report = doctor::report(workspace);
    if !context.out.is_human() {
        context.out.json(&DemoWire {
            workspace: kept.map(|path| path.display().to_string()),
            nodes: counted.nodes,
            edges: counted.edges,
            findings: report.findings.len(),
        })?;
        return Ok(Outcome::Yes);
    }
    let counts = [
        text::count(counted.nodes, "node"),
        text::count(counted.edges, "edge"),
        text::count(graph.systems().len(), "system"),
        text::count(report.findings.len(), "deliberate finding"),
    ];
    context.out.line(&Line::of(Role::Strong, "A team, a slow cache, and what came of it"))?;
    context.out.line(&Line::of(Role::Dim, &counts.join(", ")))?;
    context.out.blank()?;
    context
        .out
        .line(&Line::new().plain("The lineage of ").with(Role::Id, HERO).plain(", causes above, effects below:"))?;
    context.out.blank()?;
    if let Some(hero) = graph.find(HERO) {
        let now = context.asked_now.unwrap_or(STORY_ENDS);
        let trust = Trust { now, ..context.trust(workspace, TrustArgs::default()) };
        let relations = RelationFilter::lineage(graph, Orient::Meaning);
        let request = LineageRequest {
            direction: LineageDirection::Both,
            edges: EdgeFilter { trust, ..EdgeFilter::of(relations) },
            max_depth: None,
            orient: Orient::Meaning,
        };
        let lineage = TraceAnswer::new(Input::of(workspace), hero.ix(), request);
        context.out.document(lineage.document(usize::MAX))?;
    }
    context.out.blank()?;
    print_next_steps(kept, context)?;
    Ok(Outcome::Yes)
}

fn print_next_steps(kept: Option<&Path>, context: &mut Context) -> anyhow::Result<()> {
    let folder = kept.map_or_else(|| "refscope-demo".to_owned(), |path| text::for_shell(&path.display().to_string()));
    let mut commands = vec![format!("cd {folder}")];
    if kept.is_none() {
        commands.insert(0, format!("refscope demo --into {folder}"));
    }
    commands.extend([
        format!("refscope show {HERO}"),
        format!("refscope trace {HERO} --orient meaning --now 2026-05-16"),
        "refscope path tuesday-deploy measure-hit-rate".to_owned(),
        "refscope contradictions".to_owned(),
        format!("refscope log {HERO}"),
        format!("refscope impact {SERVICE}"),
        format!("refscope context {SERVICE}"),
        "refscope tree --depth 3".to_owned(),
        "refscope doctor".to_owned(),
        "refscope status evictions-at-nine addressed --addressed-by jitter-ttl".to_owned(),
    ]);
    let heading = if kept.is_none() { "Keep a copy and explore it:" } else { "Explore it:" };
    context.out.line(&Line::new().plain(heading))?;
    for command in commands {
        context.out.line(&Line::of(Role::Strong, &format!("  {command}")))?;
    }
    Ok(())
}
