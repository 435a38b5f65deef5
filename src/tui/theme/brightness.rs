//! Brightness of the terminal's background.

/// Whether the terminal's background is dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Brightness {
    /// Light text on a dark background.
    #[default]
    Dark,
    /// Dark text on a light background.
    Light,
}

impl Brightness {
    pub const ALL: [Self; 2] = [Self::Dark, Self::Light];

    /// The name in theme files, and of the built-in theme for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Dark => "dark",
            Self::Light => "light",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|brightness| brightness.name() == name)
    }

    /// Parses `$COLORFGBG`, in which some terminals give the numbers of their foreground and background, such as
    /// `15;0`.
    pub fn from_colorfgbg(value: &str) -> Option<Self> {
        match value.rsplit(';').next()?.trim().parse().ok()? {
            0..=6 | 8 => Some(Self::Dark),
            7 | 9..=15 => Some(Self::Light),
            16u8.. => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colorfgbg_gives_the_background() {
        for (value, expected) in [
            ("15;0", Some(Brightness::Dark)),
            ("0;15", Some(Brightness::Light)),
            ("0;default;7", Some(Brightness::Light)),
            ("12;8", Some(Brightness::Dark)),
            ("15;default", None),
            ("15;99", None),
            ("", None),
        ] {
            assert_eq!(Brightness::from_colorfgbg(value), expected, "{value}");
        }
    }
}
