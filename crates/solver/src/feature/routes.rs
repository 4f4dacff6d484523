//! Routes: the boxes that stand in the way of the boxes that could fill a hole next.
//!
//! The route of a box consists of the squares that it and the keeper need if it moves as a lone box
//! would. A box that blocks the keeper's walk is part of the route too. Boxes on a route have to be
//! moved first.

use crate::problem::Problem;
use sokolab_field::{Around, Bits, Field, FieldPush, Macros, Obstacles, Place};

/// The number of boxes whose routes are computed, nearest first.
const ROUTES_MAX: usize = 6;

/// The part of a state that routes depend on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RouteScene<'a, const N: usize> {
    pub(crate) boxes: &'a Bits<N>,
    /// The frozen boxes among them.
    pub(crate) still: &'a Bits<N>,
    pub(crate) keeper: Place,
    /// Squares where boxes vanish.
    pub(crate) ends: &'a Bits<N>,
    pub(crate) holes: &'a Bits<N>,
    /// Squares that need a box.
    pub(crate) wanted: &'a Bits<N>,
}

/// The routes of the nearest boxes of a state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Routes<const N: usize> {
    /// Boxes with their routes.
    list: Vec<(Place, Bits<N>)>,
}

impl<const N: usize> Routes<N> {
    pub(crate) fn new(
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        scene: &RouteScene<'_, N>,
        to_goal: &[u16],
    ) -> Routes<N> {
        let mut boxes: Vec<Place> = (*scene.boxes & !*scene.still & problem.live).iter().collect();
        boxes.sort_by_key(|&it| to_goal[usize::from(it)]);
        let mut list = Vec::new();
        for from in boxes {
            if let Some(route) = route(problem, macros, scene, from) {
                list.push((from, route));
            }
            if list.len() == ROUTES_MAX {
                break;
            }
        }
        Routes { list }
    }

    /// The number of boxes on the clearest route: the one with the fewest boxes on it.
    pub(crate) fn barred(&self, boxes: &Bits<N>) -> usize {
        let open = self.list.iter().filter(|(from, _)| boxes.contains(*from));
        open.map(|(_, route)| (*route & *boxes).len()).min().unwrap_or(0)
    }
}

/// The route of a box; `None` if it can no longer reach a square that needs a box.
fn route<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    scene: &RouteScene<'_, N>,
    from: Place,
) -> Option<Bits<N>> {
    let field = &problem.field;
    let around = Around {
        field,
        others: scene.still,
        holes: scene.holes,
        lands: &problem.live,
        ends: scene.ends,
    };
    let stops = macros.find(&around, from, scene.keeper);
    let stop = *stops.iter().find(|stop| scene.wanted.contains(stop.place))?;
    let mut others = *scene.boxes;
    others.remove(from);
    let obstacles = Obstacles { boxes: &others, holes: scene.holes };
    let (mut route, mut keeper) = (Bits::EMPTY, scene.keeper);
    for FieldPush { from: place, way } in macros.pushes_to(field, stop) {
        let behind = field.back(place, way);
        route.insert(behind);
        route.insert(field.go(place, way));
        if keeper != behind {
            add_blocking_boxes(field, obstacles, place, keeper, behind, &mut route);
        }
        keeper = place;
    }
    route.remove(from);
    Some(route)
}

/// Adds the boxes that the keeper would have to walk through to get from `from` to `to` while the
/// box of the route stands at `at`.
fn add_blocking_boxes<const N: usize>(
    field: &Field<N>,
    Obstacles { boxes: others, holes }: Obstacles<'_, N>,
    at: Place,
    from: Place,
    to: Place,
    route: &mut Bits<N>,
) {
    let floor = field.floor & !Bits::of(at);
    let (mut open, mut layers) = (floor & !*others, Vec::new());
    open.insert(from);
    let free = |open: &Bits<N>| *open & !*holes;
    let mut reached = field.spread(Bits::of(from), &free(&open), &open);
    while !reached.contains(to) {
        let layer = field.beside(&reached) & *others & !open;
        if layer.is_empty() {
            return;
        }
        layers.push(layer);
        open |= layer;
        reached = field.spread(reached | layer, &free(&open), &open);
    }
    let clear = floor & !*others;
    let mut last = to;
    for layer in layers.iter().rev() {
        let mut open = clear;
        open.insert(last);
        let near = field.spread(Bits::of(last), &(free(&open) | Bits::of(last)), &open);
        let Some(bar) = ((field.beside(&near) | near) & *layer).first() else { return };
        route.insert(bar);
        last = bar;
    }
}

#[cfg(test)]
mod tests {
    use super::{RouteScene, Routes};
    use crate::problem::Problem;
    use sokolab_core::Rules;
    use sokolab_core::testing::position_in;
    use sokolab_field::{Bits, Macros};

    #[test]
    fn boxes_side_by_side_bar_each_other_until_one_is_moved() {
        let picture = "
            ---------
            |.@.-----
            |..00^.<|
            |....----
            ---------";
        let (board, state) = position_in(picture, Rules::NETHACK);
        let problem = Problem::<2>::new(&board, &state, 1 << 20, &mut || true);
        let problem = problem.expect("no plain deadlock");
        let (boxes, holes, keeper) = problem.first();
        let scene = RouteScene {
            boxes: &boxes,
            still: &Bits::EMPTY,
            keeper,
            ends: &holes,
            holes: &holes,
            wanted: &holes,
        };
        let routes = Routes::new(&problem, &mut Macros::new(), &scene, &[0; 128]);
        assert_eq!(routes.barred(&boxes), 1);
        let mut moved = boxes;
        let [left, _] = boxes.iter().collect::<Vec<_>>()[..] else { panic!("two boxes") };
        moved.remove(left);
        assert_eq!(routes.barred(&moved), 0);
    }
}
