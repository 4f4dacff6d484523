//! Plans: the order in which goals are filled, and where boxes are parked meanwhile.

pub(crate) mod layers;
pub(crate) mod packing;
pub(crate) mod storeroom;
pub(crate) mod zones;
