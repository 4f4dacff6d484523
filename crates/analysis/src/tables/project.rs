//! Projects a placement onto a part of it: the keeper's side after boxes are removed.

use super::labels::NO_SIDE;
use super::space::TableGraph;
use super::{PLACEMENT_MAX, Table};

/// Where the keeper is before boxes are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProjectionStart {
    /// On this side.
    Side(u8),
    /// On the square of the box with this index, which is removed.
    Box(usize),
}

/// A placement of `table` by its number and squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TablePlacement<'a> {
    pub(crate) table: &'a Table,
    pub(crate) number: usize,
    pub(crate) squares: &'a [u16],
}

/// The number and side in `smaller` of those boxes of a placement whose bit is set in `kept`;
/// `None` if the keeper can reach none of them.
///
/// Only contacts are needed: removing a box joins the sides around it, and any contact of the
/// joined side identifies it in the smaller table.
pub(crate) fn project(
    space: &TableGraph<'_>,
    whole: TablePlacement<'_>,
    start: ProjectionStart,
    kept: u8,
    smaller: &Table,
) -> Option<(usize, u8)> {
    let squares = whole.squares;
    let contacts = whole.table.contacts(whole.number);
    let is_kept = |index: usize| kept >> index & 1 == 1;
    let (mut sides, mut emptied) = match start {
        ProjectionStart::Side(side) => (1_u64 << side, 0_u8),
        ProjectionStart::Box(index) => {
            (sides_around(&contacts[index * space.ways..][..space.ways]), 1 << index)
        }
    };
    let touches = |index: usize, sides: u64, emptied: u8| {
        let around = &space.beside[usize::from(squares[index])][..space.ways];
        let contacts = &contacts[index * space.ways..][..space.ways];
        around.iter().zip(contacts).position(|(beside, &side)| {
            let on_side = side != NO_SIDE && sides >> side & 1 == 1;
            let by_box = |it| emptied >> it & 1 == 1 && squares[it] == *beside;
            on_side || (0..squares.len()).any(by_box)
        })
    };
    loop {
        let is_next = |&index: &usize| {
            !is_kept(index) && emptied >> index & 1 == 0 && touches(index, sides, emptied).is_some()
        };
        let Some(next) = (0..squares.len()).find(is_next) else { break };
        emptied |= 1 << next;
        sides |= sides_around(&contacts[next * space.ways..][..space.ways]);
    }
    let mut rest = [0; PLACEMENT_MAX];
    let mut found = None;
    let mut count = 0;
    for index in (0..squares.len()).filter(|&index| is_kept(index)) {
        rest[count] = squares[index];
        if found.is_none() {
            found = touches(index, sides, emptied).map(|way| (count, way));
        }
        count += 1;
    }
    let (index, way) = found?;
    let number = smaller.number(&rest[..count])?;
    let side = smaller.contacts(number)[index * space.ways + way];
    debug_assert_ne!(side, NO_SIDE);
    Some((number, side))
}

fn sides_around(contacts: &[u8]) -> u64 {
    contacts.iter().filter(|&&side| side != NO_SIDE).fold(0, |sides, side| sides | 1 << side)
}
