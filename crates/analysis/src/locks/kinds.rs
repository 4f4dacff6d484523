//! Classifies locked squares by what holds a box there.
//!
//! The set of locked squares is given, because wall locks depend on all of it: a wall whose only
//! way off is locked for another reason still locks as a wall.

use sokolab_core::{Direction, Square, SquareSet};

use super::{LockKind, LockSetting};
use crate::lone_box::{LoneBox, NEVER};
use crate::sides::{Barred, Sides};

/// The kind of each square of `locked`, by square; `None` for the others.
#[must_use]
pub fn kinds(setting: &LockSetting<'_>, locked: &SquareSet) -> Vec<Option<LockKind>> {
    let (leaving, _) = open_for_teleporters(setting);
    kinds_of(setting, locked, &leaving)
}

/// The same for squares that are locked for storage: a path must lead in as well as out, or the
/// square is locked by connectivity.
#[must_use]
pub fn storage_kinds(setting: &LockSetting<'_>, locked: &SquareSet) -> Vec<Option<LockKind>> {
    let (leaving, arriving) = open_for_teleporters(setting);
    kinds_of(setting, locked, &leaving.intersection(&arriving))
}

fn kinds_of(
    setting: &LockSetting<'_>,
    locked: &SquareSet,
    open: &SquareSet,
) -> Vec<Option<LockKind>> {
    let slides = setting.board.rules().pushes().list().iter();
    let slides: Vec<Vec<bool>> =
        slides.map(|&direction| slides_on_locked(setting, locked, direction)).collect();
    let is_wall = |square: Square, axis: Direction| {
        [axis, axis.opposite()].into_iter().all(|it| slides[it.index()][square.index()])
    };
    let kind = |square: Square| {
        let free: Vec<Direction> = free_axes(setting, square).collect();
        match free.as_slice() {
            _ if setting.doorway(square).is_some() => LockKind::Connectivity,
            [] => LockKind::Corner,
            [axis] if is_wall(square, *axis) => LockKind::Wall,
            _ if !open.contains(square) => LockKind::Connectivity,
            _ => LockKind::Chokepoint,
        }
    };
    let squares = setting.board.squares();
    squares.map(|square| locked.contains(square).then(|| kind(square))).collect()
}

/// The axes along which a lone box on `square` can be pushed, each represented by one direction.
fn free_axes(setting: &LockSetting<'_>, square: Square) -> impl Iterator<Item = Direction> {
    let directions = setting.board.rules().pushes().list().iter().copied();
    let is_first = |it: &Direction| it.index() < it.opposite().index();
    directions.filter(is_first).filter(move |&axis| {
        let ends = [axis, axis.opposite()];
        ends.into_iter().all(|direction| setting.beside(square, direction).is_some())
    })
}

/// For every square, whether a box that slides from there in `direction` meets only locked squares.
fn slides_on_locked(
    setting: &LockSetting<'_>,
    locked: &SquareSet,
    direction: Direction,
) -> Vec<bool> {
    let mut slides = vec![false; setting.board.square_count()];
    let leads_on = direction.dy() > 0 || direction.dy() == 0 && direction.dx() > 0;
    // The square a box slides to must be computed first: squares are numbered row by row.
    let mut squares: Vec<Square> = setting.board.squares().collect();
    if leads_on {
        squares.reverse();
    }
    for square in squares {
        let next = setting.beside(square, direction);
        let next = next.filter(|&it| !setting.board.dead_fields().contains(it));
        slides[square.index()] = next.is_none_or(|it| locked.contains(it) && slides[it.index()]);
    }
    slides
}

/// The squares from which a box can reach a wanted square, and those it can reach from the starts,
/// for a keeper that teleports.
fn open_for_teleporters(setting: &LockSetting<'_>) -> (SquareSet, SquareSet) {
    let sides = Sides::teleporting(setting.board, &Barred::walls(setting.walls.clone()));
    let sinks = setting.sinks();
    let lone_box =
        LoneBox { board: setting.board, sides: &sides, walls: &setting.walls, sinks: &sinks };
    let met = |pushes: Vec<u16>| {
        let is_met = |it: &Square| sides.nodes(*it).any(|node| pushes[node] != NEVER);
        let mut squares = setting.board.no_squares();
        squares.extend(setting.board.squares().filter(is_met));
        squares
    };
    let leaving = met(lone_box.pushes_to(setting.wanted().iter()));
    (leaving, met(lone_box.pushes_from(setting.starts.iter().copied())))
}
