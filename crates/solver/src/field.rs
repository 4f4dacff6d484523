//! A board as the inner loops of the searches see it, for searches that live elsewhere.
//!
//! The generators look at thousands of small boards a second; they walk, push and pull on these.

pub use crate::space::bits::{Bits, Places};
pub use crate::space::field::{Field, NOWHERE, Place, words_needed};
