//! Arguments of calls, as far as they are literals.

use std::borrow::Cow;

use super::scan::{Kind, Scanner, Token};
use crate::text::nethack_text::Spot;

/// Maximum number of arguments, and of numbers in a list, that are parsed.
const VALUES_MAX: usize = 16;

/// The value of an argument or field.
#[derive(Debug, PartialEq)]
pub(super) enum Value<'a> {
    Number(i64),
    Text(Cow<'a, str>),
    /// `{ 1, 2 }`.
    Numbers(Vec<i64>),
    /// An expression that would have to be evaluated.
    Other,
}

impl<'a> Value<'a> {
    pub(super) fn text(&self) -> Option<Cow<'a, str>> {
        match self {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// The numbers of a list; empty for any other value.
    pub(super) fn numbers(&self) -> &[i64] {
        match self {
            Value::Numbers(numbers) => numbers,
            _ => &[],
        }
    }
}

/// The arguments of a call: positional, or the fields of the table that is its only argument.
#[derive(Debug, Default)]
pub(super) struct Arguments<'a> {
    ordered: Vec<Value<'a>>,
    fields: Vec<(&'a str, Value<'a>)>,
    /// Offset of the end of the call.
    pub(super) end: usize,
}

impl<'a> Arguments<'a> {
    pub(super) fn field(&self, key: &str) -> Option<&Value<'a>> {
        self.fields.iter().find(|(known, _)| *known == key).map(|(_, value)| value)
    }

    /// The string under `key` or, without keys, the first argument.
    pub(super) fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        self.field(key).or(self.ordered.first())?.text()
    }

    /// The spot given by the arguments: positional `x, y` or `{x, y}` after the first, or the keys
    /// `coord`, or `x` and `y`.
    pub(super) fn spot(&self) -> Spot {
        if let Some(coordinates) = self.field("coord") {
            return Spot::from_numbers(coordinates.numbers());
        }
        let pair = match (self.field("x"), self.field("y")) {
            (None, None) => (self.ordered.get(1), self.ordered.get(2)),
            pair => pair,
        };
        match pair {
            (Some(Value::Number(x)), Some(Value::Number(y))) => Spot::At(*x, *y),
            (Some(Value::Numbers(numbers)), None) => Spot::from_numbers(numbers),
            _ => Spot::Random,
        }
    }
}

/// The text of a map.
#[derive(Debug)]
pub(super) struct MapText {
    pub(super) rows: Vec<String>,
    /// Offset of its first row.
    pub(super) rows_start: usize,
    /// Offsets of the string literal, including its delimiters.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_terminated: bool,
}

/// Parses the arguments of a call; `None` if this is not a call or it is not closed.
pub(super) fn arguments<'a>(scanner: &mut Scanner<'a>) -> Option<Arguments<'a>> {
    let mut result = Arguments::default();
    let mut ahead = scanner.clone();
    let first = ahead.next_token()?;
    match (first.kind, first.text) {
        // Lua also allows calls with one string or table without parentheses.
        (Kind::Text | Kind::LongText { .. }, _) => {
            *scanner = ahead;
            result.ordered.push(Value::Text(first.text_value()));
            result.end = first.end();
            return Some(result);
        }
        (_, "{") => {
            *scanner = ahead;
            list(scanner, "}", &mut result)?;
        }
        (_, "(") => {
            *scanner = ahead.clone();
            if ahead.next_token()?.text == "{" {
                *scanner = ahead;
                list(scanner, "}", &mut result)?;
                // Whatever follows the table, the call ends at its closing parenthesis.
                list(scanner, ")", &mut Arguments::default())?;
            } else {
                list(scanner, ")", &mut result)?;
            }
        }
        _ => return None,
    }
    result.end = scanner.last()?.end();
    Some(result)
}

