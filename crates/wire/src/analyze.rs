//! A line of `soko analyze --format json`.

use serde::Serialize;
use sokolab::analysis::locks::LockKind;
use sokolab::analysis::{Analysis, BlockEntry, BlockList, StaticMeasures};
use sokolab::insight::verdict::ClosedFloor;
use sokolab::{CorralKind, Level, Push, Square, square_name};

use crate::place::{Place, Subject};

/// Squares by name: column letter and row number, `a1` being the top left place.
type Names = Vec<String>;

/// Every fact about a level.
#[derive(Clone, Debug, Serialize)]
pub struct AnalyzeLine {
    schema: &'static str,
    #[serde(flatten)]
    subject: Subject,
    symmetries: Vec<String>,
    /// Two parts of the floor that can be swapped: squares, and their images in the same order.
    swaps: Vec<[Names; 2]>,
    measures: StaticMeasures,
    locked: Locked,
    /// Boxes that can never be pushed again.
    frozen: Names,
    crate_locks: CrateLocks,
    goal_locks: Vec<GoalLock>,
    filling_order: Option<Names>,
    closed_diagonals: Vec<Names>,
    cut_squares: Names,
    tunnels: Vec<Tunnel>,
    rooms: Vec<Names>,
    chambers: Vec<Chamber>,
    corridors: Vec<Corridor>,
    chambers_form_a_tree: bool,
    soft_cuts: Names,
    distances: Vec<Distance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    block_list: Option<Vec<Blocked>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    corrals: Option<Vec<Corral>>,
}

#[derive(Clone, Debug, Serialize)]
struct Locked {
    corner: Names,
    wall: Names,
    chokepoint: Names,
    connectivity: Names,
    storage: Names,
    visit: Names,
}

#[derive(Clone, Debug, Serialize)]
struct CrateLocks {
    /// Boxes that could not reach a goal even without other boxes, whether or not they can move.
    lost: Names,
    groups: Vec<Group>,
    complete: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Group {
    boxes: Names,
    lost_min: usize,
}

#[derive(Clone, Debug, Serialize)]
struct GoalLock {
    goal: String,
    locks: Names,
    cuts_off: Names,
}

#[derive(Clone, Debug, Serialize)]
struct Tunnel {
    squares: Names,
    straight: bool,
}

#[derive(Clone, Debug, Serialize)]
struct Chamber {
    /// `chamber`, `niche` or `exit`.
    kind: &'static str,
    squares: Names,
    ports: Names,
}

#[derive(Clone, Debug, Serialize)]
struct Corridor {
    squares: Names,
    joins: [usize; 2],
}

/// The pushes of a lone box to the nearest goal, the keeper on the best side.
#[derive(Clone, Debug, Serialize)]
struct Distance {
    square: String,
    pushes: u16,
}

/// A placement of a block list, on the worst side of the keeper.
#[derive(Clone, Debug, Serialize)]
struct Blocked {
    boxes: Names,
    dead: bool,
    pushes_more: Option<u32>,
}

/// Floor that boxes close to the keeper.
#[derive(Clone, Debug, Serialize)]
struct Corral {
    letter: String,
    squares: Names,
    boxes: Names,
    /// `null` where PI-corrals prove nothing.
    pi: Option<bool>,
    /// Why it is not a PI-corral, or why the test does not apply.
    reason: Option<String>,
    /// The pushes that a PI-corral leaves.
    pushes: Vec<CorralPush>,
    /// Whether the state is proved dead; `false` proves nothing.
    dead: bool,
}

#[derive(Clone, Debug, Serialize)]
struct CorralPush {
    #[serde(rename = "box")]
    from: String,
    direction: String,
}

impl AnalyzeLine {
    /// The same line with the corrals of the state.
    #[must_use]
    pub fn with_corrals(mut self, facts: &Analysis, closed: &[ClosedFloor]) -> AnalyzeLine {
        let push = |it: &Push| CorralPush {
            from: square_name(&facts.board, it.from),
            direction: it.direction.to_string(),
        };
        let corral = |it: &ClosedFloor| Corral {
            letter: it.letter.clone(),
            squares: names(facts, it.squares.iter().copied()),
            boxes: names(facts, it.boxes.iter().copied()),
            pi: it.kind.as_ref().ok().map(|_| it.pushes().is_some()),
            reason: why_no_pi_corral(facts, it),
            pushes: it.pushes().unwrap_or_default().iter().map(push).collect(),
            dead: it.death.is_some(),
        };
        self.corrals = Some(closed.iter().map(corral).collect());
        self
    }

    /// The same line with a block list.
    #[must_use]
    pub fn with_block_list(mut self, facts: &Analysis, list: &BlockList) -> AnalyzeLine {
        let blocked = (0..list.len()).map(|index| {
            let worst = list.verdicts(index).first().copied().unwrap_or(BlockEntry::Plain);
            Blocked {
                boxes: names(facts, list.squares(index).iter().copied()),
                dead: worst == BlockEntry::Dead,
                pushes_more: match worst {
                    BlockEntry::Dearer(pushes) => Some(pushes),
                    BlockEntry::Dead | BlockEntry::Plain => None,
                },
            }
        });
        self.block_list = Some(blocked.collect());
        self
    }

