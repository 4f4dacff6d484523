//! `edit`: changes to a drawing, with its findings.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sokolab::analysis::lint;
use sokolab::{Edge, Ground, Level, Occupant, Picture, Place, Rules, Source};

use super::{Question, json};
use crate::finding_view::FindingView;
use crate::job::Job;
use crate::level_text::{LevelText, line_of};
use crate::refusal::Refusal;
use crate::view::{Spot, View};

/// Changes a level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    level: LevelText,
    edits: Vec<Change>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Change {
    /// Paint a place.
    Put {
        spot: Spot,
        place: Paint,
    },
    /// Add or remove columns and rows on each side.
    Resize {
        left: i32,
        top: i32,
        right: i32,
        bottom: i32,
    },
    /// `right`, `left`, `across` (mirrored left to right) or `over` (top to bottom).
    Turn(TurnName),
    Rules(Rules),
    Title(String),
}

/// What can be painted.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Paint {
    Rock,
    Wall,
    Floor,
    Goal,
    Box,
    BoxOnGoal,
    Keeper,
    KeeperOnGoal,
    Exit,
    Door,
    DeadField,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum TurnName {
    Right,
    Left,
    Across,
    Over,
}

#[derive(Debug, Serialize)]
struct Edited {
    /// `sokolab/edit/1`.
    schema: &'static str,
    /// A text of this level, for further questions.
    text: Option<String>,
    title: Option<String>,
    rules: &'static str,
    playable: bool,
    findings: Vec<FindingView>,
    view: View,
}

impl Question for Edit {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        let mut level = self.level.level(&job.limits)?;
        for edit in &self.edits {
            level = apply(level, edit, job)?;
        }
        let findings = lint(&level);
        let is_error = |it: &sokolab::Finding| it.kind.severity() == sokolab::Severity::Error;
        json(&Edited {
            schema: "sokolab/edit/1",
            text: line_of(&level),
            title: level.title.clone(),
            rules: level.rules.name(),
            playable: !findings.iter().any(is_error),
            findings: FindingView::all(&level, &findings),
            view: View::new(&level),
        })
    }
}

fn apply(mut level: Level, edit: &Change, job: &Job<'_>) -> Result<Level, Refusal> {
    match edit {
        Change::Put { spot: (x, y), place } => {
            if *x >= level.picture.width() || *y >= level.picture.height() {
                return Err(Refusal::question("that place is outside the level: resize it first"));
            }
            put(&mut level.picture, (*x, *y), *place);
        }
        Change::Resize { left, top, right, bottom } => {
            level.picture = resized(&level.picture, [*left, *top, *right, *bottom], job)?;
        }
        Change::Turn(turn) => level.picture = turned(&level.picture, *turn),
        Change::Rules(rules) => level.rules = *rules,
        Change::Title(title) => {
            let title: String = title.chars().filter(|it| !it.is_control()).take(200).collect();
            level.title = Some(title.trim().to_owned()).filter(|it| !it.is_empty());
        }
    }
    Ok(without_source(level))
}

/// Paints a place. There is one keeper: painting another one moves it.
fn put(picture: &mut Picture, (x, y): Spot, paint: Paint) {
    let place = match paint {
        Paint::Rock => Place::bare(Ground::Rock),
        Paint::Wall => Place::bare(Ground::Wall),
        Paint::Floor => Place::bare(Ground::Floor),
        Paint::Goal => Place::bare(Ground::Goal),
        Paint::Box => Place::with_box(Ground::Floor),
        Paint::BoxOnGoal => Place::with_box(Ground::Goal),
        Paint::Keeper => Place::with_keeper(Ground::Floor),
        Paint::KeeperOnGoal => Place::with_keeper(Ground::Goal),
        Paint::Exit => Place::bare(Ground::Exit),
        Paint::Door => Place::bare(Ground::Door),
        Paint::DeadField => Place::bare(Ground::DeadField),
    };
    if place.occupant == Occupant::Keeper {
        let keeper = picture.places().iter().position(|it| it.occupant == Occupant::Keeper);
        if let Some(index) = keeper {
            let (x, y) = (index % picture.width(), index / picture.width());
            picture.put(x, y, Place::bare(picture.at(x, y).ground));
        }
    }
    picture.put(x, y, place);
}

fn resized(picture: &Picture, sides: [i32; 4], job: &Job<'_>) -> Result<Picture, Refusal> {
    let [left, top, right, bottom] = sides;
    let size = |old: usize, before: i32, after: i32| {
        let new = i64::try_from(old).unwrap_or(i64::MAX) + i64::from(before) + i64::from(after);
        usize::try_from(new).ok().filter(|it| *it >= 1)
    };
    let new = size(picture.width(), left, right).zip(size(picture.height(), top, bottom));
    let (width, height) = new.ok_or_else(|| Refusal::question("nothing would be left"))?;
    if width.saturating_mul(height) > job.limits.places_max {
        return Err(Refusal::too_large("the level would be too large"));
    }
    let is_solid = picture.edge() == Edge::Solid;
    let filling = Place::bare(if is_solid { Ground::Rock } else { Ground::Floor });
    let old = |x: usize, y: usize| {
        let x = i64::try_from(x).ok()? - i64::from(left);
        let y = i64::try_from(y).ok()? - i64::from(top);
        let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        (x < picture.width() && y < picture.height()).then(|| picture.at(x, y))
    };
    let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let places = places.map(|(x, y)| old(x, y).unwrap_or(filling)).collect();
    Ok(Picture::new(width, places, picture.edge()))
}

fn turned(picture: &Picture, turn: TurnName) -> Picture {
    let (width, height) = (picture.width(), picture.height());
    let is_quarter = matches!(turn, TurnName::Right | TurnName::Left);
    let (new_width, new_height) = if is_quarter { (height, width) } else { (width, height) };
    let old = |(x, y): Spot| match turn {
        TurnName::Right => (y, height - 1 - x),
        TurnName::Left => (width - 1 - y, x),
        TurnName::Across => (width - 1 - x, y),
        TurnName::Over => (x, height - 1 - y),
    };
    let places = (0..new_height).flat_map(|y| (0..new_width).map(move |x| (x, y)));
    let places = places.map(|spot| {
        let (x, y) = old(spot);
        picture.at(x, y)
    });
    Picture::new(new_width, places.collect(), picture.edge())
}

/// Findings about the text no longer apply to the drawing.
fn without_source(level: Level) -> Level {
    let source = Source { line: 1, ..Source::default() };
    Level { title: level.title, source, ..Level::from_picture(level.picture, level.rules) }
}

#[cfg(test)]
mod tests {
    use sokolab::read_level;
    use sokolab::text::level_rows;

    use super::{TurnName, turned};

    #[test]
    fn turns_and_mirrors_are_undone_by_their_opposites() {
        let level = read_level("#####\n#@$.#\n#  ##\n####\n").expect("a level");
        for (one, two) in [
            (TurnName::Right, TurnName::Left),
            (TurnName::Left, TurnName::Right),
            (TurnName::Across, TurnName::Across),
            (TurnName::Over, TurnName::Over),
        ] {
            assert_eq!(turned(&turned(&level.picture, one), two), level.picture);
        }
        let right = turned(&level.picture, TurnName::Right);
        let right = sokolab::Level::from_picture(right, level.rules);
        assert_eq!(level_rows(&right).expect("rows")[1], "# @#");
    }
}
