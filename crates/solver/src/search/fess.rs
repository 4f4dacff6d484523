//! Feature space search: the FESS algorithm of Shoham and Schaeffer (2020), over macro pushes.
//!
//! Every state is projected onto a few features; each combination of them is a *cell*. The cells
//! take turns, and from each the move with the least accumulated weight is made, the best score
//! deciding between equals. Moves that an advisor recommends weigh nothing, all others one: so what
//! makes progress in some feature gets its share of the time for good, and what stalls only gains
//! weight. Nothing is dropped but what is proved dead, so an exhausted search is a proof.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::best_first::Finding;
use super::meter::Meter;
use crate::deadlock::corral::Corrals;
use crate::deadlock::patterns::Patterns;
use crate::heuristic::bound::{Bound, Pushed};
use crate::memory::hash::FixedMap;
use crate::memory::{Full, Link, NodeNumber, NodeStore};
use crate::plan::layers::Layers;
use crate::problem::Problem;
use crate::prune::pi_corral::closed_parts;
use crate::report::StopReason;
use crate::space::bits::Bits;
use crate::space::field::Place;
use crate::space::keys::Key;
use crate::space::macros::{Around, Macros, NO_PUSH, Stop};

/// What a state is worth; the larger the better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    packed: u16,
    /// Parts of the floor that the keeper cannot reach, counted down.
    connectivity: Reverse<u16>,
    bound: Reverse<u16>,
}

/// A cell: the features that open it.
type CellKey = (u16, u16);

/// A move that may be made: a box goes to a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Candidate {
    weight: u32,
    score: Score,
    order: u32,
    node: NodeNumber,
    from: Place,
    to: Place,
    side: u8,
}

impl Ord for Candidate {
    /// The greatest is made first: least weight, best score, latest.
    fn cmp(&self, other: &Candidate) -> std::cmp::Ordering {
        let rank = |it: &Candidate| (Reverse(it.weight), it.score, it.order);
        rank(self).cmp(&rank(other))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// What is kept of a node besides its state.
#[derive(Clone, Copy, Debug)]
struct Record {
    from: Place,
    to: Place,
    side: u8,
    weight: u32,
    /// The best score of the node and its ancestors: its cell.
    best: Score,
}

/// Searches a level in which boxes stay on goals, and finds any solution.
pub(crate) fn search<const N: usize>(
    problem: &Problem<'_, N>,
    meter: &mut Meter<'_, '_>,
) -> Finding {
    let mut fess = Fess::new(problem, meter.bytes_max);
    let stopped = fess.run(meter).err();
    let best = fess.won.map(|node| fess.way_to(node));
    let cost = |way: &Vec<(Place, u8)>| way.len() as u32;
    Finding {
        best: best.map(|way| {
            let pushes = cost(&way);
            (way, pushes)
        }),
        stopped: if fess.won.is_some() { None } else { stopped },
        lower_bound: fess.lower_bound,
        memory_bytes: fess.bytes(),
        lemma_nodes: fess.corrals.nodes,
    }
}

struct Fess<'a, const N: usize> {
    problem: &'a Problem<'a, N>,
    layers: Layers<N>,
    bound: Bound<'a, N>,
    corrals: Corrals<N>,
    patterns: Patterns<N>,
    macros: Macros<N>,
    store: NodeStore,
    records: Vec<Record>,
    cells: Vec<BinaryHeap<Candidate>>,
    cell_of: FixedMap<CellKey, usize>,
    moves: usize,
    order: u32,
    won: Option<NodeNumber>,
    lower_bound: u32,
    stops: Vec<Stop>,
    candidates: Vec<Candidate>,
    key: Key,
    list: Vec<Place>,
}

impl<'a, const N: usize> Fess<'a, N> {
    fn new(problem: &'a Problem<'a, N>, bytes_max: u64) -> Fess<'a, N> {
        Fess {
            problem,
            layers: Layers::new(problem),
            bound: Bound::new(problem),
            corrals: Corrals::new(),
            patterns: Patterns::new(),
            macros: Macros::new(),
            store: NodeStore::new(problem.keys.words(), bytes_max / 2),
            records: Vec::new(),
            cells: Vec::new(),
            cell_of: FixedMap::default(),
            moves: 0,
            order: 0,
            won: None,
            lower_bound: 0,
            stops: Vec::new(),
            candidates: Vec::new(),
            key: Key::default(),
            list: Vec::new(),
        }
    }

    fn bytes(&self) -> u64 {
        let moves = self.moves * size_of::<Candidate>();
        let records = self.records.len() * size_of::<Record>();
        self.store.bytes_peak() + (moves + records) as u64 + self.bound.bytes()
    }

