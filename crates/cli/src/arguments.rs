//! Arguments that several commands share.

use std::ops::RangeInclusive;
use std::str::FromStr;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sokolab::Method;
use sokolab::text::{Dialect, Legend};
pub(crate) use sokolab::{parse_count as count, parse_duration as duration, parse_size as size};

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

/// These values by their library names, for options that take a subset of a list or additional
/// values.
pub(crate) fn names<T: ValueEnum>(values: &[T]) -> Vec<(PossibleValue, T)> {
    let named = values.iter().map(|it| Some((it.to_possible_value()?, it.clone())));
    named.flatten().collect()
}

/// A version of `nethack-des` by name.
pub(crate) fn des_version() -> impl TypedValueParser<Value = Dialect> {
    named(names(&[Dialect::Des343, Dialect::Des4, Dialect::Des36]))
}

/// The name of a method, or `list` for the list of methods.
pub(crate) fn method_name() -> impl TypedValueParser<Value = String> {
    let list = PossibleValue::new("list").help("print every method with its summary");
    let methods = names(&Method::ALL).into_iter().map(|(name, _)| name);
    PossibleValuesParser::new(methods.chain([list]))
}

/// A method by name; `None` asks for the list.
pub(crate) fn method(name: &str) -> Result<Option<Method>, String> {
    if name == "list" {
        return Ok(None);
    }
    let found = name.parse::<Method>();
    found.map(Some).map_err(|_| "--method list prints all methods".to_owned())
}

/// A legend by name, or changes to XSB.
pub(crate) fn legend(text: &str) -> Result<Legend, String> {
    Legend::parse(text).map_err(|error| error.to_string())
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

#[cfg(test)]
mod tests {
    use super::{grades, range};

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
}
