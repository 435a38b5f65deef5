//! Sharing: writes what is shown in a format for other programs, as a text for the clipboard or into a new file.

use super::{Page, PageRequest};
use crate::format::file::UnfinishedFile;
use crate::format::{Export, Format, Notices};
use crate::graph::{EdgeIx, Graph, NEVER, Node, NodeIx};
use crate::query::{Lineage, NeighbourhoodRequest, ProposedEdge, Subgraph, neighbourhood, neighbourhood_among};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The part of the graph that is shown.
#[derive(Debug, Clone)]
pub enum SharedPart {
    /// The edges around a node.
    Neighbourhood(NodeIx, Box<NeighbourhoodRequest>),
    /// The edges around a node, and all others between its neighbours.
    Map(NodeIx, Box<NeighbourhoodRequest>),
    Lineage(Box<Lineage>),
    /// Nodes, with the edges between them.
    Nodes(Vec<NodeIx>),
    /// The nodes and edges of the answer that a page shows; if it has none, another part.
    Answer(Box<PageRequest>, Box<SharedPart>),
    /// The nodes and edges that rows name.
    Rows {
        nodes: Vec<NodeIx>,
        edges: Vec<EdgeIx>,
        proposed: Vec<ProposedEdge>,
    },
    /// What the rows of a page say, if it is not about a part of the graph.
    Page(Box<Page>),
}

impl SharedPart {
    /// Its nodes and edges, and what they lack.
    fn subgraph(&self, graph: &Graph) -> (Subgraph, Option<String>) {
        let subgraph = match self {
            Self::Neighbourhood(root, request) => {
                Subgraph::new(graph, [*root], neighbourhood(graph, *root, request)).with_roots([*root])
            }
            Self::Map(root, request) => {
                let edges = neighbourhood_among(graph, *root, request, NEVER).expect("never cancelled");
                Subgraph::new(graph, [*root], edges).with_roots([*root])
            }
            Self::Lineage(found) => Subgraph::of_lineage(graph, found),
            Self::Nodes(nodes) => Subgraph::induced(graph, nodes.iter().copied()),
            Self::Answer(request, other) => return request.subgraph().unwrap_or_else(|| other.subgraph(graph)),
            Self::Rows { nodes, edges, proposed } => {
                let subgraph = Subgraph::new(graph, nodes.iter().copied(), edges.iter().copied());
                subgraph.with_roots(nodes.first().copied()).with_proposed(proposed.clone())
            }
            Self::Page(_) => Subgraph::new(graph, [], []),
        };
        (subgraph, None)
    }
}

/// What becomes of the shown part.
#[derive(Debug, Clone, Copy)]
pub enum ShareWay {
    /// Its text in a format goes to the clipboard.
    Copy(Format),
    /// The ids of its nodes go to the clipboard.
    CopyIds,
    /// It is written to a new file in the current folder.
    Save(Format),
}

/// A request to share.
#[derive(Debug)]
pub struct ShareRequest {
    pub graph: Arc<Graph>,
    pub part: SharedPart,
    pub title: String,
    /// The command that gives the same, if there is one.
    pub command: Option<String>,
    pub way: ShareWay,
    /// The folder for new files; without one, nothing is saved.
    pub folder: Option<PathBuf>,
}

