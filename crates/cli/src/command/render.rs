//! `soko render`: levels as pictures, for now in text.

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
use sokolab::text::{Alphabet, Format, Legend, WriteOptions, parse_moves_in, write_level};
use sokolab::{GoalKind, Ground, Level, Occupant, Picture, Place as Spot, Session};

use crate::command::verify::AlphabetName;
use crate::diagnostics;
use crate::exit::{self, Exit};
use crate::input::{Entry, Input, WithoutFile};
use crate::output::Output;

/// Draw levels.
#[derive(Debug, clap::Args)]
pub(crate) struct Render {
    #[command(flatten)]
    input: Input,

    /// Draw the state after these moves.
    #[arg(long, value_name = "LURD", allow_hyphen_values = true)]
    moves: Option<String>,

    /// The letters of the moves.
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: AlphabetName,

    /// What kind of picture.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: RenderFormat,

    /// The signs of a text picture.
    #[arg(long, value_name = "STYLE", default_value = "auto")]
    style: RenderStyle,
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
            let picture = match self.picture(&level) {
                Ok(picture) => picture,
                Err(error) => {
                    let place = format!("{}#{}", place.file, place.level);
                    diagnostics::print_error(&error.context(place));
                    verdict = exit::NEGATIVE;
                    continue;
                }
            };
            let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
            output.line(&format!("; {}#{}{title}", place.file, place.level))?;
            for row in self.rows(&level, &picture) {
                output.line(&row)?;
            }
            output.line("")?;
        }
        Ok(levels.exit().and(verdict))
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
                .map_err(|hindrance| anyhow::anyhow!("move {index}: {hindrance}"))?;
        }
        Ok(level.picture.with_state(session.board(), session.state()))
    }

    fn rows(&self, level: &Level, picture: &Picture) -> Vec<String> {
        match self.style {
            RenderStyle::Auto => drawn_rows(level, picture),
            RenderStyle::Xsb => colored(picture),
            RenderStyle::Nethack => {
                nethack_rows(level, picture).unwrap_or_else(|| colored(picture))
            }
            RenderStyle::Blocks => {
                picture.rows().map(|row| row.iter().copied().map(block).collect()).collect()
            }
        }
    }
}

/// The rows of `picture` in the signs that the level's rules are usually drawn with.
pub(crate) fn drawn_rows(level: &Level, picture: &Picture) -> Vec<String> {
    usual_rows(level, picture).unwrap_or_else(|| colored(picture))
}

/// The same without colours.
pub(crate) fn plain_rows(level: &Level, picture: &Picture) -> Vec<String> {
    usual_rows(level, picture).unwrap_or_else(|| Legend::xsb().rows(picture))
}

fn usual_rows(level: &Level, picture: &Picture) -> Option<Vec<String>> {
    match level.rules.goal() {
        GoalKind::Fill => nethack_rows(level, picture),
        GoalKind::Keep | GoalKind::Sink => None,
    }
}

fn nethack_rows(level: &Level, picture: &Picture) -> Option<Vec<String>> {
    let mut bare = Level::from_picture(picture.clone(), level.rules);
    bare.nethack.clone_from(&level.nethack);
    let mut text = String::new();
    write_level(&bare, 1, &WriteOptions::new(Format::NethackMap), &mut text).ok()?;
    Some(text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect())
}

/// Colours boxes, goals and keeper of XSB rows.
fn colored(picture: &Picture) -> Vec<String> {
    let rows = Legend::xsb().rows(picture);
    rows.iter().map(|row| row.chars().map(colored_sign).collect()).collect()
}

fn colored_sign(sign: char) -> String {
    let color = match sign {
        '@' | '+' => AnsiColor::Cyan,
        '$' => AnsiColor::Yellow,
        '*' => AnsiColor::Green,
        '.' => AnsiColor::Magenta,
        _ => return sign.to_string(),
    };
    let style = Style::new().fg_color(Some(color.into())).bold();
    format!("{style}{sign}{style:#}")
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
