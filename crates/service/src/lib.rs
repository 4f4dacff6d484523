//! Every capability of Sokolab as one JSON question with one JSON answer.
//!
//! [`answer`] takes the name of a question and its JSON, and returns the JSON of the answer. It
//! keeps no state between questions, opens no file and reads no clock: time, cancellation and
//! progress come through a [`Watch`], and [`Limits`] bound what one question may cost. So the same
//! service runs behind HTTP, in a browser's worker and in tests.
//!
//! ```
//! use sokolab_service::{Limits, Unwatched, answer};
//!
//! let question = r#"{"level":{"text":"\n#####\n#@$.#\n#####\n"}}"#;
//! let answer = answer("solve", question, Limits::DEFAULT, &Unwatched)?;
//! assert!(answer.contains(r#""solution":"R""#));
//! # Ok::<(), sokolab_service::Refusal>(())
//! ```
//!
//! [`QUESTIONS`] lists all questions, each with a sentence and an example.

mod event;
mod finding_view;
mod fragment;
mod game_view;
mod job;
mod level_text;
mod limits;
mod listing;
mod packed;
mod position;
mod question;
mod refusal;
mod view;
mod watch;

pub use event::Event;
pub use level_text::LevelText;
pub use limits::Limits;
pub use question::{Pace, QUESTIONS, QuestionInfo, answer, question_info};
pub use refusal::Refusal;
pub use view::{Spot, View};
pub use watch::{Unwatched, Watch};
