//! One pass over a certificate, which remembers one part of the states.

use sokolab_core::{State, normalized};

use super::CheckProgress;
use super::record::{
    ListedState, chosen_boxes, pattern_key, pattern_of_key, read_corral, read_pattern, read_state,
    state_key, state_of_key,
};
use crate::block::{Kind, unreadable};
use crate::bytes::Bytes;
use crate::corral::{Corral, Setting, pi_corral};
use crate::facts::{Facts, PriceKind, PriceList};
use crate::header::Header;
use crate::reason::Reason;
use crate::relaxed::{Relaxed, relaxed_pushes};
use crate::step::{steps, winning_walk};
use crate::symmetry::image_of;
use crate::table::{Mistake, Part, Table};
use crate::verdict::{Accepted, Failure, PatternUse, Refused, Statistics};

/// How many of the most used patterns the verdict names.
const PATTERNS_NAMED: usize = 1000;

/// Why a pass stopped early.
pub(super) enum Spent {
    /// The tables became too large.
    Memory,
    Failed(Failure),
}

impl From<Failure> for Spent {
    fn from(failure: Failure) -> Spent {
        Spent::Failed(failure)
    }
}

/// What a pass remembers.
pub(super) struct Pass<'a> {
    facts: &'a Facts<'a>,
    header: Header,
    lists: Vec<PriceList>,
    states: Table,
    patterns: Table,
    key: Vec<u8>,
    part: Part,
    bytes_max: u64,
    /// The boxes of the pattern that excludes the start.
    start_pattern: Option<State>,
    pub(super) statistics: Statistics,
}

