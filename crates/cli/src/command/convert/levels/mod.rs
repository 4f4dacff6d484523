//! Levels in another format of levels.

mod dropped;
mod file_names;

use std::path::Path;

use sokolab::text::{Format, RowEncoding, WriteOptions, write_footer, write_header, write_level};
use sokolab::{Level, Note, Notes, check};
use sokolab_wire::{Place, id_of, reason_of};

use self::dropped::Dropped;
use self::file_names::FileNames;
use super::Convert;
use super::writable::{next_writable, refuse};
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::export::left_out::warn_of_left_out;
use crate::input::WithoutFile;
use crate::io::files::{FileSize, holds_one, write_one_of_many};
use crate::io::message;
use crate::io::output::Output;
use crate::io::paths::is_folder;

/// Writes all levels to one file, or each to its own if the format holds one level per file.
pub(super) fn convert(
    convert: &Convert,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let options = write_options(convert, format);
    let mut levels = convert.input.open(WithoutFile::Mistake)?;
    let folder = folder_of(convert, format, output)?;
    let mut names = FileNames::default();
    let mut dropped = Dropped::default();
    let mut size = FileSize::new(format);
    // A file for one level is written only when it is certain that there is no second level.
    let mut only: Option<String> = None;
    let mut written = 0;
    let mut verdict = exit::DONE;
    while let Some((place, level)) = next_writable(&mut levels, &mut verdict, output) {
        let turned = convert.turn.map_or(Ok(level.clone()), |it| it.turned(&level));
        let Ok(level) = turned.map_err(|error| refuse(&place, &error)) else {
            verdict = exit::NEGATIVE;
            continue;
        };
        let mut text = String::new();
        if written == 0 {
            write_header(&level.collection, &options, &mut text);
        }
        let level = with_own_notes(level, written == 0);
        let wrote = boundary::around(&place, &level, FailureForm::Nothing, output, |_| {
            write_level(&level, written + 1, &options, &mut text)
        })?;
        let Some(wrote) = wrote else { continue };
        if wrote.map_err(|error| refuse(&place, &error)).is_err() {
            verdict = exit::NEGATIVE;
            continue;
        }
        written += 1;
        warn_if_unplayable(&place, &level, format, output);
        dropped.count(&level, format);
        warn_of_left_out(&place, &level, &options, output);
        match folder.map(|folder| folder.join(names.choose(&level, &place, format))) {
            Some(path) => write_one_of_many(&path, &text)?,
            None if holds_one(format) && written > 1 => {
                anyhow::bail!("a {format} file holds one level: name a folder with -o FOLDER/");
            }
            None if holds_one(format) => only = Some(text),
            None => {
                size.add(&text)?;
                output.write(&text)?;
            }
        }
    }
    if let Some(text) = only {
        output.write(&text)?;
    }
    dropped.warn(format, output);
    if written > 0 {
        end(&options, output)?;
    }
    Ok(levels.exit().and(verdict))
}

/// The folder in which each level gets a file; without one, redirects the output.
fn folder_of<'a>(
    convert: &'a Convert,
    format: Format,
    output: &mut Output,
) -> anyhow::Result<Option<&'a Path>> {
    let path = convert.output.as_deref();
    let folder = path.filter(|path| holds_one(format) && is_folder(path));
    if folder.is_none() {
        output.redirect(path)?;
    }
    Ok(folder)
}

/// Writes the end of the output.
fn end(options: &WriteOptions, output: &mut Output) -> anyhow::Result<()> {
    let mut footer = String::new();
    write_footer(options, &mut footer);
    if footer.is_empty() { Ok(()) } else { output.write(&footer) }
}

/// Warns of a draft among JSON lines, which other commands refuse.
fn warn_if_unplayable(place: &Place, level: &Level, format: Format, output: &Output) {
    if format == Format::JsonLines
        && !output.is_quiet()
        && let Err(findings) = check(level)
    {
        let why = level.rules.translate(&reason_of(&findings));
        let name = format!("{}#{}", place.file, place.level);
        message::line!("warning: {name}: it cannot be played, so it is written without id: {why}");
    }
}

fn write_options(convert: &Convert, format: Format) -> WriteOptions {
    WriteOptions {
        format,
        legend: convert.write_legend.clone(),
        dialect: convert.des_version,
        encoding: if convert.rle { RowEncoding::RunLength } else { RowEncoding::Plain },
        branch: None,
        id_of: Some(id_of),
    }
}

/// Copies inherited notes to a level that is written without its collection's header.
fn with_own_notes(mut level: Level, is_below_header: bool) -> Level {
    if !is_below_header {
        for key in ["Author", "Copyright"] {
            let inherited = level.collection.field(key).map(str::to_owned);
            if let (None, Some(value)) = (level.notes.field(key), inherited) {
                level.notes.0.push(Note::Field { key: key.to_owned(), value });
            }
        }
        level.collection = Notes::default().into();
    }
    level
}
