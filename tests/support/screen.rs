//! The real binary on a pseudo-terminal that a test reads, types into, resizes and closes.

use memchr::memmem;
use portable_pty::{MasterPty, PtySize, native_pty_system};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process, waitid};
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use vt100::{MouseProtocolMode, Parser, Screen};

/// Time limit of a wait for something that should happen at once.
const LIMIT: Duration = Duration::from_secs(60);

/// Start and end sequence of a synchronised update.
pub(crate) const BEGIN: &[u8] = b"\x1b[?2026h";
pub(crate) const END: &[u8] = b"\x1b[?2026l";

/// A running program and its terminal.
pub(crate) struct Session {
    shared: Arc<Shared>,
    master: Option<Box<dyn MasterPty + Send>>,
    keyboard: Option<Box<dyn Write + Send>>,
    reading: Option<JoinHandle<()>>,
    pid: Pid,
    before: String,
}

#[derive(Default)]
struct Shared {
    seen: Mutex<Seen>,
    changed: Condvar,
}

#[derive(Default)]
struct Seen {
    parser: Parser,
    /// The start of a synchronised update whose end has not arrived yet.
    unfinished: Vec<u8>,
    bytes: usize,
    last: Vec<u8>,
    end: Option<End>,
    terminal: Terminal,
}

/// The state of the terminal, shared with the thread that reads it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Terminal {
    #[default]
    Open,
    Closing,
    Closed,
}

/// How a program ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// It exited with a code.
    Code(u32),
    /// A signal ended it.
    Signal(String),
}

/// A terminal mode that a shell does not use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    AlternateScreen,
    Mouse,
    BracketedPaste,
    HiddenCursor,
}

impl Session {
    /// Runs the binary in a folder on a terminal of `size` columns and rows.
    pub(crate) fn start(folder: &Path, arguments: &[&str], environment: &[(&str, &str)], size: (u16, u16)) -> Self {
        Self::start_program(Path::new(env!("CARGO_BIN_EXE_refscope")), folder, arguments, environment, size)
    }

    /// Like [`Session::start`], with another program.
    pub(crate) fn start_program(
        program: &Path,
        folder: &Path,
        arguments: &[&str],
        environment: &[(&str, &str)],
        (columns, rows): (u16, u16),
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let before = termios(&*pair.master);
        let command = super::pty::command(program, folder, arguments, environment);
        let shared = Arc::new(Shared::default());
        shared.seen().parser = Parser::new(rows, columns, 0);
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let pid = Pid::from_raw(child.process_id().unwrap().try_into().unwrap()).unwrap();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let keyboard = pair.master.take_writer().unwrap();
        let theirs = Arc::clone(&shared);
        let reading = Some(thread::spawn(move || theirs.read(&mut *reader)));
        let theirs = Arc::clone(&shared);
        thread::spawn(move || {
            let status = child.wait().unwrap();
            let end = status.signal().map_or(End::Code(status.exit_code()), |signal| End::Signal(signal.to_owned()));
            theirs.seen().end = Some(end);
            theirs.changed.notify_all();
        });
        Self { shared, master: Some(pair.master), keyboard: Some(keyboard), reading, pid, before }
    }

    /// Sends the bytes of keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        let keyboard = self.keyboard.as_mut().expect("the terminal is closed");
        keyboard.write_all(keys.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }

    /// Waits until the screen is as expected; `what` describes the expectation.
    pub(crate) fn wait_for(&self, expected: impl Fn(&Screen) -> bool, what: &str) {
        self.wait_until(|seen| expected(seen.parser.screen()), what);
    }

    /// Waits until the screen shows a text.
    pub(crate) fn wait_for_text(&self, text: &str) {
        self.wait_for(|screen| screen.contents().contains(text), text);
    }

