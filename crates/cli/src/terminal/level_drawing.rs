//! Levels drawn with the usual characters of their rules.

use anstyle::{AnsiColor, Style};
use sokolab::text::{Legend, TextDrawing, draw_map};
use sokolab::{GoalKind, Ground, Level, Moves, Occupant, Picture, Place as Spot, Refusal, Session};

/// The rows of `picture` with coordinates, in colours, for sentences that name squares.
pub(crate) fn named_rows(level: &Level, picture: &Picture) -> Vec<String> {
    let sketch = Sketch::usual(level, picture);
    sketch.drawn().coordinates_around(&sketch.colored(), 1)
}

/// The rows of a level with coordinates, and `sign` on the `marked` squares that are bare floor.
pub(crate) fn marked_rows(level: &Level, marked: &[(usize, usize)], sign: char) -> Vec<String> {
    let sketch = Sketch::usual(level, &level.picture);
    let drawn = sketch.drawn();
    let (left, top) = drawn.origin;
    let mut rows: Vec<Vec<char>> = drawn.rows.iter().map(|row| row.chars().collect()).collect();
    for &(x, y) in marked {
        let spot = level.picture.at(x, y);
        let is_bare = spot.occupant == Occupant::Nothing
            && matches!(spot.ground, Ground::Floor | Ground::Door | Ground::DeadField);
        let row = usize::try_from(y as isize - top).ok().and_then(|y| rows.get_mut(y));
        let column = usize::try_from(x as isize - left).ok();
        let (Some(row), Some(column)) = (row, column) else { continue };
        if is_bare {
            row.resize(row.len().max(column + 1), ' ');
            row[column] = sign;
        }
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    drawn.coordinates_around(&rows, 1)
}

/// The same without colours.
pub(crate) fn plain_named_rows(level: &Level, picture: &Picture) -> Vec<String> {
    Sketch::usual(level, picture).drawn().with_coordinates()
}

/// The same without coordinates, but with everything that is needed to draw them.
pub(crate) fn plain_drawn(level: &Level, picture: &Picture) -> TextDrawing {
    Sketch::usual(level, picture).drawn().clone()
}

/// The rows of `picture` without colours and coordinates.
pub(crate) fn plain_rows(level: &Level, picture: &Picture) -> Vec<String> {
    Sketch::usual(level, picture).drawn().rows.clone()
}

/// The rows of the state in which one of `moves` was refused.
pub(crate) fn rows_where_refused(
    level: &Level,
    moves: &Moves,
    refusal: &Refusal,
) -> Option<Vec<String>> {
    let mut session = Session::new(level).ok()?;
    for it in moves.as_slice().iter().take(refusal.index()?) {
        session.play(it.direction).ok()?;
    }
    let picture = level.picture.with_state(session.board(), session.state());
    Some(named_rows(level, &picture))
}

/// A drawn level, with its character set.
pub(crate) enum Sketch {
    Xsb(TextDrawing),
    Map(TextDrawing),
}

impl Sketch {
    /// A level in the usual characters of its rules.
    pub(crate) fn usual(level: &Level, picture: &Picture) -> Sketch {
        let map = match level.rules.goal() {
            GoalKind::Fill => Sketch::map(level, picture),
            GoalKind::Keep | GoalKind::Sink => None,
        };
        map.unwrap_or_else(|| Sketch::Xsb(Legend::xsb().draw(picture)))
    }

    /// A level as on the screen of `NetHack`, if that is possible.
    pub(crate) fn map(level: &Level, picture: &Picture) -> Option<Sketch> {
        let mut bare = Level::from_picture(seen_from_above(picture), level.rules);
        bare.nethack.clone_from(&level.nethack);
        draw_map(&bare).ok().map(Sketch::Map)
    }

    pub(crate) fn drawn(&self) -> &TextDrawing {
        match self {
            Sketch::Xsb(drawn) | Sketch::Map(drawn) => drawn,
        }
    }

    /// The rows with coloured boxes, goals and keeper, as far as XSB distinguishes them.
    pub(crate) fn colored(&self) -> Vec<String> {
        match self {
            Sketch::Xsb(drawn) => {
                drawn.rows.iter().map(|row| row.chars().map(colored_sign).collect()).collect()
            }
            Sketch::Map(drawn) => drawn.rows.clone(),
        }
    }
}

/// `picture` without stairs and doorways below a keeper or a box, because a map shows what is on
/// top.
fn seen_from_above(picture: &Picture) -> Picture {
    let mut seen = picture.clone();
    for (y, row) in picture.rows().enumerate() {
        for (x, spot) in row.iter().enumerate() {
            let is_hidden = matches!(spot.ground, Ground::Exit | Ground::Door);
            if is_hidden && spot.occupant != Occupant::Nothing {
                seen.put(x, y, Spot { ground: Ground::Floor, ..*spot });
            }
        }
    }
    seen
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
