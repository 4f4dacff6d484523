//! Tests of a library from the point of view of its users.

mod damage;
mod kept;
mod played;
mod side_by_side;
mod support;
