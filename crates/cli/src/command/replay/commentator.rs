//! A background thread that computes the commentary on a solution.

use std::sync::mpsc::Sender;
use std::time::Duration;

use sokolab::game::Game;
use sokolab::insight::explain::{Commentary, commentary};
use sokolab::insight::rating::RatingLimits;
use sokolab::{Budget, Cancel, LetterCase, Watch, contain, verify};

/// The time limit for one solution.
const TIME: Duration = Duration::from_secs(20);

/// Small limits, because a replay should use few resources.
const LIMITS: RatingLimits =
    RatingLimits::new(Budget { nodes_max: 200_000, memory_bytes_max: 256 << 20 }, 200_000);

/// The commentary on one show.
#[derive(Debug)]
pub(super) struct ShowCommentary {
    /// The number of the show.
    pub(super) show: usize,
    pub(super) commentary: Commentary,
}

/// Looks at one solution at a time.
#[derive(Debug)]
pub(super) struct Commentator {
    teller: Sender<ShowCommentary>,
    cancel: Cancel,
}

impl Commentator {
    /// A commentator that sends its results to this channel.
    pub(super) fn new(teller: Sender<ShowCommentary>) -> Commentator {
        Commentator { teller, cancel: Cancel::new() }
    }

    /// Switches to the line of another game. Moves that do not solve the level get no commentary.
    pub(super) fn turn_to(&mut self, show: usize, game: &Game) {
        self.cancel.cancel();
        self.cancel = Cancel::new();
        let (level, line) = (game.level().clone(), game.line());
        let (teller, cancel) = (self.teller.clone(), self.cancel.clone());
        std::thread::spawn(move || {
            let Ok(verdict) = verify(&level, &line, LetterCase::Corrected) else { return };
            let mut watch = Watch::new().cancelled_by(&cancel).time_limit(TIME);
            // A failure costs the remarks, not the replay.
            let found =
                contain(|| commentary(&level, &verdict.solution, &LIMITS, &mut watch.observer()));
            if let Ok(Ok(commentary)) = found {
                // The receiver may be gone.
                drop(teller.send(ShowCommentary { show, commentary }));
            }
        });
    }
}

impl Drop for Commentator {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}
