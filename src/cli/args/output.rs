//! Arguments that say where an answer goes, and in which variant of a format.

use crate::format;
use clap::Args as ClapArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::path::{Path, PathBuf};

/// Where an answer with a graph goes.
#[derive(Debug, Clone, Default, PartialEq, Eq, ClapArgs)]
#[command(next_help_heading = "Output")]
pub(in crate::cli) struct OutputArgs {
    /// Write to FILE instead of standard output; its extension selects the format unless --format does
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(in crate::cli) output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output")]
    pub(in crate::cli) force: bool,
    #[arg(long, value_name = "DIALECT", help = dialect_help())]
    pub(in crate::cli) dialect: Option<String>,
}

/// Names the formats that have dialects.
fn dialect_help() -> String {
    let with_dialects = format::ALL.iter().filter(|format| !format.dialects.is_empty());
    let named: Vec<_> = with_dialects.map(|one| format!("{} for {}", one.dialects.join(" or "), one.name)).collect();
    format!("Variant of a format: {}", named.join(", "))
}

const JSON: &str = "json";

/// What is printed.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) enum Format {
    /// Text on a terminal, JSON elsewhere.
    Auto,
    Human,
    Json,
    /// A graph for another program.
    Graph(format::Format),
}

impl Format {
    /// The formats that every question has.
    pub(in crate::cli) const OF_ALL: [&'static str; 3] = ["auto", "human", "json"];

    pub(super) fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Self::OF_ALL.into_iter().chain(format::ALL.iter().map(|format| format.name));
        PossibleValuesParser::new(names).map(|name| Self::named(&name))
    }

    fn named(name: &str) -> Self {
        match name {
            "human" => Self::Human,
            "json" => Self::Json,
            name => format::Format::named(name).map_or(Self::Auto, Self::Graph),
        }
    }

    /// The format that the extension of a file names.
    pub(in crate::cli) fn of_file(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        // The extension is that of JSON, but two formats have it as well.
        if extension == JSON {
            return Ok(Self::Json);
        }
        let has_it = |format: &&format::Format| format.extension == extension || format.name == extension;
        let known = || format::ALL.iter().map(|format| format.extension).filter(|extension| *extension != JSON);
        format::ALL.iter().find(has_it).copied().map(Self::Graph).ok_or_else(|| {
            let (path, valid) = (path.display(), [JSON].into_iter().chain(known()).collect::<Vec<_>>().join(", "));
            anyhow::anyhow!("the name {path} selects no format; use --format or one of these extensions: {valid}")
        })
    }
}