impl<'a> Pass<'a> {
    pub(super) fn new(
        facts: &'a Facts<'a>,
        header: Header,
        part: Part,
        bytes_max: u64,
    ) -> Pass<'a> {
        let boxes = facts.board.square_count().div_ceil(8);
        let holes = if facts.has_holes() { facts.table.aims().len().div_ceil(8) } else { 0 };
        Pass {
            facts,
            header,
            lists: Vec::new(),
            states: Table::new(boxes + holes + 2, part),
            patterns: Table::new(boxes + 2, part),
            key: Vec::new(),
            part,
            bytes_max,
            start_pattern: None,
            statistics: Statistics::default(),
        }
    }

    pub(super) fn progress(&self) -> CheckProgress {
        let Statistics { states, patterns, bytes, .. } = self.statistics;
        CheckProgress { states, patterns, bytes, pass: (self.part.number + 1, self.part.count) }
    }

    /// Checks a block.
    pub(super) fn block(&mut self, kind: Kind, content: &[u8]) -> Result<(), Spent> {
        self.statistics.bytes += content.len() as u64;
        let mut bytes = Bytes(content);
        if kind == Kind::End {
            self.last(&mut bytes)?;
        }
        while !bytes.is_empty() {
            match kind {
                Kind::Header | Kind::End => {
                    return Err(Failure::from(unreadable("a block is too long or too many")).into());
                }
                Kind::Lists => self.list(&mut bytes)?,
                Kind::Patterns => self.pattern(&mut bytes)?,
                Kind::States => self.state(&mut bytes)?,
            }
            let list_bytes = size_of::<PriceList>() + 4 * self.facts.table.aims().len();
            let lists = (self.lists.len() * list_bytes) as u64;
            if self.states.bytes() + self.patterns.bytes() + lists > self.bytes_max {
                return Err(Spent::Memory);
            }
        }
        Ok(())
    }

    fn list(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Failure> {
        let mut read = || {
            let kind = match bytes.take(1)?[0] {
                0 => PriceKind::Distance,
                1 => PriceKind::Reach,
                _ => return None,
            };
            let price = |_| bytes.signed().and_then(|it| i32::try_from(it).ok());
            let prices = (0..self.facts.table.aims().len()).map(price).collect::<Option<_>>()?;
            Some(PriceList { kind, prices })
        };
        let list = read().ok_or_else(|| unreadable("a price list is invalid"))?;
        self.lists.push(list);
        self.statistics.lists += 1;
        Ok(())
    }

    fn pattern(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Failure> {
        let facts = self.facts;
        self.statistics.patterns += 1;
        let step = format!("pattern {}", self.statistics.patterns);
        let pattern = read_pattern(facts, bytes);
        let pattern = pattern.ok_or_else(|| unreadable(&format!("{step} is invalid")))?;
        let state = pattern.state(facts.board);
        let refused = |message: &str| Refused::new(&step, message).in_state(&state);
        if pattern.normalized(facts.board) != pattern {
            return Err(refused("the keeper is not on the first square of its region").into());
        }
        if pattern.is_served(facts.board, self.header.spare as usize) {
            return Err(refused("the pattern is served").into());
        }
        pattern_key(facts, &pattern, &mut self.key);
        self.patterns.list(&self.key, 0).map_err(|_| refused("it is listed twice"))?;
        let corral = self.corral(&state, Setting::Pattern, bytes, &refused)?;
        for (push, child) in relaxed_pushes(facts.board, facts.start, &pattern) {
            if corral.as_ref().is_some_and(|it| !it.wants(facts.board, push)) {
                continue;
            }
            let reason = Reason::read(bytes)
                .ok_or_else(|| unreadable(&format!("{step} has a reason that is invalid")))?;
            self.cover_relaxed(&child, &reason)
                .map_err(|message| Refused { push: Some(push), ..refused(&message) })?;
        }
        Ok(())
    }

    fn state(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Failure> {
        let (facts, claim) = (self.facts, self.header.claim);
        self.statistics.states += 1;
        let step = format!("state {}", self.statistics.states);
        let listed = read_state(facts, claim, bytes);
        let listed = listed.ok_or_else(|| unreadable(&format!("{step} is invalid")))?;
        let ListedState { state, cost } = listed;
        let refused = |message: &str| Refused::new(&step, message).in_state(&state);
        if !claim.counts_moves() && normalized(facts.board, &state) != state {
            return Err(refused("the keeper is not on the first square of its region").into());
        }
        let winning = winning_walk(facts.board, &state, claim);
        let is_cheap = |walk: u32| claim.bound().is_none_or(|bound| cost + walk < bound);
        if winning.is_some_and(is_cheap) {
            return Err(refused("the state is won").into());
        }
        state_key(facts, &state, &mut self.key);
        self.states.list(&self.key, cost).map_err(|mistake| refused(describe(mistake)))?;
        self.statistics.depth = self.statistics.depth.max(cost);
        let corral = self.corral(&state, Setting::State, bytes, &refused)?;
        for it in steps(facts.board, &state, claim) {
            if corral.as_ref().is_some_and(|corral| !corral.wants(facts.board, it.push)) {
                continue;
            }
            let reason = Reason::read(bytes)
                .ok_or_else(|| unreadable(&format!("{step} has a reason that is invalid")))?;
            self.cover(&it.state, cost + it.cost, &reason)
                .map_err(|message| Refused { push: Some(it.push), ..refused(&message) })?;
        }
        Ok(())
    }

    /// Reads and checks the corral of a record, if it has one.
    fn corral(
        &self,
        state: &State,
        setting: Setting,
        bytes: &mut Bytes<'_>,
        refused: &dyn Fn(&str) -> Refused,
    ) -> Result<Option<Corral>, Failure> {
        let seeds = read_corral(self.facts, bytes);
        let seeds = seeds.ok_or_else(|| unreadable("a corral is invalid"))?;
        if seeds.is_empty() {
            return Ok(None);
        }
        if setting == Setting::State && self.header.claim.counts_moves() {
            return Err(refused("a corral proves nothing about moves").into());
        }
        let spare = match setting {
            Setting::State => self.facts.spare(state),
            Setting::Pattern => i64::from(self.header.spare),
        };
        if spare != 0 {
            return Err(refused("a corral proves nothing while boxes are spare").into());
        }
        let corral = pi_corral(self.facts, state, &seeds, setting);
        Ok(Some(corral.map_err(|why| refused(&format!("its corral is not a PI-corral: {why}")))?))
    }

    /// Checks that a state is covered at a cost. The state is normalised unless moves count.
    fn cover(&mut self, state: &State, cost: u32, reason: &Reason) -> Result<(), String> {
        let (facts, bound) = (self.facts, self.header.claim.bound());
        let reaches =
            |value: i64| bound.is_some_and(|bound| i64::from(cost) + value >= bound.into());
        self.statistics.reasons[reason.number()] += 1;
        match reason {
            Reason::InSet => self.need_state(state, cost),
            Reason::Image(number) => {
                let to = facts.symmetries.get(usize::from(*number));
                let to = to.ok_or("the board has no such symmetry")?;
                let image = image_of(facts.board, facts.start, state, to);
                if self.header.claim.counts_moves() {
                    return self.need_state(&image, cost);
                }
                self.need_state(&normalized(facts.board, &image), cost)
            }
            Reason::DeadSquares => {
                let is_dead =
                    facts.lost_boxes(&state.boxes, state.keeper) as i64 > facts.spare(state);
                proved(is_dead, "after it, not too many boxes are lost")
            }
            Reason::Pattern(places) => {
                if facts.spare(state) > i64::from(self.header.spare) {
                    return Err("more boxes are spare than the patterns allow for".to_owned());
                }
                let boxes = chosen_boxes(facts, &state.boxes, places);
                self.need_pattern(boxes.map(|boxes| Relaxed { boxes, keeper: state.keeper }), 1)
            }
            Reason::NoAssignment(list) => {
                let list = self.price_list(*list, PriceKind::Reach)?;
                let is_proved = facts.value(list, state).is_none_or(|value| value > 0);
                proved(is_proved, "the price list does not prove that there is no assignment")
            }
            Reason::Prices(list) => {
                let list = self.price_list(*list, PriceKind::Distance)?;
                let is_proved = facts.value(list, state).is_none_or(reaches);
                proved(is_proved, "the price list does not prove that it costs too much")
            }
            Reason::Cost => proved(reaches(0), "its cost does not reach the bound"),
        }
    }

    /// Requires a state to be listed at no more than this cost.
    fn need_state(&mut self, state: &State, cost: u32) -> Result<(), String> {
        state_key(self.facts, state, &mut self.key);
        // Without a bound, costs do not matter.
        let cost = if self.header.claim.bound().is_some() { cost } else { 0 };
        let needed = self.states.need(&self.key, cost, 0);
        needed.map_err(|_| "it leads to a state that is listed at a higher cost".to_owned())
    }

    /// Checks that no served state can be reached from a relaxed state.
    fn cover_relaxed(&mut self, relaxed: &Relaxed, reason: &Reason) -> Result<(), String> {
        match reason {
            Reason::InSet => self.need_pattern(Some(relaxed.clone()), 0),
            Reason::DeadSquares => {
                let dead = self.facts.lost_boxes(&relaxed.boxes, relaxed.keeper);
                let is_dead = dead as u64 > u64::from(self.header.spare);
                proved(is_dead, "after it, not too many boxes are lost")
            }
            Reason::Pattern(places) => {
                let boxes = chosen_boxes(self.facts, &relaxed.boxes, places);
                self.need_pattern(boxes.map(|boxes| Relaxed { boxes, keeper: relaxed.keeper }), 0)
            }
            Reason::NoAssignment(_) | Reason::Prices(_) | Reason::Cost | Reason::Image(_) => {
                Err("this reason is not for patterns".to_owned())
            }
        }
    }

    fn need_pattern(&mut self, pattern: Option<Relaxed>, uses: u32) -> Result<(), String> {
        let pattern = pattern.ok_or("the boxes of the pattern are invalid")?;
        pattern_key(self.facts, &pattern.normalized(self.facts.board), &mut self.key);
        self.patterns.need(&self.key, 0, uses).map_err(|mistake| describe(mistake).to_owned())
    }

    fn price_list(&self, number: u32, kind: PriceKind) -> Result<&PriceList, String> {
        let list = self.lists.get(number as usize);
        let list = list.ok_or("there is no such price list yet")?;
        proved(list.kind == kind, "the price list is of another kind")?;
        Ok(list)
    }

    /// Checks the end: the start is covered (or, in a cyclic certificate, the states after its
    /// pushes), and nothing is missing.
    fn last(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Failure> {
        let (facts, claim) = (self.facts, self.header.claim);
        let moves = claim.counts_moves();
        let start = if moves { facts.start.clone() } else { normalized(facts.board, facts.start) };
        let first = if self.header.cyclic {
            let steps = steps(facts.board, &start, claim).into_iter();
            steps.map(|it| (it.state, it.cost, Some(it.push))).collect()
        } else {
            vec![(start.clone(), 0, None)]
        };
        for (state, cost, push) in first {
            let reason =
                Reason::read(bytes).ok_or_else(|| unreadable("the end block is invalid"))?;
            let refused = |message: String| Refused::new("start", &message).in_state(&start);
            self.cover(&state, cost, &reason)
                .map_err(|message| Refused { push, ..refused(message) })?;
            if let (Reason::Pattern(places), None) = (&reason, push) {
                let boxes = chosen_boxes(facts, &start.boxes, places);
                self.start_pattern = boxes.map(|boxes| State { boxes, ..start.clone() });
            }
        }
        let counts = [(); 3].map(|()| bytes.number());
        let Statistics { lists, patterns, states, .. } = self.statistics;
        if counts != [lists, patterns, states].map(Some) {
            return Err(unreadable("blocks are missing, or there are too many").into());
        }
        Ok(())
    }

    /// The result of the pass after the last block.
    pub(super) fn end(self) -> Result<Accepted, Failure> {
        let facts = self.facts;
        let missing = |message: &str, state: Option<State>| {
            Failure::from(Refused { state, ..Refused::new("end", message) })
        };
        if let Some(key) = self.patterns.missing() {
            let state = pattern_of_key(facts, key).map(|it| it.state(facts.board));
            return Err(missing("a pattern that was used is not listed", state));
        }
        if let Some(key) = self.states.missing() {
            return Err(missing(
                "a state that was reached is not listed",
                state_of_key(facts, key),
            ));
        }
        let used = self.patterns.most_used(PATTERNS_NAMED).into_iter();
        let named = |(uses, key)| {
            let state = pattern_of_key(facts, key)?.state(facts.board);
            Some(PatternUse { state, uses })
        };
        let patterns = used.filter_map(named).collect();
        let (header, statistics) = (self.header, self.statistics);
        Ok(Accepted { header, statistics, patterns, start_pattern: self.start_pattern })
    }
}

fn proved(is_proved: bool, otherwise: &str) -> Result<(), String> {
    if is_proved { Ok(()) } else { Err(otherwise.to_owned()) }
}

fn describe(mistake: Mistake) -> &'static str {
    match mistake {
        Mistake::Twice => "it is listed twice",
        Mistake::Dear => "it is listed at a higher cost than a state before it allows",
    }
}
