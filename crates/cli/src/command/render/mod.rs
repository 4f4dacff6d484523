//! `soko render`: levels as pictures, for now in text.

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use sokolab::text::{Alphabet, Drawn, Legend, parse_moves_in};
use sokolab::{Ground, Level, Occupant, Picture, Place as Spot, Session, column_name};

use crate::arguments::AlphabetName;
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::io::output::Output;
use crate::terminal::diagnostics;
use crate::terminal::level_drawing::Sketch;

/// The heading of options that say what the picture is like.
const PICTURE: &str = "Picture";

/// Draw levels.
#[derive(Debug, clap::Args)]
pub(crate) struct Render {
    #[command(flatten)]
    input: Input,

    /// Draw the state after these moves.
    #[arg(long, help_heading = PICTURE, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// The letters of the moves.
    #[arg(long, help_heading = PICTURE, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: AlphabetName,

    /// What kind of picture.
    #[arg(long, help_heading = PICTURE, value_name = "FORMAT", default_value = "text")]
    format: RenderFormat,

    /// The signs of a text picture.
    #[arg(long, help_heading = PICTURE, value_name = "STYLE", default_value = "auto")]
    style: RenderStyle,

    /// Draw the letters of columns and the numbers of rows, by which squares are named.
    #[arg(long, help_heading = PICTURE)]
    coordinates: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RenderFormat {
    /// Characters, in colour on a terminal.
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RenderStyle {
    /// The signs the rules are usually drawn with.
    Auto,
    /// # wall, @ keeper, $ box, . goal.
    Xsb,
    /// - | wall, @ keeper, 0 boulder, ^ hole.
    Nethack,
    /// Two characters a place, nearly square.
    Blocks,
}

impl Render {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        let mut verdict = exit::DONE;
        while let Some(Entry { place, level }) = levels.next(output) {
            let drawn = boundary::around(&place, &level, FailureForm::Nothing, output, |_| {
                self.picture(&level).map(|picture| self.lines(&level, &picture))
            })?;
            let lines = match drawn {
                None => continue,
                Some(Ok(lines)) => lines,
                Some(Err(error)) => {
                    let place = format!("{}#{}", place.file, place.level);
                    diagnostics::print_error(&error.context(place));
                    verdict = exit::NEGATIVE;
                    continue;
                }
            };
            let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
            output.line(&format!("; {}#{}{title}", place.file, place.level))?;
            for line in lines {
                output.line(&line)?;
            }
            output.line("")?;
        }
        Ok(levels.exit().and(verdict))
    }

    /// The rows, and below them what they cannot show.
    fn lines(&self, level: &Level, picture: &Picture) -> Vec<String> {
        let remarks = self.undrawn(level, picture).into_iter().map(|it| format!("; {it}"));
        self.rows(level, picture).into_iter().chain(remarks).collect()
    }

    /// The level's picture, after the moves if there are any.
    fn picture(&self, level: &Level) -> anyhow::Result<Picture> {
        let Some(moves) = &self.moves else {
            return Ok(level.picture.clone());
        };
        let moves = parse_moves_in(moves, Alphabet::from(self.moves_alphabet))?;
        let mut session = Session::new(level).map_err(|findings| match findings.first() {
            Some(finding) => anyhow::anyhow!("the level cannot be played: {finding}"),
            None => anyhow::anyhow!("the level cannot be played"),
        })?;
        for (index, it) in moves.as_slice().iter().enumerate() {
            session
                .play(it.direction)
                .map_err(|hindrance| anyhow::anyhow!("move {}: {hindrance}", index + 1))?;
        }
        Ok(level.picture.with_state(session.board(), session.state()))
    }

    fn rows(&self, level: &Level, picture: &Picture) -> Vec<String> {
        let xsb = || Sketch::Xsb(Legend::xsb().draw(picture));
        let sketch = match self.style {
            RenderStyle::Auto => Sketch::usual(level, picture),
            RenderStyle::Xsb => xsb(),
            RenderStyle::Nethack => Sketch::map(level, picture).unwrap_or_else(xsb),
            RenderStyle::Blocks => return self.blocks(picture),
        };
        let rows = sketch.colored();
        if self.coordinates { sketch.drawn().coordinates_around(&rows, 1) } else { rows }
    }

    fn blocks(&self, picture: &Picture) -> Vec<String> {
        let rows: Vec<String> =
            picture.rows().map(|row| row.iter().copied().map(block).collect()).collect();
        if !self.coordinates {
            return rows;
        }
        let places = picture.rows().map(|row| " ".repeat(row.len())).collect();
        Drawn { rows: places, origin: (0, 0) }.coordinates_around(&rows, 2)
    }
}

impl Render {
    /// The signs that the picture is drawn with.
    fn signs(&self, level: &Level, picture: &Picture) -> Signs {
        match self.style {
            RenderStyle::Blocks => Signs::Blocks,
            RenderStyle::Nethack if Sketch::map(level, picture).is_some() => Signs::Nethack,
            RenderStyle::Nethack | RenderStyle::Xsb => Signs::Xsb,
            RenderStyle::Auto => match Sketch::usual(level, picture) {
                Sketch::Xsb(_) => Signs::Xsb,
                Sketch::Map(_) => Signs::Nethack,
            },
        }
    }

