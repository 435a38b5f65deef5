//! Parsing and formatting of times.
//!
//! Times are stored as milliseconds since 1970 ([`Millis`]), eight bytes per edge; only this module converts them from
//! and to text. The canonical form is UTC with milliseconds, `2026-06-05T12:00:00.000Z`, and has its own parser, many
//! times faster than a general one. This module depends on no other.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use std::fmt::Write as _;
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970-01-01 UTC.
pub type Millis = i64;

pub const DAY: Millis = 86_400_000;

/// 0000-01-01T00:00:00.000Z and 9999-12-31T23:59:59.999Z.
const FIRST: Millis = -62_167_219_200_000;
const LAST: Millis = 253_402_300_799_999;

/// Length of the canonical form, `2026-06-05T12:00:00.000Z`.
const CANONICAL_LEN: usize = 24;

/// Length of the date part.
const DATE_LEN: usize = 10;

/// Parses an ISO 8601 date or date-time. A time without an offset is in UTC; a date is its midnight.
pub fn parse(text: &str) -> Option<Millis> {
    if let Some(millis) = parse_canonical(text).or_else(|| parse_seconds(text)) {
        return Some(millis);
    }
    if let Ok(stamp) = text.parse::<Timestamp>() {
        return Some(stamp.as_millisecond());
    }
    let local = text.parse::<DateTime>().or_else(|_| text.parse::<Date>().map(|date| date.at(0, 0, 0, 0)));
    local.ok()?.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp().as_millisecond())
}

/// Whether a text is an RFC 3339 date-time, which has seconds and an offset. Lower-case `t` and `z` and a space between
/// date and time are allowed, as in the RFC.
pub fn is_rfc3339(text: &str) -> bool {
    /// Pattern: `0` matches any digit, `T` the separator of date and time.
    const START: &[u8] = b"0000-00-00T00:00:00";
    const OFFSET: &[u8] = b"00:00";
    let has_form = |text: &[u8], form: &[u8]| {
        let fits = |(byte, wanted): (&u8, &u8)| match wanted {
            b'0' => byte.is_ascii_digit(),
            b'T' => b"Tt ".contains(byte),
            other => byte == other,
        };
        text.len() == form.len() && text.iter().zip(form).all(fits)
    };
    let Some((start, rest)) = text.split_at_checked(START.len()) else { return false };
    let zone = match rest.strip_prefix('.') {
        Some(fraction) => fraction.trim_start_matches(|c: char| c.is_ascii_digit()),
        None => rest,
    };
    let has_fraction = rest.len() != zone.len();
    if !has_form(start.as_bytes(), START) || (has_fraction && rest.len() - zone.len() == 1) {
        return false;
    }
    let at_most = |text: &str, most: u8| text.parse::<u8>().is_ok_and(|number| number <= most);
    let is_offset =
        |offset: &str| has_form(offset.as_bytes(), OFFSET) && at_most(&offset[..2], 23) && at_most(&offset[3..], 59);
    let is_zone = matches!(zone, "Z" | "z") || zone.strip_prefix(['+', '-']).is_some_and(is_offset);
    // A minute with a leap second has 61 seconds.
    let is_time = at_most(&start[11..13], 23) && at_most(&start[14..16], 59) && at_most(&start[17..], 60);
    is_zone && is_time && start[..DATE_LEN].parse::<Date>().is_ok()
}

/// Parses a time as for [`parse`], or a relative time before `now`: `-30m`, `-3h`, `-7d`, `-2w`. Clamped to the first
/// time that can be formatted.
pub fn parse_when(text: &str, now: Millis) -> Option<Millis> {
    text.strip_prefix('-').map_or_else(|| parse(text), |ago| Some(now.saturating_sub(span(ago)?).max(FIRST)))
}

/// Parses a duration such as `7d`.
fn span(text: &str) -> Option<Millis> {
    let unit = match text.as_bytes().last()? {
        b'm' => 60_000,
        b'h' => 3_600_000,
        b'd' => DAY,
        b'w' => 7 * DAY,
        _ => return None,
    };
    let count = &text[..text.len() - 1];
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A number that overflows is still valid: a time before all others.
    Some(count.parse::<Millis>().map_or(Millis::MAX, |count| count.saturating_mul(unit)))
}

