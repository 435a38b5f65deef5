//! Colour depth of the terminal.

/// Number of colours that the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// 24-bit colour.
    TrueColor,
    /// 256 colours of a fixed palette.
    Indexed,
    /// 16 colours, whose shades the user chose.
    Ansi,
    None,
}

impl Depth {
    /// All depths, the most colours first.
    pub const ALL: [Self; 4] = [Self::TrueColor, Self::Indexed, Self::Ansi, Self::None];

    /// The name in the configuration.
    pub fn name(self) -> &'static str {
        match self {
            Self::TrueColor => "truecolor",
            Self::Indexed => "256",
            Self::Ansi => "16",
            Self::None => "none",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|depth| depth.name() == name)
    }

    /// Detects the depth from the environment. Assumes no more than the terminal advertises, because over SSH variables
    /// may be lost.
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
        let terminal = variable("TERM").unwrap_or_default();
        let says_truecolor =
            || variable("COLORTERM").is_some_and(|value| ["truecolor", "24bit"].contains(&value.as_str()));
        if variable("NO_COLOR").is_some_and(|value| !value.is_empty()) || terminal == "dumb" {
            Self::None
        } else if says_truecolor() {
            Self::TrueColor
        } else if terminal.contains("256color") {
            Self::Indexed
        } else {
            Self::Ansi
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_is_detected_from_the_environment() {
        let cases: [(&[(&str, &str)], Depth); 9] = [
            (&[], Depth::Ansi),
            (&[("TERM", "xterm")], Depth::Ansi),
            (&[("TERM", "xterm-256color")], Depth::Indexed),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")], Depth::TrueColor),
            (&[("TERM", "tmux"), ("COLORTERM", "24bit")], Depth::TrueColor),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "yes")], Depth::Indexed),
            (&[("TERM", "xterm"), ("NO_COLOR", "1"), ("COLORTERM", "truecolor")], Depth::None),
            (&[("TERM", "xterm"), ("NO_COLOR", "")], Depth::Ansi),
            (&[("TERM", "dumb"), ("COLORTERM", "truecolor")], Depth::None),
        ];
        for (variables, expected) in cases {
            let variable =
                |name: &str| variables.iter().find(|(of, _)| *of == name).map(|(_, value)| (*value).to_owned());
            assert_eq!(Depth::from_environment(variable), expected, "{variables:?}");
        }
    }

    #[test]
    fn every_depth_has_a_name_that_finds_it() {
        for depth in Depth::ALL {
            assert_eq!(Depth::from_name(depth.name()), Some(depth));
        }
    }
}
