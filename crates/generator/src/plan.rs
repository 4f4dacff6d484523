//! Plans: what has to be done to solve a level, before there is a level.
//!
//! A plan is a tree of parts. Where boxes vanish in holes it is a chain: from the goals inwards
//! come directed chambers, each of which must hand boxes on before it lets any pass, and behind the
//! last of them are the storages. Under the official rules it may also be a feed, a goal lock and a
//! storage behind it (the `NetHack` 4 document). Parts are chosen from the catalogue by what they
//! do.

use sokolab_analysis::Turn;
use sokolab_core::{Direction, Directions, GoalKind};

use crate::certify::MANY_BOXES;
use crate::chamber::catalogue::{Catalogue, Entry, Role, Wanted};
use crate::chamber::{Port, Shape};
use crate::compose::{Chambers, Guard, Symmetry};
use crate::seed::Chance;

/// What a part of a plan is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A row of goals, with the exit behind it where there is one.
    Goals(usize),
    /// Goals between two shafts: whoever fills one shuts the feed off.
    GoalLock(usize),
    /// A chamber with boxes that asks for so much storage.
    Directed {
        /// How many boxes it begins with.
        boxes: usize,
        /// The storage it demands.
        requirement: usize,
    },
    /// A chamber that gives boxes away.
    Feed(usize),
    /// A storage for so many boxes, which is claimed to be needed.
    Storage(usize),
    /// A storage for so many boxes, which is claimed not to be needed.
    Decoy(usize),
    /// A room where ways part.
    Junction,
    /// A bend that boxes pass.
    Bend,
}

/// One part of a plan, with the chamber chosen for it.
#[derive(Clone, Debug)]
pub(crate) struct Planned {
    /// What it is for.
    pub(crate) part: Part,
    /// Its shape.
    pub(crate) shape: Shape,
    /// The squares its boxes begin on.
    pub(crate) boxes: u64,
    /// The keeper's square, if it begins here.
    pub(crate) keeper: Option<usize>,
    /// The part it hangs on, with the port there; `None` for the first.
    pub(crate) parent: Option<(usize, usize)>,
    /// Its own port towards that part.
    pub(crate) port: usize,
    /// Whether the keeper begins in the corridor to that part.
    pub(crate) keeper_in_corridor: bool,
}

/// A tree of parts; each comes after the one it hangs on.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The parts.
    pub(crate) parts: Vec<Planned>,
}

impl Plan {
    /// The plan in a few words, from the storages to the goals.
    #[must_use]
    pub(crate) fn words(&self) -> String {
        let rank = |it: &Part| match it {
            Part::Feed(_) | Part::Storage(_) => 0,
            Part::Directed { .. } | Part::GoalLock(_) => 1,
            Part::Decoy(_) => 2,
            Part::Goals(_) | Part::Junction | Part::Bend => 3,
        };
        let mut parts: Vec<Part> = self.parts.iter().rev().map(|it| it.part).collect();
        parts.sort_by_key(rank);
        parts.into_iter().filter_map(words).collect::<Vec<_>>().join("; ")
    }

    fn add(&mut self, planned: Planned) -> usize {
        self.parts.push(planned);
        self.parts.len() - 1
    }
}

fn words(part: Part) -> Option<String> {
    let boxes =
        |count: usize| if count == 1 { "1 box".to_owned() } else { format!("{count} boxes") };
    Some(match part {
        Part::Goals(1) => "one goal".to_owned(),
        Part::Goals(count) => format!("{count} goals in a row"),
        Part::GoalLock(count) => format!("goal lock of {count}"),
        Part::Directed { boxes: 1, requirement } => {
            format!("1 box that demands storage for {requirement}")
        }
        Part::Directed { boxes, requirement } => {
            format!("{boxes} boxes that demand storage for {requirement}")
        }
        Part::Feed(count) => format!("feed of {}", boxes(count)),
        Part::Storage(capacity) => format!("storage for {}", boxes(capacity)),
        Part::Decoy(capacity) => format!("decoy for {}", boxes(capacity)),
        Part::Junction | Part::Bend => return None,
    })
}

