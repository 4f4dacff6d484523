//! Looks up the placements of a block list that a state contains, in a plain list or a tree.

use sokolab_analysis::{BlockEntry, BlockList};
use sokolab_core::{Square, SquareSet};

use crate::part_options::BlockStore;

/// A block list with an index of its placements.
pub(super) struct StoredBlocks {
    pub(super) list: BlockList,
    tree: Option<Tree>,
}

/// A trie over the sorted squares of the placements: a path from the root is a prefix of every
/// placement below it.
#[derive(Default)]
struct Tree {
    branches: Vec<(Square, Tree)>,
    /// The placements that end at this node.
    placements: Vec<usize>,
}

impl Tree {
    fn insert(&mut self, squares: &[Square], index: usize) {
        let Some((&first, rest)) = squares.split_first() else {
            self.placements.push(index);
            return;
        };
        let known = self.branches.iter().position(|it| it.0 == first);
        let at = known.unwrap_or_else(|| {
            self.branches.push((first, Tree::default()));
            self.branches.len() - 1
        });
        self.branches[at].1.insert(rest, index);
    }

    fn find(&self, boxes: &SquareSet, found: &mut Vec<usize>) {
        found.extend_from_slice(&self.placements);
        for (_, tree) in self.branches.iter().filter(|it| boxes.contains(it.0)) {
            tree.find(boxes, found);
        }
    }
}

impl StoredBlocks {
    pub(super) fn new(list: BlockList, store: BlockStore) -> StoredBlocks {
        let tree = (store == BlockStore::Tree).then(|| {
            let mut tree = Tree::default();
            for index in 0..list.len() {
                tree.insert(list.squares(index), index);
            }
            tree
        });
        StoredBlocks { list, tree }
    }

    /// The placements all of whose squares are in `boxes`, in the order of the list.
    fn matching(&self, boxes: &SquareSet) -> Vec<usize> {
        if let Some(tree) = &self.tree {
            let mut found = Vec::new();
            tree.find(boxes, &mut found);
            found.sort_unstable();
            return found;
        }
        let is_there =
            |&index: &usize| self.list.squares(index).iter().all(|it| boxes.contains(*it));
        (0..self.list.len()).filter(is_there).collect()
    }

    /// Whether a placement proves the boxes dead with the keeper on `keeper`. Holds only if all
    /// boxes are needed.
    pub(super) fn is_dead(&self, boxes: &SquareSet, keeper: Square) -> bool {
        let is_dead = |&index: &usize| self.list.verdict(index, keeper) == BlockEntry::Dead;
        self.matching(boxes).iter().any(is_dead)
    }

    /// The pushes that groups of boxes need beyond the sum of their distances.
    pub(super) fn excess(&self, boxes: &SquareSet, keeper: Square) -> u32 {
        self.list.excess_of(self.matching(boxes).into_iter(), boxes, keeper)
    }
}

#[cfg(test)]
mod tests {
    use sokolab_analysis::{BlockRequest, block_list};
    use sokolab_core::testing::{Chance, position_in};
    use sokolab_core::{Rules, Square};

    use super::StoredBlocks;
    use crate::part_options::BlockStore;

    #[test]
    fn list_and_tree_find_the_same_placements() {
        let (board, state) = position_in(
            "
            #########
            #   #   #
            # $   $ #
            #  .#   #
            # $   @ #
            #########",
            Rules::SINK,
        );
        let request = BlockRequest { boxes: 3, ..BlockRequest::default() };
        let list = || block_list(&board, request, &mut |_, _| true).expect("nobody stops it");
        let plain = StoredBlocks::new(list(), BlockStore::List);
        let tree = StoredBlocks::new(list(), BlockStore::Tree);
        let squares: Vec<Square> = board.squares().collect();
        let mut chance = Chance::new(3);
        let mut met = 0;
        for _ in 0..500 {
            let mut boxes = board.no_squares();
            boxes.extend((0..6).map(|_| squares[chance.below(squares.len())]));
            assert_eq!(plain.matching(&boxes), tree.matching(&boxes));
            let keeper = state.keeper;
            if !boxes.contains(keeper) {
                assert_eq!(plain.excess(&boxes, keeper), plain.list.excess(&boxes, keeper));
            }
            met += plain.matching(&boxes).len();
        }
        assert!(met > 50, "{met}");
    }
}
