//! Parses the input as an export of issues.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::beads;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    check(text.as_bytes(), beads::parse(".beads/issues.jsonl", &text));
});
