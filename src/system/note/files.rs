//! Finds the files of vaults and reads new and changed notes.

use super::fold::folded;
use super::preset::Preset;
use super::read;
use super::vault::Vault;
use super::{SYSTEM, rules};
use crate::finding::Finding;
use crate::graph::Batch;
use crate::system::kit::file::{self, FileReader, Opening};
use crate::system::kit::file_cache::Reading;
use crate::system::kit::named::Finder;
use crate::system::kit::read_request::FoundFiles;
use crate::system::kit::walk::{FileWalk, LIMITS};
use crate::system::kit::{Files, ReadRequest};
use hashbrown::HashSet;
use std::cell::RefCell;
use std::hash::Hasher as _;
use std::path::{Path, PathBuf};
use xxhash_rust::xxh3::Xxh3;

/// Number of notes per batch: enough to make merging cheap, few enough to distribute the work evenly.
const NOTES_A_BATCH: usize = 256;

/// The result of a search.
pub(super) struct FoundNotes {
    pub(super) found: FoundFiles,
    /// For each vault, the files that are not notes, by path and by name, folded.
    pub(super) other_files: Vec<HashSet<String>>,
}

/// The files of all vaults.
pub(super) fn find(vaults: &[Vault], request: &ReadRequest<'_>, batch: &mut Batch) -> FoundNotes {
    let mut files = Vec::new();
    let mut other_files = Vec::new();
    let mut has_links = false;
    let mut finder = Finder {
        distinct_names: true,
        ..Finder::new(request, SYSTEM, &rules::FILES, |path| file::has_extension(path, "md"), batch)
    };
    for vault in vaults {
        let (mut notes, others) = in_vault(vault, request, &mut finder);
        if notes.is_empty() {
            let message = format!("The folder contains no notes, although it belongs to {}", vault.preset.name);
            let shown = if vault.prefix.is_empty() { "." } else { vault.prefix.trim_end_matches('/') };
            finder.batch.finding(Finding::new(&rules::EMPTY, SYSTEM.name(), message).in_file(shown));
        }
        // Of notes with the same id the first one counts.
        notes.sort_by_key(|path| yields(vault.preset, &file::relative(&vault.folder, path)));
        files.append(&mut notes);
        other_files.push(others);
    }
    for place in request.further.iter().filter(|place| !place.is_dir()) {
        if place.exists() {
            let message = "Not a folder, but named in the settings".to_owned();
            finder.finding(&rules::FILES.missing, place, message);
        } else {
            finder.named(place);
        }
    }
    has_links |= finder.has_links;
    FoundNotes { found: FoundFiles { files, has_links }, other_files }
}

fn yields(preset: &Preset, below: &str) -> bool {
    preset.yields.iter().any(|folder| below.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')))
}

/// The notes of a vault, and the names of its other files.
fn in_vault(vault: &Vault, request: &ReadRequest<'_>, finder: &mut Finder<'_>) -> (Vec<PathBuf>, HashSet<String>) {
    let others = RefCell::new(HashSet::new());
    let wanted = |path: &Path| {
        let below = file::relative(&vault.folder, path);
        if vault.leaves_out(&below) {
            return false;
        }
        let is_note = file::has_extension(path, "md") && !request.is_claimed(path) && !is_other(vault.preset, path);
        if !is_note {
            let name = below.rsplit('/').next().unwrap_or(&below);
            let mut others = others.borrow_mut();
            others.insert(folded(name));
            others.insert(folded(&below));
        }
        is_note
    };
    let notes = finder.walk(&FileWalk {
        top: &vault.folder,
        skip: None,
        wanted: &wanted,
        hidden: &[],
        ignores_from: Some(request.root),
        follows_links: true,
        distinct_names: true,
        boundary: &request.boundary,
        limits: LIMITS,
        progress: request.progress,
    });
    (notes, others.into_inner())
}

/// Whether a Markdown file is not a note.
fn is_other(preset: &Preset, path: &Path) -> bool {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    preset.not_notes.contains(&stem)
}

/// A number that differs between sets of names.
pub(super) fn checksum(files: &[HashSet<String>]) -> u64 {
    let mut hash = Xxh3::new();
    for names in files {
        let mut names: Vec<_> = names.iter().collect();
        names.sort_unstable();
        for name in names {
            hash.write(name.as_bytes());
            hash.write(b"\n");
        }
        hash.write(b"\0");
    }
    hash.finish()
}

/// Reads new and changed notes. Returns whether anything changed.
pub(super) fn read(
    vaults: &[Vault],
    files: &mut Files,
    found: FoundFiles,
    search_batch: Batch,
    request: &ReadRequest<'_>,
) -> bool {
    let opening = if found.has_links { Opening::Careful } else { Opening::Direct };
    let read = |path: &Path, batch: &mut Batch, reader: &mut FileReader| {
        let vault = vaults.iter().filter(|vault| path.starts_with(&vault.folder));
        let vault = vault.max_by_key(|vault| vault.folder.as_os_str().len())?;
        let shown = file::relative(request.root, path);
        match file::read_into(path, opening, reader) {
            Ok((read, stamp)) => {
                if read.broken_line.is_some() {
                    let message = "The file is not UTF-8; invalid characters are shown as \u{fffd}".to_owned();
                    let finding = Finding::new(&rules::FILES.not_utf8, SYSTEM.name(), message).in_file(&*shown);
                    batch.finding(Finding { line: read.broken_line, ..finding });
                }
                read::read(vault, &shown, &read.text, batch);
                request.stays.then_some(stamp)
            }
            Err(error) => {
                let message = format!("The note could not be read: {}", file::reason(&error));
                let finding = Finding::new(&rules::FILES.obstacles.unreadable, SYSTEM.name(), message);
                batch.finding(finding.in_file(&*shown));
                None
            }
        }
    };
    let reading = Reading {
        system: SYSTEM,
        first_part: 1,
        files_a_batch: NOTES_A_BATCH,
        read: &read,
        stays: request.stays,
        progress: request.progress,
    };
    files.take(found, search_batch, request, &reading)
}
