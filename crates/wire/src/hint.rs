//! A line of `soko hint --format json`.

use serde::{Deserialize, Serialize};
use sokolab::insight::hint::{Hint, HintAnswer, RemainingWork};
use sokolab::insight::verdict::Dead;
use sokolab::{Board, Level, Refusal, SquareSet, square_name};

use crate::place::{Place, Subject};

/// The hint for a state of one level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintLine {
    /// `sokolab/hint/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// `solvable`, `dead` or `unknown`.
    pub verdict: String,
    /// What is known about a solution, why the state is dead, or the limit that was hit.
    pub reason: String,
    /// Whether the solution that hints follow is proved to have the fewest pushes from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fewest: Option<bool>,
    /// What proves that the state is dead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<DeadWhy>,
    /// Where the game was lost, if moves were made before the state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lost: Option<LostLine>,
    /// Under rules with holes: how many boulders can be spared at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spare: Option<usize>,
    /// The square of the box to push next.
    #[serde(default, rename = "box", skip_serializing_if = "Option::is_none")]
    pub box_square: Option<String>,
    /// Where it goes before another box is pushed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The walk to the box and the next push, which is the last letter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<String>,
    /// All moves from the state to the end, including the next push.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
}

/// Why a state is dead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadWhy {
    /// The name of the kind of deadlock; `search` if no detector recognises one.
    pub kind: String,
    /// The kind of lock of a box on a dead square.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lock: Option<String>,
    /// The squares of the boxes concerned.
    pub boxes: Vec<String>,
    /// The goals and other squares concerned.
    pub squares: Vec<String>,
    /// The reason as a sentence.
    pub sentence: String,
}

impl DeadWhy {
    fn new(board: &Board, dead: &Dead) -> DeadWhy {
        let names = |squares: &SquareSet| squares.iter().map(|it| square_name(board, it)).collect();
        DeadWhy {
            kind: dead.proved_by.name().to_owned(),
            lock: dead.lock.map(|it| it.name().to_owned()),
            boxes: names(&dead.boxes),
            squares: names(&dead.squares),
            sentence: dead.sentence.clone(),
        }
    }
}

/// Where a game was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LostLine {
    /// The number of the push that lost it, from 1; absent if that is unknown or the level has no
    /// solution from the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub push: Option<usize>,
    /// The number of moves to the last state known to be solvable; absent if the initial state is
    /// not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub safe_moves: Option<usize>,
    /// The number of moves to the first state known to be dead.
    pub dead_moves: usize,
}

/// Illegal moves, so there is no state to give a hint for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedMovesLine {
    /// `sokolab/hint/1`.
    pub schema: String,
    /// Which level.
    #[serde(flatten)]
    pub subject: Subject,
    /// Always `refused`.
    pub status: String,
    /// Why, as a stable name.
    pub code: String,
    /// The move that is not allowed, from 0.
    pub index: Option<usize>,
    /// Why, as a sentence.
    pub reason: String,
}

impl RefusedMovesLine {
    /// The line for moves of which one is refused.
    #[must_use]
    pub fn new(place: Place, level: &Level, refusal: &Refusal) -> RefusedMovesLine {
        RefusedMovesLine {
            schema: "sokolab/hint/1".to_owned(),
            subject: Subject::new(place, level),
            status: "refused".to_owned(),
            code: refusal.code().to_owned(),
            index: refusal.index(),
            reason: level.rules.translate(&refusal.to_string()),
        }
    }
}

impl HintLine {
    /// The line for an answer about a state of `level` on `board`, which is not a failure.
    #[must_use]
    pub fn new(place: Place, (level, board): (&Level, &Board), answer: &HintAnswer) -> HintLine {
        let mut line = HintLine {
            schema: "sokolab/hint/1".to_owned(),
            subject: Subject::new(place, level),
            verdict: answer.name().unwrap_or("unknown").to_owned(),
            reason: String::new(),
            fewest: None,
            why: None,
            lost: None,
            spare: None,
            box_square: None,
            target: None,
            push: None,
            rest: None,
        };
        match answer {
            HintAnswer::Solvable(hint) => line.fill(board, hint),
            HintAnswer::Dead(dead) => {
                line.reason.clone_from(&dead.sentence);
                line.why = Some(DeadWhy::new(board, dead));
            }
            HintAnswer::Unknown(stop) => stop.name().clone_into(&mut line.reason),
            HintAnswer::Failed(error) => line.reason.clone_from(&error.message),
        }
        line
    }

    fn fill(&mut self, board: &Board, hint: &Hint) {
        let reason = match (hint.left(), hint.is_fewest()) {
            (RemainingWork::Nothing, _) => "the state is won",
            (RemainingWork::Walk, _) => "only the walk to the exit is left",
            (RemainingWork::Pushes, true) => {
                "a solution is known, and it is proved that none has fewer pushes"
            }
            (RemainingWork::Pushes, false) => "a solution is known",
        };
        reason.clone_into(&mut self.reason);
        self.fewest = Some(hint.is_fewest());
        self.box_square = hint.box_square().map(|it| square_name(board, it));
        self.target = hint.target().map(|it| square_name(board, it));
        self.push = hint.push().map(|it| it.moves.to_string());
        self.rest = hint.rest().map(ToString::to_string);
    }
}
