//! Arguments that several commands share.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sokolab::Method;
use sokolab::text::{Dialect, Legend};

/// One of several values by name. Help, errors and completions list the names.
pub(crate) fn named<T>(values: Vec<(PossibleValue, T)>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names: Vec<PossibleValue> = values.iter().map(|(name, _)| name.clone()).collect();
    PossibleValuesParser::new(names).map(move |name| {
        let found = values.iter().find(|(value, _)| value.matches(&name, false));
        found.expect("the parser accepts no other name").1.clone()
    })
}

/// These values by the names that the library gives them, for options that take only some of a
/// list, or others beside it.
pub(crate) fn names<T: ValueEnum>(values: &[T]) -> Vec<(PossibleValue, T)> {
    let named = values.iter().map(|it| Some((it.to_possible_value()?, it.clone())));
    named.flatten().collect()
}

/// A version of `nethack-des` by name.
pub(crate) fn des_version() -> impl TypedValueParser<Value = Dialect> {
    named(names(&[Dialect::Des343, Dialect::Des4, Dialect::Des36]))
}

/// The name of a method, or `list`.
pub(crate) fn method_name() -> impl TypedValueParser<Value = String> {
    let list = PossibleValue::new("list").help("print every method with a line on each");
    let methods = names(&Method::ALL).into_iter().map(|(name, _)| name);
    PossibleValuesParser::new(methods.chain([list]))
}

/// A method by name; `None` asks for the list.
pub(crate) fn method(name: &str) -> Result<Option<Method>, String> {
    if name == "list" {
        return Ok(None);
    }
    let found = name.parse::<Method>();
    found.map(Some).map_err(|_| "try --method list to see what there is".to_owned())
}

/// A legend by name, or changes to XSB.
pub(crate) fn legend(text: &str) -> Result<Legend, String> {
    Legend::parse(text).map_err(|error| error.to_string())
}

/// Seconds, or a number with `ms`, `s`, `m` or `h`.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("{unit:?} is not ms, s, m or h")),
    };
    let seconds = f64::from_str(number).map_err(|_| format!("{number:?} is not a number"))? * scale;
    Duration::try_from_secs_f64(seconds).map_err(|_| "time out of range".to_owned())
}

/// Bytes, or a number with `K`, `M`, `G` or `T`, in powers of 1024.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let unit = unit.to_ascii_uppercase();
    let unit = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
    let shift = match unit {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return Err(format!("{unit:?} is not K, M, G or T")),
    };
    let number = f64::from_str(number).map_err(|_| format!("{number:?} is not a number"))?;
    let bytes = number * (1_u64 << shift) as f64;
    if !(0.0..1e18).contains(&bytes) {
        return Err("size out of range".to_owned());
    }
    Ok(bytes as u64)
}

/// A whole number, or one with `K`, `M` or `G`, in powers of 1000.
pub(crate) fn count(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let scale = match unit {
        "" => 1,
        "K" | "k" => 1_000,
        "M" => 1_000_000,
        "G" => 1_000_000_000,
        _ => return Err(format!("{unit:?} is not K, M or G")),
    };
    let number = u64::from_str(number).map_err(|_| format!("{number:?} is not a whole number"))?;
    number.checked_mul(scale).ok_or_else(|| "number out of range".to_owned())
}

/// A range of whole numbers: `7`, `5-9`, `20-` for 20 and more, `-9` for up to 9.
pub(crate) fn range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| {
        usize::from_str(text.trim()).map_err(|_| format!("{text:?} is not a whole number"))
    };
    let (first, last) = match text.split_once('-') {
        None => (number(text)?, number(text)?),
        Some(("", "")) => return Err("a range needs a first or a last number".to_owned()),
        Some((first, "")) => (number(first)?, usize::MAX),
        Some(("", last)) => (0, number(last)?),
        Some((first, last)) => (number(first)?, number(last)?),
    };
    if first > last {
        return Err(format!("the range is reversed: {first} is more than {last}"));
    }
    Ok(first..=last)
}

/// A range of grades.
pub(crate) fn grades(text: &str) -> Result<RangeInclusive<usize>, String> {
    let range = range(text)?;
    let (first, last) = ((*range.start()).max(1), (*range.end()).min(10));
    if first > last {
        return Err("grades go from 1 to 10".to_owned());
    }
    Ok(first..=last)
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|it: char| it.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].trim(), text[end..].trim())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{count, duration, grades, range, size};

    #[test]
    fn units_are_understood() {
        assert_eq!(duration("1.5"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("10m"), Ok(Duration::from_secs(600)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(size("2G"), Ok(2 << 30));
        assert_eq!(size("1.5 MiB"), Ok(3 << 19));
        assert_eq!(count("10M"), Ok(10_000_000));
    }

    #[test]
    fn ranges_may_be_open() {
        assert_eq!(range("7"), Ok(7..=7));
        assert_eq!(range("5-9"), Ok(5..=9));
        assert_eq!(range("20-"), Ok(20..=usize::MAX));
        assert_eq!(range("-9"), Ok(0..=9));
        for text in ["", "-", "a", "9-5", "1-2-3"] {
            assert!(range(text).is_err(), "{text}");
        }
    }

    #[test]
    fn grades_go_from_1_to_10() {
        assert_eq!(grades("4"), Ok(4..=4));
        assert_eq!(grades("8-"), Ok(8..=10));
        assert_eq!(grades("-3"), Ok(1..=3));
        for text in ["0", "11", "12-", "5-4"] {
            assert!(grades(text).is_err(), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "-1", "1x", "NaN", "inf"] {
            assert!(duration(text).is_err(), "{text}");
            assert!(size(text).is_err(), "{text}");
            assert!(count(text).is_err(), "{text}");
        }
        assert!(count("99999999999999999999").is_err());
    }
}
