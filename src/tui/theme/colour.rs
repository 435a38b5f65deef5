//! Parses a colour of a theme and maps it to the colours that a terminal supports: the nearest one by Euclidean
//! distance in RGB, unless the theme gives one for that depth.

use super::Depth;
use crate::system::kit::config_error::did_you_mean;
use crate::text::quoted;
use ratatui::style::Color;
use serde_json::Value;

/// Red, green and blue.
pub(super) type Rgb = [u8; 3];

/// The names of the 16 ANSI colours, whose shades depend on the user's terminal.
const NAMES: [(&str, Color); 17] = [
    ("black", Color::Black),
    ("red", Color::Red),
    ("green", Color::Green),
    ("yellow", Color::Yellow),
    ("blue", Color::Blue),
    ("magenta", Color::Magenta),
    ("cyan", Color::Cyan),
    ("white", Color::Gray),
    ("bright-black", Color::DarkGray),
    ("bright-red", Color::LightRed),
    ("bright-green", Color::LightGreen),
    ("bright-yellow", Color::LightYellow),
    ("bright-blue", Color::LightBlue),
    ("bright-magenta", Color::LightMagenta),
    ("bright-cyan", Color::LightCyan),
    ("bright-white", Color::White),
    ("default", Color::Reset),
];

/// The shades of the 16 colours in xterm, used to find the nearest one.
const SHADES: [Rgb; 16] = [
    [0, 0, 0],
    [205, 0, 0],
    [0, 205, 0],
    [205, 205, 0],
    [0, 0, 238],
    [205, 0, 205],
    [0, 205, 205],
    [229, 229, 229],
    [127, 127, 127],
    [255, 0, 0],
    [0, 255, 0],
    [255, 255, 0],
    [92, 92, 255],
    [255, 0, 255],
    [0, 255, 255],
    [255, 255, 255],
];

/// A colour, optionally with alternatives for terminals with fewer colours.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Colour {
    rgb: Option<Rgb>,
    index: Option<u8>,
    named: Option<Color>,
}

impl Colour {
    /// Adds a value of a theme file: `"#7aa2f7"`, `111` or `blue`. The error is a message for the user.
    pub(super) fn add(&mut self, written: &Value) -> Result<(), String> {
        let text = match written {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Null => return Err("Missing colour; \"#rrggbb\" must be quoted".to_owned()),
            _ => return Err(unknown(&written.to_string())),
        };
        let is_second = if let Some(rgb) = hex(&text) {
            self.rgb.replace(rgb).is_some()
        } else if let Ok(index) = text.parse() {
            self.index.replace(index).is_some()
        } else if let Some((_, color)) = NAMES.iter().find(|(name, _)| *name == text) {
            self.named.replace(*color).is_some()
        } else {
            return Err(unknown(&text));
        };
        if is_second {
            return Err(format!(
                "Duplicate colour {}; at most one \"#rrggbb\", one number and one name are allowed",
                quoted(&text)
            ));
        }
        Ok(())
    }

    /// The colour to show at a depth: the given one, or else the nearest.
    pub(super) fn at(self, depth: Depth) -> Option<Color> {
        let rgb = self.rgb.map(|[red, green, blue]| Color::Rgb(red, green, blue));
        let index = self.index.map(Color::Indexed);
        match depth {
            Depth::TrueColor => rgb.or(index).or(self.named),
            Depth::Indexed => index.or(self.rgb.map(|rgb| Color::Indexed(nearest_index(rgb)))).or(self.named),
            Depth::Ansi => self.named.or_else(|| {
                let own = self.index.filter(|index| *index < 16);
                let nearest = || self.rgb.or(self.index.map(shade)).map(nearest_ansi);
                own.or_else(nearest).map(ansi)
            }),
            Depth::None => None,
        }
    }
}

fn unknown(text: &str) -> String {
    let names = NAMES.map(|(name, _)| name);
    let hint = did_you_mean(text, &names).unwrap_or_else(|| ".".to_owned());
    format!(
        "Unknown colour {}{hint} Valid: \"#rrggbb\", a number from 0 to 255, {}",
        quoted(text),
        crate::text::either(&names)
    )
}

fn hex(text: &str) -> Option<Rgb> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| {
        let part = &digits[at..at + 2];
        part.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u8::from_str_radix(part, 16).ok()).flatten()
    };
    Some([part(0)?, part(2)?, part(4)?])
}

fn ansi(number: u8) -> Color {
    NAMES.get(usize::from(number)).map_or(Color::Reset, |(_, color)| *color)
}