/// Chooses a plan; `None` if chance came upon something the catalogue does not have.
pub(crate) fn choose(settings: &Chambers, chance: &mut Chance) -> Option<Plan> {
    let boxes = chance.within(&settings.boxes);
    // With many boxes proofs come from descriptions, and those are of chambers side by side.
    let plain =
        Chambers { split_percent: 0, decoy_percent: 0, bend_percent: 0, ..settings.clone() };
    let straight = Chambers { decoy_percent: 0, bend_percent: 0, ..settings.clone() };
    let is_many = boxes + settings.spare >= MANY_BOXES;
    let mut chooser = Chooser {
        settings: match settings.symmetry {
            _ if is_many => &plain,
            Symmetry::Mirror => &straight,
            Symmetry::None => settings,
        },
        chance,
        catalogue: Catalogue::embedded(),
        directions: settings.rules.pushes(),
    };
    let is_official = settings.rules.goal() == GoalKind::Keep;
    let may_lock = is_official && settings.symmetry == Symmetry::None;
    if may_lock && (2..=6).contains(&boxes) && chooser.chance.percent(60) {
        return chooser.goal_lock(boxes);
    }
    chooser.chain(boxes)
}

struct Chooser<'a> {
    settings: &'a Chambers,
    chance: &'a mut Chance,
    catalogue: &'static Catalogue,
    directions: Directions,
}

