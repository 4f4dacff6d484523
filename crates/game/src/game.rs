//! The game: a board, a state, and the history that led to it.

use sokolab_core::{
    Board, Direction, Findings, LetterCase, Level, MeasureCounter, Measures, MoveKind, Moves,
    Solution, Square, State, check, is_won, square_by_name, verify,
};

use crate::bookmark::{BookmarkError, Bookmarks};
use crate::effect::{Effect, PlayedMove, backward, forward};
use crate::history::{History, Moment};
use crate::refused::{GameRefusal, IllegalMove};

sokolab_core::named! {
    /// The unit of undo and redo.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Stride: "stride" {
        /// One move.
        Move = "move",
        /// Up to and including a push, with the steps in between.
        Push = "push",
    }
}

/// One person's game on one level.
///
/// The current moment always lies on the line that redo follows from the start.
#[derive(Clone, Debug)]
pub struct Game {
    level: Level,
    board: Board,
    start: State,
    state: State,
    history: History,
    here: Moment,
    bookmarks: Bookmarks,
}

impl Game {
    /// Starts a game on `level`.
    ///
    /// # Errors
    /// Everything that makes the level unplayable.
    pub fn new(level: &Level) -> Result<Game, Findings> {
        let (board, start) = check(level)?;
        Ok(Game {
            level: level.clone(),
            board,
            state: start.clone(),
            start,
            history: History::new(),
            here: Moment::START,
            bookmarks: Bookmarks::default(),
        })
    }

    /// The level.
    #[must_use]
    pub const fn level(&self) -> &Level {
        &self.level
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The current state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The state before the first move.
    #[must_use]
    pub const fn start(&self) -> &State {
        &self.start
    }

    /// The square called `name`, such as `d4`; `None` if there is no floor.
    #[must_use]
    pub fn square(&self, name: &str) -> Option<Square> {
        square_by_name(&self.board, name)
    }

    /// Whether the current state is won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        is_won(&self.board, &self.state)
    }

    /// The moves so far as a verified solution, if the current state is won.
    #[must_use]
    pub fn solution(&self) -> Option<Solution> {
        let verdict = verify(&self.level, &self.moves(), LetterCase::Strict).ok()?;
        Some(verdict.solution)
    }

    /// Moves the keeper in `direction`, pushing a box that stands there. If this move was made here
    /// before, the game continues on that branch; otherwise a new one begins.
    ///
    /// # Errors
    /// Why the move is illegal.
    pub fn go(&mut self, direction: Direction) -> Result<MoveKind, GameRefusal> {
        if let Some(known) = self.history.follower(self.here, direction) {
            return Ok(self.forth(known).kind());
        }
        if self.history.is_full() {
            return Err(GameRefusal::Full);
        }
        let played = forward(&self.board, &mut self.state, direction)?;
        self.here = self.history.add(self.here, played);
        Ok(played.kind())
    }

    /// Makes several moves. Only their directions matter: the board decides what is a push and what
    /// is a step.
    ///
    /// # Errors
    /// The first move that is illegal; those before it have been made.
    pub fn go_along(&mut self, moves: &Moves) -> Result<(), IllegalMove> {
        for (index, it) in moves.as_slice().iter().enumerate() {
            self.go(it.direction).map_err(|refused| IllegalMove { index, refused })?;
        }
        Ok(())
    }

    /// Undoes moves; returns how many. [`Stride::Push`] undoes up to and including the last push,
    /// or all moves if there was none.
    pub fn undo(&mut self, stride: Stride) -> usize {
        let mut count = 0;
        while let Some(played) = self.back() {
            count += 1;
            if stride == Stride::Move || played.effect != Effect::Step {
                break;
            }
        }
        count
    }

    /// Redoes moves; returns how many. [`Stride::Push`] stops after the next push. At a branch, it
    /// follows the one visited last.
    pub fn redo(&mut self, stride: Stride) -> usize {
        let mut count = 0;
        while let Some(next) = self.history.main(self.here) {
            let played = self.forth(next);
            count += 1;
            if stride == Stride::Move || played.effect != Effect::Step {
                break;
            }
        }
        count
    }

    /// Goes back to the start; redo returns.
    pub fn restart(&mut self) {
        self.jump(Moment::START);
    }

    /// Goes to the moment after this many moves of the line that undo and redo follow, or to its
    /// end.
    pub fn seek(&mut self, moves: usize) {
        while self.move_count() > moves && self.back().is_some() {}
        while self.move_count() < moves && self.redo(Stride::Move) > 0 {}
    }

    /// Goes to a moment of this game. Redo then follows the line through it.
    ///
    /// # Panics
    /// If it is a moment of another, longer game.
    pub fn jump(&mut self, moment: Moment) {
        let path = self.history.path(moment);
        let shared = self.history.path(self.here);
        let shared = shared.iter().zip(&path).take_while(|(one, two)| one == two).count();
        while self.move_count() > shared {
            self.back();
        }
        for &next in &path[shared..] {
            self.forth(next);
        }
    }

    /// The current moment.
    #[must_use]
    pub const fn here(&self) -> Moment {
        self.here
    }

    /// The moment with this index; `None` if the game has fewer.
    #[must_use]
    pub fn moment(&self, index: usize) -> Option<Moment> {
        self.history.moment(index)
    }

    /// The moments that directly follow the current one, the oldest first. If there are several,
    /// the game branches here.
    #[must_use]
    pub fn branches(&self) -> &[Moment] {
        self.history.after(self.here)
    }

