//! Sharing: writes what is shown in a format for other programs, as a text for the clipboard or into a new file.

use crate::format::file::save;
use crate::format::{Export, Format, Notices};
use crate::graph::{Graph, Node};
use crate::tui::shared::SharedPart;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What becomes of the shown part.
#[derive(Debug, Clone, Copy)]
pub(super) enum ShareWay {
    /// Its text in a format goes to the clipboard.
    Copy(Format),
    /// The ids of its nodes go to the clipboard.
    CopyIds,
    /// It is written to a new file in the current folder.
    Save(Format),
}

/// A request to share.
#[derive(Debug)]
pub(super) struct ShareRequest {
    pub(super) graph: Arc<Graph>,
    pub(super) part: SharedPart,
    pub(super) title: String,
    /// The command that gives the same, if there is one.
    pub(super) command: Option<String>,
    pub(super) way: ShareWay,
    /// The folder for new files; without one, nothing is saved.
    pub(super) folder: Option<PathBuf>,
}

/// The outcome.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shared {
    /// A text for the clipboard.
    Text {
        text: String,
        /// What it is, such as "Markdown".
        what: &'static str,
        /// The name and extension of a file for it, if it is too long for the clipboard.
        file: (String, &'static str),
        notices: Notices,
    },
    /// The files that were written.
    Saved {
        paths: Vec<PathBuf>,
        notices: Notices,
    },
    Failed(String),
}

impl ShareRequest {
    /// Writes the part.
    pub(super) fn share(self) -> Shared {
        let Self { graph, part, title, command, way, folder } = self;
        let (command, name) = (command.as_deref(), file_name(&title));
        let folder = || folder.as_deref().ok_or_else(|| io::Error::other("there is no folder for files"));
        let (subgraph, left_out) = match part {
            SharedPart::Graph(find) => find(&graph),
            SharedPart::Text(write) => {
                let text = write(command);
                if !matches!(way, ShareWay::Save(_)) {
                    return Shared::Text { text, what: "markdown", file: (name, "md"), notices: Vec::new() };
                }
                let saved =
                    folder().and_then(|folder| save(folder, (&name, "md"), |out| out.write_all(text.as_bytes())));
                return Shared::saved(saved.map(|(path, ())| (vec![path], Vec::new())));
            }
        };
        let export = Export::new(&graph, &subgraph, &title).with_command(command).with_left_out(left_out.as_deref());
        let said = |notices: Notices| left_out.iter().cloned().chain(notices).collect();
        match way {
            ShareWay::CopyIds => {
                let ids: Vec<_> = subgraph.nodes(&graph).map(Node::address).collect();
                let text = ids.iter().map(|id| crate::text::plain(id)).collect::<Vec<_>>().join("\n");
                Shared::Text { text, what: "ids", file: (name, "txt"), notices: Vec::new() }
            }
            ShareWay::Copy(format) => {
                let mut text = Vec::new();
                match format.write(&export.in_dialect(format.dialects.first().copied()), &mut text) {
                    Ok(notices) => Shared::Text {
                        text: String::from_utf8_lossy(&text).into_owned(),
                        what: format.name,
                        file: (name, format.extension),
                        notices: said(notices),
                    },
                    Err(error) => Shared::Failed(error.to_string()),
                }
            }
            ShareWay::Save(format) => {
                let export = export.in_dialect(format.dialects.first().copied());
                let saved = folder().and_then(|folder| save_as(format, &export, folder, &name));
                Shared::saved(saved.map(|(paths, notices)| (paths, said(notices))))
            }
        }
    }
}

impl Shared {
    fn saved(saved: io::Result<(Vec<PathBuf>, Notices)>) -> Self {
        match saved {
            Ok((paths, notices)) => Self::Saved { paths, notices },
            Err(error) => Self::Failed(format!("Not saved: {error}")),
        }
    }
}

/// Writes each part of a format to a new file.
fn save_as(format: Format, export: &Export<'_>, folder: &Path, name: &str) -> io::Result<(Vec<PathBuf>, Notices)> {
    if format.parts.is_empty() {
        let (path, notices) = save(folder, (name, format.extension), |out| format.write(export, out))?;
        return Ok((vec![path], notices));
    }
    let mut saved = (Vec::new(), Vec::new());
    for part in format.parts {
        let name = format!("{name}{}", part.suffix);
        let (path, notices) = save(folder, (&name, format.extension), |out| part.write(export, out))?;
        saved.0.push(path);
        saved.1.extend(notices);
    }
    Ok(saved)
}

/// Maximum length of a file name without its extension.
const LONGEST_NAME: usize = 60;

/// A file name for a title: letters and digits, with hyphens between words.
fn file_name(title: &str) -> String {
    let words = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.map(str::to_lowercase).collect::<Vec<_>>().join("-");
    let name: String = name.chars().take(LONGEST_NAME).collect();
    if name.is_empty() { "refscope".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::fixture::graph_of;
    use crate::query::Subgraph;

    fn request(way: ShareWay) -> ShareRequest {
        let graph = graph_of(&["a", "b", "c"], &[("a", "b", "led-to", ""), ("b", "c", "led-to", "")]);
        let nodes = ["a", "b"].map(|id| graph.find(id).unwrap().ix());
        let part = SharedPart::of(move |graph| Subgraph::induced(graph, nodes));
        ShareRequest { graph: Arc::new(graph), part, title: "Edges of a".to_owned(), command: None, way, folder: None }
    }

    #[test]
    fn exactly_the_shown_part_is_written() {
        let format = Format::named("jsonl").unwrap();
        let Shared::Text { text, what, file, .. } = request(ShareWay::Copy(format)).share() else { panic!() };
        assert_eq!((text.lines().count(), what), (3, "jsonl"));
        assert_eq!(file, ("edges-of-a".to_owned(), "jsonl"));
    }

    #[test]
    fn ids_are_one_on_each_line() {
        let Shared::Text { text, .. } = request(ShareWay::CopyIds).share() else { panic!() };
        assert_eq!(text, "a\nb");
    }

    #[test]
    fn a_file_name_has_only_letters_digits_and_hyphens() {
        assert_eq!(file_name("Lineage of ../Über: x/y"), "lineage-of-über-x-y");
        assert_eq!(file_name("//"), "refscope");
        assert_eq!(file_name(&"x".repeat(500)).len(), LONGEST_NAME);
    }
}
