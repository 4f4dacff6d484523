//! What a win needs in a position, cached where it is costly to compute.

use std::collections::BTreeMap;
use std::rc::Rc;

use sokolab_core::{Demand, GoalKind, State, demand};

use super::proof_board::{Position, ProofBoard};

/// What a win needs.
#[derive(Clone, Debug)]
pub(super) enum WinDemand {
    /// A box for each of these aims, by number.
    Aims(Rc<[u16]>),
    /// An aim for each box.
    Boxes,
}

/// Computes and caches what a win needs.
#[derive(Debug)]
pub(super) struct Demands {
    all: Rc<[u16]>,
    /// By open holes and keeper.
    known: BTreeMap<(Vec<u16>, u16), Rc<[u16]>>,
}

impl Demands {
    pub(super) fn new(ground: &ProofBoard<'_>) -> Demands {
        let all = (0..ground.aims.len() as u16).collect();
        Demands { all, known: BTreeMap::new() }
    }

    pub(super) fn needs(&mut self, ground: &ProofBoard<'_>, position: &Position) -> WinDemand {
        match ground.goal_kind {
            GoalKind::Sink => WinDemand::Boxes,
            GoalKind::Keep if position.boxes.len() < self.all.len() => WinDemand::Boxes,
            GoalKind::Keep => WinDemand::Aims(self.all.clone()),
            GoalKind::Fill => WinDemand::Aims(self.holes(ground, position)),
        }
    }

    /// The number of spare boxes; if negative, the position is lost.
    pub(super) fn spare(&mut self, ground: &ProofBoard<'_>, position: &Position) -> i64 {
        match self.needs(ground, position) {
            WinDemand::Aims(aims) => position.boxes.len() as i64 - aims.len() as i64,
            WinDemand::Boxes => 0,
        }
    }

    fn holes(&mut self, ground: &ProofBoard<'_>, position: &Position) -> Rc<[u16]> {
        let aims = &ground.aims;
        let is_open = |number: &u16| position.is_hole[usize::from(aims[usize::from(*number)])];
        let open: Vec<u16> = self.all.iter().copied().filter(is_open).collect();
        if ground.board.exits().is_empty() {
            return open.into();
        }
        let key = (open, position.keeper);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let board = ground.board;
        let mut filled = board.goals().clone();
        for &number in &key.0 {
            filled.remove(ground.square(aims[usize::from(number)]));
        }
        let state =
            State { boxes: board.no_squares(), filled, keeper: ground.square(position.keeper) };
        let found: Rc<[u16]> = match demand(board, &state) {
            Demand::Goals(holes) => {
                holes.iter().filter_map(|hole| ground.aim_at[hole.index()]).collect()
            }
            Demand::Boxes(_) => self.all.clone(),
        };
        self.known.insert(key, found.clone());
        found
    }
}