    fn wait_until(&self, expected: impl Fn(&Seen) -> bool, what: &str) {
        let waited = self.shared.changed.wait_timeout_while(self.shared.seen(), LIMIT, |seen| !expected(seen));
        let (seen, waited) = waited.unwrap();
        assert!(!waited.timed_out(), "never came: {what}\nended: {:?}\n{}", seen.end, seen.parser.screen().contents());
    }

    /// What the screen shows.
    pub(crate) fn text(&self) -> String {
        self.shared.seen().parser.screen().contents()
    }

    /// One row of the screen, counted from 0.
    pub(crate) fn row(&self, row: u16) -> String {
        let seen = self.shared.seen();
        let columns = seen.parser.screen().size().1;
        seen.parser.screen().rows(0, columns).nth(row.into()).unwrap_or_default()
    }

    /// All rows of the screen.
    pub(crate) fn rows(&self) -> Vec<String> {
        rows(self.shared.seen().parser.screen())
    }

    /// Reads a value from the current screen.
    pub(crate) fn look<T>(&self, at: impl FnOnce(&Screen) -> T) -> T {
        at(self.shared.seen().parser.screen())
    }

    /// The modes that are switched on.
    pub(crate) fn modes(&self) -> Vec<Mode> {
        let seen = self.shared.seen();
        let screen = seen.parser.screen();
        let modes = [
            (Mode::AlternateScreen, screen.alternate_screen()),
            (Mode::Mouse, screen.mouse_protocol_mode() != MouseProtocolMode::None),
            (Mode::BracketedPaste, screen.bracketed_paste()),
            (Mode::HiddenCursor, screen.hide_cursor()),
        ];
        modes.into_iter().filter(|(_, is_on)| *is_on).map(|(mode, _)| mode).collect()
    }

    /// Resizes the terminal and notifies the program.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        // The emulator does not support fewer than two rows or columns; the program gets the real size.
        self.shared.seen().parser.screen_mut().set_size(rows.max(2), columns.max(2));
        self.master().resize(size(columns, rows)).unwrap();
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(self.pid, signal).unwrap();
    }

    /// Names of the threads of the program.
    #[cfg(target_os = "linux")]
    pub(crate) fn threads(&self) -> Vec<String> {
        let folder = format!("/proc/{}/task", self.pid.as_raw_nonzero());
        let names = std::fs::read_dir(folder).unwrap().map(|thread| thread.unwrap().path().join("comm"));
        names.map(|name| std::fs::read_to_string(name).unwrap().trim().to_owned()).collect()
    }

    /// Waits until the program is stopped.
    pub(crate) fn wait_stopped(&self) {
        let (pid, (sender, receiver)) = (self.pid, mpsc::channel());
        thread::spawn(move || sender.send(waitid(WaitId::Pid(pid), WaitIdOptions::STOPPED).is_ok()));
        let stopped = receiver.recv_timeout(LIMIT);
        assert_eq!(stopped, Ok(true), "the program never stopped:\n{}", self.text());
    }

    /// Closes the terminal, as a lost connection does.
    pub(crate) fn close_master(&mut self) {
        self.shared.seen().terminal = Terminal::Closing;
        // The reading thread has the terminal open too and is blocked in a read: one byte from the other side wakes it.
        let other_side = self.master().tty_name().expect("a terminal has a name");
        File::options().write(true).open(other_side).unwrap().write_all(b"\0").unwrap();
        self.reading.take().expect("closed once").join().unwrap();
        self.master = None;
        // Sends a newline and Ctrl-D before it closes.
        self.keyboard = None;
    }

    /// Waits for the end of the program and of its output.
    pub(crate) fn wait_exit(&self) -> End {
        self.wait_until(|seen| seen.end.is_some() && seen.terminal == Terminal::Closed, "the end of the program");
        self.shared.seen().end.clone().unwrap()
    }

    /// The current line settings of the terminal.
    pub(crate) fn termios(&self) -> String {
        termios(self.master())
    }

    /// The line settings before the program started.
    pub(crate) fn termios_before(&self) -> &str {
        &self.before
    }

    /// Number of bytes written by the program so far.
    pub(crate) fn bytes_seen(&self) -> usize {
        self.shared.seen().bytes
    }

    /// Waits until the program has written this number of bytes and the last draw is complete.
    pub(crate) fn wait_for_more_bytes(&self, bytes: usize) {
        self.wait_until(|seen| seen.bytes > bytes && seen.unfinished.is_empty(), "another draw");
    }

    /// The bytes written since the last call.
    pub(crate) fn take_bytes(&self) -> Vec<u8> {
        std::mem::take(&mut self.shared.seen().last)
    }

    /// Waits until the program has written these bytes since they were last taken.
    pub(crate) fn wait_for_bytes(&self, bytes: &[u8], what: &str) {
        self.wait_until(|seen| memmem::find(&seen.last, bytes).is_some(), what);
    }

    fn master(&self) -> &dyn MasterPty {
        &**self.master.as_ref().expect("the terminal is closed")
    }
}

