//! The checker's verdict on a certificate.

use std::fmt;
use std::io;

use sokolab_core::{Push, State, Stop};

use crate::header::Header;

/// The size of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States.
    pub states: u64,
    /// Patterns.
    pub patterns: u64,
    /// Price lists.
    pub lists: u64,
    /// The largest cost of a state.
    pub depth: u32,
    /// How often each reason is given, in the order of their numbers.
    pub reasons: [u64; 7],
    /// Bytes of the certificate without compression.
    pub bytes: u64,
    /// How often the file was read.
    pub passes: u64,
}

/// A pattern and the number of states that it excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternUse {
    /// Its boxes and keeper, as a state of the level with all other boxes removed.
    pub state: State,
    /// How many states it excluded.
    pub uses: u32,
}

/// A valid certificate.
#[derive(Clone, Debug)]
pub struct Accepted {
    /// The header with the claim.
    pub header: Header,
    /// The size of the certificate.
    pub statistics: Statistics,
    /// The patterns that excluded the most states.
    pub patterns: Vec<PatternUse>,
    /// The pattern that excludes the start, as a state of the level with all other boxes removed.
    pub start_pattern: Option<State>,
}

/// The first invalid step of a certificate.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The step, for example "state 17".
    pub step: String,
    /// What is wrong with it.
    pub message: String,
    /// The state it is about.
    pub state: Option<State>,
    /// The push in that state.
    pub push: Option<Push>,
}

impl Refused {
    pub(crate) fn new(step: &str, message: &str) -> Refused {
        let (step, message) = (step.to_owned(), message.to_owned());
        Refused { step, message, state: None, push: None }
    }

    pub(crate) fn in_state(self, state: &State) -> Refused {
        Refused { state: self.state.or_else(|| Some(state.clone())), ..self }
    }
}

/// Why a certificate is not accepted.
#[derive(Debug)]
pub enum Failure {
    /// A step is invalid.
    Refused(Box<Refused>),
    /// The bytes are not a certificate, or cannot be read.
    Unreadable(io::Error),
    /// The check was stopped.
    Stopped(Stop),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Unreadable(error)
    }
}

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Failure {
        Failure::Refused(Box::new(refused))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Refused(refused) => {
                write!(formatter, "{}: {}", refused.step, refused.message)
            }
            Failure::Unreadable(error) => write!(formatter, "the proof cannot be read: {error}"),
            Failure::Stopped(stop) => write!(formatter, "{stop}"),
        }
    }
}

impl std::error::Error for Failure {}
