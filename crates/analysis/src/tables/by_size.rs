//! The tables for one, two, … boxes of a board.

use super::project::{ProjectionStart, TablePlacement, project};
use super::space::TableGraph;
use super::table::{DEAD, Table};
use super::{Progress, Ranking};

/// The tables for one, two, … boxes.
#[derive(Debug)]
pub(crate) struct Tables {
    list: Vec<Table>,
    wanted: usize,
}

impl Tables {
    /// Tables for up to `boxes` boxes, as far as they have at most `placements_max` placements.
    /// `None` if the caller stops it.
    pub(crate) fn build(
        space: &TableGraph<'_>,
        boxes: usize,
        placements_max: usize,
        keep_going: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Option<Tables> {
        let squares = space.box_squares();
        let ranking = Ranking::new(squares.len(), 1, usize::MAX).expect("squares can be counted");
        // The amount of work is known only after the live squares are.
        let mut uncounted = |_, _| keep_going(0, 1);
        let mut progress = Progress::new(0, &mut uncounted);
        let lone = Table::build(space, squares, ranking, None, &mut progress)?;
        let is_live = |&square: &u16| {
            let costs = lone.number(&[square]).map_or(&[][..], |number| lone.costs(number));
            // A box on a goal that the keeper never reaches is also home.
            space.is_goal[usize::from(square)] || costs.iter().any(|&cost| cost != DEAD)
        };
        let live: Vec<u16> = lone.counted_squares().iter().copied().filter(is_live).collect();
        let sizes = 2..=boxes;
        let rankings: Vec<Ranking> =
            sizes.map_while(|size| Ranking::new(live.len(), size, placements_max)).collect();
        let total = rankings.iter().map(|ranking| 2 * ranking.count()).sum();
        let mut progress = Progress::new(total, keep_going);
        let mut tables = Tables { list: vec![lone], wanted: boxes };
        for ranking in rankings {
            let smaller = tables.list.last();
            let table = Table::build(space, live.clone(), ranking, smaller, &mut progress)?;
            tables.list.push(table);
        }
        Some(tables)
    }

    /// The table for `size` boxes, unless it was too large.
    pub(crate) fn of_size(&self, size: usize) -> Option<&Table> {
        self.list.get(size - 1)
    }

    /// Whether there are tables for all requested sizes.
    pub(crate) fn is_complete(&self) -> bool {
        self.list.len() == self.wanted
    }

    /// The cost of some boxes of a placement alone, when the keeper was on `side` of it.
    pub(crate) fn part_cost(
        &self,
        space: &TableGraph<'_>,
        whole: TablePlacement<'_>,
        side: u8,
        kept: u8,
    ) -> u32 {
        let smaller = &self.list[kept.count_ones() as usize - 1];
        if let Some((number, side)) =
            project(space, whole, ProjectionStart::Side(side), kept, smaller)
        {
            return smaller.costs(number)[usize::from(side)];
        }
        // Permanently out of reach: solved if they stand on goals, and dead otherwise.
        let squares = whole.squares.iter().enumerate();
        let mut kept = squares.filter(|(index, _)| kept >> index & 1 == 1);
        if kept.all(|(_, &square)| space.is_goal[usize::from(square)]) { 0 } else { DEAD }
    }
}
