//! Floor and walls: everything below the pieces, drawn as a few paths whatever the size of the
//! board.

use sokolab_core::{Edge, Ground, Picture};

use crate::palette::Palette;
use crate::pieces::{UNIT, line};
use crate::theme::Theme;

/// The height of the face of a raised wall.
const FRONT: usize = 9;

/// The height of the shadow below a raised wall.
const SHADOW: usize = 6;

/// The places of a picture, row by row.
pub(crate) fn places(picture: &Picture) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (columns, rows) = (picture.width(), picture.height());
    (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
}

/// The visible kind of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Outside the walls: nothing is drawn.
    Outside,
    Floor,
    Wall,
}

/// The kinds of all places.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    columns: usize,
    rows: usize,
    kinds: Vec<Kind>,
}

impl Kinds {
    pub(crate) fn new(picture: &Picture) -> Kinds {
        let (columns, rows) = (picture.width(), picture.height());
        let inside = inside(picture);
        let kind = |(x, y): (usize, usize)| match picture.at(x, y).ground {
            Ground::Wall => Kind::Wall,
            _ if inside[y * columns + x] => Kind::Floor,
            _ => Kind::Outside,
        };
        Kinds { columns, rows, kinds: places(picture).map(kind).collect() }
    }

    /// The kind of a place that may lie outside the picture.
    pub(crate) fn at(&self, x: usize, y: usize) -> Kind {
        let is_there = x < self.columns && y < self.rows;
        if is_there { self.kinds[y * self.columns + x] } else { Kind::Outside }
    }

    fn above(&self, x: usize, y: usize) -> Kind {
        y.checked_sub(1).map_or(Kind::Outside, |above| self.at(x, above))
    }

    fn left_of(&self, x: usize, y: usize) -> Kind {
        x.checked_sub(1).map_or(Kind::Outside, |left| self.at(left, y))
    }

    /// A path of rectangles: for each run of wanted places in a row, a strip that begins at `top`
    /// and has this height.
    fn strips(
        &self,
        (top, height): (usize, usize),
        is_wanted: impl Fn(usize, usize) -> bool,
    ) -> String {
        let mut path = String::new();
        for y in 0..self.rows {
            let mut x = 0;
            while x < self.columns {
                let run = (x..self.columns).take_while(|&x| is_wanted(x, y)).count();
                if run > 0 {
                    let (left, top, width) = (x * UNIT, y * UNIT + top, run * UNIT);
                    path.push_str(&format!("M{left} {top}h{width}v{height}h-{width}z"));
                }
                x += run + 1;
            }
        }
        path
    }

    /// The lines between floor squares, each as long as possible.
    fn grid(&self) -> String {
        let mut path = String::new();
        let is_level = |x, y| self.at(x, y) == Kind::Floor && self.above(x, y) == Kind::Floor;
        let is_upright = |x, y| self.at(x, y) == Kind::Floor && self.left_of(x, y) == Kind::Floor;
        for y in 0..self.rows {
            let mut x = 0;
            while x < self.columns {
                let run = (x..self.columns).take_while(|&x| is_level(x, y)).count();
                if run > 0 {
                    path.push_str(&format!("M{} {}h{}", x * UNIT, y * UNIT, run * UNIT));
                }
                x += run + 1;
            }
        }
        for x in 0..self.columns {
            let mut y = 0;
            while y < self.rows {
                let run = (y..self.rows).take_while(|&y| is_upright(x, y)).count();
                if run > 0 {
                    path.push_str(&format!("M{} {}v{}", x * UNIT, y * UNIT, run * UNIT));
                }
                y += run + 1;
            }
        }
        path
    }

    /// The outer edges of walls.
    fn wall_edges(&self) -> String {
        let mut path = String::new();
        for y in 0..=self.rows {
            for x in 0..=self.columns {
                let is_wall = self.at(x, y) == Kind::Wall;
                if is_wall != (self.above(x, y) == Kind::Wall) {
                    path.push_str(&format!("M{} {}h{UNIT}", x * UNIT, y * UNIT));
                }
                if is_wall != (self.left_of(x, y) == Kind::Wall) {
                    path.push_str(&format!("M{} {}v{UNIT}", x * UNIT, y * UNIT));
                }
            }
        }
        path
    }

    /// Whether a place is a wall next to floor, including corners; behind it is solid rock.
    pub(crate) fn is_face(&self, x: usize, y: usize) -> bool {
        let near = |at: usize| [at.wrapping_sub(1), at, at + 1];
        let is_floor = |x, y| self.at(x, y) == Kind::Floor;
        self.at(x, y) == Kind::Wall
            && near(y).into_iter().any(|y| near(x).into_iter().any(|x| is_floor(x, y)))
    }

    /// Whether a wall has walls above or below it and none beside it, as in a map of `NetHack`.
    pub(crate) fn is_upright(&self, x: usize, y: usize) -> bool {
        let beside = self.is_face(x.wrapping_sub(1), y) || self.is_face(x + 1, y);
        let upright = self.is_face(x, y.wrapping_sub(1)) || self.is_face(x, y + 1);
        upright && !beside
    }

    /// Walls as `NetHack` draws them: vertical between walls above and below, otherwise horizontal,
    /// with a dot on each floor square. Rock behind walls is not drawn.
    fn characters(&self) -> (String, String) {
        let (mut walls, mut floor) = (String::new(), String::new());
        for y in 0..self.rows {
            for x in 0..self.columns {
                let (left, top) = (x * UNIT, y * UNIT);
                match self.at(x, y) {
                    Kind::Floor => floor.push_str(&format!("M{} {}h0.01", left + 20, top + 20)),
                    Kind::Wall if self.is_face(x, y) => {
                        walls.push_str(&if self.is_upright(x, y) {
                            format!("M{} {}v32", left + 20, top + 4)
                        } else {
                            format!("M{} {}h28", left + 6, top + 20)
                        });
                    }
                    Kind::Wall | Kind::Outside => {}
                }
            }
        }
        (walls, floor)
    }
}

