//! A library as its users see it.

mod damage;
mod kept;
mod played;
mod side_by_side;
mod support;
