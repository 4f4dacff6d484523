//! Lays a plan out on the plane: parts are rotated, placed at the ends of corridors, and must not
//! touch.

use std::collections::{BTreeMap, BTreeSet};

use sokolab_analysis::Orientation;
use sokolab_chamber::ChamberShape;
use sokolab_core::{Direction, Edge, GoalKind, Ground, Level, Occupant, Picture, Place, Rules};

use super::plan::{ChamberPlan, Part, PlanPort};
use super::settings::Symmetry;
use crate::seed::Chance;

/// A point of the plane.
pub(crate) type Spot = (i32, i32);

/// A part with its position.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// The point of each square of its shape.
    pub(crate) squares: Vec<Spot>,
    /// The corridor to its parent, beginning there.
    pub(crate) corridor: Vec<Spot>,
    turn: Orientation,
}

/// A plan on the plane.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) placed: Vec<Placed>,
}

/// The available space, and the lengths of corridors.
#[derive(Clone, Debug)]
pub(crate) struct LayoutLimits {
    pub(crate) width_max: usize,
    pub(crate) height_max: usize,
    pub(crate) corridor_min: usize,
    pub(crate) corridor_max: usize,
    pub(crate) symmetry: Symmetry,
}

/// How often placing a part is tried before the layout is abandoned.
const TRIES_A_PART: usize = 12;

/// Lays `plan` out; `None` if random placement finds no room. The most compact of a few layouts is
/// taken.
pub(crate) fn lay_out(
    plan: &ChamberPlan,
    space: &LayoutLimits,
    chance: &mut Chance,
) -> Option<Layout> {
    let mut best: Option<(i32, Layout)> = None;
    let mut found = 0;
    for _ in 0..12 {
        let Some(laid) = attempt(plan, space, chance) else { continue };
        let Some(laid) = laid.fitting(space) else { continue };
        if space.symmetry == Symmetry::Mirror && !laid.is_symmetric() {
            continue;
        }
        let size = laid.measure();
        if best.as_ref().is_none_or(|(least, _)| size < *least) {
            best = Some((size, laid));
        }
        found += 1;
        if found == 4 {
            break;
        }
    }
    best.map(|(_, laid)| laid)
}

fn attempt(plan: &ChamberPlan, space: &LayoutLimits, chance: &mut Chance) -> Option<Layout> {
    let mut laid = Layout { placed: Vec::new() };
    for at in 0..plan.parts.len() {
        let placed = (0..TRIES_A_PART).find_map(|_| {
            let placed = laid.put_down(plan, at, space, chance)?;
            laid.has_room(&placed, plan.parts[at].parent.map(|it| it.part)).then_some(placed)
        });
        laid.placed.push(placed?);
    }
    Some(laid)
}

impl Layout {
    /// Places part `at` at the end of a corridor of random length, in a random orientation that
    /// faces its parent.
    fn put_down(
        &self,
        plan: &ChamberPlan,
        at: usize,
        space: &LayoutLimits,
        chance: &mut Chance,
    ) -> Option<Placed> {
        let part = &plan.parts[at];
        let Some(parent) = part.parent else {
            let turn = *chance.pick(&Orientation::ALL)?;
            return Some(Placed { corridor: Vec::new(), ..placed(&part.shape, turn, (0, 0)) });
        };
        let (from, outward) = self.port(plan, parent);
        let length = chance.within(&(space.corridor_min..=space.corridor_max));
        let own = part.shape.ports()[part.port].outward;
        let facing = |it: &Orientation| it.direction(own) == outward.opposite();
        let turns: Vec<Orientation> = Orientation::ALL.into_iter().filter(facing).collect();
        let turn = *chance.pick(&turns)?;
        Some(attached(&part.shape, part.port, turn, (from, outward), length))
    }

    /// The point at a port of a part, and the outward direction.
    fn port(&self, plan: &ChamberPlan, at: PlanPort) -> (Spot, Direction) {
        let shape = &plan.parts[at.part].shape;
        let port = shape.ports()[at.port];
        let square = shape.square_at(port.inner).expect("a port is at a square");
        let placed = &self.placed[at.part];
        (placed.squares[square], placed.turn.direction(port.outward))
    }

    /// Whether a part touches nothing but its parent, at the first place of its corridor.
    fn has_room(&self, fresh: &Placed, parent: Option<usize>) -> bool {
        self.is_clear(fresh, parent, None)
    }

    fn is_clear(&self, fresh: &Placed, parent: Option<usize>, without: Option<usize>) -> bool {
        let near = |a: Spot, b: Spot| (a.0 - b.0).abs() <= 1 && (a.1 - b.1).abs() <= 1;
        let others = self.placed.iter().enumerate().filter(|(it, _)| Some(*it) != without);
        { others }.all(|(number, other)| {
            let old = other.squares.iter().chain(&other.corridor);
            { old }.all(|&old| {
                let is_start = |new: Spot| {
                    let is_first = fresh.corridor.first() == Some(&new);
                    is_first && Some(number) == parent && other.squares.contains(&old)
                };
                let new = fresh.squares.iter().chain(&fresh.corridor);
                { new }.all(|&new| !near(new, old) || is_start(new))
            })
        })
    }

    /// The same layout with part `at` replaced by another chamber with one port, if it fits.
    pub(crate) fn with_part(
        &self,
        plan: &ChamberPlan,
        at: usize,
        shape: &ChamberShape,
    ) -> Option<Layout> {
        let parent = plan.parts[at].parent?;
        let from = self.port(plan, parent);
        let own = shape.ports()[0].outward;
        let facing = |it: &Orientation| it.direction(own) == from.1.opposite();
        Orientation::ALL.into_iter().filter(facing).find_map(|turn| {
            let length = self.placed[at].corridor.len();
            let fresh = attached(shape, 0, turn, from, length);
            self.is_clear(&fresh, Some(parent.part), Some(at)).then(|| {
                let mut laid = self.clone();
                laid.placed[at] = fresh;
                laid
            })
        })
    }

