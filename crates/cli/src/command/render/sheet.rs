//! Contact sheets of whole collections.

use sokolab::render::{Sheet, SheetLevel, sheet, sheet_png};

use super::Render;
use super::failure::Failure;
use super::font;
use super::format::PictureFormat;
use super::solution::Solved;
use super::target::Target;
use crate::exit::Exit;
use crate::input::Levels;
use crate::io::output::Output;

/// The largest number of columns or rows of a sheet.
const SIDE_MAX: usize = 100;

/// Columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SheetSize {
    columns: usize,
    rows: usize,
}

impl SheetSize {
    pub(super) fn parse(text: &str) -> Result<SheetSize, String> {
        let parts = text.split_once(['x', 'X', '×']);
        let numbers = parts.and_then(|(columns, rows)| {
            Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
        });
        match numbers {
            Some((columns @ 1..=SIDE_MAX, rows @ 1..=SIDE_MAX)) => Ok(SheetSize { columns, rows }),
            Some(_) => Err(format!("a sheet has from 1 to {SIDE_MAX} columns and rows")),
            None => Err("give columns and rows, as in 10x9".to_owned()),
        }
    }

    fn count(self) -> usize {
        self.columns * self.rows
    }
}

/// Draws all levels on as many sheets as necessary.
pub(super) fn run(
    render: &Render,
    size: SheetSize,
    (levels, solved): (&mut Levels, &mut Solved),
    output: &mut Output,
    mut target: Target,
) -> anyhow::Result<Exit> {
    let mut waiting: Vec<SheetLevel> = Vec::new();
    let verdict = render.each(levels, solved, output, |subject, output| {
        if waiting.len() == size.count() {
            if !target.holds_several() {
                return Err(Failure::Program(too_many(render, size)));
            }
            target.put_next(picture(render, size, &waiting, output)?)?;
            waiting.clear();
        }
        waiting.push(SheetLevel {
            picture: subject.picture.clone(),
            rules: subject.level.rules,
            title: subject.name(),
            is_solved: subject.solution.is_some(),
        });
        Ok(())
    })?;
    if !waiting.is_empty() {
        let drawn = picture(render, size, &waiting, output).map_err(|failure| match failure {
            Failure::Level { error, .. } | Failure::Program(error) => error,
        })?;
        target.put_next(drawn)?;
    }
    target.finish(output)?;
    Ok(verdict)
}

fn too_many(render: &Render, size: SheetSize) -> anyhow::Error {
    let SheetSize { columns, rows } = size;
    let path = render.output_path().map_or_else(String::new, |it| it.display().to_string());
    anyhow::anyhow!(
        "there are more levels than the {} of a sheet of {columns}x{rows}: give a larger --sheet, \
         or name a folder instead of {path}, as in -o sheets/ --format png",
        size.count()
    )
}

fn picture(
    render: &Render,
    size: SheetSize,
    levels: &[SheetLevel],
    output: &Output,
) -> Result<Vec<u8>, Failure> {
    let drawn = Sheet {
        levels,
        columns: size.columns,
        rows: size.rows,
        look: render.look.look(),
        title: render.caption(),
        square: render.look.square(1.0),
    };
    let format = PictureFormat::of(render.format, render.output_path(), true)?;
    let titles = levels.iter().map(|it| it.title.as_str());
    font::warn_of_missing(titles.chain(render.caption()), format, output);
    match format {
        PictureFormat::Png => sheet_png(&drawn).map_err(super::still::bitmap_failure),
        _ => Ok(sheet(&drawn).into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::SheetSize;

    #[test]
    fn sizes_are_columns_by_rows() {
        assert_eq!(SheetSize::parse("10x9"), Ok(SheetSize { columns: 10, rows: 9 }));
        for text in ["", "10", "0x3", "3x", "101x1", "axb", "-1x2"] {
            assert!(SheetSize::parse(text).is_err(), "{text}");
        }
    }
}
