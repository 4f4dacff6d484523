//! Files, standard streams and interrupts: what the program reads and writes, and when it stops.

pub(crate) mod cpu_time;
pub(crate) mod files;
pub(crate) mod in_use;
pub(crate) mod interrupt;
pub(crate) mod output;
pub(crate) mod output_file;
pub(crate) mod paths;
pub(crate) mod resumed_file;
pub(crate) mod standard_error;
pub(crate) mod standard_input;
