//! What can be typed to say how the screen looks and listens.

use super::value;
use crate::tui::theme::Depth;
use clap::{Args as ClapArgs, ValueEnum};

/// How the screen looks and listens.
#[derive(Debug, Default, ClapArgs)]
#[command(next_help_heading = "Screen")]
pub(in crate::cli) struct ScreenArgs {
    /// The theme: auto, dark, light, high-contrast, 16-colour, or one of your own
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) theme: Option<String>,
    /// How many colours to use, whatever the terminal says
    #[arg(long, value_name = "DEPTH")]
    pub(in crate::cli) color_depth: Option<ColorDepth>,
    /// Draw with ASCII signs only
    #[arg(long)]
    pub(in crate::cli) ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    pub(in crate::cli) no_mouse: bool,
    /// Press these keys without a terminal and print the screen
    #[arg(long, value_name = "KEYS", hide = true, allow_hyphen_values = true)]
    pub(in crate::cli) keys: Option<String>,
    /// How to print it
    #[arg(long, value_name = "HOW", hide = true)]
    pub(in crate::cli) print: Option<Print>,
    /// How large it is
    #[arg(long, value_name = "WxH", hide = true, value_parser = value::size)]
    pub(in crate::cli) size: Option<Size>,
}

impl ScreenArgs {
    /// Whether any of it was typed.
    pub(in crate::cli) fn asks_for_anything(&self) -> bool {
        let Self { theme, color_depth, ascii, no_mouse, keys, print, size } = self;
        let wanted = theme.is_some() || color_depth.is_some() || *ascii || *no_mouse;
        wanted || keys.is_some() || print.is_some() || size.is_some()
    }

    /// Whether nobody looks at it.
    pub(in crate::cli) fn is_headless(&self) -> bool {
        self.keys.is_some() || self.print.is_some()
    }
}

/// How many colours a terminal has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum ColorDepth {
    Truecolor,
    #[value(name = "256")]
    Indexed,
    #[value(name = "16")]
    Ansi,
    None,
}

impl From<ColorDepth> for Depth {
    fn from(color_depth: ColorDepth) -> Self {
        match color_depth {
            ColorDepth::Truecolor => Self::TrueColor,
            ColorDepth::Indexed => Self::Indexed,
            ColorDepth::Ansi => Self::Ansi,
            ColorDepth::None => Self::None,
        }
    }
}

/// How a screen is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Print {
    Text,
    Styles,
    Svg,
}

/// The size of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Size {
    pub(in crate::cli) width: u16,
    pub(in crate::cli) height: u16,
}
