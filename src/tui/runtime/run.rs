//! The main loop, in the style of the Elm architecture: inputs and answers become events, `update` applies them to the
//! state and returns effects, the state is drawn once per batch of events, and the effects are performed.

use super::clipboard::{self, Multiplexer};
use super::events::Events;
use super::input::{Input, Reader};
use super::keeper::{Keeper, Keeping};
use super::loader::Loader;
use super::pool::Pool;
use super::screen::{Screen, ScreenOptions};
use super::{editor, ending, panics, signals, terminal};
use crate::format::file::save;
use crate::time;
use crate::tui::draw::draw;
use crate::tui::effect::Effect;
use crate::tui::event::{Event, Wake};
use crate::tui::key::Key;
use crate::tui::state::State;
use crate::tui::theme::ThemeChoice;
use crate::tui::update::update;
use crate::workspace::watch::{Scope, Watch, WatchEvent};
use crate::workspace::{Cache, Settings, Workspace};
use crossterm::event::{MouseButton, MouseEventKind};
use std::collections::{BTreeSet, HashMap};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Interval of progress events while files are read.
const PROGRESS_EVERY: Duration = Duration::from_millis(100);
/// Maximum rest after a refresh; it rests as long as the refresh took.
pub(super) const MOST_REST: Duration = Duration::from_millis(300);
/// Maximum time to delay a draw after a change, until the visible panes have their new contents.
const LONGEST_HOLD: Duration = Duration::from_millis(120);
/// Interval at which ages are updated.
const CLOCK_EVERY: Duration = Duration::from_secs(60);
/// Maximum time that quitting waits for pending writes; longer than the timeout of a lock.
const WRITES_TAKE: Duration = Duration::from_secs(15);
/// Maximum time that an early exit waits; all of it must take less than half a second.
const LAST_MOMENT: Duration = Duration::from_millis(200);

/// The arguments of [`run`].
pub struct Start {
    /// The state before anything is loaded; its size is set by the first frame.
    pub state: State,
    /// Persists filters between sessions, if enabled.
    pub keeper: Option<Keeper>,
    /// A temporary folder, removed by the caller, or here if the process ends early.
    pub temporary: Option<PathBuf>,
    /// Cache of workspace snapshots.
    pub cache: Cache,
}

/// Runs the terminal UI until the user quits.
pub fn run(start: Start) -> io::Result<()> {
    panics::watched(|| Runtime::start(start)?.run())
}

/// A message to the main loop.
enum Message {
    Happened(Event),
    Typed(Vec<Input>),
}

struct Runtime {
    screen: Screen,
    reader: Reader,
    pool: Pool,
    loader: Loader,
    watch: Option<Watch>,
    /// Files and folders that are watched only for checks.
    watched: BTreeSet<PathBuf>,
    /// The workspace as last loaded, which determines what to watch.
    workspace: Option<Arc<Workspace>>,
    settings: Settings,
    held_until: Option<Instant>,
    state: State,
    keeping: Option<Keeping>,
    events: Events,
    incoming: Receiver<Message>,
    alarms: HashMap<Wake, Instant>,
    clock: Instant,
    next_progress: Instant,
}

impl Runtime {
    fn start(Start { mut state, keeper, temporary, cache }: Start) -> io::Result<Self> {
        if let Some(folder) = temporary {
            ending::remove_at_end(folder);
        }
        let ask_background = state.setup.choice == ThemeChoice::Auto && state.setup.asks_background;
        let mut screen = Screen::enter(&ScreenOptions { mouse: state.setup.mouse, ask_background })?;
        // Draws a first frame before anything is read.
        screen.draw(|frame| {
            state.size = (frame.area().width, frame.area().height);
            draw(&state, frame);
        })?;
        let (send, incoming) = mpsc::channel();
        let typed = send.clone();
        let reader = Reader::start(move |burst| drop(typed.send(Message::Typed(burst))))?;
        let signalled = send.clone();
        signals::start(move |burst| drop(signalled.send(Message::Typed(burst))))?;
        let events = Events::to(send, Message::Happened);
        let pool = Pool::start(&events)?;
        let loader = Loader::start(state.root.clone(), state.setup.consent.clone(), cache, events.clone())?;
        let keeping = keeper.map(Keeping::new);
        let (writes, remembers) = (pool.last_moment(LAST_MOMENT), keeping.as_ref().map(Keeping::last_moment));
        ending::wait_at_end(move || {
            writes();
            if let Some(remembers) = &remembers {
                remembers();
            }
        });
        let now = Instant::now();
        Ok(Self {
            screen,
            reader,
            pool,
            loader,
            watch: None,
            watched: BTreeSet::new(),
            workspace: None,
            settings: Settings::default(),
            held_until: None,
            state,
            keeping,
            events,
            incoming,
            alarms: HashMap::new(),
            clock: now,
            next_progress: now,
        })
    }

