//! Turns the document of an answer into a page.

use super::content::{Page, PageBlock, PageRow, Section};
use crate::document::{self, Answer, Block, Cell, Flow, Level, Notice, Part, Row};
use crate::tui::theme::Role;

/// The answer as a page, with at most `most` entries per list.
pub(super) fn page(answer: &dyn Answer, most: usize) -> Page {
    let document = answer.document(most);
    let mut parts: Vec<_> = document.blocks.into_iter().map(block).collect();
    let notices: Vec<_> = answer.notices().iter().chain(&document.notices).map(notice).collect();
    if !notices.is_empty() {
        parts.push(PageBlock::Whole(vec![Section { rows: notices, ..Section::default() }]));
    }
    let is_list = parts.iter().all(|part| part.sections().all(|section| section.heading.is_empty()));
    let total = if is_list { document.total } else { String::new() };
    Page { title: answer.title(), total, parts }
}

fn block(block: Block<document::Section<'_>>) -> PageBlock {
    let sections = |sections: Vec<document::Section<'_>>| sections.into_iter().map(section).collect();
    match block {
        Block::Whole(whole) => PageBlock::Whole(sections(whole)),
        Block::Beside(left, right) => PageBlock::Beside(sections(left), sections(right)),
    }
}

fn section(section: document::Section<'_>) -> Section {
    let (counts, left_out) = (section.counts(), section.left_out());
    // The count of an only list is that of the page.
    let is_cut = left_out > 0 && !section.heading.is_empty();
    let heading = if is_cut { format!("{} ({counts})", section.heading) } else { section.heading };
    let total = if left_out > 0 { 0 } else { section.total.unwrap_or(0) };
    Section { heading, about: section.about, total, rows: rows(section.rows), if_none: section.if_none }
}

/// Remarks become facts of the row before.
fn rows(rows: impl Iterator<Item = Row>) -> Vec<PageRow> {
    let mut made: Vec<PageRow> = Vec::new();
    for one in rows {
        match made.last_mut().filter(|_| one.flow == Flow::Remark) {
            Some(before) => before.details.get_or_insert_default().0.push(one.text()),
            None => made.push(row(one)),
        }
    }
    made
}

fn row(row: Row) -> PageRow {
    let mut words: Vec<(Role, String)> = Vec::new();
    let mut aside = String::new();
    for Cell { line, part, reads_on } in row.cells.into_iter().filter(|cell| !cell.line.is_empty()) {
        match part {
            Part::Text => {
                let gap = if reads_on { " " } else { "  " };
                words.extend((!words.is_empty()).then(|| (Role::Text, gap.to_owned())));
                words.extend(line.words().iter().map(|(part, word)| (role(*part), word.clone())));
            }
            Part::Place => aside = line.words().iter().map(|(_, word)| word.as_str()).collect(),
            Part::Detail => {}
        }
    }
    let Row { node, edge, place, details, indent, proposed, .. } = row;
    PageRow { words, aside, indent, node, edge, place, details, proposed }
}

fn notice(notice: &Notice) -> PageRow {
    let role = match notice.level {
        Level::Hint => Role::Note,
        Level::Warning => Role::Warning,
        Level::Error => Role::Error,
    };
    PageRow::saying(role, crate::text::capitalised(&notice.text))
}

fn role(role: document::Role) -> Role {
    match role {
        document::Role::Plain => Role::Text,
        document::Role::Strong => Role::Strong,
        document::Role::Id => Role::Id,
        document::Role::Relation => Role::Relation,
        document::Role::Dim => Role::Dim,
        document::Role::Good => Role::Good,
        document::Role::Warn => Role::Warning,
        document::Role::Bad => Role::Error,
        document::Role::Matched => Role::Match,
        document::Role::Struck => Role::Retracted,
        document::Role::Missing => Role::Missing,
    }
}
