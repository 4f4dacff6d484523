//! Reconstructs the pushes of a solution from the events between its areas.
//!
//! Each area is traversed backwards, from a state in which it satisfies the win condition to its
//! initial state. Then the pushes of all areas are merged in the order of the events.

use std::collections::HashMap;

use sokolab_core::{Board, Push, Square, State, apply_push, region, try_push};

use super::divided_level::DividedLevel;
use super::local::{AreaEvent, Keeper, Local, SetNumber, StateNumber};
use super::node::{Action, Node};
use crate::space::Event;

/// The states of an area, in order.
type Line = Vec<StateNumber>;

/// The pushes to node `last`; `None` if the board does not permit one of them.
pub(crate) fn reconstruct(
    board: &Board,
    start: &State,
    level: &mut DividedLevel,
    nodes: &[Node],
    last: usize,
) -> Option<Vec<Push>> {
    let mut way = vec![last];
    while nodes[way[way.len() - 1]].action != Action::Begin {
        way.push(nodes[way[way.len() - 1]].parent);
    }
    way.reverse();
    let mut lines: Vec<Vec<Line>> = Vec::new();
    for area in 0..level.locals.len() {
        lines.push(area_lines(level, nodes, &way, area)?);
    }
    let mut lines: Vec<_> = lines.into_iter().map(Vec::into_iter).collect();
    let mut player = Player { board, state: start.clone(), pushes: Vec::new() };
    for pair in way.windows(2) {
        let (from, to) = (&nodes[pair[0]], &nodes[pair[1]]);
        let local = &level.locals[from.at];
        let end = match to.action {
            Action::Cross(port) => {
                let link = level.areas.list[from.at].links[usize::from(port)];
                LineEnd::BoxLeaves(level.areas.list[link.area].port_square(link.port))
            }
            Action::Begin | Action::Walk(_) => LineEnd::BoxesStay,
        };
        player.follow(local, &lines[from.at].next()?, end)?;
        if let Action::Cross(port) = to.action {
            let link = level.areas.list[from.at].links[usize::from(port)];
            // A box that enters there needs no push in this area.
            lines[link.area].next()?;
        }
    }
    let at = nodes[last].at;
    player.follow(&level.locals[at], &lines[at].next()?, LineEnd::BoxesStay)?;
    Some(player.pushes)
}

/// The effect of the last push of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineEnd {
    /// The box stays in the area or vanishes in it.
    BoxesStay,
    /// The box goes to this square of the next area.
    BoxLeaves(Square),
}

/// The events of an area along a path of nodes, each with the set of states before it.
fn events_in(
    level: &DividedLevel,
    nodes: &[Node],
    way: &[usize],
    area: usize,
) -> Vec<(AreaEvent, SetNumber)> {
    let mut happenings = Vec::new();
    for pair in way.windows(2) {
        let (from, to) = (&nodes[pair[0]], &nodes[pair[1]]);
        let before = from.sets[area];
        match to.action {
            Action::Walk(port) if from.at == area => {
                happenings.push((AreaEvent::Out(port), before));
            }
            Action::Cross(port) if from.at == area => {
                happenings.push((AreaEvent::Leave(port), before));
            }
            Action::Cross(port) => {
                let link = level.areas.list[from.at].links[usize::from(port)];
                if link.area == area {
                    happenings.push((AreaEvent::Enter(link.port as u8), before));
                }
            }
            _ => {}
        }
    }
    happenings
}

