//! Minimum-cost assignments with the prices that prove them, and goals that lack boxes.

use std::collections::HashMap;

use sokolab_core::GoalKind;
use sokolab_proof::{PriceKind, PriceList, WriteError, Writer};

use super::demands::WinDemand;
use super::proof_board::{Position, ProofBoard};

/// The number of recent lists that are tried before a new one is computed.
const RECENT: usize = 6;

/// What assignments prove about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Priced {
    /// The list with this number proves that there is no assignment.
    NoAssignment(u32),
    /// The list with this number proves that at least the wanted number of pushes is left.
    Enough(u32),
    /// Neither.
    Open,
}

/// The price lists of a certificate.
#[derive(Debug, Default)]
pub(super) struct Prices {
    lists: Vec<PriceList>,
    numbers: HashMap<PriceList, u32>,
    /// The lists that proved something recently, latest first.
    recent: [Vec<u32>; 2],
}

impl Prices {
    /// Tries to prove that a position has no assignment or, if `wanted` is given, that it costs at
    /// least that much.
    pub(super) fn judge(
        &mut self,
        ground: &ProofBoard<'_>,
        position: &Position,
        needs: &WinDemand,
        wanted: Option<i64>,
        writer: &mut Writer<'_>,
    ) -> Result<Priced, WriteError> {
        for (slot, least) in [(0, wanted), (1, Some(1))] {
            let Some(least) = least else { continue };
            let proves = |&&number: &&u32| {
                let list = &self.lists[number as usize];
                value(ground, position, needs, list).is_none_or(|value| value >= least)
            };
            if let Some(&number) = self.recent[slot].iter().find(proves) {
                self.use_again(slot, number);
                return Ok(if slot == 0 {
                    Priced::Enough(number)
                } else {
                    Priced::NoAssignment(number)
                });
            }
        }
        let (list, total) = assign(ground, position, needs);
        match (list.kind, wanted) {
            (PriceKind::Reach, _) => Ok(Priced::NoAssignment(self.add(list, 1, writer)?)),
            (PriceKind::Distance, Some(wanted)) if total >= wanted => {
                Ok(Priced::Enough(self.add(list, 0, writer)?))
            }
            _ => Ok(Priced::Open),
        }
    }

    fn add(
        &mut self,
        list: PriceList,
        slot: usize,
        writer: &mut Writer<'_>,
    ) -> Result<u32, WriteError> {
        let number = if let Some(&number) = self.numbers.get(&list) {
            number
        } else {
            let number = writer.list(&list)?;
            self.lists.push(list.clone());
            self.numbers.insert(list, number);
            number
        };
        self.use_again(slot, number);
        Ok(number)
    }

    fn use_again(&mut self, slot: usize, number: u32) {
        let recent = &mut self.recent[slot];
        recent.retain(|&it| it != number);
        recent.insert(0, number);
        recent.truncate(RECENT);
    }
}

/// The cost of bringing the box on `square` to an aim, given the keeper's place.
fn cost(
    ground: &ProofBoard<'_>,
    position: &Position,
    kind: PriceKind,
    square: u16,
    aim: u16,
) -> Option<i64> {
    let distance = ground.distances.get(square, position.keeper, aim)?;
    Some(if kind == PriceKind::Reach { 0 } else { i64::from(distance) })
}

/// What a list proves about a position, as `docs/proofs.md` defines it; `None` is infinite.
fn value(
    ground: &ProofBoard<'_>,
    position: &Position,
    needs: &WinDemand,
    list: &PriceList,
) -> Option<i64> {
    let price = |aim: u16| i64::from(list.prices[usize::from(aim)]);
    match needs {
        WinDemand::Aims(aims) => {
            let mut sum: i64 = aims.iter().map(|&aim| price(aim)).sum();
            for &square in &position.boxes {
                let offers = aims.iter().filter_map(|&aim| {
                    cost(ground, position, list.kind, square, aim).map(|it| it - price(aim))
                });
                sum += offers.min().unwrap_or(0).min(0);
            }
            Some(sum)
        }
        WinDemand::Boxes => {
            let keeps = ground.goal_kind == GoalKind::Keep;
            let price = |aim: u16| if keeps { price(aim).min(0) } else { 0 };
            let aims = 0..list.prices.len() as u16;
            let mut sum: i64 = aims.clone().map(price).sum();
            for &square in &position.boxes {
                let offers = aims.clone().filter_map(|aim| {
                    cost(ground, position, list.kind, square, aim).map(|it| it - price(aim))
                });
                sum += offers.min()?;
            }
            Some(sum)
        }
    }
}

