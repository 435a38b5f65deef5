//! Prints clap's help and usage errors, with control characters from the arguments escaped.

use super::Color;
use crate::text;
use clap::ValueEnum as _;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Write as _};
use std::process::ExitCode;

/// Prints a clap message and returns its exit code: 0 for help, 2 for a usage error.
pub(in crate::cli) fn explain(mut error: clap::Error, arguments: &[OsString]) -> ExitCode {
    make_plain(&mut error);
    let rendered = error.render();
    if error.use_stderr() {
        // If standard error is closed, there is no way left to report it.
        let _ = write!(io::stderr(), "{}", text::plain_lines(&rendered.to_string()));
        return ExitCode::from(2);
    }
    // A closed pipe is not an error: the reader has read enough.
    let _ = if wants_colour(arguments) {
        write!(io::stdout(), "{}", rendered.ansi())
    } else {
        write!(io::stdout(), "{rendered}")
    };
    ExitCode::SUCCESS
}

/// Escapes the parts of arguments that clap quotes: an argument can contain anything, even line breaks.
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

/// Whether to colour help. Help is printed before the arguments are parsed, so this scans them for `--color`.
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
