//! A page as Markdown, for pages that are not about a part of the graph.

use super::content::{Page, PageRow, Section};
use crate::format::in_markdown;
use crate::text::grouped;

impl Page {
    /// The title, the command that gives the same, and all rows, as lists below their headings.
    pub(super) fn markdown(&self, command: Option<&str>) -> String {
        let mut lines = vec![format!("# {}", in_markdown(&self.title))];
        lines.extend(command.map(|command| format!("\nCommand: {}", in_markdown(command))));
        lines.extend((!self.total.is_empty()).then(|| format!("\n{}", in_markdown(&self.total))));
        for section in self.parts.iter().flat_map(|part| part.sections()) {
            lines.extend(heading(section));
            lines.push(String::new());
            lines.extend(section.rows.iter().map(item));
            lines.extend((section.rows.is_empty()).then(|| section.if_none.to_owned()));
        }
        lines.join("\n") + "\n"
    }
}

fn heading(section: &Section) -> Option<String> {
    let total = if section.total > 0 { format!(" ({})", grouped(section.total)) } else { String::new() };
    let about = if section.about.is_empty() { String::new() } else { format!(": {}", in_markdown(&section.about)) };
    let heading = format!("\n## {}{total}{about}", in_markdown(&section.heading));
    (!section.heading.is_empty()).then_some(heading)
}

/// A row, with its location at the end.
fn item(row: &PageRow) -> String {
    let words: String = row.words.iter().map(|(_, words)| words.as_str()).collect();
    let aside = if row.aside.is_empty() { String::new() } else { format!(" · {}", in_markdown(&row.aside)) };
    format!("{}- {}{aside}", "  ".repeat(row.indent.into()), in_markdown(words.trim()))
}

#[cfg(test)]
mod tests {
    use super::super::content::PageBlock;
    use super::*;
    use crate::tui::theme::Role;

    #[test]
    fn a_page_is_a_list_below_each_heading() {
        let rows = vec![
            PageRow { aside: "model/app".to_owned(), ..PageRow::saying(Role::Text, "app  source-drift") },
            PageRow { indent: 1, ..PageRow::saying(Role::Dim, "src/[b]*.ts") },
        ];
        let sections = vec![Section::new("Drifted", rows, ""), Section::new("", Vec::new(), "No files")];
        let page = Page { title: "Drift".to_owned(), total: String::new(), parts: vec![PageBlock::Whole(sections)] };
        let expected = "# Drift\n\nCommand: refscope drift\n\n## Drifted (2)\n\n- app  source-drift · model/app\n  \
                        - src/\\[b\\]\\*.ts\n\nNo files\n";
        assert_eq!(page.markdown(Some("refscope drift")), expected);
        assert!(!page.markdown(None).contains("Command"));
    }
}
