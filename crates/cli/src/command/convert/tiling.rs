//! One level as a problem for the tiling engine.

use super::Convert;
use super::writable::next_writable;
use crate::exit::{self, Exit};
use crate::input::WithoutFile;
use crate::io::output::Output;
use crate::search::tiling::{TilingForm, tiling_text};

pub(super) fn convert(
    convert: &Convert,
    form: TilingForm,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let mut levels = convert.input.open(WithoutFile::Mistake)?;
    output.redirect(convert.output.as_deref())?;
    let mut verdict = exit::DONE;
    let mut only = None;
    while let Some((place, level)) = next_writable(&mut levels, &mut verdict, output) {
        if only.is_some() {
            anyhow::bail!("this format holds one level: select it, as in {}#1", place.file);
        }
        only = Some(tiling_text(&level, form, convert.length)?);
    }
    if let Some(text) = only {
        output.write(&text)?;
    }
    Ok(levels.exit().and(verdict))
}
