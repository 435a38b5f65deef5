//! Writes the issues into a snapshot, and reads them again.

use super::LoadedIssues;
use super::urgency::Urgencies;
use crate::pack::{Packer, Unpacker};
use crate::system::kit::Sections;
use crate::system::kit::read_request::{Seen, small_batch};
use crate::system::kit::stored::StoredBatches;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::PathBuf;
use std::sync::Arc;

/// Writes the rows, and everything else into the index.
pub(super) fn pack(issues: &LoadedIssues, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
    index.number(issues.heads.len() as u64)?;
    for batch in [&issues.search_batch].into_iter().chain(&issues.heads) {
        batch.pack(index)?;
        batch.findings_packed(index)?;
    }
    index.number(issues.rows.len() as u64)?;
    issues.rows.iter().try_for_each(|rows| rows.pack(out, index))?;
    issues.urgencies.pack(index)?;
    index.number(issues.exports.len() as u64)?;
    for export in &issues.exports {
        index.number(u64::from(export.is_some()))?;
        index.blob(export.as_ref().map_or(&[][..], |path| path.as_os_str().as_bytes()))?;
    }
    index.number(u64::from(issues.is_elsewhere))?;
    issues.seen.pack(out, index)
}

pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<LoadedIssues> {
    let heads = from.length(1)?;
    let search_batch = small_batch(from)?;
    let heads = (0..heads).map(|_| small_batch(from)).collect::<Option<_>>()?;
    let rows = (0..from.length(1)?).map(|_| StoredBatches::unpack(from, file)).collect::<Option<_>>()?;
    let urgencies = Urgencies::unpack(from)?;
    let exports = (0..from.length(1)?).map(|_| unpack_export(from)).collect::<Option<_>>()?;
    let (is_elsewhere, seen) = (from.number()? == 1, Seen::unpack(from)?);
    Some(LoadedIssues { search_batch, heads, rows, urgencies, exports, seen, is_elsewhere })
}

#[expect(clippy::option_option, reason = "a read error differs from a place without an export")]
fn unpack_export(from: &mut Unpacker<'_>) -> Option<Option<PathBuf>> {
    let (is_there, path) = (from.number()? == 1, from.blob()?);
    Some(is_there.then(|| PathBuf::from(OsString::from_vec(path))))
}
