//! Tiles and their adjacency rules.

use crate::shape::Direction;

/// The number of a tile in its set.
pub type Tile = u32;

/// Which tiles may be adjacent. Rules are directed and must be symmetric: `allows(a, b, d)` equals
/// `allows(b, a, d.opposite())`.
pub trait Rules {
    /// Number of tiles.
    fn tile_count(&self) -> usize;

    /// Whether `neighbour` may be next to `tile` in this direction.
    fn allows(&self, tile: Tile, neighbour: Tile, direction: Direction) -> bool;

    /// Relative frequency with which a tile is drawn: a positive number.
    fn weight(&self, _tile: Tile) -> f64 {
        1.0
    }
}

/// Tiles with names and weights, and their rules as lists.
#[derive(Clone, Debug, PartialEq)]
pub struct TileSet {
    dimensions: usize,
    names: Vec<String>,
    weights: Vec<f64>,
    /// Neighbours by direction and tile, in ascending order.
    rules: Vec<Vec<Vec<Tile>>>,
}

impl TileSet {
    /// An empty set, for grids with this many dimensions.
    #[must_use]
    pub fn new(dimensions: usize) -> TileSet {
        let rules = vec![Vec::new(); dimensions * 2];
        TileSet { dimensions, names: Vec::new(), weights: Vec::new(), rules }
    }

    /// Adds a tile. Its weight must be positive and is the relative frequency with which it is
    /// drawn.
    pub fn add(&mut self, name: &str, weight: f64) -> Tile {
        assert!(weight > 0.0 && weight.is_finite(), "a weight is a positive number");
        self.names.push(name.to_owned());
        self.weights.push(weight);
        for lists in &mut self.rules {
            lists.push(Vec::new());
        }
        self.names.len() as Tile - 1
    }

    /// Allows `neighbour` next to `tile` in a direction, and so `tile` next to `neighbour` in the
    /// opposite one.
    ///
    /// # Panics
    /// If there are no such tiles.
    pub fn allow(&mut self, tile: Tile, neighbour: Tile, direction: Direction) {
        for (one, other, way) in
            [(tile, neighbour, direction), (neighbour, tile, direction.opposite())]
        {
            let list = &mut self.rules[way.index()][one as usize];
            if let Err(place) = list.binary_search(&other) {
                list.insert(place, other);
            }
        }
    }

    /// Number of rules, counting both directions.
    #[must_use]
    pub fn rule_count(&self) -> usize {
        self.rules.iter().flatten().map(Vec::len).sum()
    }

    /// The name of a tile.
    #[must_use]
    pub fn name(&self, tile: Tile) -> &str {
        &self.names[tile as usize]
    }

    /// Number of dimensions of its rules.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The tiles that may be next to a tile, in ascending order.
    #[must_use]
    pub fn neighbours(&self, tile: Tile, direction: Direction) -> &[Tile] {
        &self.rules[direction.index()][tile as usize]
    }
}

impl Rules for TileSet {
    fn tile_count(&self) -> usize {
        self.names.len()
    }

    fn allows(&self, tile: Tile, neighbour: Tile, direction: Direction) -> bool {
        let lists = self.rules.get(direction.index());
        lists.is_some_and(|lists| lists[tile as usize].binary_search(&neighbour).is_ok())
    }

    fn weight(&self, tile: Tile) -> f64 {
        self.weights[tile as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::{Rules, TileSet};
    use crate::shape::Axis;

    #[test]
    fn a_rule_holds_both_ways_round_and_counts_twice() {
        let mut tiles = TileSet::new(3);
        let (sky, sea) = (tiles.add("sky", 1.0), tiles.add("sea", 2.0));
        let down = Axis::new(2).forward();
        tiles.allow(sky, sea, down);
        tiles.allow(sky, sea, down);
        tiles.allow(sea, sea, down);
        assert!(tiles.allows(sky, sea, down) && tiles.allows(sea, sky, down.opposite()));
        assert!(!tiles.allows(sea, sky, down));
        assert_eq!(tiles.rule_count(), 4);
        assert_eq!(tiles.neighbours(sea, down.opposite()), [sky, sea]);
    }
}
