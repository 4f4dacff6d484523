//! The bundle of deadlock detectors of one search, and the patterns they have learned together.
//!
//! The exact searches and the trees of FESS ask the same detectors. They differ in which tables are
//! worth their cost, so tables are built on request.

use super::capacity::Capacities;
use super::corral::{Corrals, Enclosure};
use super::crowded::{Crowded, CrowdedRoom};
use super::dead_core::{DeadCore, Suspect};
use super::freeze::{frozen, is_free};
use super::groundwork::{Groundwork, PackedState};
use super::pairs::Pairs;
use super::patterns::Patterns;
use super::relaxed::Relaxed;
use super::stalled;
use super::triples::Triples;
use super::{Arrival, Detector};
use crate::feature::rooms::Rooms;
use crate::problem::Problem;
use sokolab_field::{Bits, Macros, Place};

/// The detectors of one search. Callers ask only on classical levels (`Needs::CLASSICAL`).
#[derive(Debug)]
pub(crate) struct Detectors<const N: usize> {
    /// The patterns learned so far.
    pub(crate) learned: Patterns<N>,
    corrals: Corrals<N>,
    relaxed: Relaxed<N>,
    crowded: Crowded<N>,
    groundwork: Groundwork<N>,
    capacities: Option<Capacities<N>>,
    pairs: Option<Pairs<N>>,
    triples: Option<Triples<N>>,
}

impl<const N: usize> Detectors<N> {
    /// A bundle without tables.
    pub(crate) fn new() -> Detectors<N> {
        Detectors {
            learned: Patterns::new(),
            corrals: Corrals::new(),
            relaxed: Relaxed::new(),
            crowded: Crowded::new(),
            groundwork: Groundwork::new(),
            capacities: None,
            pairs: None,
            triples: None,
        }
    }

    /// A bundle with the capacity sets of a level.
    pub(crate) fn with_capacities(problem: &Problem<'_, N>) -> Detectors<N> {
        Detectors { capacities: Some(Capacities::new(problem)), ..Detectors::new() }
    }

    /// Builds the table of dead pairs, unless it is too large or `keep_going` stops it.
    pub(crate) fn add_pairs(
        &mut self,
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) {
        if self.pairs.is_none() {
            self.pairs = Pairs::new(problem, keep_going);
        }
    }

    /// Builds the table of dead triples, if there is a table of pairs.
    pub(crate) fn add_triples(
        &mut self,
        problem: &Problem<'_, N>,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) {
        if self.pairs.is_some() && self.triples.is_none() {
            self.triples = Triples::new(problem, keep_going);
        }
    }

    /// Whether a push has made a state dead, according to tables and learned patterns.
    #[inline]
    pub(crate) fn is_dead_after(
        &mut self,
        problem: &Problem<'_, N>,
        arrival: Arrival<'_, N>,
    ) -> bool {
        self.capacities.as_mut().is_some_and(|it| it.is_dead(problem, arrival))
            || self.learned.proves(arrival)
            || self.pairs.as_mut().is_some_and(|it| it.is_dead(problem, arrival))
            || self.triples.as_mut().is_some_and(|it| it.is_dead(problem, arrival))
    }

    /// Whether a push has frozen a box off the goals, or a learned pattern or a table proves the
    /// state dead.
    #[inline]
    pub(crate) fn is_lost_after(&self, problem: &Problem<'_, N>, arrival: Arrival<'_, N>) -> bool {
        let (field, lands) = (&problem.field, &problem.lands);
        if !is_free(field, arrival.boxes, lands, arrival.to)
            && !frozen(field, arrival.boxes, lands).is_subset(&problem.homes)
        {
            return true;
        }
        self.learned.proves(arrival)
            || self.pairs.as_ref().is_some_and(|it| it.holds(problem, arrival))
            || self.triples.as_ref().is_some_and(|it| it.holds(arrival))
    }

    /// Whether a corral proves a state dead. Learns the reason.
    pub(crate) fn is_corral_dead(
        &mut self,
        problem: &Problem<'_, N>,
        boxes: &Bits<N>,
        region: &Bits<N>,
        parts: &[Bits<N>],
    ) -> bool {
        let enclosure = Enclosure { boxes, region, parts, learned: &mut self.learned };
        self.corrals.is_dead(problem, enclosure)
    }

    /// Whether the room that a box was just brought to is too crowded. Learns the reason.
    pub(crate) fn is_room_dead(
        &mut self,
        problem: &Problem<'_, N>,
        rooms: &Rooms<N>,
        arrival: Arrival<'_, N>,
    ) -> bool {
        let (search, learned) = (&mut self.relaxed, &mut self.learned);
        self.crowded.is_dead(problem, CrowdedRoom { arrival, rooms, search, learned })
    }

    /// Whether frozen boxes keep other boxes off their goals for good. The level must have as many
    /// boxes as goals.
    pub(crate) fn is_packed_too_early(
        &mut self,
        problem: &Problem<'_, N>,
        macros: &mut Macros<N>,
        boxes: &Bits<N>,
    ) -> bool {
        let still = frozen(&problem.field, boxes, &problem.lands);
        self.groundwork.is_dead(problem, PackedState { boxes, still: &still, macros })
    }

    /// Whether a state below which a search has stalled is dead. Learns the reason.
    pub(crate) fn is_stall_dead(
        &mut self,
        problem: &Problem<'_, N>,
        boxes: &Bits<N>,
        keeper: Place,
    ) -> bool {
        let stall = stalled::Stall { boxes, keeper, learned: &mut self.learned };
        self.relaxed.is_dead(problem, stall)
    }

    /// Whether all boxes of a state together prove it dead by few pushes; the boxes that are the
    /// reason are learned.
    pub(crate) fn has_dead_core(
        &mut self,
        problem: &Problem<'_, N>,
        boxes: &Bits<N>,
        keeper: Place,
    ) -> bool {
        let (search, learned) = (&mut self.relaxed, &mut self.learned);
        DeadCore.is_dead(problem, Suspect { boxes, keeper, search, learned })
    }

    /// Nodes expanded by corral searches.
    pub(crate) fn corral_nodes(&self) -> u64 {
        self.corrals.nodes
    }

    /// Nodes expanded by the relaxed searches, which take boxes off the board.
    pub(crate) fn relaxed_nodes(&self) -> u64 {
        self.relaxed.nodes
    }

    /// The memory of all tables, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let capacities = self.capacities.as_ref().map_or(0, Detector::bytes);
        let pairs = self.pairs.as_ref().map_or(0, Detector::bytes);
        let triples = self.triples.as_ref().map_or(0, Detector::bytes);
        let searches = self.corrals.bytes() + Detector::bytes(&self.relaxed);
        let verdicts = self.crowded.bytes() + self.groundwork.bytes();
        capacities + pairs + triples + searches + verdicts + self.learned.bytes()
    }
}
