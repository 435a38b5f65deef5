//! Compact ages such as `5m`, for narrow columns.

use crate::time::Millis;

const MINUTE: Millis = 60_000;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// The age as `now`, `5m`, `3h`, `2d`, `7w`, `4mo` or `2y`. Times in the future are `now`.
pub(in crate::tui) fn age(then: Millis, now: Millis) -> String {
    let passed = now.saturating_sub(then);
    match passed {
        _ if passed < MINUTE => "now".to_owned(),
        _ if passed < HOUR => format!("{}m", passed / MINUTE),
        _ if passed < DAY => format!("{}h", passed / HOUR),
        _ if passed < 14 * DAY => format!("{}d", passed / DAY),
        _ if passed < 60 * DAY => format!("{}w", passed / (7 * DAY)),
        _ if passed < 730 * DAY => format!("{}mo", passed / (30 * DAY)),
        _ => format!("{}y", passed / (365 * DAY)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ages_are_short_and_never_negative() {
        let ages = [-5, 0, MINUTE, 59 * MINUTE, 3 * HOUR, 2 * DAY, 13 * DAY, 20 * DAY, 90 * DAY, 800 * DAY];
        let words: Vec<_> = ages.iter().map(|passed| age(1_000_000 - passed, 1_000_000)).collect();
        assert_eq!(words, ["now", "now", "1m", "59m", "3h", "2d", "13d", "2w", "3mo", "2y"]);
    }
}
