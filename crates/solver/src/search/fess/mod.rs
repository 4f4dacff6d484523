//! Feature space search: the FESS algorithm of Shoham and Schaeffer (2020), over hauls.
//!
//! Every state is projected onto a few features; each combination of them is a *cell*. The cells
//! take turns, and from each the haul with the least accumulated weight is made, the best score
//! deciding between equals. Hauls that an advisor recommends weigh nothing, all others one: so what
//! makes progress in some feature gets its share of the time for good, and what stalls only gains
//! weight. Which features there are, and who advises, is up to the landscape.

pub(crate) mod advice;
pub(crate) mod beam;
pub(crate) mod gather;
pub(crate) mod grove;
pub(crate) mod hauls;
pub(crate) mod imagined;
pub(crate) mod landscape;
pub(crate) mod planned;
pub(crate) mod pulling;
pub(crate) mod pushing;
pub(crate) mod scatter;
pub(crate) mod score;
pub(crate) mod serving;
pub(crate) mod shared;
pub(crate) mod tools;
pub(crate) mod tree;
