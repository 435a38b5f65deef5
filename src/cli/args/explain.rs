//! What clap has to say about a command line, made safe for a terminal.

use super::Color;
use crate::text;
use clap::ValueEnum as _;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Prints what clap has to say and returns the exit code: help is an answer, a mistake is not.
pub(in crate::cli) fn explain(mut error: clap::Error, arguments: &[OsString]) -> ExitCode {
    make_plain(&mut error);
    let rendered = error.render();
    if error.use_stderr() {
        // Nobody can be told that standard error is closed.
        let _ = write!(io::stderr(), "{}", text::plain_lines(&rendered.to_string()));
        return ExitCode::from(2);
    }
    // A reader that has seen enough of the help is no error.
    let _ = if wants_colour(arguments) {
        write!(io::stdout(), "{}", rendered.ansi())
    } else {
        write!(io::stdout(), "{rendered}")
    };
    ExitCode::SUCCESS
}

/// An argument may hold anything, even line ends; what clap quotes of it is made plain like all other words.
fn make_plain(error: &mut clap::Error) {
    let plain = |text: &String| text::plain(text).into_owned();
    let quoted: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, ContextValue::String(plain(text)))),
            ContextValue::Strings(texts) => Some((kind, ContextValue::Strings(texts.iter().map(plain).collect()))),
            ContextValue::StyledStrs(tips) => {
                let tips = tips.iter().map(|tip| StyledStr::from(plain(&tip.to_string()))).collect();
                Some((kind, ContextValue::StyledStrs(tips)))
            }
            ContextValue::StyledStr(tip) if kind != ContextKind::Usage => {
                Some((kind, ContextValue::StyledStr(StyledStr::from(plain(&tip.to_string())))))
            }
            _ => None,
        })
        .collect();
    for (kind, value) in quoted {
        error.insert(kind, value);
    }
}

/// Whether help may be coloured. It is asked for before the arguments are understood, so they are looked through.
fn wants_colour(arguments: &[OsString]) -> bool {
    let flag = arguments.iter().enumerate().rev().find_map(|(at, argument)| {
        let argument = argument.to_str()?;
        if argument == "--color" { arguments.get(at + 1)?.to_str() } else { argument.strip_prefix("--color=") }
    });
    match flag.and_then(|word| Color::from_str(word, false).ok()) {
        Some(color) => color.is_on(io::stdout().is_terminal()),
        None => Color::Auto.is_on(io::stdout().is_terminal()),
    }
}
