//! Chooses a plan: what the chambers must do, and which chambers of the catalogue do it.

use sokolab_analysis::Orientation;
use sokolab_chamber::behaviour::{Directed, row_can_be_emptied};
use sokolab_chamber::catalogue::{Catalogue, CatalogueQuery, Entry, EntryRole, Manner};
use sokolab_chamber::{ChamberShape, Parking, Port};
use sokolab_core::{Direction, Directions, GoalKind, Rules};

use super::drawings::{Drawing, drawings};
use super::drawn::{JUNCTION_PROVED, LOCK_PROVED, goal_lock, goals, junction, room};
use super::links::{ChainLink, ChainShare, divide, shares};
use super::{ChamberPlan, Part, PlanPort, Planned, planned};
use crate::chambers::plan_kind::PlanKind;
use crate::chambers::settings::{Chambers, Guard, Symmetry};
use crate::seed::Chance;

/// Chooses a random plan; `None` if it needs a chamber that the catalogue lacks.
pub(crate) fn choose(settings: &Chambers, chance: &mut Chance) -> Option<ChamberPlan> {
    let boxes = boxes(settings, chance)?;
    // With many boxes, proofs come from descriptions, which cover only adjacent chambers.
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
    let plans = plans_for(settings, boxes);
    let kind = if plans.len() > 1 { *chooser.chance.pick(&plans)? } else { *plans.first()? };
    match kind {
        PlanKind::Row => chooser.chain(boxes),
        PlanKind::Lock => {
            let drawn = drawings_for(settings, kind, boxes);
            // The lock of the document is one drawing more.
            match chooser.chance.below(drawn.len() + 1) {
                0 => chooser.goal_lock((Part::GoalLock(boxes), &goal_lock(boxes)), &[boxes]),
                at => chooser.goal_lock((Part::GoalLock(boxes), &drawn[at - 1].shape), &[boxes]),
            }
        }
        PlanKind::ForkedLock | PlanKind::Hybrid | PlanKind::Packing => {
            let drawn = drawings_for(settings, kind, boxes);
            let drawing = *chooser.chance.pick(&drawn)?;
            let (part, storages): (Part, &[usize]) = match drawing.demands[..] {
                [first, second] => (Part::ForkedLock(first, second), &drawing.demands),
                _ => (Part::GoalChamber { goals: boxes, inside: drawing.stored() }, &[]),
            };
            chooser.goal_lock((part, &drawing.shape), storages)
        }
    }
}

/// The number of boxes: one for which there is a plan.
fn boxes(settings: &Chambers, chance: &mut Chance) -> Option<usize> {
    let range = settings.boxes.clone();
    let suited: Vec<usize> =
        range.clone().filter(|&boxes| !plans_for(settings, boxes).is_empty()).collect();
    chance.pick(&suited).copied()
}

/// The plans that suit the settings with this many boxes.
pub(crate) fn plans_for(settings: &Chambers, boxes: usize) -> Vec<PlanKind> {
    let is_official = settings.rules.goal() == GoalKind::Keep;
    let may_lock = is_official && settings.symmetry == Symmetry::None;
    let has_storages =
        |count: usize| settings.storages.as_ref().is_none_or(|it| it.contains(&count));
    let suits = |kind: PlanKind| match kind {
        PlanKind::Row => *settings.stored_in_row().start() <= boxes + settings.spare,
        PlanKind::Lock => {
            let is_stored = settings.stored.as_ref().is_none_or(|it| it.contains(&boxes));
            may_lock && has_storages(1) && is_stored && (2..=LOCK_PROVED).contains(&boxes)
        }
        PlanKind::ForkedLock => {
            may_lock && has_storages(2) && !drawings_for(settings, kind, boxes).is_empty()
        }
        PlanKind::Hybrid | PlanKind::Packing => {
            let is_free = settings.storages.is_none();
            may_lock && is_free && !drawings_for(settings, kind, boxes).is_empty()
        }
    };
    settings.plans.iter().filter(|&kind| suits(kind)).collect()
}

/// The drawings for a plan with this many boxes that store as many as the settings say.
fn drawings_for(settings: &Chambers, kind: PlanKind, boxes: usize) -> Vec<&'static Drawing> {
    let is_stored = |count: usize| settings.stored.as_ref().is_none_or(|it| it.contains(&count));
    let suits = |it: &&Drawing| it.kind == kind && it.goals == boxes && is_stored(it.stored());
    drawings().iter().filter(suits).collect()
}