/// Parses items up to `closing`, which closes a bracket that is already open.
fn list<'a>(scanner: &mut Scanner<'a>, closing: &str, result: &mut Arguments<'a>) -> Option<()> {
    let mut item: Vec<Token<'a>> = Vec::new();
    let mut depth = 0_usize;
    loop {
        let token = scanner.next_token()?;
        let is_end = depth == 0 && token.text == closing;
        let is_sign = token.kind == Kind::Sign;
        if is_sign && depth == 0 && (is_end || matches!(token.text, "," | ";")) {
            keep(&item, result);
            item.clear();
            if is_end {
                return Some(());
            }
            continue;
        }
        match token.text {
            "(" | "{" | "[" if is_sign => depth += 1,
            ")" | "}" | "]" if is_sign => depth = depth.checked_sub(1)?,
            _ => {}
        }
        // Longer items are expressions anyway.
        if item.len() < 2 * VALUES_MAX {
            item.push(token);
        }
    }
}

/// Records an item: `value` or `key = value`.
fn keep<'a>(item: &[Token<'a>], result: &mut Arguments<'a>) {
    if result.ordered.len() + result.fields.len() >= VALUES_MAX {
        return;
    }
    match item {
        [] => {}
        [key, equals, value @ ..] if key.kind == Kind::Name && equals.text == "=" => {
            result.fields.push((key.text, value_of(value)));
        }
        value => result.ordered.push(value_of(value)),
    }
}

fn value_of<'a>(tokens: &[Token<'a>]) -> Value<'a> {
    match tokens {
        [text] if matches!(text.kind, Kind::Text | Kind::LongText { .. }) => {
            Value::Text(text.text_value())
        }
        [open, inside @ .., close] if open.text == "{" && close.text == "}" => {
            let numbers: Option<Vec<i64>> = inside
                .split(|token| matches!(token.text, "," | ";"))
                .filter(|item| !item.is_empty())
                .map(number_of)
                .collect();
            numbers.map_or(Value::Other, Value::Numbers)
        }
        _ => number_of(tokens).map_or(Value::Other, Value::Number),
    }
}

/// A possibly negative integer; leading zeros are ignored.
fn number_of(tokens: &[Token<'_>]) -> Option<i64> {
    match tokens {
        [number] if number.kind == Kind::Number => number.text.parse().ok(),
        [minus, number] if minus.text == "-" && number.kind == Kind::Number => {
            number.text.parse::<i64>().ok().map(|number| -number)
        }
        _ => None,
    }
}

/// Reads up to the map string in a call of `des.map`; `None` if there is none.
pub(super) fn map_text(scanner: &mut Scanner<'_>) -> Option<MapText> {
    let mut depth = 0_usize;
    let (mut key, mut is_table) = (None, false);
    loop {
        let token = scanner.next_token()?;
        match (token.kind, token.text) {
            (Kind::Text | Kind::LongText { .. }, _) if !is_table || key == Some("map") => {
                return Some(map_of(token));
            }
            (Kind::Name, name) => key = Some(name),
            (Kind::Sign, "=") => {}
            (Kind::Sign, sign) => {
                key = None;
                is_table |= sign == "{";
                match sign {
                    "(" | "{" | "[" => depth += 1,
                    ")" | "}" | "]" => depth = depth.checked_sub(1)?,
                    _ => {}
                }
                if depth == 0 {
                    return None;
                }
            }
            _ => key = None,
        }
    }
}

fn map_of(token: Token<'_>) -> MapText {
    let value = token.text_value();
    let (inside, is_terminated) = match token.kind {
        Kind::LongText { from, is_terminated, .. } => (from, is_terminated),
        _ => (token.start + 1, true),
    };
    // Lua drops a newline at the beginning of a long string.
    let rows = value.strip_prefix('\n').unwrap_or(&value);
    let rows_start = inside + usize::from(value.starts_with('\n'));
    let rows = rows.strip_suffix('\n').unwrap_or(rows);
    MapText {
        rows: rows.split('\n').map(str::to_owned).collect(),
        rows_start: rows_start.min(token.end()),
        start: token.start,
        end: token.end(),
        is_terminated,
    }
}