    fn spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.placed.iter().flat_map(|it| it.squares.iter().chain(&it.corridor).copied())
    }

    fn corners(&self) -> (Spot, Spot) {
        let first = self.spots().next().unwrap_or((0, 0));
        self.spots().fold((first, first), |(low, high), (x, y)| {
            ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
        })
    }

    /// Columns and rows, walls included.
    fn size(&self) -> (usize, usize) {
        let (low, high) = self.corners();
        ((high.0 - low.0 + 3) as usize, (high.1 - low.1 + 3) as usize)
    }

    /// Smaller for compact layouts that are neither long nor empty.
    fn measure(&self) -> i32 {
        let (width, height) = self.size();
        (width * height + 2 * width.abs_diff(height)) as i32
    }

    /// Whether the floor is its own mirror image, horizontally or vertically.
    fn is_symmetric(&self) -> bool {
        let (low, high) = self.corners();
        let floor: BTreeSet<Spot> = self.spots().collect();
        let mirrors: [fn(Spot, Spot, Spot) -> Spot; 2] = [
            |(x, y), low, high| (low.0 + high.0 - x, y),
            |(x, y), low, high| (x, low.1 + high.1 - y),
        ];
        mirrors.iter().any(|it| floor.iter().all(|&spot| floor.contains(&it(spot, low, high))))
    }

    /// The layout, transposed if necessary; `None` if it is too large.
    fn fitting(self, space: &LayoutLimits) -> Option<Layout> {
        let (width, height) = self.size();
        if width <= space.width_max && height <= space.height_max {
            return Some(self);
        }
        if height > space.width_max || width > space.height_max {
            return None;
        }
        let across = |it: &mut Spot| *it = (it.1, it.0);
        let transpose = Orientation::ALL[1];
        let mut laid = self;
        for placed in &mut laid.placed {
            placed.squares.iter_mut().chain(&mut placed.corridor).for_each(across);
            placed.turn = after(placed.turn, transpose);
        }
        Some(laid)
    }

    /// The level, with `walls` built where there was floor.
    pub(crate) fn level(&self, plan: &ChamberPlan, rules: Rules, walls: &[Spot]) -> Level {
        let (low, _) = self.corners();
        let (width, height) = self.size();
        let solid = vec![Place::bare(Ground::Wall); width * height];
        let mut picture = Picture::new(width, solid, Edge::Solid);
        let mut places: BTreeMap<Spot, Place> = BTreeMap::new();
        for (placed, part) in self.placed.iter().zip(&plan.parts) {
            let corridor = placed.corridor.iter();
            places.extend(corridor.map(|&it| (it, Place::bare(Ground::Floor))));
            for (square, &spot) in placed.squares.iter().enumerate() {
                let is = |set: u64| set >> square & 1 == 1;
                let is_last = square + 1 == placed.squares.len();
                let is_exit = matches!(part.part, Part::Goals(_)) && is_last;
                let ground = match rules.goal() {
                    _ if is(part.shape.goals()) => Ground::Goal,
                    GoalKind::Fill if is_exit => Ground::Exit,
                    _ => Ground::Floor,
                };
                let occupant = match part.keeper {
                    Some(keeper) if keeper == square => Occupant::Keeper,
                    _ if is(part.boxes) => Occupant::Box,
                    _ => Occupant::Nothing,
                };
                places.insert(spot, Place { ground, occupant });
            }
            if let Some(&start) = placed.corridor.last().filter(|_| part.keeper_in_corridor) {
                places.insert(start, Place::with_keeper(Ground::Floor));
            }
        }
        for wall in walls {
            places.remove(wall);
        }
        for ((x, y), place) in places {
            picture.put((x - low.0 + 1) as usize, (y - low.1 + 1) as usize, place);
        }
        Level::from_picture(picture, rules)
    }
}

/// A shape in an orientation, with its corner at `origin`.
fn placed(shape: &ChamberShape, turn: Orientation, origin: Spot) -> Placed {
    let spot = |&it: &(usize, usize)| {
        let (x, y) = turn.place(it, shape.size());
        (x as i32 + origin.0, y as i32 + origin.1)
    };
    let squares = shape.squares().iter().map(spot).collect();
    Placed { squares, corridor: Vec::new(), turn }
}

/// A shape whose port meets the end of a corridor of some length.
fn attached(
    shape: &ChamberShape,
    port: usize,
    turn: Orientation,
    (from, outward): (Spot, Direction),
    length: usize,
) -> Placed {
    let step = |count: i32| (from.0 + outward.dx() * count, from.1 + outward.dy() * count);
    let end = step(length as i32 + 1);
    let (x, y) = turn.place(shape.ports()[port].inner, shape.size());
    let origin = (end.0 - x as i32, end.1 - y as i32);
    let corridor = (1..=length as i32).map(step).collect();
    Placed { corridor, ..placed(shape, turn, origin) }
}

/// The composition of two transformations.
fn after(first: Orientation, second: Orientation) -> Orientation {
    let image = |turn: Orientation, it| turn.direction(it);
    let both = |it| image(second, image(first, it));
    let is_both =
        |turn: &Orientation| Direction::ALL.into_iter().all(|it| image(*turn, it) == both(it));
    Orientation::ALL.into_iter().find(is_both).expect("turns form a group")
}
