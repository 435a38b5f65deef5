//! Signal handling: a signal must not end a command in the middle of a write.

use crate::edge_log;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::{fs, io, thread};

/// Makes a write beyond the file size limit (`ulimit -f`) fail with an error instead of ending the process with
/// SIGXFSZ.
pub(super) fn survive_size_limit() {
    // The failed write reports the error. If the handler cannot be installed, the signal ends the process as usual.
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Delays SIGHUP, SIGINT and SIGTERM until no status change is half written. Signals that were ignored when the process
/// started stay ignored.
pub(super) fn hold_back_during_writes() -> io::Result<()> {
    let ignored = ignored();
    let heard = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let mut signals = Signals::new(heard)?;
    let answer = move || {
        for signal in signals.forever() {
            let _no_other_change = edge_log::finish_writes();
            // Does not return: the signal's default action ends the process.
            let _ = emulate_default_handler(signal);
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(answer)?;
    Ok(())
}

/// Bit mask of the signals that were ignored when the process started (`nohup`, background jobs). Zero except on Linux.
fn ignored() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