/// The prices of a minimum-cost assignment with its cost, or prices that prove there is none.
fn assign(ground: &ProofBoard<'_>, position: &Position, needs: &WinDemand) -> (PriceList, i64) {
    let count = ground.aims.len();
    let boxes = &position.boxes;
    let mut list = PriceList { kind: PriceKind::Distance, prices: vec![0; count] };
    let distance = |square: u16, aim: u16| cost(ground, position, PriceKind::Distance, square, aim);
    match needs {
        // Sinks are shared, and a box that reaches none stands on a dead square.
        WinDemand::Boxes if ground.goal_kind != GoalKind::Keep => {
            let total = value(ground, position, needs, &list).unwrap_or(i64::MAX);
            (list, total)
        }
        WinDemand::Boxes => {
            let edge = |row: usize, column: usize| distance(boxes[row], column as u16);
            match cheapest(boxes.len(), count, &edge) {
                Ok(duals) => {
                    list.prices = duals.of_column.iter().map(|&it| it as i32).collect();
                    (list, duals.total)
                }
                Err(short) => {
                    list.kind = PriceKind::Reach;
                    for &column in &short.columns {
                        list.prices[column] = -1;
                    }
                    (list, 0)
                }
            }
        }
        WinDemand::Aims(aims) => {
            let edge = |row: usize, column: usize| distance(boxes[column], aims[row]);
            match cheapest(aims.len(), boxes.len(), &edge) {
                Ok(duals) => {
                    for (&aim, &price) in aims.iter().zip(&duals.of_row) {
                        list.prices[usize::from(aim)] = price as i32;
                    }
                    (list, duals.total)
                }
                Err(short) => {
                    list.kind = PriceKind::Reach;
                    for &row in &short.rows {
                        list.prices[usize::from(aims[row])] = 1;
                    }
                    (list, 0)
                }
            }
        }
    }
}

/// Dual prices: no edge costs less than the sum of its row's and its column's price. Prices of
/// columns are at most 0.
struct Duals {
    of_row: Vec<i64>,
    of_column: Vec<i64>,
    total: i64,
}

/// A violation of Hall's condition: these rows reach only these columns, which are fewer.
struct Short {
    rows: Vec<usize>,
    columns: Vec<usize>,
}

/// The Hungarian method, row by row.
fn cheapest(
    rows: usize,
    columns: usize,
    edge: &dyn Fn(usize, usize) -> Option<i64>,
) -> Result<Duals, Short> {
    let mut duals = Duals { of_row: vec![0; rows], of_column: vec![0; columns], total: 0 };
    let mut owner: Vec<Option<usize>> = vec![None; columns];
    let mut length = vec![i64::MAX; columns];
    let mut before: Vec<Option<usize>> = vec![None; columns];
    let mut is_done = vec![false; columns];
    for first in 0..rows {
        length.fill(i64::MAX);
        is_done.fill(false);
        let (mut row, mut from, mut so_far) = (first, None, 0);
        let last = loop {
            let mut next: Option<usize> = None;
            for column in (0..columns).filter(|&it| !is_done[it]) {
                if let Some(cost) = edge(row, column) {
                    let way = so_far + cost - duals.of_row[row] - duals.of_column[column];
                    if way < length[column] {
                        length[column] = way;
                        before[column] = from;
                    }
                }
                let is_nearer = next.is_none_or(|it| length[column] < length[it]);
                if length[column] < i64::MAX && is_nearer {
                    next = Some(column);
                }
            }
            let Some(next) = next else {
                let columns: Vec<usize> = (0..columns).filter(|&it| is_done[it]).collect();
                let owners = columns.iter().filter_map(|&column| owner[column]);
                let rows = owners.chain([first]).collect();
                return Err(Short { rows, columns });
            };
            is_done[next] = true;
            so_far = length[next];
            match owner[next] {
                None => break next,
                Some(other) => (row, from) = (other, Some(next)),
            }
        };
        duals.of_row[first] += so_far;
        for column in (0..columns).filter(|&it| is_done[it]) {
            let slack = so_far - length[column];
            duals.of_column[column] -= slack;
            if let Some(other) = owner[column] {
                duals.of_row[other] += slack;
            }
        }
        let mut column = last;
        while let Some(previous) = before[column] {
            owner[column] = owner[previous];
            column = previous;
        }
        owner[column] = Some(first);
    }
    duals.total = duals.of_row.iter().sum::<i64>() + duals.of_column.iter().sum::<i64>();
    Ok(duals)
}
