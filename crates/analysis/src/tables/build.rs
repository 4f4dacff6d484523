//! The retrograde search that computes the costs of all placements of one size.
//!
//! States are processed in order of cost, each found from the states one push ahead of it. Work is
//! divided into ranges of numbers and merged in their order, and a cost does not depend on the
//! order within a layer, so the result is equal for every thread count.

use std::ops::Range;

use rayon::prelude::*;

use super::labels::{Labeller, NO_SIDE};
use super::project::{ProjectionStart, TablePlacement, project};
use super::space::{Ending, NOWHERE, TableGraph, opposite};
use super::table::{DEAD, Table};
use super::{PLACEMENT_MAX, Progress, Ranking};

/// Maximum number of placements that one thread takes at a time.
const PORTION: usize = 1024;
/// Maximum number of squares that one thread fills at a time, about three milliseconds.
const PORTION_SQUARES: usize = 1 << 22;
/// Number of portions between two progress reports.
pub(crate) const REPORTED_PORTIONS: usize = 8;

/// A placement and a side.
type StateNumber = (u32, u8);

impl Table {
    /// Builds the table for placements of `ranking` on `squares`; `smaller` is the table for one
    /// box fewer. `None` if the caller stops it.
    pub(crate) fn build(
        space: &TableGraph<'_>,
        squares: Vec<u16>,
        ranking: Ranking,
        smaller: Option<&Table>,
        progress: &mut Progress<'_>,
    ) -> Option<Table> {
        let mut place_of = vec![NOWHERE; space.square_count()];
        for (place, &square) in squares.iter().enumerate() {
            place_of[usize::from(square)] = place as u16;
        }
        let mut table = Table {
            ranking,
            ways: space.ways,
            squares,
            place_of,
            contacts: Vec::new(),
            first_state: vec![0],
            costs: Vec::new(),
        };
        table.find_contacts(space, progress)?;
        table.costs = vec![DEAD; *table.first_state.last().unwrap_or(&0) as usize];
        let endings = match space.ending {
            Ending::Stay => vec![table.solved_states(space)],
            Ending::Vanish => table.last_pushes(space, smaller),
        };
        table.search(space, endings, progress)?;
        Some(table)
    }

    /// The numbers of the placements, in portions for one thread each.
    pub(crate) fn portions(&self, space: &TableGraph<'_>) -> Vec<Range<usize>> {
        let length = (PORTION_SQUARES / space.square_count().max(1)).clamp(1, PORTION);
        let count = self.placement_count();
        (0..count).step_by(length).map(|from| from..(from + length).min(count)).collect()
    }

    /// Calls `visit` with the numbers and squares of one portion of the placements.
    fn for_portion(&self, numbers: Range<usize>, mut visit: impl FnMut(usize, &[u16])) {
        let mut places = self.ranking.unrank(numbers.start);
        let mut squares = [0; PLACEMENT_MAX];
        for number in numbers {
            for (square, &place) in squares[..self.size()].iter_mut().zip(&places) {
                *square = self.squares[usize::from(place)];
            }
            visit(number, &squares[..self.size()]);
            self.ranking.advance(&mut places);
        }
    }

    fn find_contacts(&mut self, space: &TableGraph<'_>, progress: &mut Progress<'_>) -> Option<()> {
        let length = self.size() * self.ways;
        for portions in self.portions(space).chunks(REPORTED_PORTIONS) {
            let found: Vec<(Vec<u8>, Vec<u8>)> = portions
                .into_par_iter()
                .map_init(
                    || Labeller::new(space),
                    |labeller, numbers| {
                        let mut contacts = Vec::with_capacity(numbers.len() * length);
                        let mut counts = Vec::with_capacity(numbers.len());
                        self.for_portion(numbers.clone(), |_, squares| {
                            let start = contacts.len();
                            contacts.resize(start + length, NO_SIDE);
                            counts.push(labeller.contacts(squares, &mut contacts[start..]));
                        });
                        (contacts, counts)
                    },
                )
                .collect();
            for (contacts, counts) in found {
                self.contacts.extend(contacts);
                for count in counts {
                    let last = self.first_state.last().copied().unwrap_or(0);
                    self.first_state.push(last + u32::from(count));
                }
            }
            progress.step(portions.iter().map(Range::len).sum())?;
        }
        Some(())
    }

    /// Every state with all boxes on goals.
    fn solved_states(&self, space: &TableGraph<'_>) -> Vec<StateNumber> {
        let goals: Vec<u16> = (0..self.squares.len() as u16)
            .filter(|&place| space.is_goal[usize::from(self.squares[usize::from(place)])])
            .collect();
        let Some(choices) = Ranking::new(goals.len(), self.size(), self.placement_count()) else {
            unreachable!("goals are among the squares")
        };
        let mut solved = Vec::new();
        for choice in 0..choices.count() {
            let places = choices.unrank(choice).map(|it| goals[usize::from(it)]);
            let number = self.ranking.rank(&places[..self.size()]);
            let sides = self.costs(number).len() as u8;
            solved.extend((0..sides).map(|side| (number as u32, side)));
        }
        solved
    }

