//! Levels as text.

use anstyle::{AnsiColor, Style};
use sokolab::render::{GlyphBoard, Theme, Thing};
use sokolab::text::{Legend, TextDrawing};
use sokolab::{Ground, Occupant, Place as Spot, column_name};

use super::Render;
use super::failure::Failure;
use super::subject::Subject;
use crate::io::output::Output;
use crate::terminal::level_drawing::Sketch;

/// Prints a level: its rows, and below them the objects that they cannot show.
pub(super) fn print(
    render: &Render,
    subject: &Subject,
    output: &mut Output,
) -> Result<(), Failure> {
    let Subject { place, level, .. } = subject;
    let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
    output.line(&format!("; {}#{}{title}", place.file, place.level))?;
    for row in rows(render, subject) {
        output.line(&row)?;
    }
    for remark in undrawn(subject, signs(render, subject)) {
        output.line(&format!("; {remark}"))?;
    }
    if let Some(caption) = render.caption() {
        output.line(&format!("; {}", caption.replace(['\n', '\r'], " ")))?;
    }
    output.line("")?;
    Ok(())
}

fn rows(render: &Render, subject: &Subject) -> Vec<String> {
    let (level, picture) = (&subject.level, &subject.picture);
    let xsb = || Sketch::Xsb(Legend::xsb().draw(picture));
    let sketch = match render.look.theme {
        None => Sketch::usual(level, picture),
        Some(Theme::Classic | Theme::Paper) => xsb(),
        Some(Theme::Nethack) => Sketch::map(level, picture).unwrap_or_else(xsb),
        Some(theme @ (Theme::Flat | Theme::Contrast)) => {
            return blocks(render, subject, theme);
        }
    };
    let is_plain = render.look.theme == Some(Theme::Paper);
    let rows = if is_plain { sketch.drawn().rows.clone() } else { sketch.colored() };
    if render.look.coordinates { sketch.drawn().coordinates_around(&rows, 1) } else { rows }
}

/// A picture with two characters per place, so that places are nearly square.
fn blocks(render: &Render, subject: &Subject, theme: Theme) -> Vec<String> {
    let (picture, rules) = (&subject.picture, subject.level.rules);
    let board = GlyphBoard::new(picture, rules, theme);
    let block = |x, y| colored(board.at((x, y)), theme);
    let row = |y| (0..picture.width()).map(|x| block(x, y)).collect();
    let rows: Vec<String> = (0..picture.height()).map(row).collect();
    if !render.look.coordinates {
        return rows;
    }
    let places = picture.rows().map(|row| " ".repeat(row.len())).collect();
    TextDrawing { rows: places, origin: (0, 0) }.coordinates_around(&rows, 2)
}

/// The characters that a picture is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Signs {
    Xsb,
    Nethack,
    Blocks,
}

/// The characters for a picture.
fn signs(render: &Render, subject: &Subject) -> Signs {
    let (level, picture) = (&subject.level, &subject.picture);
    match render.look.theme {
        Some(Theme::Flat | Theme::Contrast) => Signs::Blocks,
        Some(Theme::Nethack) if Sketch::map(level, picture).is_some() => Signs::Nethack,
        Some(Theme::Nethack | Theme::Classic | Theme::Paper) => Signs::Xsb,
        None => match Sketch::usual(level, picture) {
            Sketch::Xsb(_) => Signs::Xsb,
            Sketch::Map(_) => Signs::Nethack,
        },
    }
}

/// The objects that the characters cannot show, each with its places.
fn undrawn(subject: &Subject, signs: Signs) -> Vec<String> {
    let mut remarks = Vec::new();
    for (y, row) in subject.picture.rows().enumerate() {
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

/// The ground of a place that its character does not show.
fn unseen_ground(spot: Spot, signs: Signs) -> Option<&'static str> {
    let is_bare = spot.occupant == Occupant::Nothing;
    match (spot.ground, signs) {
        (Ground::Exit | Ground::Door, Signs::Nethack | Signs::Blocks)
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

/// The characters of a thing in its colour; walls and floor have none.
fn colored((thing, text): (Thing, &'static str), theme: Theme) -> String {
    let color = match thing {
        Thing::Wall | Thing::Floor | Thing::Rock => return text.to_owned(),
        Thing::Home => AnsiColor::Green,
        Thing::Box | Thing::Boulder => AnsiColor::Yellow,
        Thing::Keeper | Thing::KeeperOnGoal => AnsiColor::Cyan,
        Thing::Goal | Thing::Hole | Thing::Sink | Thing::Exit | Thing::Door => AnsiColor::Magenta,
        Thing::Dead => AnsiColor::Red,
    };
    let bold = Style::new().bold();
    let style = if theme == Theme::Contrast { bold } else { bold.fg_color(Some(color.into())) };
    format!("{style}{text}{style:#}")
}