impl Chooser<'_> {
    /// Directed chambers in a row, storages behind them, goals before them.
    fn chain(&mut self, boxes: usize) -> Option<Plan> {
        let is_guarded = self.settings.guard == Guard::Levitation && boxes > 1;
        let brought = boxes - usize::from(is_guarded) + self.settings.spare;
        let stored = self.chance.within(&self.settings.stored);
        let links = self.divide(brought, stored)?;
        let mut plan = Plan { parts: Vec::new() };
        for &(count, requirement) in &links {
            let wanted = Wanted::Directed(count as u8, requirement as u8);
            let entry = self.pick(wanted)?;
            let Role::Directed { boxes, .. } = entry.role else { return None };
            let part = Part::Directed { boxes: count, requirement };
            let parent = plan.parts.len().checked_sub(1).map(|it| (it, 0));
            let parent = self.bent(&mut plan, parent);
            plan.add(Planned { boxes, port: 1, parent, ..planned(part, entry.shape()) });
        }
        let last = plan.parts.len() - 1;
        let first = plan.parts.iter().position(|it| it.parent.is_none())?;
        self.storages(&mut plan, (last, 0), stored)?;
        let mut before = (first, 1);
        if self.chance.below(100) < self.settings.decoy_percent {
            before = self.decoy(&mut plan, before)?;
        }
        let goals = goals(boxes, is_guarded, self.settings.rules.goal());
        let keeper_in_corridor = true;
        plan.add(Planned { parent: Some(before), keeper_in_corridor, ..goals });
        Some(plan)
    }

    /// Divides boxes and demands for storage among directed chambers that the catalogue has.
    fn divide(&mut self, boxes: usize, stored: usize) -> Option<Vec<(usize, usize)>> {
        let has = |count: usize, requirement: usize| {
            let wanted = Wanted::Directed(count as u8, requirement as u8);
            self.catalogue.count(self.directions, wanted) > 0
        };
        let mut ways: Vec<Vec<(usize, usize)>> = Vec::new();
        let mut pending = vec![(Vec::new(), boxes, stored)];
        while let Some((links, boxes, stored)) = pending.pop() {
            if boxes == 0 && stored == 0 {
                ways.push(links);
                continue;
            }
            if links.len() == 4 || boxes == 0 || stored == 0 {
                continue;
            }
            for count in 1..=boxes.min(4) {
                for requirement in (1..=stored.min(3)).filter(|&it| has(count, it)) {
                    let mut links = links.clone();
                    links.push((count, requirement));
                    pending.push((links, boxes - count, stored - requirement));
                }
            }
        }
        self.chance.pick(&ways).cloned()
    }

    /// One storage for all, or two that hide how many boxes each must take.
    fn storages(&mut self, plan: &mut Plan, at: (usize, usize), stored: usize) -> Option<()> {
        let is_split = stored > 1 && self.chance.below(100) < self.settings.split_percent;
        if !is_split {
            let at = self.bent(plan, Some(at));
            return self.storage(plan, Part::Storage(stored), stored, at);
        }
        let junction = Some(plan.add(Planned { parent: Some(at), ..junction() }));
        let is_symmetric = self.settings.symmetry == Symmetry::Mirror;
        let first = if is_symmetric { stored / 2 } else { 1 + self.chance.below(stored - 1) };
        self.storage(plan, Part::Storage(first), first, junction.map(|it| (it, 1)))?;
        let second = stored - first;
        if is_symmetric && first == second {
            let twin =
                Planned { parent: junction.map(|it| (it, 2)), ..plan.parts.last().cloned()? };
            plan.add(twin);
            return Some(());
        }
        self.storage(plan, Part::Storage(second), second, junction.map(|it| (it, 2)))
    }

    fn storage(
        &mut self,
        plan: &mut Plan,
        part: Part,
        capacity: usize,
        parent: Option<(usize, usize)>,
    ) -> Option<()> {
        let entry = self.pick(Wanted::Storage(capacity as u8))?;
        plan.add(Planned { parent, ..planned(part, entry.shape()) });
        Some(())
    }

    /// A storage beside the way to the goals, which looks needed.
    fn decoy(&mut self, plan: &mut Plan, at: (usize, usize)) -> Option<(usize, usize)> {
        let junction = plan.add(Planned { parent: Some(at), ..junction() });
        let capacity = 1 + self.chance.below(2);
        self.storage(plan, Part::Decoy(capacity), capacity, Some((junction, 1)))?;
        Some((junction, 2))
    }

    /// The port `at`, or the far port of a bend that is put there.
    fn bent(&mut self, plan: &mut Plan, at: Option<(usize, usize)>) -> Option<(usize, usize)> {
        let at = at?;
        if self.chance.below(100) >= self.settings.bend_percent {
            return Some(at);
        }
        let wanted = if self.chance.percent(80) { Wanted::Elbow } else { Wanted::Jog };
        let count = self.catalogue.count(self.directions, wanted);
        if count == 0 {
            return Some(at);
        }
        let number = self.chance.below(count);
        let entry = self.catalogue.pick(self.directions, wanted, number)?;
        let bend = Planned { parent: Some(at), ..planned(Part::Bend, entry.shape()) };
        Some((plan.add(bend), 1))
    }

    /// A feed, a goal lock and a storage for all boxes.
    fn goal_lock(&mut self, boxes: usize) -> Option<Plan> {
        let mut plan = Plan { parts: Vec::new() };
        let lock = goal_lock(boxes);
        plan.add(planned(Part::GoalLock(boxes), lock));
        let inside = self.catalogue.count(self.directions, Wanted::FeedInside(boxes as u8));
        let is_inside = inside > 0 && self.chance.percent(40);
        let wanted = if is_inside { Wanted::FeedInside } else { Wanted::Feed };
        let entry = self.pick(wanted(boxes as u8))?;
        let Role::Feed { boxes: placed, keeper, .. } = entry.role else { return None };
        let feed = Planned {
            boxes: placed,
            keeper: keeper.map(usize::from),
            keeper_in_corridor: keeper.is_none(),
            parent: Some((0, 0)),
            ..planned(Part::Feed(boxes), entry.shape())
        };
        plan.add(feed);
        self.storage(&mut plan, Part::Storage(boxes), boxes, Some((0, 1)))?;
        Some(plan)
    }

    /// One of the chambers that do what is wanted: of as many as the difficulty says, the hardest.
    fn pick(&mut self, wanted: Wanted) -> Option<Entry> {
        let count = self.catalogue.count(self.directions, wanted);
        if count == 0 {
            return None;
        }
        let tries = self.settings.difficulty.max(1);
        let is_symmetric = self.settings.symmetry == Symmetry::Mirror;
        let tries = if is_symmetric { tries * SYMMETRIC_TRIES } else { tries };
        let numbers: Vec<usize> = (0..tries).map(|_| self.chance.below(count)).collect();
        let picked = |&it: &usize| self.catalogue.pick(self.directions, wanted, it).copied();
        let entries = numbers.iter().filter_map(picked);
        if is_symmetric {
            return entries.filter(|it| is_mirrored(&it.shape())).max_by_key(hardness);
        }
        entries.max_by_key(hardness)
    }
}

/// How many chambers are looked at for one that is symmetric.
const SYMMETRIC_TRIES: usize = 200;

/// Whether a chamber is its own mirror image, its ports on the axis.
fn is_mirrored(shape: &Shape) -> bool {
    let (width, _) = shape.size();
    let is_along = |it: &Port| matches!(it.outward, Direction::Up | Direction::Down);
    let (turned, along) = match shape.ports().first() {
        Some(port) if is_along(port) => (shape.clone(), width),
        _ => {
            let turned = shape.turned(Turn::ALL[1]).0;
            let width = turned.size().0;
            (turned, width)
        }
    };
    let mirrored = |x: usize| along - 1 - x;
    let is_on_axis = |it: &Port| is_along(it) && it.inner.0 == mirrored(it.inner.0);
    turned.ports().iter().all(is_on_axis)
        && turned.squares().iter().all(|&(x, y)| turned.square_at((mirrored(x), y)).is_some())
}

