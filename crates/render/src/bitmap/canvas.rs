//! The squares of an animation: every piece is drawn once and copied to where it stands.

use std::collections::BTreeMap;

use resvg::tiny_skia::{Pixmap, Transform};
use sokolab_core::{GoalKind, Ground, Picture, Place};

use super::BitmapError;
use super::colors::{Color, ColorCounts, ColorTable};
use super::raster::{Drawn, drawn, pixels_of};
use crate::drawing::Drawing;
use crate::layer::Depth;
use crate::palette::palette;
use crate::pieces::{self, Piece, UNIT, pieces_at};

/// The movable pieces on a square, in drawing order.
pub(super) type Content = [Option<Piece>; 2];

/// The drawing without movable pieces, and squares with such pieces.
pub(super) struct Canvas {
    /// The side of a square in pixels.
    pub(super) side: usize,
    /// The left and top edges of the board.
    pub(super) board: (usize, usize),
    pub(super) width: usize,
    pub(super) height: usize,
    /// The drawing without movable pieces.
    background: Vec<Color>,
    sprites: BTreeMap<Piece, Pixmap>,
    /// For each place, the number of its empty square; many places look alike.
    kinds: Vec<usize>,
    /// The empty squares.
    empty: Vec<Vec<Color>>,
    /// The squares drawn so far, as indices into the colour table.
    made: BTreeMap<(usize, Content), Vec<u8>>,
    colors: ColorTable,
}

impl Canvas {
    pub(super) fn new(drawing: &Drawing<'_>) -> Result<Canvas, BitmapError> {
        let goal = drawing.rules.goal();
        let bare = bare(drawing.picture, goal);
        let mut layers = drawing.layers.clone();
        // A frame around a box would remain where the box was.
        layers.retain(|it| it.depth == Depth::Floor);
        let Drawn { pixels, board } =
            drawn(&Drawing { picture: &bare, layers, ..drawing.clone() })?;
        let side = drawing.square;
        let (width, height) = (pixels.width() as usize, pixels.height() as usize);
        let background: Vec<Color> = pixels.pixels().iter().copied().map(color).collect();
        let mut canvas = Canvas {
            side,
            board,
            width,
            height,
            background,
            sprites: sprites(drawing, goal)?,
            kinds: Vec::new(),
            empty: Vec::new(),
            made: BTreeMap::new(),
            colors: ColorCounts::default().into_table(),
        };
        canvas.find_kinds(&bare);
        canvas.choose_colors();
        Ok(canvas)
    }

    /// Numbers the different empty squares.
    fn find_kinds(&mut self, bare: &Picture) {
        let mut known: BTreeMap<Vec<Color>, usize> = BTreeMap::new();
        for (x, y) in crate::ground::places(bare) {
            let pixels = self.crop((x, y));
            let next = self.empty.len();
            let kind = *known.entry(pixels.clone()).or_insert(next);
            if kind == next {
                self.empty.push(pixels);
            }
            self.kinds.push(kind);
        }
    }

    /// Chooses colours by everything that can be seen: the background, and every piece on every
    /// kind of square.
    fn choose_colors(&mut self) {
        let mut counts = ColorCounts::default();
        counts.add(&self.background);
        for empty in &self.empty {
            for sprite in self.sprites.values() {
                counts.add(&with_sprite(empty, sprite));
            }
        }
        self.colors = counts.into_table();
    }

    /// The empty square at a place.
    fn crop(&self, (x, y): (usize, usize)) -> Vec<Color> {
        let (left, top) = (self.board.0 + x * self.side, self.board.1 + y * self.side);
        let rows = (top..top + self.side).map(|row| row * self.width + left);
        rows.flat_map(|from| &self.background[from..from + self.side]).copied().collect()
    }

    /// The whole drawing without movable pieces.
    pub(super) fn background(&mut self) -> Vec<u8> {
        self.colors.indices(&self.background)
    }

    /// A square with its content.
    pub(super) fn square(&mut self, place: usize, content: Content) -> &[u8] {
        let key = (self.kinds[place], content);
        if !self.made.contains_key(&key) {
            let mut pixels = self.empty[key.0].clone();
            for sprite in content.iter().flatten().filter_map(|it| self.sprites.get(it)) {
                pixels = with_sprite(&pixels, sprite);
            }
            let made = self.colors.indices(&pixels);
            self.made.insert(key, made);
        }
        &self.made[&key]
    }

    pub(super) fn color_bytes(&self) -> Vec<u8> {
        self.colors.bytes()
    }
}

/// The movable pieces on a place.
pub(super) fn content(place: Place, goal: GoalKind) -> Content {
    let mut pieces = pieces_at(place, goal).filter(|it| it.is_movable());
    [pieces.next(), pieces.next()]
}

/// A picture without movable pieces.
fn bare(picture: &Picture, goal: GoalKind) -> Picture {
    let empty = |&Place { ground, .. }: &Place| match (ground, goal) {
        (Ground::Goal, GoalKind::Fill) => Place::bare(Ground::Floor),
        _ => Place::bare(ground),
    };
    Picture::new(picture.width(), picture.places().iter().map(empty).collect(), picture.edge())
}

/// The movable pieces under rules with this kind of goal, each drawn once.
fn sprites(drawing: &Drawing<'_>, goal: GoalKind) -> Result<BTreeMap<Piece, Pixmap>, BitmapError> {
    let moving: &[Piece] = match goal {
        GoalKind::Keep => &[Piece::Crate, Piece::Home, Piece::Keeper],
        GoalKind::Fill => &[Piece::Hole, Piece::Boulder, Piece::Keeper],
        GoalKind::Sink => &[Piece::Crate, Piece::Keeper],
    };
    let (side, scale) = (drawing.square as u32, drawing.square as f32 / UNIT as f32);
    let sprite = |&piece: &Piece| {
        let shape = pieces::drawn(piece, drawing.look.theme, palette(drawing.look));
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {UNIT} {UNIT}\" \
             width=\"{UNIT}\" height=\"{UNIT}\">{shape}</svg>"
        );
        let pixels = pixels_of(&text, (side, side), Transform::from_scale(scale, scale))?;
        Ok((piece, pixels))
    };
    moving.iter().map(sprite).collect()
}

fn color(pixel: resvg::tiny_skia::PremultipliedColorU8) -> Color {
    [pixel.red(), pixel.green(), pixel.blue()]
}

/// A square with a piece on it.
fn with_sprite(square: &[Color], sprite: &Pixmap) -> Vec<Color> {
    let over = |(&below, pixel): (&Color, &resvg::tiny_skia::PremultipliedColorU8)| {
        let rest = u32::from(255 - pixel.alpha());
        let above = color(*pixel);
        [0, 1, 2].map(|part| {
            let through = (u32::from(below[part]) * rest + 127) / 255;
            (u32::from(above[part]) + through).min(255) as u8
        })
    };
    square.iter().zip(sprite.pixels()).map(over).collect()
}
