//! Boards in characters: the glyphs of each theme, for terminals and text files.

use sokolab_core::{GoalKind, Ground, Occupant, Picture, Place, Rules};

use crate::ground::{Kind, Kinds};
use crate::pieces::{Glyphs, glyphs};
use crate::theme::Theme;

/// What is visible on a place of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// Nothing: rock, or the area outside the walls.
    Rock,
    /// A wall.
    Wall,
    /// Bare floor.
    Floor,
    /// A goal.
    Goal,
    /// A hole that is not filled.
    Hole,
    /// A sink.
    Sink,
    /// An exit.
    Exit,
    /// A doorway.
    Door,
    /// A square that the level itself marks as dead.
    Dead,
    /// A box.
    Box,
    /// A box on a goal.
    Home,
    /// A boulder.
    Boulder,
    /// The keeper.
    Keeper,
    /// The keeper on a goal.
    KeeperOnGoal,
}

impl Thing {
    /// All of them.
    pub const ALL: [Thing; 14] = [
        Thing::Rock,
        Thing::Wall,
        Thing::Floor,
        Thing::Goal,
        Thing::Hole,
        Thing::Sink,
        Thing::Exit,
        Thing::Door,
        Thing::Dead,
        Thing::Box,
        Thing::Home,
        Thing::Boulder,
        Thing::Keeper,
        Thing::KeeperOnGoal,
    ];

    /// What is visible on a place under these rules.
    #[must_use]
    pub const fn at(place: Place, rules: Rules) -> Thing {
        let goal = rules.goal();
        match (place.ground, place.occupant, goal) {
            (Ground::Wall, ..) => Thing::Wall,
            (Ground::Goal, Occupant::Box, GoalKind::Keep) => Thing::Home,
            // A filled hole is floor, and a box drawn on a sink has vanished.
            (Ground::Goal, Occupant::Box, GoalKind::Fill)
            | (Ground::Floor, Occupant::Nothing, _) => Thing::Floor,
            (Ground::Goal, Occupant::Box | Occupant::Nothing, GoalKind::Sink) => Thing::Sink,
            (_, Occupant::Box, GoalKind::Fill) => Thing::Boulder,
            (_, Occupant::Box, _) => Thing::Box,
            (Ground::Goal, Occupant::Keeper, _) => Thing::KeeperOnGoal,
            (_, Occupant::Keeper, _) => Thing::Keeper,
            (Ground::Goal, Occupant::Nothing, GoalKind::Keep) => Thing::Goal,
            (Ground::Goal, Occupant::Nothing, GoalKind::Fill) => Thing::Hole,
            (Ground::Exit, Occupant::Nothing, _) => Thing::Exit,
            (Ground::Door, Occupant::Nothing, _) => Thing::Door,
            (Ground::DeadField, Occupant::Nothing, _) => Thing::Dead,
            (Ground::Rock, Occupant::Nothing, _) => Thing::Rock,
        }
    }
}

impl Theme {
    /// The number of characters per place.
    #[must_use]
    pub const fn glyph_width(self) -> usize {
        match self {
            Theme::Flat | Theme::Contrast => 2,
            Theme::Classic | Theme::Nethack | Theme::Paper => 1,
        }
    }

    /// The characters of a thing; those of a wall may depend on its neighbours, as [`GlyphBoard`]
    /// knows.
    #[must_use]
    pub const fn glyph(self, thing: Thing) -> &'static str {
        let glyphs: &Glyphs = glyphs(self);
        match thing {
            Thing::Rock => glyphs.rock,
            Thing::Wall => glyphs.wall,
            Thing::Floor => glyphs.floor,
            Thing::Goal => glyphs.goal,
            Thing::Hole => glyphs.hole,
            Thing::Sink => glyphs.sink,
            Thing::Exit => glyphs.exit,
            Thing::Door => glyphs.door,
            Thing::Dead => glyphs.dead,
            Thing::Box => glyphs.crate_,
            Thing::Home => glyphs.home,
            Thing::Boulder => glyphs.boulder,
            Thing::Keeper => glyphs.keeper,
            Thing::KeeperOnGoal => glyphs.keeper_on_goal,
        }
    }

    /// The next theme in the order of [`Theme::ALL`], cyclically.
    #[must_use]
    pub fn next(self) -> Theme {
        let at = Theme::ALL.iter().position(|it| *it == self).unwrap_or(0);
        Theme::ALL[(at + 1) % Theme::ALL.len()]
    }
}

/// A picture in the characters of a theme.
#[derive(Clone, Debug)]
pub struct GlyphBoard<'a> {
    picture: &'a Picture,
    rules: Rules,
    theme: Theme,
    kinds: Kinds,
}

