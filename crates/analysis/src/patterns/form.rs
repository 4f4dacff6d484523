//! The rotated and mirrored images of a pattern, in the form used to match them on a board.

use super::judge::RegionVerdict;
use super::pattern::{Pattern, bits};

/// The side of the windows that are matched: no pattern of a library is larger.
pub(super) const SIDE: usize = 4;

/// An image of a pattern, with its verdicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    pub(super) number: usize,
    pub(super) pattern: Pattern,
    /// Walls and boxes as bits of a 4 × 4 window.
    pub(super) walls: u16,
    pub(super) boxes: u16,
    /// The verdicts for the keeper outside, and in each closed part.
    pub(super) rooms: Vec<RegionVerdict>,
}

/// The distinct images of the pattern with this number.
pub(super) fn forms(number: usize, pattern: &Pattern, rooms: &[RegionVerdict]) -> Vec<Form> {
    let size = pattern.size();
    let image = |set: u64, turn: usize| Pattern::new(size, set, 0).images()[turn].walls();
    let mut forms: Vec<Form> = Vec::new();
    for (turn, pattern) in pattern.images().into_iter().enumerate() {
        if forms.iter().any(|known| known.pattern == pattern) {
            continue;
        }
        let turned = |room: &RegionVerdict| RegionVerdict {
            pocket: room.pocket.map(|set| image(set, turn)),
            leftovers: room.leftovers.iter().map(|&set| image(set, turn)).collect(),
            states: room.states,
        };
        let wide = |set: u64| {
            let width = pattern.size().0;
            bits(set).into_iter().fold(0_u16, |sum, place| {
                sum | 1 << (usize::from(place / width) * SIDE + usize::from(place % width))
            })
        };
        let (walls, boxes) = (wide(pattern.walls()), wide(pattern.boxes()));
        let rooms = rooms.iter().map(turned).collect();
        forms.push(Form { number, pattern, walls, boxes, rooms });
    }
    forms
}
