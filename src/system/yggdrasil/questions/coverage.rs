//! Coverage of the files of a project: for `owner --uncovered`, `stats` and the page about drift.

use crate::document::{Answer, Document, Line, Role, Row, Section};
use crate::format::json::Sink;
use crate::system::question::{Extra, ExtraJson, QuestionInput, Refusal, Reply};
use crate::system::yggdrasil::drift::{Coverage, ForeignFiles, coverage};
use crate::system::yggdrasil::facts;
use crate::text;
use serde::Serialize;

/// The coverage of a workspace's models. Files of other systems are not counted.
pub(super) fn coverage_of(input: &QuestionInput<'_>) -> Coverage {
    let foreign = ForeignFiles::of(input.systems, input.graph, input.facts);
    coverage(facts(input.facts), &input.disk, &foreign)
}

/// `41 of 50 files covered (82 %)`.
pub(super) fn covered(found: &Coverage) -> String {
    if found.files == 0 {
        return "the project has no files".to_owned();
    }
    let (covered, files) = (text::grouped(found.covered()), text::count(found.files, "file"));
    format!("{covered} of {files} covered ({} %)", found.percent())
}

/// A file without an owner.
pub(super) fn uncovered_row(file: &String) -> [Row; 1] {
    [Row::of(Line::new().plain(file)).at(file, 1)]
}

/// The files that no node owns.
pub(super) struct Uncovered(Coverage);

impl Uncovered {
    pub(super) fn ask<'a>(input: &QuestionInput<'a>) -> Result<Reply<'a>, Refusal> {
        super::check_for_model(input)?;
        Ok(Reply::new(Self(coverage_of(input))))
    }
}

impl Answer for Uncovered {
    fn title(&self) -> String {
        "Uncovered files".to_owned()
    }

    fn document(&self, most: usize) -> Document<'_> {
        let files = Section::entries(most, &self.0.uncovered, uncovered_row);
        let total = format!("{} uncovered; {}", text::count(self.0.uncovered.len(), "file"), covered(&self.0));
        Document::new(vec![files]).with_total(total)
    }

    fn json(&self, sink: &mut Sink<'_>) -> serde_json::Result<()> {
        sink.put(&CoverageWire { uncovered: Some(&self.0.uncovered), ..CoverageWire::new(&self.0) })
    }
}

/// The coverage in `stats`.
pub(in crate::system::yggdrasil) struct CoverageExtra(Coverage);

impl CoverageExtra {
    pub(in crate::system::yggdrasil) fn new(input: &QuestionInput<'_>) -> Self {
        Self(coverage_of(input))
    }
}

impl Extra for CoverageExtra {
    fn key(&self) -> &'static str {
        "coverage"
    }

    fn section(&self, most: usize) -> Section<'_> {
        let row = |found: &Coverage| {
            [Row::of(Line::new().plain("files of nodes")).phrase(Line::of(Role::Dim, &covered(found)))]
        };
        let section = Section::list(self.key(), most, [&self.0], row);
        Section { total: None, ..section }
    }

    fn json(&self) -> ExtraJson<'_> {
        ExtraJson::of(&CoverageWire::new(&self.0))
    }
}

#[derive(Serialize)]
struct CoverageWire<'a> {
    files: usize,
    covered: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncovered: Option<&'a [String]>,
}

impl<'a> CoverageWire<'a> {
    fn new(found: &'a Coverage) -> Self {
        Self { files: found.files, covered: found.covered(), uncovered: None }
    }
}