impl<'a> GlyphBoard<'a> {
    /// A picture of a level with these rules.
    #[must_use]
    pub fn new(picture: &'a Picture, rules: Rules, theme: Theme) -> GlyphBoard<'a> {
        GlyphBoard { picture, rules, theme, kinds: Kinds::new(picture) }
    }

    /// What is visible on a place, and its characters.
    #[must_use]
    pub fn at(&self, (x, y): (usize, usize)) -> (Thing, &'static str) {
        let thing = match Thing::at(self.picture.at(x, y), self.rules) {
            // Level files use blanks both for floor and for the area outside.
            Thing::Floor if self.kinds.at(x, y) == Kind::Outside => Thing::Rock,
            thing => thing,
        };
        let text = match (thing, glyphs(self.theme).upright_wall) {
            // The area behind walls is rock.
            (Thing::Wall, Some(_)) if !self.kinds.is_face(x, y) => self.theme.glyph(Thing::Rock),
            (Thing::Wall, Some(upright)) if self.kinds.is_upright(x, y) => upright,
            _ => self.theme.glyph(thing),
        };
        (thing, text)
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::{level, level_in};
    use sokolab_core::{Ground, Occupant, Place, Rules};

    use super::{GlyphBoard, Thing};
    use crate::theme::Theme;

    /// Everything that can be visible under these rules.
    fn things(rules: Rules) -> Vec<Thing> {
        let grounds = [
            Ground::Wall,
            Ground::Floor,
            Ground::Goal,
            Ground::Exit,
            Ground::Door,
            Ground::DeadField,
        ];
        let mut things = Vec::new();
        for ground in grounds {
            for occupant in [Occupant::Nothing, Occupant::Box, Occupant::Keeper] {
                things.push(Thing::at(Place { ground, occupant }, rules));
            }
        }
        things.sort();
        things.dedup();
        things
    }

    #[test]
    fn no_two_things_of_a_rule_set_look_alike() {
        for theme in Theme::ALL {
            for rules in Rules::ALL {
                let things = things(rules);
                // NetHack hides what is under the keeper.
                let hidden = |it: &&Thing| theme == Theme::Nethack && **it == Thing::KeeperOnGoal;
                let shown = things.iter().filter(|it| !hidden(it));
                let mut glyphs: Vec<&str> = shown.map(|&it| theme.glyph(it)).collect();
                let count = glyphs.len();
                glyphs.sort_unstable();
                glyphs.dedup();
                assert_eq!(glyphs.len(), count, "{} under {rules}: {glyphs:?}", theme.name());
            }
        }
    }

    #[test]
    fn all_glyphs_of_a_theme_have_its_width() {
        for theme in Theme::ALL {
            for thing in Thing::ALL {
                let glyph = theme.glyph(thing);
                assert_eq!(
                    glyph.chars().count(),
                    theme.glyph_width(),
                    "{} {thing:?}",
                    theme.name()
                );
            }
        }
    }

    fn drawn(level: &sokolab_core::Level, theme: Theme) -> Vec<String> {
        let picture = &level.picture;
        let board = GlyphBoard::new(picture, level.rules, theme);
        let row = |y| (0..picture.width()).map(|x| board.at((x, y)).1).collect();
        (0..picture.height()).map(row).collect()
    }

    #[test]
    fn a_level_is_drawn_in_every_theme() {
        let official = level("######\n#@$*.#\n######\n");
        let check = |theme: Theme, expected: [&str; 3]| {
            assert_eq!(drawn(&official, theme), expected, "{}", theme.name());
        };
        check(Theme::Classic, ["######", "#@$*.#", "######"]);
        check(Theme::Paper, ["######", "#@$*.#", "######"]);
        check(Theme::Nethack, ["------", "|@08^|", "------"]);
        check(Theme::Flat, ["████████████", "██()[]**··██", "████████████"]);
        check(Theme::Contrast, ["████████████", "██@@[]<>::██", "████████████"]);
        let holes = level_in("------\n|@0^<|\n------\n", Rules::NETHACK);
        assert_eq!(drawn(&holes, Theme::Nethack), ["------", "|@0^<|", "------"]);
        let thick = level("########\n########\n##@$.###\n########\n########\n");
        let expected = ["        ", " -----  ", " |@0^|  ", " -----  ", "        "];
        assert_eq!(drawn(&thick, Theme::Nethack), expected, "rock behind walls is not drawn");
    }

    #[test]
    fn issue_19_floor_is_drawn_inside_the_walls_only() {
        let notched = level("  ####\n###  #\n#@$ .#\n######\n");
        let expected = ["  ----", "---..|", "|@0.^|", "------"];
        assert_eq!(drawn(&notched, Theme::Nethack), expected);
    }
}