    fn run(mut self) -> io::Result<()> {
        self.loader.load();
        let mut dirty = false;
        loop {
            // Without senders, nothing can happen any more.
            let Some(events) = self.wait() else { return Ok(()) };
            for event in events {
                dirty = true;
                if matches!(event, Event::Changed(..)) {
                    self.held_until.get_or_insert_with(|| Instant::now() + LONGEST_HOLD);
                } else if matches!(event, Event::KeyPressed(_) | Event::Clicked(..) | Event::Scrolled(..)) {
                    // The effect of user input is shown at once.
                    self.held_until = None;
                }
                for effect in update(&mut self.state, event) {
                    if matches!(effect, Effect::Quit) {
                        self.pool.last_moment(WRITES_TAKE)();
                        return Ok(());
                    }
                    self.perform(effect)?;
                }
            }
            if dirty && !self.is_held() {
                self.draw()?;
                dirty = false;
            }
        }
    }

    fn draw(&mut self) -> io::Result<()> {
        let state = &mut self.state;
        self.screen.draw(|frame| {
            // The size may have changed since the last resize event.
            let area = frame.area();
            if state.size != (area.width, area.height) {
                update(state, Event::Resized(area.width, area.height));
            }
            draw(state, frame);
        })?;
        Ok(())
    }

    /// Whether to delay the draw a little longer, so that panes about to be filled are not drawn empty.
    fn is_held(&mut self) -> bool {
        let is_held = self.held_until.is_some_and(|until| Instant::now() < until) && self.state.is_catching_up();
        if !is_held {
            self.held_until = None;
        }
        is_held
    }

    /// Waits for the next events and returns all that are pending; `None` if no more can arrive.
    fn wait(&mut self) -> Option<Vec<Event>> {
        let mut events = Vec::new();
        let first = match self.incoming.recv_timeout(self.next_alarm().saturating_duration_since(Instant::now())) {
            Ok(message) => Some(message),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return None,
        };
        // Queued keys and resizes lead to a single draw.
        for message in first.into_iter().chain(std::iter::from_fn(|| self.incoming.try_recv().ok())).collect::<Vec<_>>()
        {
            match message {
                Message::Happened(event) => {
                    if matches!(event, Event::Loaded(_) | Event::LoadFailed(_)) {
                        self.loader.finished();
                    }
                    if let Event::Loaded(workspace) | Event::Changed(workspace, _) = &event {
                        self.workspace = Some(Arc::clone(workspace));
                        self.settings = workspace.settings.clone();
                    }
                    match &event {
                        Event::Loaded(_) | Event::Changed(..) | Event::FilesTouched => self.watch_workspace(),
                        // Watches the settings, which may be corrected.
                        Event::LoadFailed(_) => {
                            let boundary = self.state.setup.consent.boundary(&self.state.root);
                            let settings = Settings::within(boundary);
                            if self.watch.is_none() {
                                self.watch(Scope::of(&self.state.root, &settings));
                            }
                        }
                        _ => {}
                    }
                    if matches!(event, Event::Loaded(_) | Event::Grown(..) | Event::Changed(..)) {
                        self.loader.taken();
                    }
                    events.push(event);
                }
                Message::Typed(burst) => events.extend(burst.into_iter().filter_map(|input| self.event(input))),
            }
        }
        let now = Instant::now();
        let due: Vec<_> = self.alarms.iter().filter(|(_, at)| **at <= now).map(|(wake, _)| *wake).collect();
        for wake in due {
            self.alarms.remove(&wake);
            events.push(Event::Woke(wake));
        }
        if now >= self.next_progress
            && let Some(progress) = self.loader.progress()
        {
            self.next_progress = now + PROGRESS_EVERY;
            events.push(progress);
        }
        if now.duration_since(self.clock) >= CLOCK_EVERY {
            self.clock = now;
            events.push(Event::ClockTicked(time::now()));
        }
        // Events are processed with the current time; the clock alone wakes nothing.
        if !events.is_empty() {
            events.insert(0, Event::ClockRead(time::now()));
        }
        Some(events)
    }

    /// Starts watching for changes. If that fails, the workspace stays as it was read, and the header does not show it
    /// as live.
    fn watch(&mut self, scope: Scope) {
        let (look, events) = (self.loader.looks(), self.events.clone());
        let deliver = move |noticed| match noticed {
            WatchEvent::Changed(changes) => {
                look(changes);
                // Even if the graph does not depend on the changed files, the checks may.
                events.send(Event::FilesTouched);
            }
            WatchEvent::Mode(how) => {
                events.send(Event::WatchModeChanged(how));
            }
        };
        self.watched.clone_from(scope.sources());
        self.watch = Watch::start(scope, self.state.setup.watch, deliver).ok();
    }

    /// Watches the workspace and the files that its checks read. Restarts the watcher if that set of files has changed.
    fn watch_workspace(&mut self) {
        let sources = self.workspace.as_ref().map(|it| it.tracked()).unwrap_or_default();
        if self.watch.is_none() || self.watched != sources {
            self.watch(Scope::of(&self.state.root, &self.settings).with_sources(sources));
        }
    }