    fn run(&mut self, meter: &mut Meter<'_, '_>) -> Result<(), StopReason> {
        let (boxes, _, keeper) = self.problem.first();
        let region = self.problem.field.region(keeper, &boxes, &Bits::EMPTY);
        let root = Record { from: 0, to: 0, side: 0, weight: 0, best: Score::default() };
        let node = self.insert(&boxes, &region, NodeNumber::MAX, root)?;
        let Some(node) = node else { return Ok(()) };
        if self.problem.is_won(&boxes, &Bits::EMPTY, &region) {
            self.won = Some(node);
            return Ok(());
        }
        self.expand(node, meter)?;
        let mut next = 0;
        while self.won.is_none() {
            // The cells take turns; one without moves is passed over.
            let Some(cell) = (0..self.cells.len())
                .map(|step| (next + step) % self.cells.len())
                .find(|&cell| !self.cells[cell].is_empty())
            else {
                return Ok(());
            };
            next = cell + 1;
            let candidate = self.cells[cell].pop().expect("the cell has a move");
            self.moves -= 1;
            self.make(candidate, meter)?;
            self.look(meter)?;
        }
        Ok(())
    }

    /// Makes a move and expands the state it leads to, if that is new and not dead.
    fn make(&mut self, made: Candidate, meter: &mut Meter<'_, '_>) -> Result<(), StopReason> {
        let field = &self.problem.field;
        let parent = self.store.key(made.node).to_vec();
        self.problem.keys.unpack(&parent, &mut self.key, &mut self.list);
        let mut boxes: Bits<N> = self.list.iter().copied().collect();
        boxes.remove(made.from);
        boxes.insert(made.to);
        let keeper = field.go(made.to, usize::from(made.side));
        let region = field.region(keeper, &boxes, &Bits::EMPTY);
        let best = self.records[made.node as usize].best.max(made.score);
        let record =
            Record { from: made.from, to: made.to, side: made.side, weight: made.weight, best };
        let Some(node) = self.insert(&boxes, &region, made.node, record)? else { return Ok(()) };
        if self.problem.is_won(&boxes, &Bits::EMPTY, &region) {
            self.won = Some(node);
            return Ok(());
        }
        let parts = closed_parts(field, &boxes, &region);
        let around = (&region, &parts[..]);
        if self.corrals.is_dead(self.problem, &mut self.patterns, &boxes, around) {
            return meter.work(1_000);
        }
        self.expand(node, meter)
    }

    /// Puts a state in; `None` if it was there.
    fn insert(
        &mut self,
        boxes: &Bits<N>,
        region: &Bits<N>,
        parent: NodeNumber,
        record: Record,
    ) -> Result<Option<NodeNumber>, StopReason> {
        let keys = &self.problem.keys;
        let keeper = region.first().expect("the keeper is somewhere");
        keys.pack(boxes, &Bits::EMPTY, &mut self.key);
        let hash = self.key.hash ^ keys.keeper_hash(keeper);
        if self.store.find(&self.key.words, keeper, hash).is_some() {
            return Ok(None);
        }
        let link =
            Link { parent, from: 0, way: 0, cost: 0, bound: 0, is_closed: false, is_won: false };
        let node = self.store.insert(&self.key.words, keeper, hash, link);
        let node = node.map_err(|Full| StopReason::Memory)?;
        self.records.push(record);
        Ok(Some(node))
    }

    /// Lists every macro push of a state, scores what it leads to, and puts it into the cell.
    fn expand(&mut self, node: NodeNumber, meter: &mut Meter<'_, '_>) -> Result<(), StopReason> {
        meter.count_node()?;
        let keeper = self.store.keeper(node);
        let words = self.store.key(node).to_vec();
        let mut list = std::mem::take(&mut self.list);
        self.problem.keys.unpack(&words, &mut self.key, &mut list);
        let boxes: Bits<N> = list.iter().copied().collect();
        self.bound.enter(&list, &boxes, &Bits::EMPTY, keeper);
        if node == 0 {
            self.lower_bound = self.bound.estimate().unwrap_or(0);
        }
        let own = self.score(&boxes, keeper, 0);
        self.candidates.clear();
        for (index, &from) in list.iter().enumerate() {
            self.list_stops(&boxes, from, keeper);
            for stop in std::mem::take(&mut self.stops) {
                meter.work(8 + 2 * N as u64)?;
                self.judge(node, &boxes, (index, from), stop);
            }
        }
        self.list = list;
        self.advise(own);
        let record = self.records[node as usize];
        let best = record.best.max(own);
        self.records[node as usize].best = best;
        let cell = (best.packed, best.connectivity.0);
        let next = self.cells.len();
        let cell = *self.cell_of.entry(cell).or_insert(next);
        if cell == next {
            self.cells.push(BinaryHeap::new());
        }
        self.moves += self.candidates.len();
        for candidate in &self.candidates {
            let weight = candidate.weight + record.weight;
            self.cells[cell].push(Candidate { weight, ..*candidate });
        }
        Ok(())
    }

