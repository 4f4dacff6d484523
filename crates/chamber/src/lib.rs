//! Chambers of levels: exploring them alone, describing what they do for their neighbours, a
//! catalogue of them, and solving levels chamber by chamber.
//!
//! A [`ChamberShape`] is the floor of a chamber with its ports, a [`Space`] defines its states and
//! moves, and an [`Annex`] is a chamber behind a port, reduced to the boxes it takes and returns.
//! [`behaviour`] computes what a chamber does, and [`catalogue`] indexes chambers by it. A
//! [`drawing`] is a chamber as people draw it, and [`describe`] reports what it does.
//!
//! [`solve`] follows the `NetHack` 4 document: it describes each chamber and then combines the
//! descriptions. The floor is divided at its corridors into a tree of areas. What the keeper does
//! inside an area is explored once, and the search runs over the events between areas: boxes that
//! cross, and walks of the keeper from one area to another. [`solve_on_demand`] is for chambers
//! that are too large to be described or that lie on loops: it explores only what the search asks
//! for, and proves nothing if it fails.

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
    Answer, ChamberOptions, Indivisible, Order, solve, solve_on_demand, suits_on_demand,
};
pub use enumerate::{shapes_with_one_port, shapes_with_two_ports, smallest_image};
pub use shape::{ChamberShape, ChamberShapeError, PORTS_MAX, Port, SQUARES_MAX};
pub use space::{BehindPort, ChamberState, Event, Parking, Space};
