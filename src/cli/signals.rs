//! Signals that must not end a command in the middle of a write.

use crate::edge_log;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, io, thread};

/// Lets a write beyond the limit of file sizes (`ulimit -f`) fail with an error instead of ending the process.
pub(super) fn survive_size_limit() {
    // The signal itself says nothing that the failed write does not. If there can be no handler, it ends the process as before.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Has SIGHUP, SIGINT and SIGTERM end the process only when no change of a status is half written. Those that the process was
/// started to ignore stay ignored.
pub(super) fn hold_back_during_writes() -> io::Result<()> {
    let ignored = ignored();
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let mut signals = Signals::new(heard)?;
    let answer = move || {
        for signal in signals.forever() {
            let _no_other_change = edge_log::finish_writes();
            // Does not return: the process ends as if nobody had heard the signal.
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(answer)?;
    Ok(())
}

/// The signals that the process was started to ignore (`nohup`, a job in the background), as a mask. Only Linux says.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
