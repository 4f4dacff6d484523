//! Push distances of a lone box: how many pushes bring it to each aim.

/// Stands for "no node": a keeper on the square of the box, or a push that cannot be made.
pub(super) const NO_NODE: u32 = u32::MAX;

/// Stands for "no way".
const NO_WAY: u32 = u32::MAX;

/// The fewest pushes of a lone box to every aim.
#[derive(Debug, Default)]
pub(super) struct Distances {
    square_count: usize,
    aim_count: usize,
    /// By square of the box and square of the keeper: the number of the pair. Keepers in one region
    /// share it.
    nodes: Vec<u32>,
    /// By node and aim.
    pushes: Vec<u32>,
    is_lost: Vec<bool>,
}

impl Distances {
    /// Distances of `node_count` nodes, all of them unknown.
    pub(super) fn new(
        nodes: Vec<u32>,
        square_count: usize,
        node_count: usize,
        aim_count: usize,
    ) -> Distances {
        let pushes = vec![NO_WAY; node_count * aim_count];
        Distances { square_count, aim_count, nodes, pushes, is_lost: vec![true; node_count] }
    }

    /// Notes the distance of a node to an aim, unless one is known. Returns whether it is new.
    pub(super) fn note(&mut self, node: u32, aim: usize, count: u32) -> bool {
        if node == NO_NODE {
            return false;
        }
        let known = &mut self.pushes[node as usize * self.aim_count + aim];
        if *known != NO_WAY {
            return false;
        }
        *known = count;
        self.is_lost[node as usize] = false;
        true
    }

    /// The number of a box with a keeper.
    pub(super) fn node(&self, square: u16, keeper: u16) -> u32 {
        self.nodes[usize::from(square) * self.square_count + usize::from(keeper)]
    }

    /// The fewest pushes to the aim with this number.
    #[inline]
    pub(super) fn get(&self, square: u16, keeper: u16, aim: u16) -> Option<u32> {
        let node = self.node(square, keeper);
        if node == NO_NODE {
            return None;
        }
        let count = self.pushes[node as usize * self.aim_count + usize::from(aim)];
        (count != NO_WAY).then_some(count)
    }

    /// Whether a box can reach no aim, the keeper being where it is.
    pub(super) fn is_lost(&self, square: u16, keeper: u16) -> bool {
        let node = self.node(square, keeper);
        node == NO_NODE || self.is_lost[node as usize]
    }

    /// Whether a box on `square` can reach no aim, wherever the keeper is.
    pub(super) fn is_dead(&self, square: u16) -> bool {
        (0..self.square_count as u16).all(|keeper| self.is_lost(square, keeper))
    }
}
