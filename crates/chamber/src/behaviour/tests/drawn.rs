//! Chambers drawn as in the `NetHack` 4 document.

use sokolab_core::Direction;
use sokolab_core::testing::picture;

use crate::shape::{ChamberShape, Port};

/// A chamber drawn with walls `-` and `|`, corridors `#`, boxes `0`, goals `^` and the keeper `@`.
pub(crate) struct Drawn {
    pub(crate) shape: ChamberShape,
    /// The squares with boxes.
    pub(crate) boxes: u64,
    /// The keeper's square.
    pub(crate) keeper: Option<usize>,
}

impl Drawn {
    /// Ports are numbered from left to right.
    pub(crate) fn new(text: &str) -> Drawn {
        let text = picture(text);
        let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
        let glyph = |x: i32, y: i32| {
            let row = usize::try_from(y).ok().and_then(|y| rows.get(y));
            let found = usize::try_from(x).ok().and_then(|x| row.and_then(|row| row.get(x)));
            found.copied().unwrap_or(' ')
        };
        let is_floor = |glyph: char| ".0^@8".contains(glyph);
        let mut floor = Vec::new();
        let mut ports = Vec::new();
        let height = rows.len();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            if !is_floor(glyph(x as i32, y as i32)) {
                continue;
            }
            floor.push((x, y));
            for outward in Direction::ORTHOGONAL {
                if glyph(x as i32 + outward.dx(), y as i32 + outward.dy()) == '#' {
                    ports.push(Port { inner: (x, y), outward });
                }
            }
        }
        let all = |wanted: char| -> Vec<(usize, usize)> {
            let is_it = |&&(x, y): &&(usize, usize)| rows[y][x] == wanted;
            floor.iter().filter(is_it).copied().collect()
        };
        let left = floor.iter().map(|it| it.0).min().unwrap_or(0);
        let top = floor.iter().map(|it| it.1).min().unwrap_or(0);
        let shape = ChamberShape::new(&floor, &all('^'), &ports).expect("a chamber is drawn");
        let inside = |places: Vec<(usize, usize)>| -> Vec<(usize, usize)> {
            places.into_iter().map(|(x, y)| (x - left, y - top)).collect()
        };
        let boxes = shape.set(&inside(all('0')));
        let keeper = inside(all('@')).first().and_then(|&it| shape.square_at(it));
        Drawn { shape, boxes, keeper }
    }
}
