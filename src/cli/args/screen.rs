//! Arguments of the screen: colours, symbols, mouse, and headless rendering for tests and pictures.

use super::value;
use crate::tui::theme::Depth;
use clap::{Args as ClapArgs, ValueEnum};

#[derive(Debug, Default, ClapArgs)]
#[command(next_help_heading = "Screen")]
pub(in crate::cli) struct ScreenArgs {
    /// Theme: auto, dark, light, high-contrast, 16-colour, or a custom theme
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) theme: Option<String>,
    /// Number of colours; default: detected from the terminal
    #[arg(long, value_name = "DEPTH")]
    pub(in crate::cli) color_depth: Option<ColorDepth>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub(in crate::cli) ascii: bool,
    /// Do not capture the mouse
    #[arg(long)]
    pub(in crate::cli) no_mouse: bool,
    /// Send these keys to a screen without a terminal and print the result
    #[arg(long, value_name = "KEYS", hide = true, allow_hyphen_values = true)]
    pub(in crate::cli) keys: Option<String>,
    /// Format of the printed screen
    #[arg(long, value_name = "HOW", hide = true)]
    pub(in crate::cli) print: Option<Print>,
    /// Size of the printed screen
    #[arg(long, value_name = "WxH", hide = true, value_parser = value::size)]
    pub(in crate::cli) size: Option<Size>,
}

impl ScreenArgs {
    /// Whether any argument was given.
    pub(in crate::cli) fn has_arguments(&self) -> bool {
        let Self { theme, color_depth, ascii, no_mouse, keys, print, size } = self;
        let wanted = theme.is_some() || color_depth.is_some() || *ascii || *no_mouse;
        wanted || keys.is_some() || print.is_some() || size.is_some()
    }

    /// Whether to render without a terminal.
    pub(in crate::cli) fn is_headless(&self) -> bool {
        self.keys.is_some() || self.print.is_some()
    }
}

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Print {
    Text,
    Styles,
    Svg,
}

/// The size of a screen in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) struct Size {
    pub(in crate::cli) width: u16,
    pub(in crate::cli) height: u16,
}
