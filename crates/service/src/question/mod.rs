//! The questions: one file each, with a type that is deserialised from JSON and computes its
//! answer.
//!
//! A new question needs a file, a `mod` line and an entry in the list below. The members of this
//! family do not import each other.

mod act;
mod alarm;
mod analyze;
mod collection;
mod convert;
mod edit;
mod explain;
mod generate;
mod hint;
mod lint;
mod open;
mod optimize;
mod rate;
mod read;
mod render;
mod share;
mod solve;
mod trim;
mod verify;

use schemars::{JsonSchema, Schema, schema_for};
use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use sokolab::contain;

use crate::job::Job;
use crate::limits::Limits;
use crate::refusal::Refusal;
use crate::watch::Watch;

/// A question that is read from JSON.
trait Question: DeserializeOwned + JsonSchema {
    /// Answers it with JSON.
    ///
    /// # Errors
    /// Why it has no answer.
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal>;
}

/// How long an answer takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Milliseconds.
    Quick,
    /// It may take as long as its limits allow, and reports events.
    Long,
}

/// What there is to know about a question.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct QuestionInfo {
    /// The name of the question.
    pub name: &'static str,
    /// What it answers.
    pub summary: &'static str,
    /// How long that takes.
    pub pace: Pace,
    /// A question that has an answer.
    pub example: &'static str,
    /// The JSON Schema of questions of this name.
    #[serde(serialize_with = "serialize_schema")]
    pub schema: fn() -> Schema,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes fields by reference")]
fn serialize_schema<S: Serializer>(
    schema: &fn() -> Schema,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    schema().serialize(serializer)
}

/// Declares the questions.
macro_rules! questions {
    ($($name:literal $pace:ident $question:ty: $summary:literal, $example:literal;)*) => {
        /// Every question.
        pub const QUESTIONS: &[QuestionInfo] = &[$(QuestionInfo {
            name: $name,
            summary: $summary,
            pace: Pace::$pace,
            example: $example,
            schema: || schema_for!($question),
        },)*];

        fn dispatch(name: &str, question: &str, job: &mut Job<'_>) -> Result<String, Refusal> {
            match name {
                $($name => read_question::<$question>(question)?.answer(job),)*
                _ => Err(unknown(name)),
            }
        }
    };
}

questions! {
    "read" Quick read::Read:
        "Reads levels in any format, with findings about them.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"}}"#;
    "open" Quick open::Open:
        "Reads the level, rules and moves of a shared address.",
        r#"{"fragment":"l=5w_wpb.w_5w&m=R"}"#;
    "share" Quick share::Share:
        "Writes a level, its rules and moves as the fragment of an address.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"moves":"R"}"#;
    "collection" Quick collection::Collection:
        "Lists the embedded levels.",
        r#"{"name":"workshop"}"#;
    "act" Quick act::Act:
        "Plays: steps, walks, pushes, undo and redo, bookmarks.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"game":"","actions":[{"step":"r"}]}"#;
    "edit" Quick edit::Edit:
        "Changes the drawing of a level, and reports findings about it.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"edits":[{"turn":"right"}]}"#;
    "hint" Long hint::Hint:
        "Gives a hint, up to a rung of the ladder.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"moves":"","rung":"box"}"#;
    "alarm" Long alarm::Alarm:
        "Says whether a game is lost, why, and where it could still be won.",
        r#"{"level":{"text":"\n#######\n#.@$  #\n#######\n"},"moves":"RR","seconds":1}"#;
    "lint" Quick lint::Lint:
        "Looks for mistakes and oddities in a level.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"}}"#;
    "convert" Quick convert::Convert:
        "Writes a level in another format, optionally with moves.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"to":"nethack-lua"}"#;
    "render" Quick render::Render:
        "Draws a level as SVG, at the start or after moves.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"}}"#;
    "verify" Quick verify::Verify:
        "Replays moves and says whether they solve a level.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"moves":"R"}"#;
    "analyze" Long analyze::Analyze:
        "Lists facts about a level before play, or explains why one square is locked.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"}}"#;
    "solve" Long solve::Solve:
        "Looks for a solution, from the start or after moves, or proves that there is none.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"objective":"pushes","seconds":5}"#;
    "optimize" Long optimize::Optimize:
        "Makes a solution shorter.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"moves":"R","seconds":1}"#;
    "explain" Long explain::Explain:
        "Explains a level and its solution in sentences.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"seconds":5}"#;
    "rate" Long rate::Rate:
        "Measures a level and grades it.",
        r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"},"seconds":5}"#;
    "trim" Long trim::Trim:
        "Makes the same puzzle with less floor and storage.",
        r#"{"level":{"text":"\n########\n#@$ .  #\n########\n"},"seconds":5}"#;
    "generate" Long generate::Generate:
        "Generates levels, each with a solution; every level is an event.",
        r#"{"method":"reverse","seed":7,"count":2,"boxes":2,"seconds":20}"#;
}

/// Information about the question with this name.
#[must_use]
pub fn question_info(name: &str) -> Option<&'static QuestionInfo> {
    QUESTIONS.iter().find(|it| it.name == name)
}

/// Answers a question with JSON.
///
/// # Errors
/// Why it has no answer. An internal error is one of the reasons; it never panics the caller.
pub fn answer(
    name: &str,
    question: &str,
    limits: Limits,
    watch: &dyn Watch,
) -> Result<String, Refusal> {
    let answered = contain(|| dispatch(name, question, &mut Job::new(limits, watch)));
    answered.unwrap_or_else(|message| {
        let version = env!("CARGO_PKG_VERSION");
        Err(Refusal::new(
            "failed",
            format!(
                "internal error in sokolab {version}: {message}; please report this message \
                 together with the level"
            ),
        ))
    })
}

fn unknown(name: &str) -> Refusal {
    let names: Vec<&str> = QUESTIONS.iter().map(|it| it.name).collect();
    let names = names.join(", ");
    Refusal::new("unknown_question", format!("there is no question {name:?}: ask one of {names}"))
}

fn read_question<T: DeserializeOwned>(text: &str) -> Result<T, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::question(error.to_string()))
}

/// An answer as JSON.
fn json(value: &impl Serialize) -> Result<String, Refusal> {
    let text = serde_json::to_string(value);
    text.map_err(|error| Refusal::new("failed", format!("the answer cannot be written: {error}")))
}

#[cfg(test)]
mod tests;