/// For each event of an area, the states that lead to it, including the state after it if a box
/// leaves; and finally the states to the end.
fn area_lines(
    level: &mut DividedLevel,
    nodes: &[Node],
    way: &[usize],
    area: usize,
) -> Option<Vec<Line>> {
    let happenings = events_in(level, nodes, way, area);
    let end = &nodes[way[way.len() - 1]];
    let (set, is_inside) = (end.sets[area], end.at == area);
    let local = &mut level.locals[area];
    let mut lines: Vec<Line> = Vec::new();
    let mut now = if is_inside {
        let line = line_to(local, set, |local, it| local.ends(it, Keeper::Inside))?;
        let first = line[0];
        lines.push(line);
        first
    } else {
        let members = local.members(set).iter().copied();
        let found = { members }.find(|&it| local.ends(it, Keeper::Elsewhere))?;
        lines.push(vec![found]);
        found
    };
    for &(happening, before) in happenings.iter().rev() {
        let line = match happening {
            AreaEvent::Out(_) => line_to(local, before, |_, it| it == now)?,
            AreaEvent::Leave(port) => {
                let wanted = (Event::Leave(port), now);
                let mut line =
                    line_to(local, before, |local, it| local.arcs(it).contains(&wanted))?;
                line.push(now);
                line
            }
            AreaEvent::Enter(port) => {
                let wanted = (Event::Enter(port), now);
                let members = local.members(before).to_vec();
                vec![members.into_iter().find(|&it| local.arcs(it).contains(&wanted))?]
            }
            AreaEvent::Inside => continue,
        };
        now = line[0];
        lines.push(line);
    }
    lines.reverse();
    Some(lines)
}

/// The states from a member of `set`, by pushes inside, to a state that is wanted.
fn line_to(
    local: &mut Local,
    set: SetNumber,
    mut is_wanted: impl FnMut(&mut Local, StateNumber) -> bool,
) -> Option<Line> {
    let mut pending = local.members(set).to_vec();
    let mut before: HashMap<StateNumber, StateNumber> =
        pending.iter().map(|&it| (it, it)).collect();
    let mut at = 0;
    while at < pending.len() {
        let state = pending[at];
        if is_wanted(local, state) {
            let mut line = vec![state];
            let mut state = state;
            while before[&state] != state {
                state = before[&state];
                line.push(state);
            }
            line.reverse();
            return Some(line);
        }
        for (event, to) in local.arcs(state).to_vec() {
            if event == Event::Push && !before.contains_key(&to) {
                before.insert(to, state);
                pending.push(to);
            }
        }
        at += 1;
    }
    None
}

/// Plays pushes on the board.
struct Player<'a> {
    board: &'a Board,
    state: State,
    pushes: Vec<Push>,
}

impl Player<'_> {
    /// Makes the pushes between the states of a line.
    fn follow(&mut self, local: &Local, line: &[StateNumber], end: LineEnd) -> Option<()> {
        let last = line.len().saturating_sub(2);
        for (index, pair) in line.windows(2).enumerate() {
            let (from, to) = (local.state(pair[0]), local.state(pair[1]));
            let moved = from.boxes & !to.boxes;
            let square = local.squares[moved.trailing_zeros() as usize];
            let wanted = |state: &State| {
                let is_same = |set: u64, has: &dyn Fn(Square) -> bool| {
                    let squares = local.squares.iter().enumerate();
                    { squares }.all(|(number, &it)| has(it) == (set >> number & 1 == 1))
                };
                is_same(to.boxes, &|it| state.boxes.contains(it))
                    && is_same(to.filled, &|it| state.filled.contains(it))
            };
            // From inside an area, a box that has left looks like one that has vanished in a sink
            // or has left by another port beside the same square.
            let lands = |to: Square| match end {
                LineEnd::BoxLeaves(outer) if index == last => to == outer,
                _ => local.squares.contains(&to),
            };
            self.push(square, lands, wanted)?;
        }
        Some(())
    }

    /// Pushes the box on `from` onto a square that satisfies `lands`, so that the resulting state
    /// is the wanted one.
    fn push(
        &mut self,
        from: Square,
        lands: impl Fn(Square) -> bool,
        is_wanted: impl Fn(&State) -> bool,
    ) -> Option<()> {
        if !self.state.boxes.contains(from) {
            return None;
        }
        let reached = region(self.board, &self.state);
        for &direction in self.board.rules().pushes().list() {
            let push = Push { from, direction };
            let behind = self.board.neighbour(from, direction.opposite());
            let is_legal = behind.is_some_and(|it| reached.contains(it))
                && self.board.neighbour(from, direction).is_some_and(&lands)
                && try_push(self.board, &self.state, push).is_ok();
            if !is_legal {
                continue;
            }
            let mut after = self.state.clone();
            apply_push(self.board, &mut after, push);
            if is_wanted(&after) {
                self.state = after;
                self.pushes.push(push);
                return Some(());
            }
        }
        None
    }
}