/// A number that is larger for chambers in which there is more to do, or to get wrong.
fn hardness(entry: &Entry) -> u8 {
    match entry.role {
        Role::Storage { wrong_percent, .. } => wrong_percent,
        Role::Feed { moves, .. } | Role::Directed { moves, .. } => moves,
        Role::Bend => 0,
    }
}

fn planned(part: Part, shape: Shape) -> Planned {
    Planned {
        part,
        shape,
        boxes: 0,
        keeper: None,
        parent: None,
        port: 0,
        keeper_in_corridor: false,
    }
}

/// A room of three by three, where a box can be turned to any side.
fn junction() -> Planned {
    let floor: Vec<_> = (0..9).map(|it| (it % 3, it / 3)).collect();
    let ports = [
        Port { inner: (1, 2), outward: Direction::Down },
        Port { inner: (0, 1), outward: Direction::Left },
        Port { inner: (2, 1), outward: Direction::Right },
    ];
    planned(Part::Junction, Shape::new(&floor, &[], &ports).expect("a room with three ports"))
}

/// A row of goals, and the exit behind it. Guarded against whoever flies, a box stands before the
/// last hole: it must be pushed, which cannot be done in the air.
fn goals(count: usize, is_guarded: bool, goal: GoalKind) -> Planned {
    let has_exit = goal == GoalKind::Fill;
    let length = count + usize::from(has_exit) + usize::from(is_guarded);
    let floor: Vec<_> = (0..length).map(|x| (x, 0)).collect();
    let guard = is_guarded.then(|| count - 1);
    let holes: Vec<_> =
        (0..length - usize::from(has_exit)).filter(|&x| Some(x) != guard).map(|x| (x, 0)).collect();
    let ports = [Port { inner: (0, 0), outward: Direction::Left }];
    let shape = Shape::new(&floor, &holes, &ports).expect("a row with a port");
    let boxes = guard.map_or(0, |x| 1 << x);
    Planned { boxes, ..planned(Part::Goals(count), shape) }
}

/// The most goals of a lock for which a test proves that it cannot be filled with less storage than
/// it has goals.
pub(crate) const LOCK_PROVED: usize = 6;

/// The goal lock of the document with so many goals: the first port is for the feed, the second for
/// the storage.
fn goal_lock(goals: usize) -> Shape {
    let right = goals + 3;
    let mut floor: Vec<(usize, usize)> = vec![(1, 2), (2, 2), (2, 1), (1, 3), (2, 3)];
    floor.extend((2..=right + 1).map(|x| (x, 0)));
    floor.extend([(right, 1), (right + 1, 1), (right, 2)]);
    floor.extend((3..=right + 1).map(|x| (x, 3)));
    floor.extend([(right, 4), (right + 1, 4)]);
    let holes: Vec<(usize, usize)> = (3..right).map(|x| (x, 0)).collect();
    let ports = [
        Port { inner: (1, 2), outward: Direction::Left },
        Port { inner: (right + 1, 3), outward: Direction::Right },
    ];
    Shape::new(&floor, &holes, &ports).expect("a goal lock has two ports")
}

#[cfg(test)]
mod tests {
    use sokolab_core::Rules;
    use sokolab_core::testing::is_slow;

    use super::{LOCK_PROVED, goal_lock};
    use crate::chamber::{Annex, Beyond, Parking, filling};

    #[test]
    fn a_goal_lock_demands_storage_for_all_its_boxes() {
        for goals in 2..=if is_slow() { LOCK_PROVED } else { 4 } {
            let goals = goals as u8;
            let lock = goal_lock(usize::from(goals));
            let fill = |capacity: u8, parking| {
                let storage = Beyond::Annex(Annex::storage(capacity, 0));
                let found = filling(&lock, Rules::OFFICIAL, parking, &[storage], 20_000_000);
                found.expect("not too large")
            };
            assert!(fill(goals, Parking::Forbidden).is_possible(), "{goals}");
            assert!(!fill(goals - 1, Parking::Allowed).is_possible(), "{goals}");
        }
    }
}