/// Defines the patterns that fill walls.
pub(crate) fn define(out: &mut String, theme: Theme, palette: &Palette) {
    let (wall, front) = (palette.wall, palette.wall_front);
    match theme {
        Theme::Classic => line(
            out,
            format_args!(
                "<pattern id=\"brick\" width=\"40\" height=\"20\" \
                 patternUnits=\"userSpaceOnUse\"><path d=\"M0 0h40v20h-40z\" fill=\"{front}\"/>\
                 <path d=\"M1 1h18v8h-18zM21 1h18v8h-18zM0 11h9v8h-9zM11 11h18v8h-18zM31 \
                 11h9v8h-9z\" fill=\"{wall}\"/><path d=\"M1 1h18v2h-18zM21 1h18v2h-18zM0 \
                 11h9v2h-9zM11 11h18v2h-18zM31 11h9v2h-9z\" fill=\"#fff\" \
                 fill-opacity=\"0.16\"/></pattern>"
            ),
        ),
        Theme::Paper => line(
            out,
            format_args!(
                "<pattern id=\"hatch\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">\
                 <path d=\"M0 0h8v8h-8z\" fill=\"{wall}\" fill-opacity=\"0.1\"/>\
                 <path d=\"M-2 2l4 -4M0 8l8 -8M6 10l4 -4\" stroke=\"{wall}\" \
                 stroke-width=\"1\"/></pattern>"
            ),
        ),
        Theme::Contrast => line(
            out,
            format_args!(
                "<pattern id=\"studs\" width=\"20\" height=\"20\" \
                 patternUnits=\"userSpaceOnUse\"><path d=\"M0 0h20v20h-20z\" fill=\"{wall}\"/>\
                 <path d=\"M10 7v6M7 10h6\" stroke=\"{}\" stroke-width=\"1.4\" \
                 stroke-opacity=\"0.55\"/></pattern>",
                palette.floor
            ),
        ),
        Theme::Flat | Theme::Nethack => {}
    }
}

/// Draws floor and walls. Floor outside the walls is not drawn.
pub(crate) fn draw(out: &mut String, picture: &Picture, theme: Theme, palette: &Palette) {
    let kinds = Kinds::new(picture);
    let of = |kind: Kind| kinds.strips((0, UNIT), |x, y| kinds.at(x, y) == kind);
    fill(out, palette.floor, &of(Kind::Floor));
    if theme == Theme::Nethack {
        let (walls, dots) = kinds.characters();
        stroke(out, (palette.grid, "4.4"), &dots);
        stroke(out, (palette.wall, "4"), &walls);
        return;
    }
    stroke(out, (palette.grid, "1"), &kinds.grid());
    let walls = of(Kind::Wall);
    match theme {
        Theme::Flat => {
            fill(out, palette.wall, &walls);
            let is_front = |x, y| kinds.at(x, y) == Kind::Wall && kinds.at(x, y + 1) != Kind::Wall;
            fill(out, palette.wall_front, &kinds.strips((UNIT - FRONT, FRONT), is_front));
            draw_shadow(out, &kinds);
        }
        Theme::Classic => {
            fill(out, "url(#brick)", &walls);
            draw_shadow(out, &kinds);
            stroke(out, (palette.wall_front, "1.6"), &kinds.wall_edges());
        }
        Theme::Contrast => fill(out, "url(#studs)", &walls),
        Theme::Paper | Theme::Nethack => {
            fill(out, "url(#hatch)", &walls);
            stroke(out, (palette.wall, "2"), &kinds.wall_edges());
        }
    }
}

/// The shadows of walls on the floor below them.
fn draw_shadow(out: &mut String, kinds: &Kinds) {
    let is_shaded = |x, y| kinds.at(x, y) == Kind::Floor && kinds.above(x, y) == Kind::Wall;
    let path = kinds.strips((0, SHADOW), is_shaded);
    if !path.is_empty() {
        line(out, format_args!("<path d=\"{path}\" fill=\"#000\" fill-opacity=\"0.13\"/>"));
    }
}

fn fill(out: &mut String, color: &str, path: &str) {
    if !path.is_empty() {
        line(out, format_args!("<path d=\"{path}\" fill=\"{color}\"/>"));
    }
}

fn stroke(out: &mut String, (color, width): (&str, &str), path: &str) {
    if !path.is_empty() {
        line(
            out,
            format_args!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" \
                 stroke-linecap=\"round\"/>"
            ),
        );
    }
}

/// The places that are not solid and cannot be reached from the edge of the picture.
fn inside(picture: &Picture) -> Vec<bool> {
    let (columns, rows) = (picture.width(), picture.height());
    let mut inside: Vec<bool> = picture.places().iter().map(|it| !it.ground.is_solid()).collect();
    if picture.edge() == Edge::Solid {
        return inside;
    }
    let is_edge = |(x, y): &(usize, usize)| *x == 0 || *y == 0 || x + 1 == columns || y + 1 == rows;
    let mut pending: Vec<(usize, usize)> = places(picture).filter(is_edge).collect();
    while let Some((x, y)) = pending.pop() {
        if !std::mem::take(&mut inside[y * columns + x]) {
            continue;
        }
        let near = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        pending.extend(near.into_iter().filter(|&(x, y)| x < columns && y < rows));
    }
    inside
}
