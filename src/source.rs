//! The systems' files, read into batches for the graph.
//!
//! A source turns one system's files into nodes, edges and findings; it knows its format and nothing else. Only this
//! folder reads workspace formats. It must not know queries, commands or screens.

pub mod file;
pub mod frontmatter;
pub mod reference;
mod wikilink;
pub mod yaml;
