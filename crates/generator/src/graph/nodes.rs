//! The states that a search has seen, in order of discovery.

use sokolab_core::Direction;
use sokolab_field::{Bits, Place};

/// A state and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) boxes: Bits<N>,
    /// Open holes; empty where goals are not holes.
    pub(crate) holes: Bits<N>,
    /// The first place of the keeper's region.
    pub(crate) keeper: Place,
    /// The push between this state and its parent: where the box stood, and in which direction it
    /// went.
    pub(crate) from: Place,
    pub(crate) way: Direction,
    pub(crate) parent: u32,
}

/// A list of distinct states.
#[derive(Debug)]
pub(crate) struct Nodes<const N: usize> {
    list: Vec<Node<N>>,
    /// One more than the index of a node, or 0; the length is a power of two, at most half full.
    slots: Vec<u32>,
}

impl<const N: usize> Nodes<N> {
    pub(crate) fn new() -> Nodes<N> {
        Nodes { list: Vec::with_capacity(512), slots: vec![0; 1024] }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, number: usize) -> &Node<N> {
        &self.list[number]
    }

    /// The slot of a state, or the empty one where it belongs.
    fn slot(&self, node: &Node<N>) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = hash(node) as usize & mask;
        while self.slots[slot] != 0 {
            let known = &self.list[self.slots[slot] as usize - 1];
            let is_same = known.keeper == node.keeper
                && known.boxes == node.boxes
                && known.holes == node.holes;
            if is_same {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    /// The index of a state, if present.
    pub(crate) fn find(&self, node: &Node<N>) -> Option<usize> {
        (self.slots[self.slot(node)] as usize).checked_sub(1)
    }

    /// Adds a state; returns whether it was new.
    pub(crate) fn insert(&mut self, node: Node<N>) -> bool {
        let slot = self.slot(&node);
        if self.slots[slot] != 0 {
            return false;
        }
        self.list.push(node);
        self.slots[slot] = self.list.len() as u32;
        if self.list.len() * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let mut slots = vec![0; self.slots.len() * 4];
        let mask = slots.len() - 1;
        for (number, node) in self.list.iter().enumerate() {
            let mut slot = hash(node) as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = number as u32 + 1;
        }
        self.slots = slots;
    }
}

fn hash<const N: usize>(node: &Node<N>) -> u64 {
    let mix =
        |hash: u64, word: &u64| (hash.rotate_left(23) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let hash = node.boxes.words().iter().fold(u64::from(node.keeper), mix);
    let hash = if node.holes.is_empty() { hash } else { node.holes.words().iter().fold(hash, mix) };
    hash ^ hash >> 32
}
