//! Equivalent chambers: every sequence of moves outside one of them is also possible outside the
//! other.

use std::collections::BTreeSet;

use super::graph::{TooManyStates, before};
use super::interface::{Letter, Live};
use super::refine::{Labelled, blocks};
use crate::space::{ChamberState, Event, Space};

/// The states of `other`, with as many boxes as `start`, that are equivalent to `start` in `space`,
/// port by port: the same boxes can enter and leave in the same order, and between them the keeper
/// can come out by the same ports. Moves of the keeper inside are not compared, because they cannot
/// be seen from outside, and moves that lose a box are left out.
///
/// # Errors
/// If one of the chambers has more than `states_max` states.
pub fn equivalent_states(
    space: &Space,
    start: ChamberState,
    other: &Space,
    states_max: usize,
) -> Result<Vec<ChamberState>, TooManyStates> {
    let own = Outside::of(space, &[start], states_max)?;
    let ports = other.shape().ports().len();
    let ends: Vec<ChamberState> = (0..ports).map(|it| other.state(0, other.outside(it))).collect();
    let (mut starts, _) = before(other, &ends, states_max)?;
    starts.retain(|it| it.boxes.count_ones() == start.boxes.count_ones());
    let others = Outside::of(other, &starts, states_max)?;
    let Some(wanted) = own.states.iter().position(|it| *it == start) else {
        return Ok(Vec::new());
    };
    let shift = own.states.len() as u32;
    let moved = |arcs: &Vec<Labelled>| arcs.iter().map(|&(it, to)| (it, to + shift)).collect();
    let arcs: Vec<Vec<Labelled>> =
        own.arcs.iter().cloned().chain(others.arcs.iter().map(moved)).collect();
    let found = blocks(&[own.colours, others.colours].concat(), &arcs);
    let seen = others.states.iter().zip(&found[own.states.len()..]);
    let same = seen.filter(|it| *it.1 == found[wanted]).map(|it| *it.0);
    let mut same: Vec<ChamberState> = same.collect();
    same.sort_unstable();
    starts.retain(|it| same.binary_search(it).is_ok());
    Ok(starts)
}

/// The states in which the keeper can be outside, the start states, and the moves between them.
struct Outside {
    states: Vec<ChamberState>,
    arcs: Vec<Vec<Labelled>>,
    /// The number of boxes inside, combined with the ports outside of which the keeper can be.
    colours: Vec<u32>,
}

impl Outside {
    fn of(
        space: &Space,
        starts: &[ChamberState],
        states_max: usize,
    ) -> Result<Outside, TooManyStates> {
        let live = Live::of(space, starts, states_max)?;
        let ports = space.shape().ports().len();
        let at_ports = |state: &ChamberState| -> u32 {
            let region = space.region(state);
            (0..ports).filter(|&it| space.is_outside(region, it)).fold(0, |set, it| set | 1 << it)
        };
        let seen: Vec<u32> = live.states.iter().map(at_ports).collect();
        let starts: BTreeSet<&ChamberState> = starts.iter().collect();
        let is_kept = |it: &usize| seen[*it] != 0 || starts.contains(&live.states[*it]);
        let kept: Vec<usize> = (0..live.states.len()).filter(is_kept).collect();
        let mut place = vec![u32::MAX; live.states.len()];
        for (new, &old) in kept.iter().enumerate() {
            place[old] = new as u32;
        }
        let arcs = kept.iter().map(|&it| outward(&live, it, &seen, &place)).collect();
        let colour = |&it: &usize| live.states[it].boxes.count_ones() << ports | seen[it];
        let colours = kept.iter().map(colour).collect();
        let states = kept.iter().map(|&it| live.states[it]).collect();
        Ok(Outside { states, arcs, colours })
    }
}

/// What can be observed from outside after any number of pushes inside. The keeper is outside
/// whenever a box enters or leaves, so nothing between two such events is missed.
fn outward(live: &Live, state: usize, seen: &[u32], place: &[u32]) -> Vec<Labelled> {
    let mut arcs = BTreeSet::new();
    for pushed in live.pushed(state) {
        let pushed = pushed as usize;
        for &(event, to) in &live.arcs[pushed] {
            let letter = match event {
                Event::Enter(port) => Letter::Enter(port),
                Event::Leave(port) => Letter::Leave(port),
                Event::Push => continue,
            };
            arcs.insert((letter.number(), place[to as usize]));
        }
        if seen[pushed] != 0 {
            arcs.insert((Letter::Rearrange.number(), place[pushed]));
        }
    }
    arcs.into_iter().collect()
}
