//! Judges of tree search that are neural networks in ONNX files.
//!
//! A network sees the board as four planes of 0 and 1, cropped to the floor with a border of one
//! wall: walls, goals, boxes, and the keeper's region. It answers with a policy, a number for each
//! push, and a value, which says how far the state is from a solution. `docs/learning.md` has the
//! contract for those who train their own.

mod network;
mod planes;

pub use network::{Network, NetworkError, PUSHES_SCALE};
pub use planes::{Frame, PLANES};
