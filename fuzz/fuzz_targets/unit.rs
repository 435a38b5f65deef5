//! Parses the input as a unit file and as one unit per line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use refscope::system::unit;
use refscope_fuzz::check;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    for name in ["a.json", "a.jsonl"] {
        check(text.as_bytes(), vec![unit::parse(name, &text)]);
    }
});