/// Formats a time in the canonical form. Values outside the years 0000–9999 are clamped.
pub fn format(millis: Millis) -> String {
    let millis = millis.clamp(FIRST, LAST);
    let (days, of_day) = (millis.div_euclid(DAY), millis.rem_euclid(DAY));
    let (year, month, day) = date_of(days);
    let (hour, minute, second) = (of_day / 3_600_000, of_day / 60_000 % 60, of_day / 1000 % 60);
    let mut text = String::with_capacity(CANONICAL_LEN);
    // Writing to a String cannot fail.
    let _ = write!(text, "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", of_day % 1000);
    text
}

/// A time in UTC with minutes, `2026-01-01 00:00`. An invalid time is cut to the same length.
pub fn to_minute(text: &str) -> String {
    let has_offset = text.len() > DATE_LEN && !text.ends_with('Z');
    let in_utc = if has_offset { parse(text).map(format) } else { None };
    in_utc.as_deref().unwrap_or(text).chars().take("2026-01-01T00:00".len()).collect::<String>().replace('T', " ")
}

/// The current time.
pub fn now() -> Millis {
    from_system(SystemTime::now())
}

/// Converts a system time, rounded down to the millisecond.
pub fn from_system(time: SystemTime) -> Millis {
    match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
        Err(before) => {
            let before = before.duration();
            let whole = i64::try_from(before.as_millis()).unwrap_or(i64::MAX);
            let cut = i64::from(before.subsec_nanos() % 1_000_000 != 0);
            -whole.saturating_add(cut)
        }
    }
}

/// Parses a time in exactly the form that [`format`] writes. Avoids the general parser, because a log of a million rows
/// contains a million of these.
pub fn parse_canonical(text: &str) -> Option<Millis> {
    CanonicalTimes::default().parse(text)
}

/// Parses a time in UTC with seconds, `2026-06-05T12:00:00Z`.
fn parse_seconds(text: &str) -> Option<Millis> {
    let start = text.strip_suffix('Z').filter(|start| start.len() == CANONICAL_LEN - ".000Z".len())?;
    let mut canonical = *b"0000-00-00T00:00:00.000Z";
    canonical[..start.len()].copy_from_slice(start.as_bytes());
    parse_canonical(std::str::from_utf8(&canonical).ok()?)
}

/// Parses a sequence of canonical times. Caches the last date, because consecutive times mostly have the same one.
#[derive(Debug, Default)]
pub struct CanonicalTimes {
    last: Option<([u8; DATE_LEN], i64)>,
}

impl CanonicalTimes {
    /// The same as [`parse_canonical`].
    pub fn parse(&mut self, text: &str) -> Option<Millis> {
        let text: &[u8; CANONICAL_LEN] = text.as_bytes().try_into().ok()?;
        let (date, of_day) = text.split_first_chunk()?;
        let days = match self.last {
            Some((last, days)) if last == *date => days,
            _ => self.last.insert((*date, days_until(date)?)).1,
        };
        Some(days * DAY + time_of_day(of_day.first_chunk()?)?)
    }
}

/// Parses a fixed number of ASCII digits.
#[expect(clippy::needless_bitwise_bool, reason = "all digits are checked at once, without a branch for each")]
fn number<const N: usize>(digits: [u8; N]) -> Option<i64> {
    let digits = digits.map(|digit| digit.wrapping_sub(b'0'));
    let is_number = digits.iter().fold(true, |all, digit| all & (*digit < 10));
    is_number.then(|| digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(*digit)))
}

/// Days from 1970-01-01 to a date such as `2026-06-05`.
fn days_until(date: &[u8; DATE_LEN]) -> Option<i64> {
    let [y0, y1, y2, y3, b'-', m0, m1, b'-', d0, d1] = *date else { return None };
    days_since_1970(number([y0, y1, y2, y3])?, number([m0, m1])?, number([d0, d1])?)
}

