//! States that are mirror images of each other are one.
//!
//! A symmetry of the board keeps walls and goals, so a state and its image need as many pushes and
//! moves. Of a state's images the one with the least key stands for all. Keeps everything, for
//! searches forwards: start squares are not kept, so a search backwards must not merge images.

use sokolab_analysis::symmetries;
use sokolab_core::{Board, Direction};

use crate::space::bits::Bits;
use crate::space::field::{Field, Place};
use crate::space::keys::{Key, Keys};

/// The symmetries of a field besides the identity.
#[derive(Clone, Debug, Default)]
pub(crate) struct Images {
    list: Vec<Image>,
}

/// A symmetry: where each place and each direction goes, and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Image {
    to: Vec<Place>,
    from: Vec<Place>,
    way_from: [u8; 8],
}

impl Image {
    /// The place and direction whose image these are.
    pub(crate) fn undo(&self, place: Place, way: usize) -> (Place, usize) {
        (self.from[usize::from(place)], usize::from(self.way_from[way]))
    }
}

impl Images {
    /// Those of `board` under which every place of `keys` has an image in `keys`.
    pub(crate) fn new<const N: usize>(board: &Board, field: &Field<N>, keys: &Keys<N>) -> Images {
        let mut list = Vec::new();
        for symmetry in symmetries(board).into_iter().skip(1) {
            let mut to = vec![0; N * 64];
            let mut from = vec![0; N * 64];
            for square in board.squares() {
                let (place, image) =
                    (field.place(square), field.place(symmetry.image[square.index()]));
                to[usize::from(place)] = image;
                from[usize::from(image)] = place;
            }
            let is_closed = keys.places().iter().all(|&it| keys.has(to[usize::from(it)]));
            if !is_closed {
                continue;
            }
            let mut way_from = [0; 8];
            for direction in Direction::ALL {
                way_from[symmetry.turn.direction(direction).index()] = direction.index() as u8;
            }
            list.push(Image { to, from, way_from });
        }
        Images { list }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(crate) fn get(&self, index: usize) -> &Image {
        &self.list[index]
    }

    /// The image that stands for a state, with its key and keeper left in place of the state's own;
    /// `None` if that is the state itself. `walkable` are the places the keeper may be at.
    pub(crate) fn choose<const N: usize>(
        &self,
        keys: &Keys<N>,
        boxes: &Bits<N>,
        holes: &Bits<N>,
        walkable: &Bits<N>,
        (key, keeper): (&mut Key, &mut Place),
    ) -> Option<usize> {
        let mut chosen = None;
        let mut turned = Key::default();
        for (index, image) in self.list.iter().enumerate() {
            let turn = |bits: &Bits<N>| bits.iter().map(|it| image.to[usize::from(it)]).collect();
            keys.pack(&turn(boxes), &turn(holes), &mut turned);
            if turned.words > key.words {
                continue;
            }
            let there = walkable.iter().map(|it| image.to[usize::from(it)]).min();
            let there = there.expect("the keeper is somewhere");
            if turned.words < key.words || there < *keeper {
                std::mem::swap(key, &mut turned);
                *keeper = there;
                chosen = Some(index);
            }
        }
        chosen
    }
}