    /// The time of the next timer, at the latest the next clock tick.
    fn next_alarm(&self) -> Instant {
        let progress = self.loader.progress().map(|_| self.next_progress);
        let clock = self.clock + CLOCK_EVERY;
        self.alarms.values().copied().chain(progress).chain(self.held_until).fold(clock, Instant::min)
    }

    fn event(&mut self, input: Input) -> Option<Event> {
        Some(match input {
            Input::Key(key) => {
                #[cfg(debug_assertions)]
                super::test_panics::Breakdown::wanted().on_key();
                Event::KeyPressed(Key::from_event(key)?)
            }
            Input::Paste(text) => Event::Pasted(text),
            Input::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Event::Clicked(mouse.column, mouse.row),
                MouseEventKind::ScrollUp => Event::Scrolled(mouse.column, mouse.row, -1),
                MouseEventKind::ScrollDown => Event::Scrolled(mouse.column, mouse.row, 1),
                _ => return None,
            },
            Input::Resize(size) => {
                // Even if the size equals that of the last draw: an intermediate size may have clipped the screen.
                self.screen.redraw_all().ok()?;
                Event::Resized(size.width, size.height)
            }
            Input::Background(brightness) => Event::BackgroundDetected(brightness),
            Input::Stop => Event::StopAsked,
            Input::Continued => {
                // The program that had the terminal meanwhile may have changed anything.
                self.screen.come_back().ok()?;
                let size = self.screen.size();
                Event::Resized(size.width, size.height)
            }
        })
    }

    fn perform(&mut self, effect: Effect) -> io::Result<()> {
        match effect {
            Effect::Load => self.loader.load(),
            Effect::Look(changes) => self.loader.look(changes),
            Effect::Run(task) => self.pool.run(task),
            Effect::Wake(wake, after) => {
                self.alarms.insert(wake, Instant::now() + Duration::from_millis(after));
            }
            Effect::Edit(file, line) => {
                let variable = |name: &str| std::env::var(name).ok();
                let command =
                    editor::command(variable("VISUAL").as_deref(), variable("EDITOR").as_deref(), &file, line);
                let problem = command.and_then(|command| editor::run(&command, &mut self.screen, &self.reader)).err();
                self.happened(Event::EditorClosed(problem))?;
            }
            Effect::Copy(text, what) => {
                let (through, events) = (multiplexer(), self.events.clone());
                // tmux may be slow.
                panics::spawn("copy", move || {
                    let sent = clipboard::copy(&text, through, terminal::write);
                    events.send(Event::CopySent(sent.map(|sent| format!("{what} {}", sent.words()))));
                })?;
            }
            Effect::CopyLines { text, what, file, also } => {
                let (through, events, folder) = (multiplexer(), self.events.clone(), self.state.setup.folder.clone());
                panics::spawn("copy", move || {
                    let sent = clipboard::copy_lines(&text, through, terminal::write);
                    let sent = sent.map(|sent| format!("{what} {}", sent.words()));
                    let sent = sent.or_else(|why| saved_instead(&text, folder.as_deref(), &file, &why));
                    events.send(Event::CopySent(sent.map(|sent| sent + &also)));
                })?;
            }
            Effect::Keep(kept) => {
                if let Some(keeping) = &self.keeping {
                    keeping.keep(kept);
                }
            }
            Effect::Forget(gone) => {
                // Large values are freed on a thread; if none can be started, they are freed here.
                drop(panics::spawn("forget", move || drop(gone)));
            }
            Effect::ListenToMouse(on) => self.screen.set_mouse(on)?,
            Effect::RedrawAll => self.screen.redraw_all()?,
            Effect::Suspend => {
                self.reader.pause();
                let back = self.screen.suspend();
                self.reader.resume();
                back?;
                let size = self.screen.size();
                self.happened(Event::Resized(size.width, size.height))?;
                self.happened(Event::ClockTicked(time::now()))?;
            }
            Effect::Quit => {}
        }
        Ok(())
    }

    /// Applies the event that results from an effect at once.
    fn happened(&mut self, event: Event) -> io::Result<()> {
        for effect in update(&mut self.state, event) {
            self.perform(effect)?;
        }
        Ok(())
    }
}

/// The multiplexer that the environment names.
fn multiplexer() -> Multiplexer {
    let variable = |name: &str| std::env::var(name).ok();
    Multiplexer::of(variable("TMUX").as_deref(), variable("STY").as_deref())
}

/// Saves a text that could not be sent to the clipboard.
fn saved_instead(
    text: &str,
    folder: Option<&Path>,
    (name, extension): &(String, &'static str),
    why: &str,
) -> Result<String, String> {
    let Some(folder) = folder else { return Err(why.to_owned()) };
    match save(folder, (name, extension), |out| out.write_all(text.as_bytes())) {
        Ok((path, ())) => Ok(format!("{why}. Saved instead: {}", path.display())),
        Err(error) => Err(format!("{why}; not saved: {error}")),
    }
}