    fn list_stops(&mut self, boxes: &Bits<N>, from: Place, keeper: Place) {
        let mut others = *boxes;
        others.remove(from);
        let around = Around {
            field: &self.problem.field,
            others: &others,
            holes: &Bits::EMPTY,
            lands: &self.problem.lands,
            ends: &Bits::EMPTY,
        };
        self.stops.clear();
        self.stops.extend_from_slice(self.macros.find(&around, from, keeper));
    }

    /// Scores what a stop leads to, unless it is dead or known.
    fn judge(
        &mut self,
        node: NodeNumber,
        boxes: &Bits<N>,
        (index, from): (usize, Place),
        stop: Stop,
    ) {
        if stop.way == NO_PUSH {
            return;
        }
        let problem = self.problem;
        let (to, way) = (stop.place, usize::from(stop.way));
        let mut after = *boxes;
        after.remove(from);
        after.insert(to);
        let keeper = problem.field.back(to, way);
        if self.patterns.is_dead(to, &after, keeper) {
            return;
        }
        let holes = &Bits::EMPTY;
        let push = Pushed { index, way, to, keeper, boxes: &after, holes };
        let Some(bound) = self.bound.after(&push) else { return };
        let score = self.score(&after, keeper, bound);
        self.order += 1;
        self.candidates.push(Candidate {
            weight: 1,
            score,
            order: self.order,
            node,
            from,
            to,
            side: stop.side,
        });
    }

    fn score(&self, boxes: &Bits<N>, keeper: Place, bound: u32) -> Score {
        let field = &self.problem.field;
        let region = field.region(keeper, boxes, &Bits::EMPTY);
        let parts = closed_parts(field, boxes, &region).len();
        Score {
            packed: self.layers.packed(boxes) as u16,
            connectivity: Reverse(parts as u16),
            bound: Reverse(bound.min(u32::from(u16::MAX)) as u16),
        }
    }

    /// Lets each advisor recommend one move.
    fn advise(&mut self, own: Score) {
        let packs = |it: &Candidate| it.score.packed > own.packed;
        let opens = |it: &Candidate| {
            it.score.packed >= own.packed && it.score.connectivity > own.connectivity
        };
        let nears = |it: &Candidate| {
            it.score.packed >= own.packed && it.score.connectivity >= own.connectivity
        };
        let best = |list: &[Candidate], may: &dyn Fn(&Candidate) -> bool| {
            let fitting = list.iter().enumerate().filter(|(_, it)| may(it));
            fitting.max_by_key(|(_, it)| (it.score, it.order)).map(|(index, _)| index)
        };
        let near = self.candidates.iter().enumerate().filter(|(_, it)| nears(it));
        let near = near.max_by_key(|(_, it)| (it.score.bound, it.order)).map(|(index, _)| index);
        let advice = [best(&self.candidates, &packs), best(&self.candidates, &opens), near];
        for index in advice.into_iter().flatten() {
            self.candidates[index].weight = 0;
        }
    }

    /// Keeps to the memory limit, and tells how far the search has come.
    fn look(&mut self, meter: &mut Meter<'_, '_>) -> Result<(), StopReason> {
        let bytes = self.bytes();
        let rest = (meter.bytes_max / 16 * 15).checked_sub(bytes).ok_or(StopReason::Memory)?;
        self.store.set_bytes_max(self.store.bytes_peak() + rest / 2);
        meter.progress.open = self.moves as u64;
        meter.progress.seen = self.store.len() as u64;
        meter.progress.lower_bound = u64::from(self.lower_bound);
        meter.progress.memory_bytes = bytes;
        Ok(())
    }

    /// The single pushes that lead to a node.
    fn way_to(&mut self, node: NodeNumber) -> Vec<(Place, u8)> {
        let mut nodes = vec![node];
        while let Some(&last) = nodes.last() {
            let parent = self.store.link(last).parent;
            if parent == NodeNumber::MAX {
                break;
            }
            nodes.push(parent);
        }
        nodes.reverse();
        let mut way = Vec::new();
        for pair in nodes.windows(2) {
            let record = self.records[pair[1] as usize];
            let words = self.store.key(pair[0]).to_vec();
            let keeper = self.store.keeper(pair[0]);
            self.problem.keys.unpack(&words, &mut self.key, &mut self.list);
            let boxes: Bits<N> = self.list.iter().copied().collect();
            self.list_stops(&boxes, record.from, keeper);
            let is_it = |it: &&Stop| it.place == record.to && it.side == record.side;
            let stop = self.stops.iter().find(is_it).copied().expect("the search went that way");
            way.extend(self.macros.pushes_to(&self.problem.field, stop));
        }
        way
    }
}
