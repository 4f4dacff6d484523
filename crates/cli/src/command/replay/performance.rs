//! A solution on its level, ready to be shown, up to the first illegal move.

use sokolab::game::Game;
use sokolab::{LetterCase, Level, Moves, Refusal, quantity, verify};
use sokolab_wire::{Claim, ClaimLine, Place};

use crate::exit::{self, Exit};

/// A level and the moves to be shown on it.
#[derive(Debug)]
pub(super) struct Performance {
    /// The file and number of the level, and its title.
    pub(super) name: String,
    /// What can be shown.
    pub(super) act: Act,
}

/// What can be shown of a claimed solution.
#[derive(Debug)]
pub(super) enum Act {
    /// Its legal moves; the game is at the start.
    Moves {
        game: Box<Game>,
        /// The message at the end.
        end: String,
        /// Whether the moves solve the level.
        outcome: Outcome,
    },
    /// Nothing, and why.
    Nothing(String),
}

/// How the moves end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Solved,
    Failed,
}

impl Performance {
    /// Whether there is anything to be seen.
    pub(super) fn has_moves(&self) -> bool {
        matches!(self.act, Act::Moves { .. })
    }

    /// The exit code.
    pub(super) fn exit(&self) -> Exit {
        match self.act {
            Act::Moves { outcome: Outcome::Solved, .. } => exit::DONE,
            Act::Moves { outcome: Outcome::Failed, .. } | Act::Nothing(_) => exit::NEGATIVE,
        }
    }
}

/// What to show for a level: one performance per claim, or a message that there is none.
pub(super) fn performances(place: &Place, level: &Level, claims: &[ClaimLine]) -> Vec<Performance> {
    let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
    let name = format!("{}#{}{title}", place.file, place.level);
    let nothing = |why: String| vec![Performance { name: name.clone(), act: Act::Nothing(why) }];
    let game = match Game::new(level) {
        Ok(game) => game,
        Err(findings) => return nothing(Refusal::Level(findings).to_string()),
    };
    if claims.is_empty() {
        return nothing("no solution is stored with this level: name a file of solutions".into());
    }
    let act = |claim: &ClaimLine| match (&claim.claim, claim.claim.moves()) {
        (Claim::Unreadable { reason }, _) => {
            Act::Nothing(format!("line {} of the solutions: {reason}", claim.line))
        }
        (_, None) => Act::Nothing("no solution is claimed for this level".to_owned()),
        (_, Some(Err(letter))) => Act::Nothing(letter.to_string()),
        (_, Some(Ok(moves))) => act_of(game.clone(), &moves),
    };
    claims.iter().map(|claim| Performance { name: name.clone(), act: act(claim) }).collect()
}

fn act_of(mut game: Game, moves: &Moves) -> Act {
    let rules = game.level().rules;
    let (end, outcome) = match verify(game.level(), moves, LetterCase::Corrected) {
        Ok(verdict) => {
            let measures = verdict.solution.measures();
            let (pushes, moves) = (measures.pushes, measures.moves);
            let end = format!("solved: {}, {}", quantity(pushes, "push"), quantity(moves, "move"));
            (end, Outcome::Solved)
        }
        Err(refusal) => (rules.translate(&refusal.to_string()), Outcome::Failed),
    };
    // The legal moves end where it fails, and the refusal gives the reason.
    let _ = game.go_along(moves);
    game.restart();
    Act::Moves { game: Box::new(game), end, outcome }
}
