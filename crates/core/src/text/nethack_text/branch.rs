//! The four levels of the game's branch, and what each has beside its puzzle.

use super::layout::{Heading, Layout, heading};
use super::prize::{PrizeRooms, with_prize};
use super::{Area, Arrival, NethackText, Slot};
use crate::level::Level;
use crate::text::write_error::WriteError;

/// A storey of the branch, from the one where the hero arrives to the one with the prize.
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

    /// The game's number of it: its levels are counted down.
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
        /// Inside the puzzle: what lies beyond the last hole is a region of its own.
        #[default]
        Region = "region",
        /// Not at all.
        None = "none",
    }
}

/// Where in the branch a level is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BranchPlace {
    /// The storey.
    pub storey: Storey,
    /// Which of the levels for this storey, from 1; the game has two and picks one.
    pub variant: usize,
    /// Whether the hero may teleport.
    pub teleport: Teleport,
}

impl BranchPlace {
    /// The name by which the game loads the level.
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

/// A level as a description of its own says it.
#[derive(Debug)]
pub(in crate::text) struct Fresh {
    pub(in crate::text) heading: Heading,
    pub(in crate::text) layout: Layout,
    /// Its place in the branch; without one, it is a bare puzzle.
    pub(in crate::text) place: Option<BranchPlace>,
    pub(in crate::text) prize: Option<PrizeRooms>,
    /// The whole map.
    pub(in crate::text) all: Area,
}

impl Fresh {
    /// # Errors
    /// What a description has no way to say, or what the level lacks for its place.
    pub(in crate::text) fn new(
        level: &Level,
        number: usize,
        place: Option<BranchPlace>,
        format: &'static str,
    ) -> Result<Fresh, WriteError> {
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
        Ok(Fresh { heading, all: whole(&layout), layout, place, prize })
    }

    /// A level that was read from a description, on the same map, with a place in the branch and
    /// rooms that are known; `None` if it is no longer of that map.
    pub(in crate::text) fn as_read(
        level: &Level,
        text: &NethackText,
        place: BranchPlace,
        prize: Option<PrizeRooms>,
    ) -> Option<Fresh> {
        let layout = Layout::as_read(level, text, "").ok()??;
        let (heading, all) = (place.heading(), whole(&layout));
        Some(Fresh { heading, layout, place: Some(place), prize, all })
    }

    /// Where nobody teleports to from the puzzle; `None` if nobody teleports at all.
    pub(in crate::text) fn beyond(&self) -> Option<Area> {
        self.place.filter(|it| it.teleport == Teleport::Region)?;
        let exit = self.layout.exits.first().map(|&(x, y)| (x, y, x, y));
        self.prize.as_ref().map(|it| it.beyond).or(exit)
    }

    /// Where the game puts scrolls that help: where the hero arrives, on the first storey.
    pub(in crate::text) fn help(&self) -> Option<(usize, usize)> {
        let is_entry = self.place.is_some_and(|it| it.storey == Storey::Entry);
        self.layout.keeper.filter(|_| is_entry)
    }

    /// The classes of the things that lie about on a storey of the branch.
    pub(in crate::text) fn treats(&self) -> &'static [char] {
        if self.place.is_some() { &['%', '%', '%', '%', '=', '/'] } else { &[] }
    }

    /// Whether a door is locked: only the one before the zoo is.
    pub(in crate::text) fn is_locked(&self, door: (usize, usize)) -> bool {
        self.prize.as_ref().is_some_and(|it| it.entrance == door)
    }

    /// Which prize there is: a bag in the first variant, an amulet in the second.
    pub(in crate::text) fn is_bag(&self) -> bool {
        self.place.is_none_or(|it| it.variant % 2 == 1)
    }
}
