//! The view of a game.

use serde::Serialize;
use sokolab::game::{Effect, Game, PlayedMove};
use sokolab::{Board, GoalKind, SquareSet, State, make_move, quantity};

use crate::view::Spot;

/// The longest way that is shown move by move.
const TRAIL_MAX: usize = 120;

/// A game as a view shows it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GameView {
    /// `sokolab/act/1`.
    schema: &'static str,
    /// The whole game as text, to be sent with the next question.
    game: String,
    keeper: Spot,
    boxes: Vec<Spot>,
    /// Under rules with holes, those that are still open.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<Spot>>,
    /// The moves from the start to the moment shown.
    moves: String,
    moves_made: usize,
    pushes: usize,
    box_lines: usize,
    box_changes: usize,
    /// Moves of the line that redo follows, from the start to its end.
    line_moves: usize,
    /// Where on that line pushes are, as numbers of moves made.
    line_pushes: Vec<usize>,
    /// Branches that begin at the moment shown.
    branches: usize,
    /// Where on that line branches begin, as numbers of moves made.
    forks: Vec<usize>,
    bookmarks: Vec<BookmarkView>,
    won: bool,
    /// The number of goals with a box, of filled holes, or of boxes that have vanished.
    stored: usize,
    /// How many of them a win needs at most.
    wanted: usize,
    /// The intermediate states, if several moves were made.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    trail: Vec<Waypoint>,
    /// What happened, as text for screen readers.
    said: String,
    /// Why an action was refused; those after it were not tried.
    pub(crate) refused: Option<String>,
    /// Where a box can be pushed, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reach: Option<ReachView>,
}

#[derive(Clone, Debug, Serialize)]
struct BookmarkView {
    name: String,
    moves: usize,
}

#[derive(Clone, Debug, Serialize)]
struct Waypoint {
    keeper: Spot,
    boxes: Vec<Spot>,
}

/// Where a box can be pushed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ReachView {
    #[serde(rename = "box")]
    pub(crate) from: Spot,
    pub(crate) squares: Vec<Spot>,
}

impl GameView {
    /// The view of a game after `made` moves from the state `before`.
    pub(crate) fn new(game: &Game, before: &State, made: usize) -> GameView {
        let (board, state) = (game.board(), game.state());
        let (measures, line) = (game.measures(), game.line());
        let pushes = line.as_slice().iter().enumerate();
        let pushes = pushes.filter(|(_, it)| it.kind == sokolab::MoveKind::Push);
        let (stored, wanted) = stored(game);
        let has_holes = board.rules().goal() == GoalKind::Fill;
        GameView {
            schema: "sokolab/act/1",
            game: game.to_text(),
            keeper: board.position(state.keeper),
            boxes: spots(board, &state.boxes),
            open: has_holes.then(|| spots(board, &state.open_goals(board))),
            moves: game.moves().to_string(),
            moves_made: measures.moves,
            pushes: measures.pushes,
            box_lines: measures.box_lines,
            box_changes: measures.box_changes,
            line_moves: line.len(),
            line_pushes: pushes.map(|(index, _)| index + 1).collect(),
            branches: game.branches().len(),
            forks: game.forks(),
            bookmarks: bookmarks(game),
            won: game.is_won(),
            stored,
            wanted,
            trail: trail(game, before, made),
            said: said(game, made),
            refused: None,
            reach: None,
        }
    }
}

fn spots(board: &Board, squares: &SquareSet) -> Vec<Spot> {
    squares.iter().map(|square| board.position(square)).collect()
}

fn bookmarks(game: &Game) -> Vec<BookmarkView> {
    let view = |(name, moment): (&str, _)| BookmarkView {
        name: name.to_owned(),
        moves: game.moves_to(moment).len(),
    };
    game.bookmarks().iter().map(view).collect()
}

/// The progress so far, and the number at which the game is won.
fn stored(game: &Game) -> (usize, usize) {
    let (board, state, start) = (game.board(), game.state(), game.start());
    match board.rules().goal() {
        GoalKind::Keep => {
            let served = state.boxes.iter().filter(|it| board.goals().contains(*it)).count();
            (served, board.goals().len().min(state.boxes.len()))
        }
        GoalKind::Fill => {
            let open = |it: &State| it.open_goals(board).len();
            (open(start) - open(state), open(start))
        }
        GoalKind::Sink => (start.boxes.len() - state.boxes.len(), start.boxes.len()),
    }
}

/// The states after each of the last `made` moves, which began in `before`.
fn trail(game: &Game, before: &State, made: usize) -> Vec<Waypoint> {
    if !(2..=TRAIL_MAX).contains(&made) {
        return Vec::new();
    }
    let moves = game.moves();
    let first = moves.len().saturating_sub(made);
    let mut state = before.clone();
    let mut waypoints = Vec::with_capacity(made);
    for it in &moves.as_slice()[first..] {
        if make_move(game.board(), &mut state, it.direction).is_err() {
            return Vec::new();
        }
        let keeper = game.board().position(state.keeper);
        waypoints.push(Waypoint { keeper, boxes: spots(game.board(), &state.boxes) });
    }
    waypoints
}

/// What happened, as a sentence without a full stop.
fn said(game: &Game, made: usize) -> String {
    let rules = game.board().rules();
    let (stored, wanted) = stored(game);
    let word = match rules.goal() {
        GoalKind::Keep => "stored",
        GoalKind::Fill => "filled",
        GoalKind::Sink => "gone",
    };
    let tally = format!("{stored} of {wanted} {word}");
    if game.is_won() {
        let measures = game.measures();
        let (pushes, moves) = (quantity(measures.pushes, "push"), quantity(measures.moves, "move"));
        return format!("solved with {pushes} and {moves}");
    }
    match game.last() {
        Some(PlayedMove { direction, effect }) if made == 1 => match effect {
            Effect::Step => format!("walked {direction}"),
            Effect::Push => format!("pushed {direction}; {tally}"),
            Effect::Fill => format!("pushed {direction} and filled a hole; {tally}"),
            Effect::Sink => format!("pushed {direction} into a sink; {tally}"),
        },
        Some(_) if made > 1 => format!("{}; {tally}", quantity(made, "move")),
        None => format!("at the start; {tally}"),
        Some(_) => format!("after {}; {tally}", quantity(game.move_count(), "move")),
    }
}
