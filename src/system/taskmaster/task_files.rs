//! [`TaskFiles`]: the files of Taskmaster as they were read, together with the current tag.

use super::{FILES, SYSTEM, parse};
use crate::graph::Batch;
use crate::pack::{Packer, Unpacker};
use crate::system::kit::json::{Json, JsonFile};
use crate::system::kit::{Batches, Files, ReadRequest, Sections, file};
use crate::system::{Found, Loaded};
use std::fs::File;
use std::io;
use std::sync::Arc;

/// The file that names the current tag.
pub(super) const STATE: &str = ".taskmaster/state.json";

pub(super) struct TaskFiles {
    files: Files,
    /// The tag whose tasks can be typed without it.
    current: Option<String>,
}

impl TaskFiles {
    pub(super) fn read(request: &ReadRequest<'_>) -> Self {
        let mut read = Self { files: Files::none(SYSTEM), current: current_tag(request) };
        read.read_changed(request);
        read
    }

    pub(super) fn unpack(from: &mut Unpacker<'_>, file: &Arc<File>) -> Option<Self> {
        Some(Self { files: Files::unpack(from, file)?, current: from.optional_text()? })
    }

    fn read_changed(&mut self, request: &ReadRequest<'_>) -> bool {
        let current = self.current.as_deref();
        let read = |file: &JsonFile, batch: &mut Batch| parse::read(file, current, batch);
        FILES.read_changed(&mut self.files, request, &read)
    }
}

impl Loaded for TaskFiles {
    fn refresh(&mut self, request: &ReadRequest<'_>) -> Found {
        if !FILES.concern(&self.files, request) {
            return Found::Same;
        }
        let current = current_tag(request);
        let has_moved = current != self.current;
        if has_moved {
            // Another tag gets the short ids, although its file is the same.
            (self.files, self.current) = (Files::none(SYSTEM), current);
        }
        Found::changed(self.read_changed(request) || has_moved)
    }

    fn batches(&self) -> Batches<'_> {
        self.files.batches()
    }

    fn into_batches(self: Box<Self>) -> Vec<Batch> {
        self.files.into_batches().collect()
    }

    fn stored_files(&self) -> Option<usize> {
        Some(self.files.file_count())
    }

    fn pack(&self, out: &mut Sections<'_>, index: &mut Packer<'_>) -> io::Result<()> {
        self.files.pack(out, index)?;
        index.optional_text(self.current.as_deref())
    }
}

/// The current tag, if the tool has written one.
fn current_tag(request: &ReadRequest<'_>) -> Option<String> {
    let path = request.root.join(STATE);
    if request.boundary.target_outside(&path).is_some() {
        return None;
    }
    let text = file::read_text(&path).ok()?;
    let tag = Json::parse(file::without_mark(&text)).ok()?.fields()?.given("currentTag")?.filled_text()?;
    Some(tag.into_owned())
}
