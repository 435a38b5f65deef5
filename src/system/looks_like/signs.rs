//! Known formats that refscope does not read: how each is recognised, and what a user can do with it today.

use crate::system::kit::file;
use std::io::Read as _;
use std::path::Path;

/// A format that is recognised but not read.
pub(super) struct Sign {
    /// With its article: "a Backstage catalogue".
    pub(super) name: &'static str,
    /// Any of these paths in a folder, relative to it, identifies the format.
    evidence: &'static [Evidence],
    pub(super) remedy: Remedy,
}

/// Something in a folder by which a format is recognised.
enum Evidence {
    File(&'static str),
    /// A file whose first line or frontmatter contains one of these texts: other programs use its name as well.
    FileWith(&'static str, &'static [&'static str]),
}

/// What a user can do with a format that is not read.
#[derive(Clone, Copy)]
pub(super) enum Remedy {
    /// Its files have a shape that the settings can declare.
    Declare(&'static str),
}

impl Remedy {
    pub(super) fn text(self) -> String {
        const BY_HAND: &str = "create an empty references.jsonl to link its entries by hand";
        let Self::Declare(files) = self;
        format!("declare {files} as `records:` in .refscope.yaml, see docs/settings.md, or {BY_HAND}")
    }
}

use Evidence::{File, FileWith};
use Remedy::Declare;

const SIGNS: &[Sign] = &[
    Sign {
        name: "a Backstage catalogue",
        evidence: &[File("catalog-info.yaml"), File("catalog-info.yml")],
        remedy: Declare("its YAML files"),
    },
    Sign {
        name: "a sphinx-needs export",
        evidence: &[FileWith("needs.json", &["\"versions\"", "\"needs\""])],
        remedy: Declare("its needs"),
    },
];

/// The formats that a folder looks like, each with the path that it was recognised by.
pub(super) fn found_in(folder: &Path) -> impl Iterator<Item = (&'static Sign, String)> {
    SIGNS.iter().filter_map(|sign| Some((sign, sign.evidence.iter().find_map(|one| one.path_in(folder))?)))
}

impl Evidence {
    /// The path relative to a folder that contains this evidence, for display.
    fn path_in(&self, folder: &Path) -> Option<String> {
        match self {
            Self::File(path) => folder.join(path).is_file().then(|| (*path).to_owned()),
            Self::FileWith(path, texts) => {
                let start = first_bytes(&folder.join(path), 1024)?;
                texts.iter().any(|text| start.contains(text)).then(|| (*path).to_owned())
            }
        }
    }
}

/// The start of a regular file as text.
pub(super) fn first_bytes(path: &Path, most: u64) -> Option<String> {
    let mut bytes = Vec::new();
    file::open(path).ok()?.take(most).read_to_end(&mut bytes).ok()?;
    Some(file::without_mark(&String::from_utf8_lossy(&bytes)).to_owned())
}
