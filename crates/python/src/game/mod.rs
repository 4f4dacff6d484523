//! Levels played by learning programs: many games side by side, stepped in one call.
//!
//! `Arena` is a level prepared for play, `Episode` one play of it, `Screen` what is observed of it,
//! `Rewards` what a move is worth, `Source` where the next level comes from. `Games` is what Python
//! sees.

mod actions;
mod arena;
mod batch;
mod config;
mod episode;
mod games;
mod rewards;
mod screen;
mod source;

pub(crate) use games::Games;