    /// The moment to which redo leads.
    #[must_use]
    pub fn next(&self) -> Option<Moment> {
        self.history.main(self.here)
    }

    /// Makes redo lead to the next of the branches at the current moment. Returns the moment it
    /// leads to; `None` if nothing was played from here.
    pub fn turn_to_next_branch(&mut self) -> Option<Moment> {
        let branches = self.history.after(self.here);
        let at = branches.iter().position(|&it| Some(it) == self.next())?;
        let next = branches[(at + 1) % branches.len()];
        self.history.prefer(next);
        Some(next)
    }

    /// The last moment of every branch, in order of creation.
    #[must_use]
    pub fn tips(&self) -> Vec<Moment> {
        self.history.tips().collect()
    }

    /// The moves from the start to the current moment.
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.moves_to(self.here)
    }

    /// The moves from the start to a moment of this game.
    #[must_use]
    pub fn moves_to(&self, moment: Moment) -> Moves {
        self.history.played(moment).map(PlayedMove::as_move).collect()
    }

    /// The moment after this many of the moves that lead to the current one; `None` if there are
    /// fewer.
    #[must_use]
    pub fn moment_after(&self, moves: usize) -> Option<Moment> {
        let mut at = self.here;
        while self.history.depth(at) > moves {
            at = self.history.came_by(at)?.0;
        }
        (self.history.depth(at) == moves).then_some(at)
    }

    /// Whether `moment` lies on the path from the start to the current moment.
    #[must_use]
    pub fn has_passed(&self, moment: Moment) -> bool {
        self.moment_after(self.history.depth(moment)) == Some(moment)
    }

    /// The initial state and the state after each push up to the current moment, each with the
    /// number of moves that led to it.
    #[must_use]
    pub fn states_by_push(&self) -> Vec<(usize, State)> {
        let mut state = self.start.clone();
        let mut states = vec![(0, state.clone())];
        for (index, played) in self.history.played(self.here).enumerate() {
            forward(&self.board, &mut state, played.direction).expect("it was made before");
            if played.effect != Effect::Step {
                states.push((index + 1, state.clone()));
            }
        }
        states
    }

    /// The moves from the start to the end of the line that redo follows.
    #[must_use]
    pub fn line(&self) -> Moves {
        self.moves_to(self.history.end_of_line(self.here))
    }

    /// Where that line branches: the numbers of moves from the start, in order.
    #[must_use]
    pub fn forks(&self) -> Vec<usize> {
        let path = self.history.path(self.history.end_of_line(self.here));
        let moments = std::iter::once(Moment::START).chain(path);
        let forks = moments.filter(|&it| self.history.after(it).len() > 1);
        forks.map(|it| self.history.depth(it)).collect()
    }

    /// Number of moves from the start to the current moment.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.history.depth(self.here)
    }

    /// The last move before the current moment; `None` at the start.
    #[must_use]
    pub fn last(&self) -> Option<PlayedMove> {
        self.history.came_by(self.here).map(|(_, played)| played)
    }

    /// The state at a moment of this game.
    #[must_use]
    pub fn state_at(&self, moment: Moment) -> State {
        let mut state = self.start.clone();
        for played in self.history.played(moment) {
            forward(&self.board, &mut state, played.direction).expect("it was made before");
        }
        state
    }

    /// The metrics of the moves from the start to the current moment.
    #[must_use]
    pub fn measures(&self) -> Measures {
        let neighbour = |from: Square, direction: Direction| {
            self.board.neighbour(from, direction).expect("a move that was made")
        };
        let mut tally = MeasureCounter::default();
        let mut keeper = self.start.keeper;
        for played in self.history.played(self.here) {
            let direction = played.direction;
            keeper = neighbour(keeper, direction);
            match played.kind() {
                MoveKind::Step => tally.step(direction),
                MoveKind::Push => tally.push(direction, keeper, neighbour(keeper, direction)),
            }
        }
        tally.measures()
    }

    /// The bookmarks.
    #[must_use]
    pub const fn bookmarks(&self) -> &Bookmarks {
        &self.bookmarks
    }

    /// Names the current moment. Another moment with the name loses it.
    ///
    /// # Errors
    /// Why the name is not allowed.
    pub fn set_bookmark(&mut self, name: &str) -> Result<(), BookmarkError> {
        self.bookmarks.set(name, self.here)
    }

    /// Removes a name; returns the moment that had it.
    pub fn remove_bookmark(&mut self, name: &str) -> Option<Moment> {
        self.bookmarks.remove(name)
    }

    /// Goes to the moment with this name; `None` if there is none.
    pub fn jump_to_bookmark(&mut self, name: &str) -> Option<Moment> {
        let moment = self.bookmarks.find(name)?;
        self.jump(moment);
        Some(moment)
    }

    pub(crate) const fn history(&self) -> &History {
        &self.history
    }

    /// Goes back to an ancestor of the current moment.
    pub(crate) fn go_back_to(&mut self, moment: Moment) {
        while self.here != moment && self.back().is_some() {}
    }

    /// Undoes one move.
    fn back(&mut self) -> Option<PlayedMove> {
        let (before, played) = self.history.came_by(self.here)?;
        backward(&self.board, &mut self.state, played);
        self.here = before;
        Some(played)
    }

    /// Repeats the move to `next`, a successor of the current moment.
    fn forth(&mut self, next: Moment) -> PlayedMove {
        let (_, played) = self.history.came_by(next).expect("a moment that follows another");
        forward(&self.board, &mut self.state, played.direction).expect("it was made before");
        self.history.prefer(next);
        self.here = next;
        played
    }
}