    /// The line for an analysis.
    #[must_use]
    pub fn new(place: Place, level: &Level, facts: &Analysis) -> AnalyzeLine {
        let name = |square: Square| square_name(&facts.board, square);
        let names =
            |squares: &mut dyn Iterator<Item = Square>| squares.map(name).collect::<Names>();
        let goal_locks = &facts.goal_locks;
        AnalyzeLine {
            schema: "sokolab/analyze/1",
            subject: Subject::new(place, level),
            symmetries: facts.symmetries.iter().map(|it| it.turn.name().to_owned()).collect(),
            swaps: facts
                .swaps
                .iter()
                .map(|it| [&it.part, &it.images].map(|it| names(&mut it.iter().copied())))
                .collect(),
            measures: facts.measures,
            locked: locked(facts),
            frozen: names(&mut facts.frozen.iter()),
            crate_locks: crate_locks(facts),
            goal_locks: goal_locks
                .goals
                .iter()
                .filter(|lock| !lock.locks.is_empty() || !lock.cuts_off.is_empty())
                .map(|lock| GoalLock {
                    goal: name(lock.goal),
                    locks: names(&mut lock.locks.iter()),
                    cuts_off: names(&mut lock.cuts_off.iter()),
                })
                .collect(),
            filling_order: goal_locks
                .filling_order
                .as_ref()
                .map(|it| names(&mut it.iter().copied())),
            closed_diagonals: facts
                .closed_diagonals
                .iter()
                .map(|it| names(&mut it.iter()))
                .collect(),
            cut_squares: names(&mut facts.cut_squares.iter()),
            tunnels: tunnels(facts),
            rooms: facts.rooms.rooms().iter().map(|it| names(&mut it.iter().copied())).collect(),
            chambers: chambers(facts),
            corridors: corridors(facts),
            chambers_form_a_tree: facts.chambers.is_tree(),
            soft_cuts: names(&mut facts.chambers.soft_cuts().iter()),
            distances: distances(facts),
            block_list: None,
            corrals: None,
        }
    }
}

/// Why closed floor is not a PI-corral, as a sentence; `None` if it is one.
#[must_use]
pub fn why_no_pi_corral(facts: &Analysis, closed: &ClosedFloor) -> Option<String> {
    let name = |it: &Push| square_name(&facts.board, it.from);
    Some(match &closed.kind {
        Ok(CorralKind::Pi { .. }) => return None,
        Ok(CorralKind::Past(push)) => {
            format!("the box on {} can be pushed {} past it", name(push), push.direction)
        }
        Ok(CorralKind::NotNow(push)) => {
            format!("the box on {} cannot be pushed {} into it now", name(push), push.direction)
        }
        Ok(CorralKind::Settled) => "no box beside it has to move".to_owned(),
        Err(why) => why.to_string(),
    })
}

fn names(facts: &Analysis, squares: impl Iterator<Item = Square>) -> Names {
    squares.map(|square| square_name(&facts.board, square)).collect()
}

fn locked(facts: &Analysis) -> Locked {
    let of = |wanted: LockKind| {
        let is_wanted = |square: &Square| facts.lock_kinds[square.index()] == Some(wanted);
        names(facts, facts.board.squares().filter(is_wanted))
    };
    Locked {
        corner: of(LockKind::Corner),
        wall: of(LockKind::Wall),
        chokepoint: of(LockKind::Chokepoint),
        connectivity: of(LockKind::Connectivity),
        storage: names(facts, facts.locked.storage.iter()),
        visit: names(facts, facts.locked.visit.iter()),
    }
}

fn crate_locks(facts: &Analysis) -> CrateLocks {
    let found = &facts.crate_locks;
    let groups = found
        .groups
        .iter()
        .map(|group| Group { boxes: names(facts, group.boxes.iter()), lost_min: group.lost_min });
    CrateLocks {
        lost: names(facts, found.lost.iter()),
        groups: groups.collect(),
        complete: found.is_complete,
    }
}

fn tunnels(facts: &Analysis) -> Vec<Tunnel> {
    let tunnels = facts.tunnels.list().iter().map(|tunnel| Tunnel {
        squares: names(facts, tunnel.squares().iter().copied()),
        straight: tunnel.is_straight(),
    });
    tunnels.collect()
}

fn chambers(facts: &Analysis) -> Vec<Chamber> {
    let chambers = facts.chambers.chambers().iter().map(|chamber| Chamber {
        kind: chamber.significance(&facts.board, &facts.state).name(),
        squares: names(facts, chamber.squares.iter().copied()),
        ports: names(facts, chamber.ports.iter().map(|port| port.square)),
    });
    chambers.collect()
}

fn corridors(facts: &Analysis) -> Vec<Corridor> {
    let corridors = facts.chambers.corridors().iter().map(|corridor| Corridor {
        squares: names(facts, corridor.squares.iter().copied()),
        joins: corridor.ends.map(|end| end.chamber),
    });
    corridors.collect()
}

fn distances(facts: &Analysis) -> Vec<Distance> {
    let of = |square: Square| {
        let pushes = facts.distances.least_nearest(square)?;
        Some(Distance { square: square_name(&facts.board, square), pushes })
    };
    facts.board.squares().filter_map(of).collect()
}
