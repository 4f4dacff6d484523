//! Scenes: small levels of our own that show every piece and every fact.

use sokolab_analysis::analyse;
use sokolab_analysis::locks::GroupLimits;
use sokolab_core::{Level, Moves, Picture, Rules, Session, parse_moves, read_level};
use sokolab_render::overlay::{Overlay, Trail};
use sokolab_render::{
    Animation, Background, Coordinates, Drawing, Look, Loops, Sheet, SheetLevel, Theme, apng, gif,
    png, sheet, sheet_png, svg,
};

const OFFICIAL: &str = "\
########
#@ $ . #
# *#  $#
#  #.  #
########
";

const NETHACK: &str = "\
---------
|@..0^^.|
|.0.-+---
|...|..<|
---------
";

/// Facts of every kind: two rooms with a corridor, corners, a corral and a lost box.
const ROOMS: &str = "\
##########
#$   #   #
#  $ # . #
#@   $ . #
##   #  $#
 #########
";

/// Moves that push a box of `ROOMS`.
const MOVES: &str = "urRurDl";

pub(crate) fn looks() -> impl Iterator<Item = Look> {
    let of = |theme| Background::ALL.map(|background| Look { theme, background });
    Theme::ALL.into_iter().flat_map(of)
}

fn level(text: &str) -> Level {
    read_level(text).expect("a level of ours")
}

fn levels() -> Vec<SheetLevel> {
    let entry = |text: &str, rules: Rules, title: &str, is_solved| SheetLevel {
        picture: level(text).picture,
        rules,
        title: title.to_owned(),
        is_solved,
    };
    vec![
        entry(OFFICIAL, Rules::OFFICIAL, "Official & solved", true),
        entry(NETHACK, Rules::NETHACK, "Two holes", false),
        entry(OFFICIAL, Rules::SINK, "Zwei Löcher, ein Кот", false),
    ]
}

fn sheet_of(levels: &[SheetLevel], look: Look) -> Sheet<'_> {
    let title = Some("Every piece");
    Sheet { levels, columns: 3, rows: 1, look, title, square: 24 }
}

/// Every piece under three rule sets, as PNG.
pub(crate) fn pieces(look: Look) -> Vec<u8> {
    sheet_png(&sheet_of(&levels(), look)).expect("it is small")
}

/// The same as SVG.
pub(crate) fn pieces_svg(look: Look) -> String {
    sheet(&sheet_of(&levels(), look))
}

fn drawing<'a>(level: &'a Level, overlays: &[Overlay], look: Look) -> Drawing<'a> {
    let facts = analyse(level, GroupLimits::QUICK).expect("it can be played");
    let trail = Trail::new(level, &moves()).expect("they fit");
    Drawing {
        layers: overlays.iter().flat_map(|it| it.layers(&facts, &trail)).collect(),
        look,
        coordinates: Coordinates::Shown,
        caption: Some("A caption that is too long for one line of a picture as narrow as this"),
        square: 20,
        ..Drawing::new(&level.picture)
    }
}

fn moves() -> Moves {
    parse_moves(MOVES).expect("letters")
}

/// A level with facts laid over it, as PNG.
pub(crate) fn overlaid(overlays: &[Overlay], look: Look) -> Vec<u8> {
    png(&drawing(&level(ROOMS), overlays, look)).expect("it is small")
}

/// Several facts at once.
pub(crate) fn facts(look: Look) -> Vec<u8> {
    overlaid(&[Overlay::Chambers, Overlay::Deadlock, Overlay::Path], look)
}

/// The same as SVG.
pub(crate) fn facts_svg(look: Look) -> String {
    svg(&drawing(&level(ROOMS), &[Overlay::Chambers, Overlay::Deadlock, Overlay::Path], look))
}

/// A short animation, as GIF.
pub(crate) fn animation() -> Vec<u8> {
    let level = level(ROOMS);
    gif(&animated(&level), frames(&level)).expect("it is small")
}

/// The same as animated PNG.
pub(crate) fn animation_png() -> Vec<u8> {
    let level = level(ROOMS);
    apng(&animated(&level), frames(&level)).expect("it is small")
}

fn animated(level: &Level) -> Animation<'_> {
    let drawing = Drawing { square: 20, ..Drawing::new(&level.picture) };
    Animation { drawing, delay: 12, last_delay: 100, loops: Loops::Times(2) }
}

fn frames(level: &Level) -> Vec<Picture> {
    let mut session = Session::new(level).expect("it can be played");
    let play = |it: &sokolab_core::Move| {
        session.play(it.direction).expect("it fits");
        level.picture.with_state(session.board(), session.state())
    };
    moves().as_slice().iter().map(play).collect()
}

/// A room of 60 by 60 floor squares.
pub(crate) fn hall() -> Level {
    large(|x, y| match (x, y) {
        (1, 1) => '@',
        _ if x % 9 == 4 && y % 9 == 4 => '.',
        _ if x % 9 == 6 && y % 9 == 6 => '$',
        _ => ' ',
    })
}

/// An area of 60 by 60 with long corridors, which are tunnels and chambers.
pub(crate) fn comb() -> Level {
    large(|x, y| match (x, y) {
        (1, 1) => '@',
        (58, 2) => '.',
        (30, 3) => '$',
        _ if y > 3 && x.is_multiple_of(2) => '#',
        _ => ' ',
    })
}

fn large(inner: impl Fn(usize, usize) -> char) -> Level {
    let is_edge = |x: usize, y: usize| x.is_multiple_of(59) || y.is_multiple_of(59);
    let row = |y: usize| (0..60).map(|x| if is_edge(x, y) { '#' } else { inner(x, y) }).collect();
    let rows: Vec<String> = (0..60).map(row).collect();
    level(&rows.join("\n"))
}

/// A level as SVG with each overlay, and with a path of its keeper along the upper wall.
pub(crate) fn each_overlay(level: &Level) -> Vec<(Overlay, String)> {
    let facts = analyse(level, GroupLimits::QUICK).expect("it can be played");
    let along = parse_moves(&"r".repeat(50)).expect("letters");
    let trail = Trail::new(level, &along).expect("the way is free");
    let draw = |overlay: Overlay| {
        let layers = overlay.layers(&facts, &trail);
        let coordinates = Coordinates::Shown;
        (overlay, svg(&Drawing { layers, coordinates, ..Drawing::new(&level.picture) }))
    };
    Overlay::ALL.map(draw).to_vec()
}
