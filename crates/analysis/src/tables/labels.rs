//! Labels the sides of a placement: the parts into which its boxes split the floor.

use sokolab_core::SquareSet;

use super::space::{NOWHERE, TableGraph};

/// Marks a contact that is a wall or a box.
pub(crate) const NO_SIDE: u8 = u8::MAX;

/// Labels one placement after another without allocating for each.
#[derive(Debug)]
pub(crate) struct Labeller<'a> {
    space: &'a TableGraph<'a>,
    /// The number of the fill that reached each square, and the side it was filled for.
    reached: Vec<(u32, u8)>,
    fill: u32,
    pending: Vec<u16>,
}

impl<'a> Labeller<'a> {
    pub(crate) fn new(space: &'a TableGraph<'a>) -> Labeller<'a> {
        let reached = vec![(0, 0); space.square_count()];
        Labeller { space, reached, fill: 0, pending: Vec::new() }
    }

    /// Writes the side next to each box in each direction, and returns the number of sides. Sides
    /// are numbered as they are found; floor that touches no box belongs to none.
    pub(crate) fn contacts(&mut self, boxes: &[u16], contacts: &mut [u8]) -> u8 {
        let space = self.space;
        // Boxes added one by one split nothing if each has a local detour around it.
        let splits = boxes.iter().enumerate().any(|(index, &square)| {
            !space.has_detour(square, |beside| !boxes[..index].contains(&beside))
        });
        if splits {
            return self.fill_sides(boxes, contacts);
        }
        let mut parts = [u32::MAX; super::PLACEMENT_MAX];
        let mut sides = 0;
        for (&square, contacts) in boxes.iter().zip(contacts.chunks_exact_mut(space.ways)) {
            let part = space.part_of[usize::from(square)];
            let mut side = None;
            for (&beside, contact) in space.beside[usize::from(square)].iter().zip(contacts) {
                *contact = NO_SIDE;
                if beside != NOWHERE && !boxes.contains(&beside) {
                    *contact = *side.get_or_insert_with(|| {
                        let known = parts[..sides].iter().position(|&it| it == part);
                        known.unwrap_or_else(|| {
                            parts[sides] = part;
                            sides += 1;
                            sides - 1
                        }) as u8
                    });
                }
            }
        }
        sides as u8
    }

    fn fill_sides(&mut self, boxes: &[u16], contacts: &mut [u8]) -> u8 {
        let space = self.space;
        self.fill += 1;
        let mut sides = 0;
        for (&square, contacts) in boxes.iter().zip(contacts.chunks_exact_mut(space.ways)) {
            for (&beside, contact) in space.beside[usize::from(square)].iter().zip(contacts) {
                if beside == NOWHERE || boxes.contains(&beside) {
                    *contact = NO_SIDE;
                    continue;
                }
                if self.reached[usize::from(beside)].0 != self.fill {
                    self.flood(beside, boxes, sides);
                    sides += 1;
                }
                *contact = self.reached[usize::from(beside)].1;
            }
        }
        sides
    }

    fn flood(&mut self, start: u16, boxes: &[u16], side: u8) {
        let space = self.space;
        self.reached[usize::from(start)] = (self.fill, side);
        self.pending.push(start);
        while let Some(from) = self.pending.pop() {
            for &to in &space.beside[usize::from(from)][..space.ways] {
                if to != NOWHERE
                    && self.reached[usize::from(to)].0 != self.fill
                    && !boxes.contains(&to)
                {
                    self.reached[usize::from(to)] = (self.fill, side);
                    self.pending.push(to);
                }
            }
        }
    }

    /// The squares of each side, sides numbered as in [`Labeller::contacts`].
    pub(crate) fn sides(&mut self, boxes: &[u16]) -> Vec<SquareSet> {
        let mut contacts = vec![NO_SIDE; boxes.len() * self.space.ways];
        let count = self.fill_sides(boxes, &mut contacts);
        let board = self.space.board;
        let mut sides = vec![board.no_squares(); usize::from(count)];
        for square in board.squares() {
            let (fill, side) = self.reached[square.index()];
            if fill == self.fill {
                sides[usize::from(side)].insert(square);
            }
        }
        sides
    }
}
