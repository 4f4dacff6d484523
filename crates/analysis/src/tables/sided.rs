//! A list of values that may depend on the keeper's side.
//!
//! Most placements split nothing, or nothing that matters, so the usual value is stored once and
//! the sides with another value are exceptions. Equal sides are shared.

use std::collections::BTreeMap;

use sokolab_core::{Square, SquareSet};

use crate::cache::{CacheError, Reader, Writer};

/// Values by number and keeper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sided {
    /// The value on the largest side, for each number.
    pub(crate) usual: Vec<u32>,
    /// Index of the first exception of each number; the last entry is their total.
    pub(crate) first_exception: Vec<u32>,
    /// A side and the value there.
    pub(crate) exceptions: Vec<(u32, u32)>,
    pub(crate) sides: Vec<SquareSet>,
}

impl Sided {
    /// Memory in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let words: usize = self.sides.iter().map(|side| side.words().len() + 2).sum();
        let numbers = self.usual.len() + self.first_exception.len() + 2 * self.exceptions.len();
        (numbers * 4 + words * 8) as u64
    }

    pub(crate) fn len(&self) -> usize {
        self.usual.len()
    }

    /// The value for a keeper on `keeper`.
    #[inline]
    pub(crate) fn value(&self, number: usize, keeper: Square) -> u32 {
        let exception = self.exceptions(number).iter();
        let is_there = |&&(side, _): &&(u32, u32)| self.sides[side as usize].contains(keeper);
        exception.clone().find(is_there).map_or(self.usual[number], |&(_, value)| value)
    }

    /// Every value that `number` takes, the usual one first.
    pub(crate) fn values(&self, number: usize) -> impl Iterator<Item = u32> + '_ {
        let exceptions = self.exceptions(number).iter().map(|&(_, value)| value);
        std::iter::once(self.usual[number]).chain(exceptions)
    }

    /// The sides with another value than the usual one.
    pub(crate) fn exceptions(&self, number: usize) -> &[(u32, u32)] {
        let first = self.first_exception[number] as usize;
        &self.exceptions[first..self.first_exception[number + 1] as usize]
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        let (sides, values): (Vec<u32>, Vec<u32>) = self.exceptions.iter().copied().unzip();
        for numbers in [&self.usual, &self.first_exception, &sides, &values] {
            writer.numbers(numbers);
        }
        writer.sets(&self.sides);
    }

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Sided, CacheError> {
        let (usual, first_exception) = (reader.numbers()?, reader.numbers()?);
        let (with_side, values) = (reader.numbers()?, reader.numbers()?);
        let sides = reader.sets()?;
        let fits = first_exception.len() == usual.len() + 1
            && first_exception.is_sorted()
            && first_exception.first() == Some(&0)
            && first_exception.last().map(|&last| last as usize) == Some(values.len())
            && with_side.len() == values.len()
            && with_side.iter().all(|&side| (side as usize) < sides.len());
        let exceptions = with_side.into_iter().zip(values).collect();
        fits.then_some(Sided { usual, first_exception, exceptions, sides })
            .ok_or(CacheError::Damaged)
    }
}

/// The values of one number.
#[derive(Clone, Debug)]
pub(crate) enum SidedValues {
    /// The same on every side.
    Same(u32),
    /// One for each side.
    Different(Vec<(SquareSet, u32)>),
}

impl SidedValues {
    /// The values on the sides of a placement; `sides` computes their squares if needed.
    pub(crate) fn new(values: &[u32], sides: impl FnOnce() -> Vec<SquareSet>) -> SidedValues {
        match values {
            [] => SidedValues::Same(super::table::DEAD),
            [first, rest @ ..] if rest.iter().all(|value| value == first) => {
                SidedValues::Same(*first)
            }
            _ => SidedValues::Different(sides().into_iter().zip(values.iter().copied()).collect()),
        }
    }
}

/// Builds a list number by number.
#[derive(Debug)]
pub(crate) struct SidedBuilder {
    result: Sided,
    known: BTreeMap<SquareSet, u32>,
}

impl SidedBuilder {
    pub(crate) fn new() -> SidedBuilder {
        let result = Sided {
            usual: Vec::new(),
            first_exception: vec![0],
            exceptions: Vec::new(),
            sides: Vec::new(),
        };
        SidedBuilder { result, known: BTreeMap::new() }
    }

    /// Appends the values of the next number.
    pub(crate) fn push(&mut self, values: SidedValues) {
        match values {
            SidedValues::Same(value) => self.result.usual.push(value),
            SidedValues::Different(values) => {
                let size = |(side, _): &(SquareSet, u32)| side.len();
                let largest = values.iter().map(size).max();
                let is_largest = |it: &&(SquareSet, u32)| Some(size(it)) == largest;
                let usual = values.iter().find(is_largest).map_or(super::table::DEAD, |it| it.1);
                self.result.usual.push(usual);
                for (side, value) in values.into_iter().filter(|it| it.1 != usual) {
                    let side = self.side(side);
                    self.result.exceptions.push((side, value));
                }
            }
        }
        self.result.first_exception.push(self.result.exceptions.len() as u32);
    }

    fn side(&mut self, side: SquareSet) -> u32 {
        let next = self.result.sides.len() as u32;
        *self.known.entry(side).or_insert_with_key(|side| {
            self.result.sides.push(side.clone());
            next
        })
    }

    pub(crate) fn finish(self) -> Sided {
        self.result
    }
}
