//! The four storeys of `NetHack`'s Sokoban branch, and what each has apart from its puzzle.

use super::layout::{Heading, Layout, heading};
use super::prize::{PrizeRooms, with_prize};
use super::{Area, Arrival, NethackDescription, Slot};
use crate::level::Level;
use crate::text::write_error::WriteError;

/// A storey of the branch, from the arrival of the hero to the prize.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Storey {
    /// The first: pits and a hard floor, and the staircase of the branch.
    Entry,
    /// The second.
    Second,
    /// The third.
    Third,
    /// The last: no stairs up, but a zoo and the prize.
    Prize,
}

impl Storey {
    /// All storeys, in the order they are played.
    pub const ALL: [Storey; 4] = [Storey::Entry, Storey::Second, Storey::Third, Storey::Prize];

    /// The number that the game gives it, counting down.
    #[must_use]
    pub const fn number(self) -> usize {
        match self {
            Storey::Entry => 4,
            Storey::Second => 3,
            Storey::Third => 2,
            Storey::Prize => 1,
        }
    }
}

crate::named! {
    /// Whether the hero may teleport on a level.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Teleport: "place to teleport to" {
        /// Within the puzzle only: the part beyond the last hole is a separate region.
        #[default]
        Region = "region",
        /// Nowhere.
        None = "none",
    }
}

/// The place of a level in the branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BranchPlace {
    /// The storey.
    pub storey: Storey,
    /// Number of the alternative for this storey, from 1; the game has two and picks one.
    pub variant: usize,
    /// Whether the hero may teleport.
    pub teleport: Teleport,
}

impl BranchPlace {
    /// The file name by which the game loads the level.
    #[must_use]
    pub fn name(self) -> String {
        format!("soko{}-{}", self.storey.number(), self.variant)
    }

    fn heading(self) -> Heading {
        let (arrival, slot) = match self.storey {
            Storey::Entry => (Arrival::Branch, Slot::Entry),
            _ => (Arrival::DownStairs, Slot::Later),
        };
        Heading { name: self.name(), arrival, slot }
    }
}

fn whole(layout: &Layout) -> Area {
    let right = layout.rows.first().map_or(0, |row| row.chars().count()).saturating_sub(1);
    (0, 0, right, layout.rows.len().saturating_sub(1))
}

/// A level prepared for a newly written description.
#[derive(Debug)]
pub(in crate::text) struct NewDescription {
    pub(in crate::text) heading: Heading,
    pub(in crate::text) layout: Layout,
    /// Its place in the branch; `None` for a bare puzzle.
    pub(in crate::text) place: Option<BranchPlace>,
    pub(in crate::text) prize: Option<PrizeRooms>,
    /// The extent of the map.
    pub(in crate::text) all: Area,
}

impl NewDescription {
    /// # Errors
    /// What a description cannot express, or what the level lacks for its place.
    pub(in crate::text) fn new(
        level: &Level,
        number: usize,
        place: Option<BranchPlace>,
        format: &'static str,
    ) -> Result<NewDescription, WriteError> {
        let heading = place.map_or_else(|| heading(level, number), BranchPlace::heading);
        let is_last = place.is_some_and(|it| it.storey == Storey::Prize);
        let (layout, prize) = if is_last {
            let (layout, prize) = Layout::altered(level, format, with_prize)?;
            (layout, Some(prize))
        } else {
            (Layout::framed(level, format)?, None)
        };
        if place.is_some() && prize.is_none() && layout.exits.len() != 1 {
            let what = "a level of the branch without exactly one exit";
            return Err(WriteError::NoWay { format, what });
        }
        Ok(NewDescription { heading, all: whole(&layout), layout, place, prize })
    }

    /// A level that was read from a description, laid out on the same map, with its known place in
    /// the branch and rooms; `None` if its picture no longer fits that map.
    pub(in crate::text) fn as_read(
        level: &Level,
        text: &NethackDescription,
        place: BranchPlace,
        prize: Option<PrizeRooms>,
    ) -> Option<NewDescription> {
        let layout = Layout::as_read(level, text, "").ok()??;
        let (heading, all) = (place.heading(), whole(&layout));
        Some(NewDescription { heading, layout, place: Some(place), prize, all })
    }

    /// The area that teleporting from the puzzle cannot reach; `None` if teleporting is impossible.
    pub(in crate::text) fn beyond(&self) -> Option<Area> {
        self.place.filter(|it| it.teleport == Teleport::Region)?;
        let exit = self.layout.exits.first().map(|&(x, y)| (x, y, x, y));
        self.prize.as_ref().map(|it| it.beyond).or(exit)
    }

    /// Where the game places helpful scrolls: at the hero's arrival, on the first storey.
    pub(in crate::text) fn help(&self) -> Option<(usize, usize)> {
        let is_entry = self.place.is_some_and(|it| it.storey == Storey::Entry);
        self.layout.keeper.filter(|_| is_entry)
    }

    /// The classes of the random objects on a storey of the branch.
    pub(in crate::text) fn treats(&self) -> &'static [char] {
        if self.place.is_some() { &['%', '%', '%', '%', '=', '/'] } else { &[] }
    }

    /// Whether a door is locked: only the one before the zoo is.
    pub(in crate::text) fn is_locked(&self, door: (usize, usize)) -> bool {
        self.prize.as_ref().is_some_and(|it| it.entrance == door)
    }

    /// Whether the prize is a bag, as in the first variant, rather than an amulet, as in the
    /// second.
    pub(in crate::text) fn is_bag(&self) -> bool {
        self.place.is_none_or(|it| it.variant % 2 == 1)
    }
}
