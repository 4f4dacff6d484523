//! Reading and writing levels as text, in all common formats.
//!
//! [`Reader`] takes bytes and returns levels one by one, so a collection of any size needs only the
//! memory of one level. Each format is one module here. Line-based formats stream; the others
//! collect the whole text first, up to a limit. `reader` and `write` dispatch on the format;
//! modules below them, such as `item`, `lines`, `legend`, `run_length`, `nethack_text` and
//! `write_error`, are shared by formats.

mod boxoban;
mod detect;
mod foreign_rows;
mod format;
mod item;
mod json_columns;
mod json_lines;
mod legend;
mod level_text;
mod lines;
mod moves;
mod nethack_des;
mod nethack_lua;
mod nethack_map;
mod nethack_text;
mod note_key;
mod own_branch;
mod pddl;
mod petersohn;
mod reader;
mod run_length;
mod slc;
mod sok;
mod spaces;
mod standing;
mod text_drawing;
mod write;
mod write_error;
mod write_options;

pub use crate::nethack_description::{Arrival, Dialect, NethackDescription, Slot};
pub use detect::detect;
pub use format::Format;
pub use item::Item;
pub use json_lines::{level_description, level_input, level_rows, level_standing};
pub use legend::{Legend, LegendError};
pub use level_text::ParseLevelError;
pub(crate) use moves::parse_moves_up_to;
pub use moves::{Alphabet, ParseMovesError, parse_moves, parse_moves_in, write_moves_in};
pub use nethack_map::draw_map;
pub use nethack_text::{BranchPlace, Storey, Teleport};
pub use own_branch::left_out;
pub use pddl::{PlanError, domain as pddl_domain, plan_to_moves, problem as pddl_problem};
pub use reader::{ReadOptions, Reader, Text, read_level, read_text};
pub use text_drawing::TextDrawing;
pub use write::{write_collection, write_footer, write_header, write_level};
pub use write_error::WriteError;
pub use write_options::{IdOf, RowEncoding, WriteOptions};
