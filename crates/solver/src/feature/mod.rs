//! Features: numbers that describe the progress of a state, for FESS. They only order what is tried
//! next, so they need no contract: rooms that hang together, boxes in each other's way, where a
//! lone box can still go.

pub(crate) mod demand;
pub(crate) mod hotspots;
pub(crate) mod reach;
pub(crate) mod rooms;
pub(crate) mod routes;
pub(crate) mod targets;
