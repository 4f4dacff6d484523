//! Reading drawings from files and standard input.

use std::io::Read;

use anyhow::Context;
use sokolab::chamber::drawing::{ChamberDrawing, read_drawings};

use crate::exit::{self, Exit};
use crate::input::LevelArgument;
use crate::input::level_argument::Origin;
use crate::io::{in_use, standard_input};
use crate::terminal::diagnostics;

/// The largest size of a file of drawings, in bytes.
const FILE_BYTES_MAX: u64 = 1 << 20;

/// A chamber with the file it is drawn in and its number there.
#[derive(Debug)]
pub(super) struct NamedDrawing {
    pub(super) file: String,
    pub(super) number: usize,
    pub(super) drawing: ChamberDrawing,
}

/// The chambers of the arguments, or those on standard input. Unreadable files are reported and
/// count for the exit code.
pub(super) fn drawings(
    files: &[LevelArgument],
    exit: &mut Exit,
) -> anyhow::Result<Vec<NamedDrawing>> {
    if files.is_empty() {
        let Some(reader) = standard_input::offered()? else {
            anyhow::bail!(
                "name a file with a drawing, or - for standard input; soko chamber --catalogue \
                 lists the chambers that the program knows"
            );
        };
        return named("-", &text("-", reader)?);
    }
    let mut found = Vec::new();
    for argument in files {
        match of_argument(argument) {
            Ok(mut chambers) => found.append(&mut chambers),
            Err(error) => {
                diagnostics::print_error(&error);
                *exit = exit.and(exit::USAGE);
            }
        }
    }
    Ok(found)
}

/// The chambers of one argument.
fn of_argument(argument: &LevelArgument) -> anyhow::Result<Vec<NamedDrawing>> {
    let name = argument.name();
    let text = match argument.origin() {
        Origin::StandardInput => text(&name, standard_input::take()?)?,
        Origin::File(path) => {
            in_use::read(path)?;
            let reader = standard_input::open(path);
            text(&name, reader.with_context(|| format!("cannot read {name}"))?)?
        }
        Origin::Embedded(_) => anyhow::bail!(
            "{name} is a collection of levels, not a drawing of a chamber: soko analyze \
             --chambers shows the chambers of levels"
        ),
    };
    let mut chambers = named(&name, &text)?;
    let count = chambers.len();
    if let Some(numbers) = argument.numbers() {
        chambers.retain(|it| numbers.contains(&it.number));
        if chambers.is_empty() {
            anyhow::bail!("{name} has no chamber {}: it has {count}", numbers.start());
        }
    }
    Ok(chambers)
}

fn text(name: &str, reader: impl Read) -> anyhow::Result<String> {
    let bytes = standard_input::read_to_end(reader.take(FILE_BYTES_MAX + 1));
    let bytes = bytes.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > FILE_BYTES_MAX {
        anyhow::bail!("{name} is larger than 1 MiB: it is not a drawing of chambers");
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn named(file: &str, text: &str) -> anyhow::Result<Vec<NamedDrawing>> {
    let drawings = read_drawings(text).with_context(|| format!("cannot read {file}"))?;
    let drawings = drawings.into_iter().enumerate();
    let name =
        |(index, drawing)| NamedDrawing { file: file.to_owned(), number: index + 1, drawing };
    Ok(drawings.map(name).collect())
}