struct Chooser<'a> {
    settings: &'a Chambers,
    chance: &'a mut Chance,
    catalogue: &'static Catalogue,
    directions: Directions,
}

/// What the descriptions of the chambers in a row prove about the storage behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RowProof {
    /// All of its capacity is needed.
    Whole,
    /// Nothing; searches have to.
    Nothing,
}

impl Chooser<'_> {
    /// Directed chambers in a row, with storages behind and goals in front; or several such rows
    /// that meet before the goals.
    fn chain(&mut self, boxes: usize) -> Option<ChamberPlan> {
        let is_guarded = self.settings.guard == Guard::Levitation && boxes > 1;
        let brought = boxes - usize::from(is_guarded) + self.settings.spare;
        let stored = self.chance.within(&self.settings.stored_in_row());
        let rows = self.chance.within(&self.settings.storages_in_row());
        let mut plan = ChamberPlan { parts: Vec::new() };
        let mut before = match rows {
            0 | 1 => {
                let share = ChainShare { boxes: brought, stored };
                PlanPort { part: self.row(&mut plan, None, share)?, port: 1 }
            }
            _ => self.rows(&mut plan, brought, stored.max(rows), rows)?,
        };
        if self.chance.below(100) < self.settings.decoy_percent {
            before = self.decoy(&mut plan, before)?;
        }
        let goals = goals(boxes, is_guarded, self.settings.rules.goal());
        let keeper_in_corridor = true;
        plan.add(Planned { parent: Some(before), keeper_in_corridor, ..goals });
        Some(plan)
    }

    /// Several rows, each behind a port of a junction; returns the port towards the goals.
    fn rows(
        &mut self,
        plan: &mut ChamberPlan,
        boxes: usize,
        stored: usize,
        count: usize,
    ) -> Option<PlanPort> {
        let shares = shares(boxes, stored, count, self.chance)?;
        let mut free = Vec::new();
        for at in 1..count {
            let parent = free.pop();
            let junction = plan.add(Planned { parent, ..self.fork() });
            free.extend([1, 2].map(|port| PlanPort { part: junction, port }));
            debug_assert_eq!(free.len(), at + 1);
        }
        for share in shares {
            let at = free.pop();
            self.row(plan, at, share)?;
        }
        Some(PlanPort { part: 0, port: 0 })
    }

    /// Directed chambers in a row, from the goals to the storages; returns the first of them.
    fn row(
        &mut self,
        plan: &mut ChamberPlan,
        at: Option<PlanPort>,
        ChainShare { boxes, stored }: ChainShare,
    ) -> Option<usize> {
        let has = |link: ChainLink| self.catalogue.count(self.directions, wanted(link)) > 0;
        let links = divide(boxes, stored, has, self.chance)?;
        let whole = if stored >= DEEP { self.whole(&links, stored) } else { None };
        let mut parent = at;
        let mut first = None;
        for (number, &link) in links.iter().enumerate() {
            let known = whole.as_ref().map(|it| it[number]);
            let entry = known.or_else(|| self.pick(wanted(link)))?;
            let EntryRole::Directed { boxes, .. } = entry.role else { return None };
            let ChainLink { boxes: count, requirement, .. } = link;
            let part = Part::Directed { boxes: count, requirement };
            // Descriptions cover only adjacent chambers.
            parent = if whole.is_some() { parent } else { self.bent(plan, parent) };
            let added =
                plan.add(Planned { boxes, port: 1, parent, ..planned(part, entry.shape()) });
            first = first.or(Some(added));
            parent = Some(PlanPort { part: added, port: 0 });
        }
        let proof = if whole.is_some() { RowProof::Whole } else { RowProof::Nothing };
        self.storages(plan, parent?, stored, proof)?;
        first
    }

    /// Chambers for these links whose descriptions prove that together they demand storage for
    /// `stored` boxes; `None` if a few attempts find none.
    fn whole(&mut self, links: &[ChainLink], stored: usize) -> Option<Vec<Entry>> {
        let is_strict = |it: &ChainLink| it.manner == Manner::Strict;
        if self.settings.spare > 0 || !links.iter().skip(1).all(is_strict) {
            return None;
        }
        (0..WHOLE_TRIES).find_map(|_| {
            let entries: Option<Vec<Entry>> =
                links.iter().map(|&it| self.pick(wanted(it))).collect();
            entries.filter(|it| is_whole(it, self.settings.rules, stored))
        })
    }

    /// One storage for all, or two that hide how many boxes each must take.
    fn storages(
        &mut self,
        plan: &mut ChamberPlan,
        at: PlanPort,
        stored: usize,
        proof: RowProof,
    ) -> Option<()> {
        let is_whole = proof == RowProof::Whole;
        let is_split = stored > 1 && self.chance.below(100) < self.settings.split_percent;
        if !is_split {
            let at = if is_whole { Some(at) } else { self.bent(plan, Some(at)) };
            self.storage(plan, Part::Storage(stored), stored, at)?;
            plan.parts.last_mut()?.is_whole = is_whole;
            return Some(());
        }
        let junction = plan.add(Planned { parent: Some(at), ..self.fork() });
        self.split(plan, junction, stored)?;
        // A junction that holds no box adds no capacity to that of its storages.
        let is_whole = is_whole && self.has_junctions() && stored <= JUNCTION_PROVED;
        plan.parts[junction + 1..].iter_mut().for_each(|it| it.is_whole = is_whole);
        Some(())
    }

    /// Two storages behind a junction.
    fn split(&mut self, plan: &mut ChamberPlan, junction: usize, stored: usize) -> Option<()> {
        let port = |port: usize| Some(PlanPort { part: junction, port });
        let is_symmetric = self.settings.symmetry == Symmetry::Mirror;
        let first = if is_symmetric { stored / 2 } else { 1 + self.chance.below(stored - 1) };
        self.storage(plan, Part::Storage(first), first, port(1))?;
        let second = stored - first;
        if is_symmetric && first == second {
            let twin = Planned { parent: port(2), ..plan.parts.last().cloned()? };
            plan.add(twin);
            return Some(());
        }
        self.storage(plan, Part::Storage(second), second, port(2))
    }

    fn storage(
        &mut self,
        plan: &mut ChamberPlan,
        part: Part,
        capacity: usize,
        parent: Option<PlanPort>,
    ) -> Option<()> {
        let entry = self.pick(CatalogueQuery::Storage(capacity as u8))?;
        plan.add(Planned { parent, ..planned(part, entry.shape()) });
        Some(())
    }

    /// A room where paths fork, one that holds no box if the rules and the floor allow it.
    fn fork(&self) -> Planned {
        if self.has_junctions() { junction() } else { room() }
    }

    fn has_junctions(&self) -> bool {
        self.directions == Directions::Four && self.settings.symmetry == Symmetry::None
    }

    /// A storage beside the path to the goals that looks needed.
    fn decoy(&mut self, plan: &mut ChamberPlan, at: PlanPort) -> Option<PlanPort> {
        let junction = plan.add(Planned { parent: Some(at), ..room() });
        let capacity = 1 + self.chance.below(2);
        let port = |port: usize| PlanPort { part: junction, port };
        self.storage(plan, Part::Decoy(capacity), capacity, Some(port(1)))?;
        Some(port(2))
    }

    /// The port `at`, or the far port of a bend inserted there.
    fn bent(&mut self, plan: &mut ChamberPlan, at: Option<PlanPort>) -> Option<PlanPort> {
        let at = at?;
        if self.chance.below(100) >= self.settings.bend_percent {
            return Some(at);
        }
        let wanted =
            if self.chance.percent(80) { CatalogueQuery::Elbow } else { CatalogueQuery::Jog };
        let count = self.catalogue.count(self.directions, wanted);
        if count == 0 {
            return Some(at);
        }
        let number = self.chance.below(count);
        let entry = self.catalogue.pick(self.directions, wanted, number)?;
        let bend = Planned { parent: Some(at), ..planned(Part::Bend, entry.shape()) };
        Some(PlanPort { part: plan.add(bend), port: 1 })
    }

    /// A goal lock or goal chamber with a feed before its first port, and storages of these
    /// capacities behind the others.
    fn goal_lock(
        &mut self,
        (part, shape): (Part, &ChamberShape),
        storages: &[usize],
    ) -> Option<ChamberPlan> {
        let boxes = shape.goals().count_ones() as usize;
        let mut plan = ChamberPlan { parts: Vec::new() };
        plan.add(planned(part, shape.clone()));
        let inside = self.catalogue.count(self.directions, CatalogueQuery::FeedInside(boxes as u8));
        let is_inside = inside > 0 && self.chance.percent(40);
        let wanted = if is_inside { CatalogueQuery::FeedInside } else { CatalogueQuery::Feed };
        let entry = self.pick(wanted(boxes as u8))?;
        let EntryRole::Feed { boxes: placed, keeper, .. } = entry.role else { return None };
        let feed = Planned {
            boxes: placed,
            keeper: keeper.map(usize::from),
            keeper_in_corridor: keeper.is_none(),
            parent: Some(PlanPort { part: 0, port: 0 }),
            ..planned(Part::Feed(boxes), entry.shape())
        };
        plan.add(feed);
        for (at, &capacity) in storages.iter().enumerate() {
            let port = PlanPort { part: 0, port: at + 1 };
            self.storage(&mut plan, Part::Storage(capacity), capacity, Some(port))?;
        }
        Some(plan)
    }

    /// A chamber with the wanted behaviour: the hardest of as many as the difficulty setting says.
    fn pick(&mut self, wanted: CatalogueQuery) -> Option<Entry> {
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

/// With this many boxes or more, any solution will do, and what only a search could prove is left
/// open.
pub(crate) const MANY_BOXES: usize = 6;

/// A storage for this many boxes or more counts as deep: the chambers before it are chosen so that
/// their descriptions prove that all of it is needed.
pub(crate) const DEEP: usize = 3;

/// How often chambers are picked for a row with this demand.
const WHOLE_TRIES: usize = 4;

/// Maximum number of states of one chamber in that proof.
const WHOLE_STATES_MAX: usize = 10_000;

/// Whether chambers in a row, the first at the goals, cannot be emptied with storage for one box
/// fewer, wherever boxes may be parked.
fn is_whole(row: &[Entry], rules: Rules, stored: usize) -> bool {
    let shapes: Vec<ChamberShape> = row.iter().map(Entry::shape).collect();
    let boxes = row.iter().map(|it| match it.role {
        EntryRole::Directed { boxes, .. } => boxes,
        _ => 0,
    });
    let row: Vec<Directed<'_>> = shapes.iter().zip(boxes).collect();
    let less = stored as u8 - 1;
    let can = row_can_be_emptied(&row, rules, Parking::Allowed, less, WHOLE_STATES_MAX);
    can == Ok(false)
}

/// The catalogue query for a link of a chain.
const fn wanted(link: ChainLink) -> CatalogueQuery {
    match link.manner {
        Manner::Any => CatalogueQuery::Directed(link.boxes as u8, link.requirement as u8),
        Manner::Firm => CatalogueQuery::Firm(link.boxes as u8, link.requirement as u8),
        Manner::Strict => CatalogueQuery::Strict(link.boxes as u8),
    }
}

/// Number of chambers tried to find a symmetric one.
const SYMMETRIC_TRIES: usize = 200;

/// Whether a chamber is its own mirror image, with its ports on the axis.
fn is_mirrored(shape: &ChamberShape) -> bool {
    let (width, _) = shape.size();
    let is_along = |it: &Port| matches!(it.outward, Direction::Up | Direction::Down);
    let (turned, along) = match shape.ports().first() {
        Some(port) if is_along(port) => (shape.clone(), width),
        _ => {
            let turned = shape.turned(Orientation::ALL[1]).0;
            let width = turned.size().0;
            (turned, width)
        }
    };
    let mirrored = |x: usize| along - 1 - x;
    let is_on_axis = |it: &Port| is_along(it) && it.inner.0 == mirrored(it.inner.0);
    turned.ports().iter().all(is_on_axis)
        && turned.squares().iter().all(|&(x, y)| turned.square_at((mirrored(x), y)).is_some())
}

/// A number that is larger for chambers with more to do or to get wrong.
fn hardness(entry: &Entry) -> u8 {
    match entry.role {
        EntryRole::Storage { wrong_percent, .. } => wrong_percent,
        EntryRole::Feed { moves, .. } | EntryRole::Directed { moves, .. } => moves,
        EntryRole::Bend => 0,
    }
}
