//! `refscope` without a subcommand: opens the screen, or renders it without a terminal.

use super::Outcome;
use super::args::{Color, Print, ScreenArgs, Size};
use super::context::Context;
use crate::text;
use crate::tui::config::{self, Consent, Loaded};
use crate::tui::headless::{Going, Headless, print};
use crate::tui::key;
use crate::tui::runtime::{self, Keeper, Start};
use crate::tui::state::{Setup, State};
use crate::tui::symbols::{ASCII, UNICODE};
use crate::tui::theme::{Brightness, Depth, ThemeChoice};
use crate::tui::update::remember;
use crate::workspace::{Cache, config_folder, state_folder};
use anyhow::Context as _;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

/// Whether there is a terminal to show the screen on.
pub(super) fn can_show() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// State that outlives the session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Memory {
    /// Filters are saved for the next session.
    RememberedFilters,
    /// Nothing is saved, because the folder is temporary; the session starts at this node.
    None(&'static str),
}

/// Shows the selected workspace.
pub(super) fn run(args: &ScreenArgs, context: &mut Context) -> anyhow::Result<Outcome> {
    let root = context.locate()?;
    show(args, &root, &shown_path(&root), Memory::RememberedFilters, context)
}

pub(super) fn show(
    args: &ScreenArgs,
    root: &Path,
    name: &str,
    memory: Memory,
    context: &mut Context,
) -> anyhow::Result<Outcome> {
    let setup = setup(args, context)?;
    let now = context.now();
    let size = args.size.unwrap_or(Size { width: 80, height: 24 });
    let mut state = State::new(root.to_owned(), name.to_owned(), (size.width, size.height), now, setup);
    state.session.clock.asked = context.asked_now;
    state.opens_at = context.as_of;
    if let Memory::None(node) = memory {
        state.session.wanted = Some(node.to_owned());
    }
    if args.is_headless() {
        return headless(args, state, context);
    }
    if !can_show() {
        anyhow::bail!(
            "the screen needs a terminal; in a pipe use a command such as `refscope list` (see `refscope --help`)"
        );
    }
    if std::env::var_os("TERM").is_some_and(|term| term == "dumb") {
        anyhow::bail!("this terminal cannot show the screen (TERM=dumb); use a command such as `refscope list`");
    }
    let keeper =
        state_folder().filter(|_| memory == Memory::RememberedFilters).map(|folder| Keeper::new(&folder, root));
    if let Some(keeper) = &keeper {
        remember(&mut state, &keeper.read());
    }
    let temporary = (memory != Memory::RememberedFilters).then(|| root.to_owned());
    let cache = if memory == Memory::RememberedFilters { context.cache() } else { Cache::none() };
    runtime::run(Start { state, keeper, temporary, cache }).context("cannot use the terminal")?;
    Ok(Outcome::Yes)
}

/// Sends the keys to the screen and prints it.
fn headless(args: &ScreenArgs, state: State, context: &mut Context) -> anyhow::Result<Outcome> {
    let keys = key::sequence(args.keys.as_deref().unwrap_or_default())?;
    let is_light = args.theme.as_deref() == Some("light");
    let mut screen = Headless::new(state);
    screen.load()?;
    if screen.press(&keys) == Going::Over {
        return Ok(Outcome::Yes);
    }
    let cells = screen.screen();
    let printed = match args.print.unwrap_or(Print::Text) {
        Print::Text => print::text(&cells),
        Print::Styles => print::styled(&cells),
        Print::Svg => print::svg(&cells, is_light),
    };
    context.out.raw(printed.as_bytes())?;
    Ok(Outcome::Yes)
}

fn setup(args: &ScreenArgs, context: &Context) -> anyhow::Result<Setup> {
    // Headless output must not depend on the user's configuration.
    let Loaded { config, keymap, themes, config_errors } =
        config::load(if args.is_headless() { None } else { config_folder() }.as_deref());
    let variable = |name: &str| std::env::var(name).ok();
    let choice = match &args.theme {
        Some(name) => {
            let known: Vec<String> = themes.names().into_iter().map(str::to_owned).collect();
            let choice = ThemeChoice::from_name(name);
            if choice != ThemeChoice::Auto && !known.contains(name) {
                anyhow::bail!("unknown theme {}; valid: auto, {}", text::quoted(name), known.join(", "));
            }
            choice
        }
        None => config.theme.clone(),
    };
    let depth = match (args.color_depth, context.color) {
        (Some(depth), _) => depth.into(),
        (None, Color::Never) => Depth::None,
        (None, _) if args.is_headless() => Depth::TrueColor,
        // `--color always` overrides NO_COLOR.
        (None, Color::Always) => config.depth(|name| variable(name).filter(|_| name != "NO_COLOR")),
        (None, Color::Auto) => config.depth(variable),
    };
    let consent = context.consent.clone();
    let brightness = if args.is_headless() { None } else { variable("COLORFGBG") };
    Ok(Setup {
        keymap,
        themes,
        choice,
        depth,
        brightness: brightness.as_deref().and_then(Brightness::from_colorfgbg),
        asks_background: depth != Depth::None,
        symbols: if args.ascii || config.ascii { &ASCII } else { &UNICODE },
        mouse: config.mouse && !args.no_mouse,
        watch: config.watch,
        actor: config.actor,
        consent: Consent { folder: consent.folder.filter(|_| !args.is_headless()), ..consent },
        folder: std::env::current_dir().ok().filter(|_| !args.is_headless()),
        config_errors,
    })
}

/// A path for display, with the home folder abbreviated to `~`.
fn shown_path(root: &Path) -> String {
    let home = std::env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
    match home.as_deref().and_then(|home| root.strip_prefix(home).ok()) {
        Some(below) if below.as_os_str().is_empty() => "~".to_owned(),
        Some(below) => format!("~/{}", below.display()),
        None => root.display().to_string(),
    }
}
