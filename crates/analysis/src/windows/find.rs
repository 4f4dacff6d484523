//! Selects the placements of a block list from the exact tables.

use rayon::prelude::*;
use sokolab_core::{Board, Square};

use super::{BlockList, BlockRequest, Listed};
use crate::tables::{
    DEAD, Labeller, PLACEMENT_MAX, SidedBuilder, SidedValues, Table, TableGraph, TablePlacement,
    Tables,
};

/// Number of placements that one thread takes at a time.
const PORTION: usize = 1024;

/// Builds the block list of `board` on the current `rayon` pool; the result does not depend on the
/// number of threads. `keep_going` receives the progress and may stop the search; the result is
/// then `None`.
///
/// # Panics
/// If `request` asks for fewer than 2 or more than [`BlockRequest::BOXES_MAX`] boxes.
pub fn block_list(
    board: &Board,
    request: BlockRequest,
    keep_going: &mut dyn FnMut(usize, usize) -> bool,
) -> Option<BlockList> {
    assert!((2..=BlockRequest::BOXES_MAX).contains(&request.boxes), "from 2 to 4 boxes");
    let space = TableGraph::of(board);
    let tables = Tables::build(&space, request.boxes, request.placements_max, keep_going)?;
    let finder = Finder { space: &space, tables: &tables, request };
    let mut squares: Vec<Square> = Vec::new();
    let mut first_square = vec![0];
    let mut excess = SidedBuilder::new();
    let mut state_count = 0;
    for table in (2..=request.boxes).filter_map(|size| tables.of_size(size)) {
        state_count += table.state_count();
        for (placement, values) in finder.find(table) {
            let placement = placement[..table.size()].iter();
            squares.extend(placement.map(|&square| board.square(usize::from(square))));
            first_square.push(squares.len() as u32);
            excess.push(values);
        }
    }
    let list = BlockList {
        request,
        is_complete: tables.is_complete(),
        state_count,
        squares,
        first_square,
        excess: excess.finish(),
        with_square: Vec::new(),
        first_with: Vec::new(),
    };
    Some(list.indexed(board))
}

/// The squares of a placement and its excess on each side.
type Found = ([u16; PLACEMENT_MAX], SidedValues);

struct Finder<'a> {
    space: &'a TableGraph<'a>,
    tables: &'a Tables,
    request: BlockRequest,
}

impl Finder<'_> {
    fn find(&self, table: &Table) -> Vec<Found> {
        let found: Vec<Vec<Found>> = (0..table.placement_count().div_ceil(PORTION))
            .into_par_iter()
            .map_init(
                || Labeller::new(self.space),
                |labeller, portion| {
                    let numbers =
                        portion * PORTION..table.placement_count().min((portion + 1) * PORTION);
                    numbers.filter_map(|number| self.look_at(table, number, labeller)).collect()
                },
            )
            .collect();
        found.into_iter().flatten().collect()
    }

    fn look_at(&self, table: &Table, number: usize, labeller: &mut Labeller<'_>) -> Option<Found> {
        let placement = table.squares(number);
        let squares = &placement[..table.size()];
        if !self.is_in_window(squares) {
            return None;
        }
        let whole = TablePlacement { table, number, squares };
        let costs = table.costs(number).iter().zip(0..);
        let excess: Vec<u32> = costs.map(|(&cost, side)| self.excess(whole, side, cost)).collect();
        let is_plain = excess.iter().all(|&excess| excess == 0);
        (!is_plain).then(|| (placement, SidedValues::new(&excess, || labeller.sides(squares))))
    }

    fn is_in_window(&self, squares: &[u16]) -> bool {
        let board = self.space.board;
        let places =
            squares.iter().map(|&square| board.position(board.square(usize::from(square))));
        let spread = |values: &mut dyn Iterator<Item = usize>| {
            let (least, most) = values
                .fold((usize::MAX, 0), |(least, most), value| (least.min(value), most.max(value)));
            most - least
        };
        spread(&mut places.clone().map(|(x, _)| x)) <= self.request.reach
            && spread(&mut places.map(|(_, y)| y)) <= self.request.reach
    }

    /// The excess of a placement's cost over its distances, if it belongs in the list.
    fn excess(&self, whole: TablePlacement<'_>, side: u8, cost: u32) -> u32 {
        let all = (1_u8 << whole.squares.len()) - 1;
        let part_cost = |kept: u8| self.tables.part_cost(self.space, whole, side, kept);
        let mut lone_sum = 0;
        for index in 0..whole.squares.len() {
            match part_cost(1 << index) {
                // A box that is lost alone is a matter of dead squares.
                DEAD => return 0,
                cost => lone_sum += cost,
            }
        }
        let is_explained = self.request.listed == Listed::Minimal
            && (1..all).any(|kept| {
                let part = part_cost(kept);
                if cost == DEAD { part == DEAD } else { part + part_cost(all & !kept) == cost }
            });
        match cost {
            _ if is_explained => 0,
            DEAD => DEAD,
            cost => cost - lone_sum,
        }
    }
}