/// The outcome.
#[derive(Debug, PartialEq, Eq)]
pub enum Shared {
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
    pub fn share(&self) -> Shared {
        if let SharedPart::Page(page) = &self.part {
            return self.share_page(page);
        }
        let (subgraph, left_out) = self.part.subgraph(&self.graph);
        let export = Export::new(&self.graph, &subgraph, &self.title);
        let export = export.with_command(self.command.as_deref()).with_left_out(left_out.as_deref());
        let said = |notices: Notices| left_out.iter().cloned().chain(notices).collect();
        match self.way {
            ShareWay::CopyIds => {
                let ids: Vec<_> = subgraph.nodes(&self.graph).map(Node::address).collect();
                let text = ids.iter().map(|id| crate::text::plain(id)).collect::<Vec<_>>().join("\n");
                Shared::Text { text, what: "ids", file: (file_name(&self.title), "txt"), notices: Vec::new() }
            }
            ShareWay::Copy(format) => {
                let mut text = Vec::new();
                match format.write(&export.in_dialect(format.dialects.first().copied()), &mut text) {
                    Ok(notices) => Shared::Text {
                        text: String::from_utf8_lossy(&text).into_owned(),
                        what: format.name,
                        file: (file_name(&self.title), format.extension),
                        notices: said(notices),
                    },
                    Err(error) => Shared::Failed(error.to_string()),
                }
            }
            ShareWay::Save(format) => {
                let export = export.in_dialect(format.dialects.first().copied());
                match self.save(format, &export) {
                    Ok((paths, notices)) => Shared::Saved { paths, notices: said(notices) },
                    Err(error) => Shared::Failed(format!("Not saved: {error}")),
                }
            }
        }
    }

    /// Writes what a page says, which is always Markdown.
    fn share_page(&self, page: &Page) -> Shared {
        let (text, name) = (page.markdown(self.command.as_deref()), file_name(&self.title));
        if !matches!(self.way, ShareWay::Save(_)) {
            return Shared::Text { text, what: "markdown", file: (name, "md"), notices: Vec::new() };
        }
        let saved = self.folder().and_then(|folder| save(folder, (&name, "md"), |out| out.write_all(text.as_bytes())));
        match saved {
            Ok((path, ())) => Shared::Saved { paths: vec![path], notices: Vec::new() },
            Err(error) => Shared::Failed(format!("Not saved: {error}")),
        }
    }

    fn folder(&self) -> io::Result<&Path> {
        self.folder.as_deref().ok_or_else(|| io::Error::other("there is no folder for files"))
    }

    fn save(&self, format: Format, export: &Export<'_>) -> io::Result<(Vec<PathBuf>, Notices)> {
        let folder = self.folder()?;
        let name = file_name(&self.title);
        if format.parts.is_empty() {
            let (path, notices) = save(folder, (&name, format.extension), |out| format.write(export, out))?;
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
}

/// Writes a new file. No existing file is replaced.
pub(in crate::tui) fn save<T>(
    folder: &Path,
    (name, extension): (&str, &str),
    write: impl FnOnce(&mut dyn Write) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    let mut file = BufWriter::new(UnfinishedFile::new_in(folder)?);
    let written = write(&mut file)?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok((file.finish_in(folder, name, extension)?, written))
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
    use crate::query::{Directions, EdgeFilter, RelationFilter};

    fn request(way: ShareWay) -> ShareRequest {
        let graph = graph_of(&["a", "b", "c"], &[("a", "b", "led-to", ""), ("b", "c", "led-to", "")]);
        let root = graph.find("a").unwrap().ix();
        let edges = EdgeFilter::of(RelationFilter::Any);
        let request = NeighbourhoodRequest { directions: Directions::Both, edges, depth: 1 };
        let part = SharedPart::Neighbourhood(root, Box::new(request));
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
    fn a_file_never_replaces_another() {
        let folder = tempfile::tempdir().unwrap();
        let put = |text: &str| save(folder.path(), ("x", "md"), |out| out.write_all(text.as_bytes())).unwrap().0;
        let [first, second] = ["one", "two"].map(put);
        assert_ne!(first, second);
        assert_eq!(std::fs::read_to_string(first).unwrap(), "one");
    }

    #[test]
    fn a_file_name_has_only_letters_digits_and_hyphens() {
        assert_eq!(file_name("Lineage of ../Über: x/y"), "lineage-of-über-x-y");
        assert_eq!(file_name("//"), "refscope");
        assert_eq!(file_name(&"x".repeat(500)).len(), LONGEST_NAME);
    }
}
