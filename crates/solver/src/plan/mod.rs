//! Plans: in which order goals are best filled. A plan guides a search and proves nothing.

pub(crate) mod layers;
