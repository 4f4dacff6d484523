//! The locked squares of a drawing, and its boxes that lock each other.

use sokolab_analysis::locks::{
    GroupLimits, LockKind, LockSetting, crate_locks, goal_locks, kinds, locked_squares,
};
use sokolab_core::{Board, Rules, Square, SquareSet};

use crate::drawing::ChamberDrawing;

/// The locks of a drawn chamber; all lists are empty if it cannot be laid out as a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Locks {
    /// The locked squares with their kinds, row by row.
    pub squares: Vec<((usize, usize), LockKind)>,
    /// The squares from which a box can reach neither a goal nor a port, wherever the keeper is.
    pub dead: Vec<(usize, usize)>,
    /// Boxes that cannot leave even if they were alone.
    pub lost: Vec<(usize, usize)>,
    /// Groups of boxes that cannot all leave although every smaller part of the group can, each
    /// with a lower bound on the number of lost boxes.
    pub groups: Vec<(Vec<(usize, usize)>, usize)>,
    /// Whether this lists all groups of up to four boxes.
    pub groups_are_complete: bool,
    /// For each goal, the squares that a box on it locks; only under rules where boxes stay on
    /// goals.
    pub goal_locks: Vec<GoalLocks>,
    /// The numbers of the ports that are useless for boxes as soon as any goal has its box.
    pub closed_ports: Vec<usize>,
}

/// A goal, and the squares that a box on it locks.
pub type GoalLocks = ((usize, usize), Vec<(usize, usize)>);

impl Locks {
    /// The places of the locked squares.
    #[must_use]
    pub fn places(&self) -> Vec<(usize, usize)> {
        self.squares.iter().map(|it| it.0).collect()
    }
}

pub(super) fn locks(drawing: &ChamberDrawing, rules: Rules) -> Locks {
    let Some((board, corridor)) = drawing.board(rules) else { return Locks::default() };
    let setting = LockSetting::of_chamber(&board, corridor.clone());
    let locked = locked_squares(&setting);
    let kinds = kinds(&setting, &locked.visit);
    let kind = |square: Square| Some((board.position(square), kinds[square.index()]?));
    let mut boxes = board.no_squares();
    boxes.extend(drawing.boxes().iter().filter_map(|&(x, y)| board.square_at(x, y)));
    let mut found =
        Locks { squares: board.squares().filter_map(kind).collect(), ..Locks::default() };
    found.dead = places(&board, &locked.any);
    let keeper = drawing.keeper().and_then(|(x, y)| board.square_at(x, y));
    if let Some(keeper) = keeper.or(corridor.first()) {
        let limits = GroupLimits::default();
        let groups = crate_locks(&setting, &locked.any, &boxes, keeper, limits);
        found.lost = places(&board, &groups.lost);
        found.groups_are_complete = groups.is_complete;
        let group =
            |it: &sokolab_analysis::locks::CrateLock| (places(&board, &it.boxes), it.lost_min);
        found.groups = groups.groups.iter().map(group).collect();
    }
    let goals = goal_locks(&setting);
    let of_goal = goals.goals.iter().filter(|it| !it.locks.is_empty());
    found.goal_locks =
        of_goal.map(|it| (board.position(it.goal), places(&board, &it.locks))).collect();
    let is_closed = |port: &usize| {
        let (x, y) = drawing.ports()[*port].outer();
        let square = board.square_at(x as usize, y as usize);
        goals.closes.iter().any(|corridor| square.is_some_and(|it| corridor.contains(it)))
    };
    found.closed_ports = (0..drawing.ports().len()).filter(is_closed).collect();
    found
}

fn places(board: &Board, squares: &SquareSet) -> Vec<(usize, usize)> {
    squares.iter().map(|it| board.position(it)).collect()
}