/// The shade of one of the 256 colours: 16 ANSI colours, a 6×6×6 cube, and 24 greys.
pub(super) fn shade(index: u8) -> Rgb {
    let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
    match index {
        0..16 => SHADES[usize::from(index)],
        16..232 => [level((index - 16) / 36), level((index - 16) / 6 % 6), level((index - 16) % 6)],
        232.. => [8 + 10 * (index - 232); 3],
    }
}

/// The nearest of the 256 colours, without the first 16, whose shades vary.
fn nearest_index(rgb: Rgb) -> u8 {
    (16..=255).min_by_key(|index| apart(shade(*index), rgb)).unwrap_or(16)
}

fn nearest_ansi(rgb: Rgb) -> u8 {
    (0..16).min_by_key(|index| apart(shade(*index), rgb)).unwrap_or(7)
}

fn apart(one: Rgb, other: Rgb) -> u32 {
    one.into_iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn colour(written: &[Value]) -> Result<Colour, String> {
        let mut colour = Colour::default();
        for written in written {
            colour.add(written)?;
        }
        Ok(colour)
    }

    fn at(written: &[Value], depth: Depth) -> Option<Color> {
        colour(written).unwrap().at(depth)
    }

    #[test]
    fn each_depth_shows_the_colour_given_for_it() {
        let all = [json!("#7aa2f7"), json!(111), json!("blue")];
        assert_eq!(at(&all, Depth::TrueColor), Some(Color::Rgb(0x7a, 0xa2, 0xf7)));
        assert_eq!(at(&all, Depth::Indexed), Some(Color::Indexed(111)));
        assert_eq!(at(&all, Depth::Ansi), Some(Color::Blue));
        assert_eq!(at(&all, Depth::None), None);
    }

    #[test]
    fn a_single_colour_is_shown_or_else_the_nearest() {
        let one = [json!("#ff0000")];
        assert_eq!(at(&one, Depth::Indexed), Some(Color::Indexed(196)));
        assert_eq!(at(&one, Depth::Ansi), Some(Color::LightRed));
        assert_eq!(at(&[json!(196)], Depth::TrueColor), Some(Color::Indexed(196)));
        assert_eq!(at(&[json!(196)], Depth::Ansi), Some(Color::LightRed));
        assert_eq!(at(&[json!(4)], Depth::Ansi), Some(Color::Blue));
        for depth in [Depth::TrueColor, Depth::Indexed, Depth::Ansi] {
            assert_eq!(at(&[json!("white")], depth), Some(Color::Gray));
            assert_eq!(at(&[json!("default")], depth), Some(Color::Reset));
        }
    }

    #[test]
    fn the_nearest_of_256_is_found() {
        for (rgb, expected) in [
            ([0, 0, 0], 16),
            ([255, 255, 255], 231),
            ([95, 135, 175], 67),
            ([8, 8, 8], 232),
            ([238, 238, 238], 255),
            ([118, 118, 118], 243),
            ([0x7a, 0xa2, 0xf7], 111),
            ([255, 128, 0], 208),
        ] {
            assert_eq!(nearest_index(rgb), expected, "{rgb:?}");
        }
    }

    #[test]
    fn the_nearest_of_16_is_found() {
        for (rgb, expected) in
            [([0, 0, 0], 0), ([255, 255, 255], 15), ([200, 10, 10], 1), ([120, 130, 120], 8), ([90, 100, 250], 12)]
        {
            assert_eq!(nearest_ansi(rgb), expected, "{rgb:?}");
        }
    }

    #[test]
    fn every_colour_of_the_palette_is_nearest_to_itself() {
        for index in 16..=255 {
            assert_eq!(shade(nearest_index(shade(index))), shade(index), "{index}");
        }
    }

    #[test]
    fn an_unknown_colour_is_reported_with_the_valid_ones() {
        let error = |written: Value| colour(&[written]).unwrap_err();
        let blu = error(json!("blu"));
        assert!(blu.starts_with("Unknown colour \"blu\"") && blu.contains("did you mean"), "{blu}");
        assert!(blu.contains(" Valid: \"#rrggbb\", a number from 0 to 255, black, red"), "{blu}");
        for written in [json!("#12345"), json!("#1234567"), json!("#12345g"), json!("#+1+2+3"), json!(256), json!(-1)] {
            assert!(error(written.clone()).starts_with("Unknown colour"), "{written}");
        }
        assert!(error(Value::Null).contains("must be quoted"));
        assert!(colour(&[json!("red"), json!("blue")]).unwrap_err().starts_with("Duplicate colour \"blue\""));
    }
}
