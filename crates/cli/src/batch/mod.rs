//! Batches of levels: in parallel, with results in input order, and resumable.

mod arguments;
mod count;
mod earlier;
mod in_order;
mod memory;
mod options_text;
mod progress;
mod stream;

pub(crate) use self::arguments::BatchArgs;
pub(crate) use self::earlier::EarlierLine;
pub(crate) use self::in_order::{Batch, run};
pub(crate) use self::options_text::{OptionsText, words_not_in};
pub(crate) use self::stream::{Fate, Judged, Stream};