impl Drop for Session {
    /// Kills a program that is still running, for example after a failed test.
    fn drop(&mut self) {
        if self.shared.seen.lock().is_ok_and(|seen| seen.end.is_none()) {
            let _ = kill_process(self.pid, Signal::KILL);
        }
    }
}

impl Shared {
    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap()
    }

    fn read(&self, terminal: &mut dyn Read) {
        let mut buffer = [0; 4_096];
        // On Linux, reading from a terminal whose other side is closed fails: that is the end of the output.
        while let Ok(read @ 1..) = terminal.read(&mut buffer) {
            let mut seen = self.seen();
            seen.show(&buffer[..read]);
            seen.last.extend_from_slice(&buffer[..read]);
            seen.bytes += read;
            let is_closing = seen.terminal == Terminal::Closing;
            drop(seen);
            self.changed.notify_all();
            if is_closing {
                break;
            }
        }
        let mut seen = self.seen();
        let unfinished = std::mem::take(&mut seen.unfinished);
        seen.parser.process(&unfinished);
        seen.terminal = Terminal::Closed;
        drop(seen);
        self.changed.notify_all();
    }
}

impl Seen {
    /// Processes output; each synchronised update is applied at once, as terminals do.
    fn show(&mut self, bytes: &[u8]) {
        self.unfinished.extend_from_slice(bytes);
        let whole = match memmem::rfind(&self.unfinished, BEGIN) {
            Some(begin) if memmem::rfind(&self.unfinished, END).is_none_or(|end| end < begin) => begin,
            _ => {
                // The last bytes may be the beginning of a start sequence.
                let cut = (1..BEGIN.len()).rev().find(|length| self.unfinished.ends_with(&BEGIN[..*length]));
                self.unfinished.len() - cut.unwrap_or(0)
            }
        };
        let rest = self.unfinished.split_off(whole);
        let shown = std::mem::replace(&mut self.unfinished, rest);
        self.parser.process(&shown);
    }
}

/// All rows of a screen.
pub(crate) fn rows(screen: &Screen) -> Vec<String> {
    screen.rows(0, screen.size().1).collect()
}

/// Every cell of a screen with its style.
pub(crate) fn cells(screen: &Screen) -> Vec<String> {
    let (rows, columns) = screen.size();
    let cells = (0..rows).flat_map(|row| (0..columns).filter_map(move |column| screen.cell(row, column)));
    cells
        .map(|cell| {
            let letter = if cell.has_contents() { cell.contents() } else { " " };
            let (front, back) = (cell.fgcolor(), cell.bgcolor());
            if letter == " " && !cell.inverse() && !cell.underline() {
                // The foreground colour of a blank is invisible and depends on earlier draws.
                return format!("{letter} {back:?}");
            }
            format!("{letter} {front:?} {back:?} {} {} {}", cell.bold(), cell.inverse(), cell.underline())
        })
        .collect()
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn termios(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("a terminal has modes"))
}
