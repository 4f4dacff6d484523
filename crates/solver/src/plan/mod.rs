//! Plans: in which order goals are filled, and where boxes wait meanwhile.

pub(crate) mod layers;
pub(crate) mod packing;
pub(crate) mod storeroom;
pub(crate) mod zones;
