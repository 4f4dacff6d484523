//! Replaces a storage by a smaller chamber with the needed capacity.

use sokolab_chamber::ChamberShape;
use sokolab_chamber::catalogue::{Catalogue, CatalogueQuery, Entry};
use sokolab_core::check;

use super::room::{InsertedRoom, Site, split_of};
use super::{Change, KnownLevel, Trimmer, squares_of};

/// Maximum number of chambers that are tried in place of one.
const CANDIDATES_MAX: usize = 400;

/// The level with one of its wasteful storages replaced by the smallest that keeps the puzzle, if
/// there is one.
pub(super) fn replaced(
    known: &KnownLevel,
    trimmer: &mut Trimmer<'_, '_>,
) -> Option<(KnownLevel, Change)> {
    let (board, state) = check(&known.level).ok()?;
    let split = split_of(&board);
    for storage in known.condition.storages.iter().filter(|it| it.waste() > 0) {
        let squares = squares_of(&known.explained, &storage.name)?;
        let chamber = split.chambers().iter().find(|it| it.squares == squares)?;
        let wanted = CatalogueQuery::Storage(storage.needed as u8);
        let catalogue = Catalogue::embedded();
        let directions = known.level.rules.pushes();
        let count = catalogue.count(directions, wanted);
        let shapes = (0..count).filter_map(|it| catalogue.pick(directions, wanted, it));
        let mut shapes: Vec<ChamberShape> = shapes.map(Entry::shape).collect();
        // If there is slack, any chamber of equal size will do; otherwise it must be smaller.
        let is_less = |it: &ChamberShape| it.area() < storage.area || storage.slack() > 0;
        shapes.retain(|it| is_less(it) && it.area() <= storage.area);
        shapes.sort_by_key(ChamberShape::area);
        let site = Site { level: &known.level, board: &board, state: &state, chamber };
        let rooms = shapes.iter().flat_map(|it| site.turned(&InsertedRoom::empty(it)));
        for room in rooms.take(CANDIDATES_MAX) {
            let Some(level) = site.with(&room) else { continue };
            if trimmer.is_over() {
                return None;
            }
            let Some(found) = trimmer.same_puzzle(&level, known) else { continue };
            if found.condition.waste() >= known.condition.waste() {
                continue;
            }
            let change = Change::Storage {
                name: storage.name.clone(),
                squares: (storage.area, room.shape.area()),
                capacity: (storage.capacity, storage.needed),
            };
            return Some((found, change));
        }
    }
    None
}
