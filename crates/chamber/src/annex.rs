//! Annexes: a chamber behind a port, reduced to an automaton over the boxes that it takes and
//! returns.

/// A chamber behind a port, as an automaton over the boxes that it takes and returns.
///
/// Where a box may lead to several nodes, the keeper chooses among them. A storage that behaves
/// regularly is a counter up to its capacity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Annex {
    nodes: Vec<AnnexNode>,
    start: u8,
}

/// One node of an annex.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnnexNode {
    /// The nodes to which a box that is pushed in may lead.
    pub taking: Vec<u8>,
    /// The nodes to which a box that is taken out may lead.
    pub giving: Vec<u8>,
    /// Whether no box that is still to come out is left.
    pub is_empty: bool,
}

impl Annex {
    /// The annex with these nodes.
    ///
    /// # Panics
    ///
    /// If an arc leads to a node that does not exist.
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
    ///
    /// If `stored` exceeds `capacity`.
    #[must_use]
    pub fn storage(capacity: u8, stored: u8) -> Annex {
        let node = |count: u8| AnnexNode {
            taking: (count < capacity).then_some(count + 1).into_iter().collect(),
            giving: count.checked_sub(1).into_iter().collect(),
            is_empty: count == 0,
        };
        Annex::new((0..=capacity).map(node).collect(), stored)
    }

    /// A supply of `count` boxes, which takes none back. Not all of its boxes need to be taken out.
    #[must_use]
    pub fn supply(count: u8) -> Annex {
        let node = |left: u8| AnnexNode {
            taking: Vec::new(),
            giving: left.checked_sub(1).into_iter().collect(),
            is_empty: true,
        };
        Annex::new((0..=count).map(node).collect(), count)
    }

    /// The initial node.
    #[must_use]
    pub const fn start(&self) -> u8 {
        self.start
    }

    /// The nodes.
    #[must_use]
    pub fn nodes(&self) -> &[AnnexNode] {
        &self.nodes
    }

    /// The nodes to which a box that is pushed in leads.
    #[must_use]
    pub fn taking(&self, node: u8) -> &[u8] {
        &self.nodes[usize::from(node)].taking
    }

    /// The nodes to which a box that is taken out leads.
    #[must_use]
    pub fn giving(&self, node: u8) -> &[u8] {
        &self.nodes[usize::from(node)].giving
    }

    /// The nodes from which a box that is pushed in leads to `node`.
    pub(crate) fn before_taking(&self, node: u8) -> impl Iterator<Item = u8> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, it)| it.taking.contains(&node)).map(|(number, _)| number as u8)
    }

    /// The nodes from which a box that is taken out leads to `node`.
    pub(crate) fn before_giving(&self, node: u8) -> impl Iterator<Item = u8> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter(move |(_, it)| it.giving.contains(&node)).map(|(number, _)| number as u8)
    }

    /// Whether no box that is still to come out is left at `node`.
    #[must_use]
    pub fn is_empty(&self, node: u8) -> bool {
        self.nodes[usize::from(node)].is_empty
    }
}
