//! Bisimulation: the coarsest partition of a graph's nodes whose blocks cannot be distinguished.

use std::collections::{BTreeMap, BTreeSet};

/// A labelled arc to a node.
pub(super) type Labelled = (u8, u32);

/// The block of every node. Two nodes share a block if they have the same colour and every arc of
/// one has a matching arc of the other, with the same label and an end in the same block. Blocks
/// are numbered in the order of their first nodes.
pub(super) fn blocks(colours: &[u32], arcs: &[Vec<Labelled>]) -> Vec<u32> {
    let mut blocks = numbered(colours.iter().map(|&it| (it, BTreeSet::new())));
    loop {
        let seen_from = |node: usize| -> BTreeSet<Labelled> {
            arcs[node].iter().map(|&(label, to)| (label, blocks[to as usize])).collect()
        };
        let finer = numbered((0..blocks.len()).map(|it| (blocks[it], seen_from(it))));
        let count = |blocks: &[u32]| blocks.iter().max().map_or(0, |&it| it + 1);
        if count(&finer) == count(&blocks) {
            return finer;
        }
        blocks = finer;
    }
}

fn numbered(signatures: impl Iterator<Item = (u32, BTreeSet<Labelled>)>) -> Vec<u32> {
    let mut numbers = BTreeMap::new();
    let number = |signature| {
        let fresh = numbers.len() as u32;
        *numbers.entry(signature).or_insert(fresh)
    };
    signatures.map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::blocks;

    #[test]
    fn a_loop_of_two_looks_like_a_loop_of_one() {
        let arcs = [vec![(0, 1)], vec![(0, 0)], vec![(0, 2)], vec![(1, 0)]];
        assert_eq!(blocks(&[0; 4], &arcs), [0, 0, 0, 1]);
    }

    #[test]
    fn what_comes_later_tells_nodes_apart() {
        let arcs = [vec![(0, 1)], vec![(0, 2)], vec![], vec![(0, 1)]];
        assert_eq!(blocks(&[0; 4], &arcs), [0, 1, 2, 0]);
        assert_eq!(blocks(&[0, 0, 0, 7], &arcs), [0, 1, 2, 3]);
    }
}
