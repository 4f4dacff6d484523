//! What clicks do: walks and pushes along shortest paths.

use sokolab_core::{Direction, Moves, Square, walk};

use crate::game::Game;
use crate::limits::MOVES_MAX;
use crate::reach::{BoxReach, PushPreference};
use crate::refused::GameRefusal;

impl Game {
    /// Walks to `square` along a shortest path; returns the number of steps.
    ///
    /// # Errors
    /// If the keeper cannot get there without pushing.
    pub fn walk_to(&mut self, square: Square) -> Result<usize, GameRefusal> {
        let steps = walk(self.board(), self.state(), square).ok_or(GameRefusal::NoWalk)?;
        self.go_all(&steps)?;
        Ok(steps.len())
    }

    /// Pushes the box on `from` to `to` along a best path while all other boxes stay where they
    /// are; returns the moves made.
    ///
    /// # Errors
    /// If there is no box on `from`, or no such path.
    pub fn push_box(
        &mut self,
        from: Square,
        to: Square,
        fewest: PushPreference,
    ) -> Result<Moves, GameRefusal> {
        let moves = self.reach(from, fewest)?.moves(to).ok_or(GameRefusal::NoPushes)?;
        let directions: Vec<Direction> = moves.as_slice().iter().map(|it| it.direction).collect();
        self.go_all(&directions)?;
        Ok(moves)
    }

    /// Where the box on `from` can be pushed while all other boxes stay where they are.
    ///
    /// # Errors
    /// If there is no box on `from`.
    pub fn reach(&self, from: Square, fewest: PushPreference) -> Result<BoxReach<'_>, GameRefusal> {
        if !self.state().boxes.contains(from) {
            return Err(GameRefusal::NoBox);
        }
        Ok(BoxReach::new(self.board(), self.state(), from, fewest))
    }

    /// Makes all of these legal moves or none.
    fn go_all(&mut self, directions: &[Direction]) -> Result<(), GameRefusal> {
        if self.history().move_count() + directions.len() > MOVES_MAX {
            return Err(GameRefusal::Full);
        }
        for &direction in directions {
            self.go(direction)?;
        }
        Ok(())
    }
}
