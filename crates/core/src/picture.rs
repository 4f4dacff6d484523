//! The picture of a level: the content of each place, unchecked.

/// The fixed part of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Solid, drawn as blank: the space around a `NetHack` level.
    Rock,
    /// Solid, drawn as a wall.
    Wall,
    /// Plain floor.
    Floor,
    /// A goal; a hole or a sink under those rules.
    Goal,
    /// The exit, `<`; plain floor under rule sets without holes.
    Exit,
    /// A doorway: floor that is not entered or left diagonally where squeezing is forbidden.
    Door,
    /// Floor that the keeper may enter but onto which no box may be pushed.
    DeadField,
}

impl Ground {
    /// Whether it can never be entered.
    #[must_use]
    pub const fn is_solid(self) -> bool {
        matches!(self, Ground::Rock | Ground::Wall)
    }
}

/// The movable part of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Occupant {
    /// Nothing.
    Nothing,
    /// A box.
    Box,
    /// The keeper.
    Keeper,
}

/// One place of a picture: its ground and the object on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The fixed part.
    pub ground: Ground,
    /// The movable part.
    pub occupant: Occupant,
}

impl Place {
    /// An unoccupied place.
    #[must_use]
    pub const fn bare(ground: Ground) -> Place {
        Place { ground, occupant: Occupant::Nothing }
    }

    /// A place with a box.
    #[must_use]
    pub const fn with_box(ground: Ground) -> Place {
        Place { ground, occupant: Occupant::Box }
    }

    /// A place with the keeper.
    #[must_use]
    pub const fn with_keeper(ground: Ground) -> Place {
        Place { ground, occupant: Occupant::Keeper }
    }
}

/// What lies beyond the picture's edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Open ground: a keeper who can walk there leaves the level, which is an error.
    Open,
    /// Solid rock.
    Solid,
}

/// A rectangle of places.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Picture {
    width: usize,
    places: Vec<Place>,
    edge: Edge,
}

impl Picture {
    /// Maximum number of places in a picture.
    pub const PLACES_MAX: usize = 1_000_000;

    /// A picture whose places are `places`, row by row.
    ///
    /// # Panics
    /// If `places` does not divide into rows of `width`, or exceeds [`Picture::PLACES_MAX`].
    #[must_use]
    pub fn new(width: usize, places: Vec<Place>, edge: Edge) -> Picture {
        assert!(places.len() <= Picture::PLACES_MAX, "readers refuse larger pictures");
        assert!(places.len().is_multiple_of(width), "whole rows");
        Picture { width, places, edge }
    }

    /// Number of columns.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub const fn height(&self) -> usize {
        match self.places.len().checked_div(self.width) {
            Some(rows) => rows,
            None => 0,
        }
    }

    /// What lies beyond the edge.
    #[must_use]
    pub const fn edge(&self) -> Edge {
        self.edge
    }

    /// All places, row by row.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The place in column `x` of row `y`.
    ///
    /// # Panics
    /// If it lies outside.
    #[must_use]
    pub fn at(&self, x: usize, y: usize) -> Place {
        assert!(x < self.width, "column inside the picture");
        self.places[y * self.width + x]
    }

    /// Changes the place in column `x` of row `y`.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn put(&mut self, x: usize, y: usize, place: Place) {
        assert!(x < self.width, "column inside the picture");
        self.places[y * self.width + x] = place;
    }

    /// The rows, from top to bottom.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = &[Place]> + ExactSizeIterator {
        self.places.chunks_exact(self.width.max(1))
    }

    /// All places, row by row, mutably.
    pub(crate) fn places_mut(&mut self) -> &mut [Place] {
        &mut self.places
    }
}
