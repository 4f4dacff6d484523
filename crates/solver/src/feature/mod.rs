//! Features of FESS: numbers that describe the progress of a state, such as connected rooms, boxes
//! in each other's way, or where a lone box can still go. They only order the search, so they need
//! no contract.

pub(crate) mod demand;
pub(crate) mod hotspots;
pub(crate) mod reach;
pub(crate) mod rooms;
pub(crate) mod routes;
pub(crate) mod targets;
