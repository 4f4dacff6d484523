//! Chambers of levels: played alone, described by what they do for their neighbours, kept in a
//! catalogue; and levels solved chamber by chamber.
//!
//! A [`ChamberShape`] is the floor of a chamber with its ports, a [`Space`] is how it is played, an
//! [`Annex`] a chamber behind a port reduced to what it takes and gives. [`behaviour`] computes
//! what a chamber does, [`catalogue`] lists chambers by it. A [`drawing`] is a chamber as people
//! draw it, and [`describe`] says in words what it does.
//!
//! [`solve`] is the way of the `NetHack` 4 document: describe each chamber, then combine. The
//! floor is divided at its corridors into a tree of areas; what the keeper does inside an area is
//! looked at once, and the search goes over what happens between them: boxes that cross, and the
//! keeper that walks across. [`solve_on_demand`] is for chambers that are too large to be
//! described, or that lie on loops: it looks only at what is asked for, and proves nothing.

mod annex;
pub mod behaviour;
mod by_chamber;
pub mod catalogue;
pub mod describe;
pub mod drawing;
mod enumerate;
mod shape;
mod space;

pub use annex::{Annex, AnnexNode};
pub use by_chamber::{
    Answer, ChamberOptions, NotSplit, Order, solve, solve_on_demand, suits_on_demand,
};
pub use enumerate::{shapes_with_one_port, shapes_with_two_ports, smallest_image};
pub use shape::{ChamberShape, ChamberShapeError, PORTS_MAX, Port, SQUARES_MAX};
pub use space::{Beyond, ChamberState, Event, Parking, Space};
