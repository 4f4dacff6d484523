//! A drawn chamber as a picture.

use sokolab::analysis::locks::LockKind;
use sokolab::chamber::describe::Description;
use sokolab::chamber::drawing::ChamberDrawing;
use sokolab::render::overlay::{corridors, lock_swatch};
use sokolab::render::{Drawing, Layer, svg};
use sokolab::{Ground, Place};

/// The chamber with its locked squares by kind, its corridors crossed out, and the keeper if it is
/// drawn.
pub(super) fn picture(drawing: &ChamberDrawing, found: &Description) -> String {
    let mut picture = drawing.picture();
    if let Some((x, y)) = drawing.keeper() {
        picture.put(x, y, Place::with_keeper(Ground::Floor));
    }
    let mut locks = Layer::new("Locked squares");
    for kind in LockKind::ALL {
        let swatch = lock_swatch(&mut locks, kind);
        for (place, _) in found.locks.squares.iter().filter(|it| it.1 == kind) {
            locks.mark(*place, swatch);
        }
    }
    svg(&Drawing {
        rules: found.rules,
        layers: vec![corridors(&drawing.corridor()), locks],
        ..Drawing::new(&picture)
    })
}
