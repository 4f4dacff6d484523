//! A drawn chamber as a picture.

use sokolab::analysis::locks::LockKind;
use sokolab::chamber::describe::Description;
use sokolab::chamber::drawing::ChamberDrawing;
use sokolab::render::{Drawing, Layer, Theme, svg};
use sokolab::{Ground, Place};

use crate::layers;

/// The chamber with its locked squares by kind, its corridors crossed, and the keeper if it is
/// drawn.
pub(super) fn picture(drawing: &ChamberDrawing, found: &Description) -> String {
    let mut picture = drawing.picture();
    if let Some((x, y)) = drawing.keeper() {
        picture.put(x, y, Place::with_keeper(Ground::Floor));
    }
    let mut locks = Layer::new("Locked squares");
    for kind in LockKind::ALL {
        let swatch = layers::lock_swatch(&mut locks, kind);
        for (place, _) in found.locks.squares.iter().filter(|it| it.1 == kind) {
            locks.mark(*place, swatch);
        }
    }
    let corridors = layers::corridors(&drawing.corridor());
    svg(&Drawing {
        picture: &picture,
        rules: found.rules,
        title: None,
        layers: vec![corridors, locks],
        theme: Theme::LIGHT,
    })
}