    /// The states before a push that removes a box, by their cost.
    fn last_pushes(
        &self,
        space: &TableGraph<'_>,
        smaller: Option<&Table>,
    ) -> Vec<Vec<StateNumber>> {
        let found: Vec<Vec<(u32, StateNumber)>> = self
            .portions(space)
            .into_par_iter()
            .map(|numbers| {
                let mut found = Vec::new();
                self.for_portion(numbers, |number, squares| {
                    self.push_off(
                        space,
                        smaller,
                        TablePlacement { table: self, number, squares },
                        &mut found,
                    );
                });
                found
            })
            .collect();
        let mut by_cost: Vec<Vec<StateNumber>> = Vec::new();
        for (cost, state) in found.into_iter().flatten() {
            let cost = cost as usize;
            by_cost.resize_with(by_cost.len().max(cost + 1), Vec::new);
            by_cost[cost].push(state);
        }
        by_cost
    }

    /// The pushes that remove a box of one placement, with the cost of the rest.
    fn push_off(
        &self,
        space: &TableGraph<'_>,
        smaller: Option<&Table>,
        whole: TablePlacement<'_>,
        found: &mut Vec<(u32, StateNumber)>,
    ) {
        for (index, &square) in whole.squares.iter().enumerate() {
            let mut rest_cost = None;
            for way in 0..self.ways {
                let to = space.beside[usize::from(square)][way];
                let side = self.contacts(whole.number)[index * self.ways + opposite(way)];
                if to == NOWHERE || !space.is_goal[usize::from(to)] || side == NO_SIDE {
                    continue;
                }
                let cost = *rest_cost.get_or_insert_with(|| {
                    let Some(smaller) = smaller else { return 0 };
                    let kept = ((1 << whole.squares.len()) - 1) & !(1_u8 << index);
                    let rest = project(space, whole, ProjectionStart::Box(index), kept, smaller);
                    rest.map_or(DEAD, |(number, side)| smaller.costs(number)[usize::from(side)])
                });
                if cost != DEAD {
                    found.push((cost + 1, (whole.number as u32, side)));
                }
            }
        }
    }

    /// Searches backwards from the `endings`, which are states by cost, to all states that lead
    /// there.
    fn search(
        &mut self,
        space: &TableGraph<'_>,
        endings: Vec<Vec<StateNumber>>,
        progress: &mut Progress<'_>,
    ) -> Option<()> {
        let mut endings = endings.into_iter();
        let mut found: Vec<StateNumber> = Vec::new();
        let (mut cost, mut settled) = (0, 0);
        while !found.is_empty() || endings.len() > 0 {
            found.extend(endings.next().into_iter().flatten());
            let mut layer = Vec::with_capacity(found.len());
            for (number, side) in found {
                let state = self.first_state[number as usize] as usize + usize::from(side);
                if self.costs[state] == DEAD {
                    self.costs[state] = cost;
                    layer.push((number, side));
                }
            }
            let before: Vec<Vec<StateNumber>> = layer
                .par_chunks(PORTION)
                .map(|states| {
                    let mut before = Vec::new();
                    for &state in states {
                        self.pull(space, state, &mut before);
                    }
                    before
                })
                .collect();
            found = before.into_iter().flatten().collect();
            cost += 1;
            // The rest of the share is reported at the end: dead states are never settled.
            let share = self.placement_count() * layer.len() / self.costs.len().max(1);
            settled += share;
            progress.step(share)?;
        }
        progress.step(self.placement_count().saturating_sub(settled))
    }

    /// The states from which one push leads to this one, possibly with repetitions.
    fn pull(
        &self,
        space: &TableGraph<'_>,
        (number, side): StateNumber,
        before: &mut Vec<StateNumber>,
    ) {
        let (number, size) = (number as usize, self.size());
        let places = self.ranking.unrank(number);
        for index in 0..size {
            let square = self.squares[usize::from(places[index])];
            if !space.takes_box[usize::from(square)] {
                continue;
            }
            for way in 0..self.ways {
                let back = opposite(way);
                if self.contacts(number)[index * self.ways + back] != side {
                    continue;
                }
                let from = space.beside[usize::from(square)][back];
                let place = self.place_of[usize::from(from)];
                if place == NOWHERE {
                    continue;
                }
                let (moved, moved_index) = replace(&places[..size], index, place);
                let earlier = self.ranking.rank(&moved[..size]);
                let keeper = self.contacts(earlier)[moved_index * self.ways + back];
                if keeper != NO_SIDE {
                    before.push((earlier as u32, keeper));
                }
            }
        }
    }
}

/// The places with the one at `index` replaced by `place` and sorted again, and its new index.
#[inline]
fn replace(places: &[u16], index: usize, place: u16) -> ([u16; PLACEMENT_MAX], usize) {
    let mut moved = [0; PLACEMENT_MAX];
    moved[..places.len()].copy_from_slice(places);
    let mut at = index;
    while at > 0 && moved[at - 1] > place {
        moved[at] = moved[at - 1];
        at -= 1;
    }
    while at + 1 < places.len() && moved[at + 1] < place {
        moved[at] = moved[at + 1];
        at += 1;
    }
    moved[at] = place;
    (moved, at)
}
