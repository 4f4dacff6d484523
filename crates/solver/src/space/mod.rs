//! What is searched: the field, the keys of states, and the spaces of pushes, pulls and moves.
//!
//! A space is entered at a state, lists the edges worth trying, follows one and judges the state at
//! its end. There are three: `pushes` with the keeper's region, `pulls` for the same backwards, and
//! `walks`, whose edges are walks that end with a push, for the fewest moves.
//!
//! A node holds the exact key of its state (a bit for each square that can hold a box and for each
//! open hole) and two words: 32 bytes on boards of up to 128 squares. Zobrist hashes are updated
//! push by push, but two states are the same only if their keys are equal.

pub(crate) mod pulls;
pub(crate) mod pushes;
pub(crate) mod refute;
pub(crate) mod walks;

use crate::leg::{Action, Leg};
use crate::meter::SearchMeter;
use sokolab_core::{Direction, Stop};
use sokolab_field::{Key, Place};

/// One way on from a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The box that is pushed, or pulled, from where it stands before.
    pub(crate) leg: Leg,
    pub(crate) cost: u16,
}

impl Edge {
    /// That of one push.
    pub(crate) fn push(from: Place, way: Direction) -> Edge {
        Edge { leg: Leg { from, action: Action::Push(way) }, cost: 1 }
    }
}

/// The state at the end of an edge.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reached {
    pub(crate) key: Key,
    pub(crate) keeper: Place,
    /// Of key and keeper together.
    pub(crate) hash: u64,
    pub(crate) is_won: bool,
}

/// States and the edges between them, one state at a time.
///
/// A search enters a state, asks for its edges, follows some of them and has the states at their
/// ends judged. To follow an edge is cheap, to judge a state is not.
pub(crate) trait Space {
    /// Words of a key.
    fn key_words(&self) -> usize;

    /// The first states with their bounds; those without a solution are left out.
    fn roots(&mut self) -> Vec<(Reached, u16)>;

    /// Finds the tables that the next state to be entered is worth, asking `meter` meanwhile.
    ///
    /// # Errors
    /// If the meter says so; the tables are not looked for again then.
    fn prepare(&mut self, _meter: &mut SearchMeter<'_>) -> Result<(), Stop> {
        Ok(())
    }

    /// Goes to a state.
    fn enter(&mut self, key: &[u64], keeper: Place);

    /// Lists the edges of the state at hand that are worth trying. None of them may be missing that
    /// a best solution needs.
    fn edges(&mut self, edges: &mut Vec<Edge>);

    /// Goes along an edge of the state at hand.
    fn follow(&mut self, edge: Edge) -> &Reached;

    /// The state at the end of the edge just followed.
    fn reached(&self) -> &Reached;

    /// The least that is still to come from the end of the edge just followed; `None` is a proof
    /// that it leads nowhere.
    fn judge(&mut self) -> Option<u16>;

    /// What it takes to follow and judge an edge, in units of about a tenth of a microsecond.
    fn effort(&self) -> u64;

    /// Bytes taken by tables.
    fn bytes(&self) -> u64;

    /// States looked at by small searches.
    fn lemma_nodes(&self) -> u64;
}

/// What an edge takes on a field of so many words with so many boxes.
pub(crate) fn effort_of(words: usize, boxes: usize) -> u64 {
    (10 + words * 8 + boxes * boxes / 8) as u64
}
