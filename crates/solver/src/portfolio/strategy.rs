//! The strategies of a portfolio: searches that can be stopped and gone on with.

use crate::playback::Mirrored;
use crate::problem::Problem;
use crate::request::Method;
use crate::search::Slice;
use crate::search::best_first::{BestFirst, Finding};
use crate::search::bidirectional::Bidirectional;
use crate::search::fess::beam::Beam;
use crate::search::fess::gather::{Gather, Weighing};
use crate::search::fess::grove::{Grove, PullsNumber, Way};
use crate::search::fess::imagined::Imagined;
use crate::search::fess::planned::Planned;
use crate::search::fess::scatter::Measure;
use crate::search::fess::tools::Tools;
use crate::search::frontier::Order;
use crate::search::goal_pushing::GoalPushing;
use crate::search::meter::SearchMeter;
use crate::space::macros::Haul;
use crate::space::pulls::PullSpace;
use crate::space::pushes::{Pruning, PushSpace};
use sokolab_core::Stop;

/// A search.
pub(crate) enum Strategy<'a, const N: usize> {
    Planned(Planned),
    Imagined(Imagined),
    Beam(Box<Beam<N>>),
    BothEnds(Box<Bidirectional<PushSpace<'a, N>, PullSpace<'a, N>>>),
    Pulls(PullsNumber),
    Pushes(Box<BestFirst<PushSpace<'a, N>>>),
    GoalPushing(&'a Problem<'a, N>, Box<GoalPushing<N>>),
    /// By guesses, so that its end proves nothing.
    Filling(Box<BestFirst<PushSpace<'a, N>>>),
    /// At fault, for tests of what happens then.
    #[cfg(test)]
    Faulty(Fault),
}

/// What is wrong with a strategy.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An assertion fails.
    Panics,
    /// It takes the empty way for a solution.
    Lies,
}

/// How a turn of a strategy ended.
#[derive(Debug)]
pub(crate) enum Turned {
    /// With a solution.
    Found(Way),
    /// With a proof that there is none.
    NoSolution,
    /// With its units.
    Spent,
    /// With nothing left to try, which proves nothing.
    Over,
}

