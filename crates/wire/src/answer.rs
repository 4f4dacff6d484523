//! Files of answers by language models, one answer per line.
//!
//! A line is an object with the level and the answer, a list of moves, or just the moves. Every
//! line becomes an answer or a reason why it cannot be read.

use serde_json::{Map, Value};
use sokolab::Moves;
use sokolab::text::ParseMovesError;

use crate::answer_moves::parse_answer_moves;

/// The keys under which an object may have its answer; the first one present counts.
const ANSWER_KEYS: [&str; 9] = [
    "answer",
    "solution",
    "moves",
    "actions",
    "response",
    "output",
    "completion",
    "prediction",
    "plan",
];

/// The most bytes of foreign keys that are carried along.
const INPUT_BYTES_MAX: usize = 64 << 10;

/// An answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The level it names.
    pub subject: AnswerSubject,
    /// Its moves.
    pub moves: Result<Moves, AnswerFault>,
    /// The unknown keys of the line.
    pub input: Option<Value>,
}

/// The level that an answer names, if it names one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnswerSubject {
    /// The name of the level: its `id`, a place such as `a.sok#7`, or its title.
    pub id: Option<String>,
    /// The file.
    pub file: Option<String>,
    /// The number of the level in its file.
    pub level: Option<usize>,
}

/// Why an answer has no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    /// The line cannot be read: why, as a sentence without a beginning.
    Unreadable(String),
    /// Some text is not a move.
    ParseMovesError(ParseMovesError),
}

impl Answer {
    /// The answer of a line that cannot be read.
    #[must_use]
    pub fn unreadable(reason: &str) -> Answer {
        let moves = Err(AnswerFault::Unreadable(reason.to_owned()));
        Answer { subject: AnswerSubject::default(), moves, input: None }
    }

    /// Reads a line.
    ///
    /// ```
    /// use sokolab_wire::Answer;
    ///
    /// let answer = Answer::read(br#"{"level": 3, "answer": ["right", "R"], "model": "m1"}"#);
    /// assert_eq!(answer.subject.level, Some(3));
    /// assert_eq!(answer.moves.expect("moves").to_string(), "rR");
    /// ```
    #[must_use]
    pub fn read(line: &[u8]) -> Answer {
        let Ok(text) = std::str::from_utf8(line) else {
            return Answer::unreadable("it is not UTF-8");
        };
        let text = text.trim_start_matches('\u{FEFF}').trim();
        let is_json = text.starts_with(['{', '"']) || text.starts_with('[');
        if !is_json {
            return Answer::of(parse_answer_moves(text));
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Answer::of_object(object),
            Ok(value) => match moves_of(&value) {
                Ok(moves) => Answer { moves, ..Answer::of(Ok(Moves::new())) },
                Err(reason) => Answer::unreadable(&reason),
            },
            Err(error) => {
                Answer::unreadable(&format!("it is not JSON at column {}", error.column()))
            }
        }
    }

    fn of(moves: Result<Moves, ParseMovesError>) -> Answer {
        let moves = moves.map_err(AnswerFault::ParseMovesError);
        Answer { subject: AnswerSubject::default(), moves, input: None }
    }

    fn of_object(mut object: Map<String, Value>) -> Answer {
        let found = ANSWER_KEYS.iter().find_map(|&key| object.remove(key));
        let moves = match found.as_ref().map(moves_of) {
            None => Err(AnswerFault::Unreadable("it has no `answer`".to_owned())),
            Some(Err(reason)) => Err(AnswerFault::Unreadable(reason)),
            Some(Ok(moves)) => moves,
        };
        let mut text = |key: &str| object.remove(key).as_ref().and_then(name_of);
        let (id, file, level) = (text("id"), text("file"), text("level"));
        let number = level.as_deref().and_then(|it| it.parse().ok());
        // A level may also be named where its number is expected.
        let id = id.or_else(|| level.filter(|_| number.is_none()));
        let bytes: usize = object.iter().map(|(key, it)| key.len() + it.to_string().len()).sum();
        let input = (!object.is_empty() && bytes <= INPUT_BYTES_MAX).then_some(object);
        let subject = AnswerSubject { id, file, level: number };
        Answer { subject, moves, input: input.map(Value::Object) }
    }
}

/// A name or a number as text.
fn name_of(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The moves of a value: a string, a list of strings, or nothing.
fn moves_of(value: &Value) -> Result<Result<Moves, AnswerFault>, String> {
    let read = |text: &str| parse_answer_moves(text).map_err(AnswerFault::ParseMovesError);
    match value {
        Value::Null => Ok(Ok(Moves::new())),
        Value::String(text) => Ok(read(text)),
        Value::Array(items) => {
            let mut texts = Vec::with_capacity(items.len());
            for item in items {
                let text = item.as_str().ok_or("its answer is a list of other things than text")?;
                texts.push(text);
            }
            Ok(read(&texts.join(", ")))
        }
        _ => Err("its answer is neither text nor a list".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, AnswerFault, AnswerSubject};

    fn moves(line: &str) -> String {
        match Answer::read(line.as_bytes()).moves {
            Ok(moves) => moves.to_string(),
            Err(AnswerFault::ParseMovesError(letter)) => format!("bad at {}", letter.index),
            Err(AnswerFault::Unreadable(reason)) => reason,
        }
    }

    #[test]
    fn lines_are_read_as_objects_lists_or_moves() {
        assert_eq!(moves("rR"), "rR");
        assert_eq!(moves(r#"["right", "R"]"#), "rR");
        assert_eq!(moves(r#""→R""#), "rR");
        assert_eq!(moves(r#"{"level":1,"solution":"rR"}"#), "rR");
        assert_eq!(moves(r#"{"level":1,"answer":null}"#), "");
        assert_eq!(moves("  "), "");
        assert_eq!(moves("what?"), "bad at 0");
        assert_eq!(moves("{\"level\":1"), "it is not JSON at column 10");
        assert_eq!(moves(r#"{"level":1}"#), "it has no `answer`");
        assert_eq!(moves(r#"{"answer":7}"#), "its answer is neither text nor a list");
        assert_eq!(moves("[1]"), "its answer is a list of other things than text");
        let binary = Answer::read(b"\xFF\xFE");
        assert_eq!(binary, Answer::unreadable("it is not UTF-8"));
    }

    #[test]
    fn levels_are_named_in_several_ways() {
        let subject = |line: &str| Answer::read(line.as_bytes()).subject;
        let named = subject(r#"{"id":"v1:00","file":"a.sok","level":7,"answer":"r"}"#);
        let file = Some("a.sok".to_owned());
        assert_eq!(named, AnswerSubject { id: Some("v1:00".to_owned()), file, level: Some(7) });
        assert_eq!(subject(r#"{"level":"7","answer":"r"}"#).level, Some(7));
        assert_eq!(subject(r#"{"level":"First","answer":"r"}"#).id, Some("First".to_owned()));
        assert_eq!(subject("r"), AnswerSubject::default());
        let answer = Answer::read(br#"{"level":1,"answer":"r","model":"m"}"#);
        assert_eq!(answer.input.expect("a foreign key").to_string(), r#"{"model":"m"}"#);
    }
}
