//! Cycles in a small directed graph.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Which nodes each node points to.
#[derive(Debug, Default)]
pub(super) struct Graph<'a> {
    successors: BTreeMap<&'a str, BTreeSet<&'a str>>,
}

/// Nodes that can all reach each other.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Component<'a> {
    /// All nodes, sorted.
    pub(super) nodes: Vec<&'a str>,
    /// One of the shortest cycles among them. The last node points to the first.
    pub(super) cycle: Vec<&'a str>,
}

impl<'a> Graph<'a> {
    pub(super) fn insert(&mut self, from: &'a str, to: &'a str) {
        self.successors.entry(from).or_default().insert(to);
    }

    /// The strongly connected components with more than one node, ordered by their first nodes. An
    /// edge from a node to itself does not count.
    pub(super) fn components(&self) -> Vec<Component<'a>> {
        let reachable: BTreeMap<_, _> =
            self.successors.keys().map(|&node| (node, self.reachable_from(node))).collect();
        let reaches = |from: &str, to: &str| reachable.get(from).is_some_and(|it| it.contains(to));
        let mut components = Vec::new();
        let mut assigned = BTreeSet::new();
        for &node in self.successors.keys() {
            let is_mate = |&other: &&'a str| reaches(node, other) && reaches(other, node);
            let nodes: Vec<_> = self.successors.keys().copied().filter(is_mate).collect();
            if nodes.len() > 1 && assigned.insert(nodes[0]) {
                let cycle = self.shortest_cycle(&nodes);
                components.push(Component { nodes, cycle });
            }
        }
        components
    }

    fn successors_of(&self, node: &str) -> impl Iterator<Item = &'a str> {
        self.successors.get(node).into_iter().flatten().copied()
    }

    /// The nodes that at least one edge leads to.
    fn reachable_from(&self, node: &'a str) -> BTreeSet<&'a str> {
        let mut reached = BTreeSet::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            pending.extend(self.successors_of(node).filter(|&it| reached.insert(it)));
        }
        reached
    }

    fn shortest_cycle(&self, nodes: &[&'a str]) -> Vec<&'a str> {
        let cycles = nodes.iter().filter_map(|&node| self.shortest_cycle_through(node));
        cycles.min_by_key(Vec::len).expect("nodes that reach each other lie on a cycle")
    }

    fn shortest_cycle_through(&self, start: &'a str) -> Option<Vec<&'a str>> {
        let mut parents = BTreeMap::from([(start, start)]);
        let mut pending = VecDeque::from([start]);
        while let Some(node) = pending.pop_front() {
            for next in self.successors_of(node).filter(|&it| it != node) {
                if next == start {
                    return Some(way_to(node, start, &parents));
                }
                parents.entry(next).or_insert_with(|| {
                    pending.push_back(next);
                    node
                });
            }
        }
        None
    }
}

/// The nodes from `start` to `end`, each the parent of the next.
fn way_to<'a>(end: &'a str, start: &str, parents: &BTreeMap<&str, &'a str>) -> Vec<&'a str> {
    let mut way = vec![end];
    while let Some(&last) = way.last()
        && last != start
    {
        way.push(parents[last]);
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::Graph;

    /// `expected` holds the shortest cycle and all nodes of each component.
    #[track_caller]
    fn check(edges: &str, expected: &[(&str, &str)]) {
        let mut graph = Graph::default();
        for edge in edges.split_whitespace() {
            let (from, to) = edge.split_at(1);
            graph.insert(from, to);
        }
        let found = graph.components();
        let found: Vec<_> = found.iter().map(|it| (it.cycle.concat(), it.nodes.concat())).collect();
        let found: Vec<_> = found.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_graph_without_cycles_has_no_component() {
        check("ab ac bd cd", &[]);
        check("aa ab", &[]);
    }

    #[test]
    fn the_shortest_cycle_of_a_component_is_found() {
        check("ab bc ca cd dc", &[("cd", "abcd")]);
        check("xa ab bc ca", &[("abc", "abc")]);
    }

    #[test]
    fn components_are_told_apart() {
        check("ab ba bc cd dc", &[("ab", "ab"), ("cd", "cd")]);
    }
}
