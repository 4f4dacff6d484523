//! Annexes: a chamber behind a port, reduced to the boxes it takes and gives.

/// A chamber behind a port, as an automaton over boxes taken and given.
///
/// It is left to the keeper which way it goes where there are several. A storage that behaves
/// regularly is a counter up to its capacity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Annex {
    nodes: Vec<AnnexNode>,
    start: u8,
}

/// One node of an annex.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnnexNode {
    /// Where a box that is pushed in may lead.
    pub taking: Vec<u8>,
    /// Where a box that is fetched may lead.
    pub giving: Vec<u8>,
    /// Whether no box is left that one waits for.
    pub is_empty: bool,
}

impl Annex {
    /// The annex of these nodes.
    ///
    /// # Panics
    /// If a node is named that is not there.
    #[must_use]
    pub fn new(nodes: Vec<AnnexNode>, start: u8) -> Annex {
        let is_there = |it: &u8| usize::from(*it) < nodes.len();
        assert!(is_there(&start), "the start is a node");
        let named = nodes.iter().flat_map(|it| it.taking.iter().chain(&it.giving));
        assert!({ named }.all(is_there), "ways lead to nodes");
        Annex { nodes, start }
    }

    /// A regular storage for `capacity` boxes that holds `stored` of them.
    ///
    /// # Panics
    /// If it holds more than it can.
    #[must_use]
    pub fn storage(capacity: u8, stored: u8) -> Annex {
        let node = |count: u8| AnnexNode {
            taking: (count < capacity).then_some(count + 1).into_iter().collect(),
            giving: count.checked_sub(1).into_iter().collect(),
            is_empty: count == 0,
        };
        Annex::new((0..=capacity).map(node).collect(), stored)
    }

    /// A supply of `count` boxes, which takes none back. It may keep what is not wanted.
    #[must_use]
    pub fn supply(count: u8) -> Annex {
        let node = |left: u8| AnnexNode {
            taking: Vec::new(),
            giving: left.checked_sub(1).into_iter().collect(),
            is_empty: true,
        };
        Annex::new((0..=count).map(node).collect(), count)
    }

    /// The node it begins with.
    #[must_use]
    pub const fn start(&self) -> u8 {
        self.start
    }

    /// The nodes.
    #[must_use]
    pub fn nodes(&self) -> &[AnnexNode] {
        &self.nodes
    }

    /// Where a box that is pushed in leads.
    #[must_use]
    pub fn taking(&self, node: u8) -> &[u8] {
        &self.nodes[usize::from(node)].taking
    }

    /// Where a box that is fetched leads.
    #[must_use]
    pub fn giving(&self, node: u8) -> &[u8] {
        &self.nodes[usize::from(node)].giving
    }

    /// The nodes from which a box that is pushed in leads to `node`.
    pub(crate) fn before_taking(&self, node: u8) -> impl Iterator<Item = u8> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, it)| it.taking.contains(&node)).map(|(number, _)| number as u8)
    }

    /// The nodes from which a box that is fetched leads to `node`.
    pub(crate) fn before_giving(&self, node: u8) -> impl Iterator<Item = u8> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, it)| it.giving.contains(&node)).map(|(number, _)| number as u8)
    }

    /// Whether no box is left in it that one waits for.
    #[must_use]
    pub fn is_empty(&self, node: u8) -> bool {
        self.nodes[usize::from(node)].is_empty
    }
}