    /// What the signs cannot show, each with its places.
    fn undrawn(&self, level: &Level, picture: &Picture) -> Vec<String> {
        let signs = self.signs(level, picture);
        let mut remarks = Vec::new();
        for (y, row) in picture.rows().enumerate() {
            for (x, spot) in row.iter().enumerate() {
                let Some(what) = unseen_ground(*spot, signs) else { continue };
                let square = format!("{}{}", column_name(x), y + 1);
                remarks.push(match spot.occupant {
                    Occupant::Nothing => format!("there is {what} on {square}"),
                    Occupant::Box => format!("there is {what} below the box on {square}"),
                    Occupant::Keeper => format!("there is {what} below the keeper on {square}"),
                });
            }
        }
        remarks
    }
}

/// The signs that a picture is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    Xsb,
    Nethack,
    Blocks,
}

/// What lies on a place that its sign does not show.
fn unseen_ground(spot: Spot, signs: Signs) -> Option<&'static str> {
    let is_bare = spot.occupant == Occupant::Nothing;
    match (spot.ground, signs) {
        (Ground::Exit, Signs::Nethack | Signs::Blocks)
        | (Ground::Door, Signs::Nethack)
        | (Ground::DeadField, Signs::Xsb | Signs::Blocks)
            if is_bare =>
        {
            None
        }
        (Ground::Exit, _) => Some("an exit"),
        (Ground::Door, _) => Some("a doorway"),
        (Ground::DeadField, _) => Some("a dead field"),
        (Ground::Rock | Ground::Wall | Ground::Floor | Ground::Goal, _) => None,
    }
}

fn block(spot: Spot) -> String {
    let (text, color) = match (spot.ground, spot.occupant) {
        (Ground::Wall, _) => return "██".to_owned(),
        (Ground::Goal, Occupant::Box) => ("▐▌", AnsiColor::Green),
        (_, Occupant::Box) => ("[]", AnsiColor::Yellow),
        (Ground::Goal, Occupant::Keeper) => ("(;", AnsiColor::Cyan),
        (_, Occupant::Keeper) => ("()", AnsiColor::Cyan),
        (Ground::Goal, Occupant::Nothing) => ("··", AnsiColor::Magenta),
        (Ground::Exit, Occupant::Nothing) => ("<<", AnsiColor::Magenta),
        (Ground::DeadField, Occupant::Nothing) => ("xx", AnsiColor::Red),
        (Ground::Rock | Ground::Floor | Ground::Door, Occupant::Nothing) => {
            return "  ".to_owned();
        }
    };
    let style = Style::new().fg_color(Some(color.into())).bold();
    format!("{style}{text}{style:#}")
}