/// Milliseconds since midnight of a time such as `T12:00:00.000Z`.
fn time_of_day(time: &[u8; CANONICAL_LEN - DATE_LEN]) -> Option<Millis> {
    let [b'T', h0, h1, b':', m0, m1, b':', s0, s1, b'.', f0, f1, f2, b'Z'] = *time else { return None };
    let (hour, minute, second) = (number([h0, h1])?, number([m0, m1])?, number([s0, s1])?);
    let is_time = hour < 24 && minute < 60 && second < 60;
    Some((hour * 60 + minute) * 60_000 + second * 1000 + number([f0, f1, f2])?).filter(|_| is_time)
}

/// Days from 1970-01-01 to a date of the proleptic Gregorian calendar; `None` for an invalid date.
fn days_since_1970(year: i64, month: i64, day: i64) -> Option<i64> {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let length = match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        _ => return None,
    };
    if day < 1 || day > length {
        return None;
    }
    // Years start in March, so that the leap day is the last day of its year.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let century_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    let month_days = (153 * month + 2) / 5;
    Some(year * 365 + century_days + month_days + day - 1 - 719_468)
}

/// Year, month and day from days since 1970-01-01: the inverse of [`days_since_1970`].
fn date_of(days: i64) -> (i64, i64, i64) {
    // Days in 400 years. Eras start on 1 March, so that the leap day is the last day of its year.
    const ERA: i64 = 146_097;
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / (ERA - 1)) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::time::Duration;

    #[test]
    fn canonical_text_round_trips() {
        let text = "2026-11-15T23:55:03.690Z";
        let millis = parse(text).unwrap();
        assert_eq!(millis, 1_794_786_903_690);
        assert_eq!(format(millis), text);
        assert_eq!(parse_canonical(text), Some(millis));
    }

    #[test]
    fn first_and_last_time_round_trip() {
        for text in ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z", "2000-02-29T00:00:00.000Z"] {
            assert_eq!(format(parse(text).unwrap()), text);
        }
        assert_eq!(format(Millis::MAX), "9999-12-31T23:59:59.999Z");
        assert_eq!(format(Millis::MIN), "0000-01-01T00:00:00.000Z");
    }

    #[test]
    fn rfc_3339_requires_seconds_and_an_offset() {
        let times = [
            "2026-02-18T12:00:00Z",
            "2026-02-18T12:00:00.5Z",
            "2026-02-18T12:00:00.123456789+05:30",
            "2026-02-18t12:00:00z",
            "2026-02-18 12:00:00-00:00",
            "2024-02-29T23:59:60Z",
            "0000-01-01T00:00:00Z",
        ];
        for text in times {
            assert!(is_rfc3339(text), "{text}");
        }
        let others = [
            "",
            "2026-02-18",
            "2026-02-18T12:00Z",
            "2026-02-18T12:00:00",
            "2026-02-18T12:00:00.Z",
            "2026-02-18T12:00:00.5",
            "2026-02-18T12:00:00+0530",
            "2026-02-18T12:00:00+05",
            "2026-02-18T12:00:00+24:00",
            "2026-02-18T12:00:00+05:60",
            "2026-02-18T24:00:00Z",
            "2026-02-18T12:60:00Z",
            "2026-02-18T12:00:61Z",
            "2026-02-30T12:00:00Z",
            "2025-02-29T12:00:00Z",
            "2026-13-01T12:00:00Z",
            "2026-2-18T12:00:00Z",
            "2026-02-18T12:00:00Zz",
            "2026-02-18T12:00:00Z[UTC]",
            "20260218T120000Z",
            "2026-02-18_12:00:00Z",
            "2026-02-18T12:00:0äZ",
            "yesterday",
        ];
        for text in others {
            assert!(!is_rfc3339(text), "{text}");
        }
    }

    #[test]
    fn other_iso_forms_are_parsed_but_not_canonical() {
        let whole = parse("2026-06-05T12:00:00.000Z").unwrap();
        for text in ["2026-06-05T12:00:00Z", "2026-06-05T14:00:00+02:00", "2026-06-05T12:00:00"] {
            assert_eq!(parse(text), Some(whole), "{text}");
            assert_ne!(parse_canonical(text), Some(whole), "{text}");
        }
        assert_eq!(parse("2026-06-05"), parse("2026-06-05T00:00:00.000Z"));
    }

    #[test]
    fn invalid_dates_are_rejected() {
        for text in ["", "yesterday", "2026-02-30", "2026-02-30T00:00:00.000Z", "2026-13-01T00:00:00.000Z", "2026"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn absolute_and_relative_times_are_parsed() {
        let now = parse("2026-05-08T12:00:00.000Z").unwrap();
        let asked = |text| parse_when(text, now).map(format);
        assert_eq!(asked("2026-05-01").as_deref(), Some("2026-05-01T00:00:00.000Z"));
        assert_eq!(asked("2026-05-01T10:30:00Z").as_deref(), Some("2026-05-01T10:30:00.000Z"));
        assert_eq!(asked("-30m").as_deref(), Some("2026-05-08T11:30:00.000Z"));
        assert_eq!(asked("-3h").as_deref(), Some("2026-05-08T09:00:00.000Z"));
        assert_eq!(asked("-7d").as_deref(), Some("2026-05-01T12:00:00.000Z"));
        assert_eq!(asked("-2w").as_deref(), Some("2026-04-24T12:00:00.000Z"));
        assert_eq!(asked("-0d"), Some(format(now)));
    }

    #[test]
    fn relative_times_are_clamped_to_the_first_time() {
        for text in ["-9000000000d", "-9223372036854775807w", "-99999999999999999999999h"] {
            assert_eq!(parse_when(text, 0), Some(FIRST), "{text}");
        }
        assert_eq!(parse_when("-1d", Millis::MIN), Some(FIRST));
    }

    #[test]
    fn invalid_times_are_rejected() {
        for text in [
            "",
            "-",
            "-d",
            "-7",
            "7d",
            "--7d",
            "-+7d",
            "-7 d",
            "-7D",
            "-7y",
            "-1.5h",
            "-7\u{e9}",
            "-٧d",
            "now",
            "2026-02-30",
        ] {
            assert_eq!(parse_when(text, 0), None, "{text}");
        }
    }

    #[test]
    fn times_before_1970_round_down() {
        let before = UNIX_EPOCH - Duration::from_micros(1500);
        assert_eq!(from_system(before), -2);
        assert_eq!(from_system(UNIX_EPOCH + Duration::from_micros(1500)), 1);
    }

    proptest! {
        #[test]
        fn format_and_parse_agree_with_a_general_parser(millis in FIRST..=LAST - 86_400_000) {
            let text = format(millis);
            prop_assert_eq!(parse_canonical(&text), Some(millis));
            let general = text.parse::<Timestamp>().unwrap().as_millisecond();
            prop_assert_eq!(general, millis);
        }

        #[test]
        fn times_with_seconds_agree_with_a_general_parser(
            millis in FIRST..=LAST - DAY, at in 0..19_usize, other in "[0-9:TZ.-]", is_changed in any::<bool>()
        ) {
            let mut text = format!("{}Z", &format(millis)[..19]);
            if is_changed {
                text.replace_range(at..=at, &other);
            }
            if let Some(parsed) = parse_seconds(&text) {
                prop_assert_eq!(text.parse::<Timestamp>().map(|one| one.as_millisecond()).ok(), Some(parsed), "{}", text);
            } else {
                prop_assert!(is_changed);
            }
        }

        /// The cached date never affects the result, whether the previous text was of the same day, of another or
        /// invalid.
        #[test]
        fn sequence_of_times_is_parsed_like_single_times(
            texts in proptest::collection::vec((0..3_i64, 0..DAY, 0..24_usize, "[0-9:TZ.-]", any::<bool>()), 0..9)
        ) {
            let mut times = CanonicalTimes::default();
            for (day, of_day, at, other, is_changed) in texts {
                let mut text = format(day * DAY + of_day);
                if is_changed {
                    text.replace_range(at..=at, &other);
                }
                // A text is canonical if formatting its time gives the same text.
                let general = text.parse::<Timestamp>().ok().map(|one| one.as_millisecond());
                prop_assert_eq!(times.parse(&text), general.filter(|millis| format(*millis) == text), "{}", text);
            }
        }
    }
}
