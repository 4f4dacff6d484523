//! Levels played by learning programs: many games side by side, stepped in one call.
//!
//! `PreparedLevel` is a level prepared for play, `Episode` one playthrough, `Screen` draws
//! observations, `Rewards` computes rewards, and `Source` chooses the next level. `Games` is the
//! class that Python sees.

mod actions;
mod batch;
mod config;
mod episode;
mod games;
mod observation;
mod prepared_level;
mod rewards;
mod source;

pub(crate) use games::Games;