impl<'a, const N: usize> Strategy<'a, N> {
    /// The strategy behind a method, if it can be gone on with.
    pub(crate) fn new(
        problem: &'a Problem<'a, N>,
        (tools, grove): (&mut Tools<'a, N>, &mut Grove<'a, N>),
        method: Method,
    ) -> Option<Strategy<'a, N>> {
        let pushes = || PushSpace::new(problem, Pruning { symmetry: false, ..Pruning::ALL });
        let bytes = problem.bytes_max;
        let strategy = match method {
            Method::Fess if problem.is_reversible() => {
                Strategy::Planned(Planned::by_bases(tools, grove))
            }
            Method::Fess => Strategy::Planned(Planned::by_demand(tools, grove)),
            Method::Layers => Strategy::Planned(Planned::by_layers(tools, grove)),
            Method::Imagined => imagined(tools, grove, Haul::Pull, Measure::Sum),
            Method::ImaginedFar => imagined(tools, grove, Haul::Pull, Measure::Matching),
            Method::ImaginedBack => imagined(tools, grove, Haul::Push, Measure::Sum),
            Method::Beam => {
                let land = Gather::new(tools, Haul::Push, problem.field.goals, Weighing::Nearest);
                Strategy::Beam(Box::new(Beam::new(land)))
            }
            Method::Bidirectional => {
                let ends = (pushes(), PullSpace::new(problem));
                Strategy::BothEnds(Box::new(Bidirectional::new(ends, true, bytes)))
            }
            Method::Pulls => {
                let search = BestFirst::new(PullSpace::new(problem), Order::GREEDY, true, bytes);
                Strategy::Pulls(grove.add_pulls(search))
            }
            Method::PullsInTurn => {
                let space = PullSpace::obeying_corrals(problem);
                let search = BestFirst::new(space, Order::GREEDY, true, bytes);
                Strategy::Pulls(grove.add_pulls(search))
            }
            Method::Greedy => {
                let pruning = Pruning { symmetry: merges_images(problem), ..Pruning::ALL };
                let space = PushSpace::new(problem, pruning);
                Strategy::Pushes(Box::new(BestFirst::new(space, Order::GREEDY, true, bytes)))
            }
            Method::Filling => {
                let pruning = Pruning { filling: true, symmetry: false, ..Pruning::ALL };
                let space = PushSpace::new(problem, pruning);
                Strategy::Filling(Box::new(BestFirst::new(space, Order::GREEDY, true, bytes)))
            }
            Method::GoalPushing => Strategy::GoalPushing(problem, Box::default()),
            _ => return None,
        };
        Some(strategy)
    }

    pub(crate) fn bytes(&self, grove: &Grove<'a, N>) -> u64 {
        match self {
            Strategy::Planned(search) => search.trees().map(|tree| grove.bytes(tree)).sum(),
            Strategy::Imagined(search) => search.trees().map(|tree| grove.bytes(tree)).sum(),
            Strategy::Beam(search) => search.bytes(),
            Strategy::BothEnds(search) => search.bytes(),
            Strategy::Pulls(number) => grove.pulls(*number).map_or(0, BestFirst::bytes),
            Strategy::Pushes(search) | Strategy::Filling(search) => search.bytes(),
            Strategy::GoalPushing(..) => 0,
            #[cfg(test)]
            Strategy::Faulty(_) => 0,
        }
    }

    /// Gives back what it has in the grove.
    pub(crate) fn leave(self, grove: &mut Grove<'a, N>) {
        match self {
            Strategy::Planned(search) => search.trees().for_each(|tree| grove.fell(tree)),
            Strategy::Imagined(search) => search.trees().for_each(|tree| grove.fell(tree)),
            Strategy::Pulls(number) => grove.drop_pulls(number),
            _ => {}
        }
    }

    pub(crate) fn lemma_nodes(&self, grove: &Grove<'a, N>) -> u64 {
        match self {
            Strategy::Planned(_) | Strategy::Imagined(_) | Strategy::Beam(_) => 0,
            Strategy::BothEnds(search) => search.finding(None).lemma_nodes,
            Strategy::Pulls(number) => {
                grove.pulls(*number).map_or(0, |it| it.finding(None).lemma_nodes)
            }
            Strategy::Pushes(search) | Strategy::Filling(search) => {
                search.finding(None).lemma_nodes
            }
            Strategy::GoalPushing(_, search) => search.lemma_nodes,
            #[cfg(test)]
            Strategy::Faulty(_) => 0,
        }
    }

    /// Goes on for so many units, with so much memory.
    pub(crate) fn run(
        &mut self,
        (tools, grove): (&mut Tools<'a, N>, &mut Grove<'a, N>),
        meter: &mut SearchMeter<'_>,
        units: u64,
        bytes_max: u64,
    ) -> Result<Turned, Stop> {
        meter.begin_slice(units);
        let turned = match self {
            Strategy::Planned(search) => {
                return search.run((tools, grove), meter, units, bytes_max);
            }
            Strategy::Imagined(search) => {
                return search.run((tools, grove), meter, units, bytes_max);
            }
            Strategy::Beam(search) => return search.run((tools, grove), meter, bytes_max),
            Strategy::GoalPushing(problem, search) => {
                return search.run(problem, meter, bytes_max);
            }
            Strategy::BothEnds(search) => {
                search.bytes_max = bytes_max;
                let slice = search.run(meter)?;
                turned(slice, search.finding(None), false)
            }
            #[cfg(test)]
            Strategy::Faulty(Fault::Panics) => panic!("this strategy is at fault"),
            #[cfg(test)]
            Strategy::Faulty(Fault::Lies) => Turned::Found(Way::new()),
            Strategy::Pulls(number) => return grove.pull(*number, tools, meter, bytes_max),
            Strategy::Pushes(search) => {
                search.bytes_max = bytes_max;
                let slice = search.run(meter)?;
                turned(slice, search.finding(None), false)
            }
            Strategy::Filling(search) => {
                search.bytes_max = bytes_max;
                let slice = search.run(meter)?;
                match turned(slice, search.finding(None), false) {
                    Turned::NoSolution => Turned::Over,
                    turned => turned,
                }
            }
        };
        Ok(turned)
    }
}

/// Whether the greedy search takes mirror images of a state for one: nothing that it would have to
/// meet comes from the other end.
fn merges_images<const N: usize>(problem: &Problem<'_, N>) -> bool {
    !problem.is_reversible()
}

/// Whether the solutions of a method lead through mirror images.
pub(crate) fn mirrored_by<const N: usize>(problem: &Problem<'_, N>, method: Method) -> Mirrored {
    let is_merged = method == Method::Greedy && merges_images(problem);
    if is_merged { Mirrored::Merged } else { Mirrored::Apart }
}

fn imagined<'a, const N: usize>(
    tools: &mut Tools<'a, N>,
    grove: &mut Grove<'a, N>,
    haul: Haul,
    measure: Measure,
) -> Strategy<'a, N> {
    Strategy::Imagined(Imagined::new(tools, grove, haul, measure))
}

/// How a turn of a search by single pushes or pulls ended.
pub(crate) fn turned(slice: Slice, finding: Finding, is_backwards: bool) -> Turned {
    match (slice, finding.best) {
        (_, Some((mut way, _))) => {
            if is_backwards {
                way.reverse();
            }
            Turned::Found(way)
        }
        (Slice::Done, None) => Turned::NoSolution,
        (Slice::Spent, None) => Turned::Spent,
    }
}
