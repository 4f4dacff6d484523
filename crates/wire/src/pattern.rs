//! Lines of `soko patterns`.

use serde::Serialize;
use sokolab::Level;
use sokolab::analysis::patterns::{Pattern, PatternVerdict};

use crate::place::{Place, Subject};

/// A deadlock pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PatternLine {
    /// Name and version of this schema.
    pub schema: String,
    /// Its number in the library, from 1; 0 if it is not there.
    pub pattern: usize,
    /// How many boxes it has.
    pub boxes: u32,
    /// As drawn.
    pub rows: Vec<String>,
    /// Whether it is dead without goals, if the keeper is not in a closed part.
    pub dead: bool,
    /// The number of states explored for that.
    pub states: usize,
    /// Places of closed parts from which the keeper can free the boxes, as column and row from 0.
    pub keeper_not_on: Vec<[u8; 2]>,
    /// The least sets of goals that make it alive.
    pub alive_with_goals: Vec<Vec<[u8; 2]>>,
    /// What propagation proves about it, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propagation: Option<PropagationLine>,
}

/// What the propagation of tiles proves about a deadlock pattern.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PropagationLine {
    /// The length of plays for the first two.
    pub moves: u32,
    /// Whether tiles alone refute that the window is clear then.
    pub tiles: bool,
    /// Whether they do so with the additional rule of one keeper per plane.
    pub one_keeper: bool,
    /// The direction of time in which move sequences of any length are refuted, `forwards` or
    /// `backwards`.
    pub all_times: Option<String>,
}

impl PatternLine {
    /// What is true of a pattern.
    #[must_use]
    pub fn new(number: usize, pattern: &Pattern, judged: &PatternVerdict) -> PatternLine {
        let width = pattern.size().0;
        let places = |set: u64| -> Vec<[u8; 2]> {
            let all = (0..64_u8).filter(|place| set >> place & 1 == 1);
            all.map(|place| [place % width, place / width]).collect()
        };
        let alive = judged.rooms[1..].iter().filter(|room| !room.is_dead(0));
        let inside = alive.filter_map(|room| room.pocket).fold(0, |sum, it| sum | it);
        PatternLine {
            schema: "sokolab/pattern/1".to_owned(),
            pattern: number,
            boxes: pattern.box_count(),
            rows: pattern.rows(|_| None),
            dead: judged.is_dead(),
            states: judged.rooms[0].states,
            keeper_not_on: places(inside),
            alive_with_goals: judged.rooms[0].leftovers.iter().map(|&set| places(set)).collect(),
            propagation: None,
        }
    }
}

/// The patterns that fit on a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PatternFitLine {
    /// Name and version of this schema.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// How many groups of 1, 2, … squares boxes must not fill together.
    pub groups: Vec<usize>,
    /// Those that are filled at the start.
    pub dead_at_start: Vec<FilledPattern>,
}

/// A pattern whose boxes are there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilledPattern {
    /// Its number in the library.
    pub pattern: usize,
    /// The squares of its boxes.
    pub boxes: Vec<String>,
}

impl PatternFitLine {
    /// The patterns that match on a level, as numbers with the names of their squares.
    #[must_use]
    pub fn new(
        place: Place,
        level: &Level,
        groups: Vec<usize>,
        dead_at_start: Vec<(usize, Vec<String>)>,
    ) -> PatternFitLine {
        let filled = |(pattern, boxes)| FilledPattern { pattern, boxes };
        let dead_at_start = dead_at_start.into_iter().map(filled).collect();
        PatternFitLine {
            schema: "sokolab/patterns/1".to_owned(),
            subject: Subject::new(place, level),
            groups,
            dead_at_start,
        }
    }
}
