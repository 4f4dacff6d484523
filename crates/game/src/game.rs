//! The game: a board, a state, and the history that led to it.

use sokolab_core::{
    Board, Direction, Findings, LetterCase, Level, Measures, MoveKind, Moves, Solution, Square,
    State, Tally, check, is_won, square_by_name, verify,
};

use crate::bookmark::{BookmarkError, Bookmarks};
use crate::effect::{Effect, Played, backward, forward};
use crate::history::{History, Moment};
use crate::refused::{Refused, Stuck};

sokolab_core::named! {
    /// How far undo and redo go.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Stride: "stride" {
        /// One move.
        Move = "move",
        /// Up to and including a push, with the steps on the way.
        Push = "push",
    }
}

/// One person's game on one level.
///
/// The moment shown always lies on the line that redo follows from the start.
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
    /// Begins a game on `level`.
    ///
    /// # Errors
    /// Everything that makes it unplayable.
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

    /// The state shown.
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

    /// Whether the state shown is won.
    #[must_use]
    pub fn is_won(&self) -> bool {
        is_won(&self.board, &self.state)
    }

    /// The solution that the game is, if the state shown is won.
    #[must_use]
    pub fn solution(&self) -> Option<Solution> {
        let verdict = verify(&self.level, &self.moves(), LetterCase::Strict).ok()?;
        Some(verdict.solution)
    }

    /// Goes in `direction`, pushing a box that stands there. If this was played here before, the
    /// game goes on along that branch, else a new one begins.
    ///
    /// # Errors
    /// Why the move cannot be made.
    pub fn go(&mut self, direction: Direction) -> Result<MoveKind, Refused> {
        if let Some(known) = self.history.follower(self.here, direction) {
            return Ok(self.forth(known).kind());
        }
        if self.history.is_full() {
            return Err(Refused::Full);
        }
        let played = forward(&self.board, &mut self.state, direction)?;
        self.here = self.history.add(self.here, played);
        Ok(played.kind())
    }

    /// Makes several moves. Only their directions count: what is a push and what a step follows
    /// from the board.
    ///
    /// # Errors
    /// The first move that cannot be made; those before it are made.
    pub fn go_along(&mut self, moves: &Moves) -> Result<(), Stuck> {
        for (index, it) in moves.as_slice().iter().enumerate() {
            self.go(it.direction).map_err(|refused| Stuck { index, refused })?;
        }
        Ok(())
    }

    /// Takes moves back; says how many. With [`Stride::Push`] the last push is among them, or all
    /// moves if there was none.
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

    /// Makes moves again that were taken back; says how many. With [`Stride::Push`] the next push
    /// is the last of them. After a branch it follows the one visited last.
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

    /// Goes back to the start. Redo leads back.
    pub fn restart(&mut self) {
        self.jump(Moment::START);
    }

    /// Goes to the moment after so many moves of the line that undo and redo follow, or to its
    /// end.
    pub fn seek(&mut self, moves: usize) {
        while self.move_count() > moves && self.back().is_some() {}
        while self.move_count() < moves && self.redo(Stride::Move) > 0 {}
    }

    /// Goes to a moment of this game. Redo then follows the line on which it lies.
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

    /// The moment shown.
    #[must_use]
    pub const fn here(&self) -> Moment {
        self.here
    }

    /// The moment with this number; `None` if the game has fewer.
    #[must_use]
    pub fn moment(&self, index: usize) -> Option<Moment> {
        self.history.moment(index)
    }

    /// The moments that were played after the one shown, the oldest first. Several mean that the
    /// game branches here.
    #[must_use]
    pub fn branches(&self) -> &[Moment] {
        self.history.after(self.here)
    }

    /// The moment to which redo leads.
    #[must_use]
    pub fn next(&self) -> Option<Moment> {
        self.history.main(self.here)
    }

    /// Makes redo lead to the next of the branches that begin at the moment shown. Says which
    /// moment that is; `None` if nothing was played from here.
    pub fn turn_to_next_branch(&mut self) -> Option<Moment> {
        let branches = self.history.after(self.here);
        let at = branches.iter().position(|&it| Some(it) == self.next())?;
        let next = branches[(at + 1) % branches.len()];
        self.history.prefer(next);
        Some(next)
    }

    /// The last moment of every branch, in the order in which they came up.
    #[must_use]
    pub fn tips(&self) -> Vec<Moment> {
        self.history.tips().collect()
    }

    /// The moves from the start to the moment shown.
    #[must_use]
    pub fn moves(&self) -> Moves {
        self.moves_to(self.here)
    }

    /// The moves from the start to a moment of this game.
    #[must_use]
    pub fn moves_to(&self, moment: Moment) -> Moves {
        self.history.played(moment).map(Played::as_move).collect()
    }

    /// The moment after so many of the moves that lead to the one shown; `None` if they are fewer.
    #[must_use]
    pub fn moment_after(&self, moves: usize) -> Option<Moment> {
        let mut at = self.here;
        while self.history.depth(at) > moves {
            at = self.history.came_by(at)?.0;
        }
        (self.history.depth(at) == moves).then_some(at)
    }

    /// Whether the game came to the moment shown by way of another one of its moments.
    #[must_use]
    pub fn has_passed(&self, moment: Moment) -> bool {
        self.moment_after(self.history.depth(moment)) == Some(moment)
    }

    /// The state at the start and the one after each push up to the moment shown, each with the
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

    /// How many moves lead from the start to the moment shown.
    #[must_use]
    pub fn move_count(&self) -> usize {
        self.history.depth(self.here)
    }

    /// The last move before the moment shown; `None` at the start.
    #[must_use]
    pub fn last(&self) -> Option<Played> {
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

    /// The counts of the moves from the start to the moment shown.
    #[must_use]
    pub fn measures(&self) -> Measures {
        let neighbour = |from: Square, direction: Direction| {
            self.board.neighbour(from, direction).expect("a move that was made")
        };
        let mut tally = Tally::default();
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

    /// Gives the moment shown a name. A moment that had the name before loses it.
    ///
    /// # Errors
    /// Why it cannot have this name.
    pub fn set_bookmark(&mut self, name: &str) -> Result<(), BookmarkError> {
        self.bookmarks.set(name, self.here)
    }

    /// Takes a name away; says which moment had it.
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

    /// Goes back to a moment from which the one shown came.
    pub(crate) fn go_back_to(&mut self, moment: Moment) {
        while self.here != moment && self.back().is_some() {}
    }

    /// Takes one move back.
    fn back(&mut self) -> Option<Played> {
        let (before, played) = self.history.came_by(self.here)?;
        backward(&self.board, &mut self.state, played);
        self.here = before;
        Some(played)
    }

    /// Makes the known move to `next`, a moment that follows the one shown.
    fn forth(&mut self, next: Moment) -> Played {
        let (_, played) = self.history.came_by(next).expect("a moment that follows another");
        forward(&self.board, &mut self.state, played.direction).expect("it was made before");
        self.history.prefer(next);
        self.here = next;
        played
    }
}
