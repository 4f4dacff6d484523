//! Amounts as users write them: counts, sizes and times with units.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Why a text is not an amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AmountError(String);

impl fmt::Display for AmountError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for AmountError {}

impl From<AmountError> for String {
    fn from(error: AmountError) -> String {
        error.0
    }
}

/// Reads seconds, or a number with `ms`, `s`, `m` or `h`.
///
/// # Errors
///
/// If it is not a valid time.
pub fn parse_duration(text: &str) -> Result<Duration, AmountError> {
    let (number, unit) = split_unit(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(AmountError(format!("{unit:?} is not ms, s, m or h"))),
    };
    let seconds = parse_number::<f64>(number, "number")? * scale;
    Duration::try_from_secs_f64(seconds).map_err(|_| AmountError("time out of range".to_owned()))
}

/// Reads bytes, or a number with `K`, `M`, `G` or `T`, in powers of 1024.
///
/// # Errors
///
/// If it is not a valid size.
pub fn parse_size(text: &str) -> Result<u64, AmountError> {
    let (number, unit) = split_unit(text);
    let unit = unit.to_ascii_uppercase();
    let unit = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
    let shift = match unit {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(AmountError(format!("{unit:?} is not K, M, G or T"))),
    };
    let bytes = parse_number::<f64>(number, "number")? * (1_u64 << shift) as f64;
    if !(0.0..1e18).contains(&bytes) {
        return Err(AmountError("size out of range".to_owned()));
    }
    Ok(bytes as u64)
}

/// Reads a whole number, or one with `K`, `M` or `G`, in powers of 1000.
///
/// # Errors
///
/// If it is not a valid count.
pub fn parse_count(text: &str) -> Result<u64, AmountError> {
    let (number, unit) = split_unit(text);
    let scale = match unit {
        "" => 1,
        "K" | "k" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err(AmountError(format!("{unit:?} is not K, M or G"))),
    };
    let number = parse_number::<u64>(number, "whole number")?;
    number.checked_mul(scale).ok_or_else(|| AmountError("number out of range".to_owned()))
}

fn parse_number<T: FromStr>(text: &str, kind: &str) -> Result<T, AmountError> {
    text.parse().map_err(|_| AmountError(format!("{text:?} is not a {kind}")))
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{parse_count, parse_duration, parse_size};

    #[test]
    fn units_are_understood() {
        assert_eq!(parse_duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(parse_duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("1.5 MiB"), Ok(3 << 19));
        assert_eq!(parse_count("10M"), Ok(10_000_000));
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "-1", "1x", "NaN", "inf"] {
            assert!(parse_duration(text).is_err(), "{text}");
            assert!(parse_size(text).is_err(), "{text}");
            assert!(parse_count(text).is_err(), "{text}");
        }
        assert!(parse_count("99999999999999999999").is_err());
    }
}
