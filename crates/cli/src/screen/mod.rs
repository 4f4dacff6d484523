//! What commands that take over the whole terminal share: the terminal and its events, boards in
//! themes, and the player of solutions.
//!
//! An [`App`] is a model: it takes events and draws itself, and depends on neither the terminal nor
//! the clock, so that tests can drive it.

mod app;
mod board_view;
mod bottom;
mod hangup;
mod keys;
mod palette;
mod player;
mod run;
mod script;
mod stage;
mod theme;
mod tty;
mod window;

pub(crate) use app::{App, Event, Flow};
pub(crate) use board_view::{BoardView, Mark};
pub(crate) use bottom::{draw_bottom, draw_top};
pub(crate) use keys::{Hint, draw_keys};
pub(crate) use palette::{Paint, Palette};
pub(crate) use player::{Player, Wish};
pub(crate) use run::{Ended, run};
pub(crate) use script::Script;
pub(crate) use theme::{ThemeChoice, place_width};
pub(crate) use tty::{Screen, close_at_once};
pub(crate) use window::Window;
