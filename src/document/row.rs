//! Rows: lines of a document, each with the node it leads to and the edge that proves it.

use super::line::{Line, Role};
use crate::graph::{EdgeIx, NodeIx};
use crate::query::ProposedEdge;

/// What a cell is, which decides where presentations show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A word or phrase of the row.
    Text,
    /// File and line. Pages show it at the right edge.
    Place,
    /// A further fact. Pages show it below, for the selected row.
    Detail,
}

/// How a row is laid out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flow {
    /// Its cells are columns, aligned with those of the rows around it.
    #[default]
    Columns,
    /// It is wrapped like a paragraph.
    Paragraph,
    /// A paragraph about the row before. Pages show it below, for the selected row.
    Remark,
}

/// A cell of a row: a column in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    pub line: Line,
    pub part: Part,
    /// Whether the row reads on here, so that one blank is enough between this cell and the one before.
    pub reads_on: bool,
}

/// A row of a section.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Row {
    pub cells: Vec<Cell>,
    pub flow: Flow,
    /// Indentation level.
    pub indent: u16,
    /// The node that it leads to.
    pub node: Option<NodeIx>,
    /// The edge that it shows or is based on.
    pub edge: Option<EdgeIx>,
    /// File and line, if they differ from those of edge or node.
    pub place: Option<(String, u32)>,
    /// Facts and a sentence for the status line of a page, if they are not those of edge or node.
    pub details: Option<(Vec<String>, String)>,
    /// The edge that it suggests.
    pub proposed: Option<ProposedEdge>,
}

impl Row {
    /// A row of one phrase.
    pub fn of(line: Line) -> Self {
        Self::default().phrase(line)
    }

    /// A row with only text.
    pub fn saying(role: Role, text: &str) -> Self {
        Self::of(Line::of(role, text))
    }

    /// A paragraph.
    pub fn paragraph(role: Role, text: &str) -> Self {
        Self { flow: Flow::Paragraph, ..Self::saying(role, text) }
    }

    /// A paragraph about the row before.
    pub fn remark(text: &str) -> Self {
        Self { flow: Flow::Remark, ..Self::saying(Role::Dim, text) }
    }

    fn with(mut self, line: Line, part: Part, reads_on: bool) -> Self {
        self.cells.push(Cell { line, part, reads_on });
        self
    }

    /// Adds a phrase, in a column of its own.
    #[must_use]
    pub fn phrase(self, line: Line) -> Self {
        self.with(line, Part::Text, false)
    }

    /// Adds a word in a column of its own that continues the phrase before.
    #[must_use]
    pub fn word(self, line: Line) -> Self {
        self.with(line, Part::Text, true)
    }

    /// Adds a further fact, in a column of its own.
    #[must_use]
    pub fn detail(self, line: Line) -> Self {
        self.with(line, Part::Detail, false)
    }

    /// Adds a column with file and line, which is also what the row is based on unless an edge or node says otherwise.
    #[must_use]
    pub fn placed(self, line: Line) -> Self {
        self.with(line, Part::Place, false)
    }

    /// Sets the indentation level.
    #[must_use]
    pub fn indented(mut self, indent: u16) -> Self {
        self.indent = indent;
        self
    }

    /// Sets the node that the row leads to.
    #[must_use]
    pub fn to(mut self, node: NodeIx) -> Self {
        self.node = Some(node);
        self
    }

    /// Sets the edge that the row is based on.
    #[must_use]
    pub fn by(mut self, edge: EdgeIx) -> Self {
        self.edge = Some(edge);
        self
    }

    /// Sets file and line.
    #[must_use]
    pub fn at(mut self, file: impl Into<String>, line: u32) -> Self {
        self.place = Some((file.into(), line));
        self
    }

    /// Sets the text of a page's status line.
    #[must_use]
    pub fn described(mut self, facts: Vec<String>, words: impl Into<String>) -> Self {
        self.details = Some((facts, words.into()));
        self
    }

    /// Sets the suggested edge.
    #[must_use]
    pub fn proposing(mut self, proposed: ProposedEdge) -> Self {
        self.proposed = Some(proposed);
        self
    }

    /// The row with all cells in one role.
    #[must_use]
    pub fn in_role(mut self, role: Role) -> Self {
        for cell in &mut self.cells {
            cell.line = std::mem::take(&mut cell.line).in_role(role);
        }
        self
    }

    /// Its cells as a row of a table. The indentation is in front of its first phrase.
    pub fn into_lines(mut self) -> Vec<Line> {
        if self.indent > 0
            && let Some(first) = self.cells.iter_mut().find(|cell| cell.part == Part::Text)
        {
            let indent = Line::new().plain(&"  ".repeat(usize::from(self.indent)));
            let line = std::mem::take(&mut first.line);
            let give = line.give;
            first.line = indent.and_line(line).giving(give);
        }
        self.cells.into_iter().map(|cell| cell.line).collect()
    }

    /// Its words, without file and line and further facts.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for cell in self.cells.iter().filter(|cell| cell.part == Part::Text && !cell.line.is_empty()) {
            if !text.is_empty() {
                text.push_str(if cell.reads_on { " " } else { "  " });
            }
            text.extend(cell.line.words().iter().map(|(_, word)| word.as_str()));
        }
        text
    }
}
