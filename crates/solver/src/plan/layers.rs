//! Layers of goals: which goals must be filled before which, found by pulling backwards.
//!
//! Adjacent goals form a cluster. With every goal of a cluster full, some boxes can be pulled off
//! to a square of the start while the others stay; those goals are filled last. Once they are
//! empty, others can leave, and so on: each round is a layer. The goals whose boxes can never leave
//! form one last layer, which is filled first.

use crate::problem::Problem;
use sokolab_field::{Around, Bits, Haul, Macros, Place};

/// The layers of every cluster, in the order in which they are to be filled.
#[derive(Clone, Debug)]
pub(crate) struct Layers<const N: usize> {
    clusters: Vec<Vec<Bits<N>>>,
}

impl<const N: usize> Layers<N> {
    pub(crate) fn new(problem: &Problem<'_, N>, macros: &mut Macros<N>) -> Layers<N> {
        let field = &problem.field;
        let mut rest = field.goals;
        let mut clusters = Vec::new();
        while let Some(goal) = rest.first() {
            let cluster = field.spread_straight(Bits::of(goal), &rest);
            rest &= !cluster;
            clusters.push(layers_of(problem, macros, cluster));
        }
        Layers { clusters }
    }

    /// An empty goal that may be filled next.
    pub(crate) fn next(&self, boxes: &Bits<N>) -> Option<Place> {
        let open = |layers: &Vec<Bits<N>>| {
            layers.iter().map(|layer| *layer & !*boxes).find(|rest| !rest.is_empty())
        };
        self.clusters.iter().find_map(open)?.first()
    }

    /// The number of boxes on goals of complete layers and of the first incomplete layer of each
    /// cluster.
    #[inline]
    pub(crate) fn packed(&self, boxes: &Bits<N>) -> u32 {
        let mut count = 0;
        for layers in &self.clusters {
            for layer in layers {
                let filled = (*layer & *boxes).len();
                count += filled as u32;
                if filled < layer.len() {
                    break;
                }
            }
        }
        count
    }
}

fn layers_of<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    cluster: Bits<N>,
) -> Vec<Bits<N>> {
    let mut rest = cluster;
    let mut layers = Vec::new();
    while !rest.is_empty() {
        let mut leaving = Bits::EMPTY;
        for goal in rest.iter() {
            let mut others = rest;
            others.remove(goal);
            if can_leave(problem, macros, goal, &others) {
                leaving.insert(goal);
            }
        }
        let layer = if leaving.is_empty() { rest } else { leaving };
        layers.push(layer);
        rest &= !layer;
    }
    layers.reverse();
    layers
}

/// Whether a box can be pulled from `goal` to a square of the start while `others` stay.
fn can_leave<const N: usize>(
    problem: &Problem<'_, N>,
    macros: &mut Macros<N>,
    goal: Place,
    others: &Bits<N>,
) -> bool {
    let (starts, none) = (problem.first().0, Bits::EMPTY);
    let lands = problem.keys.places().iter().copied().collect();
    let around = Around { field: &problem.field, others, holes: &none, lands: &lands, ends: &none };
    let stops = macros.find_from_all_sides(Haul::Pull, &around, goal);
    stops.iter().any(|stop| starts.contains(stop.place))
}
