//! The colours of an animation: one table for all frames.
//!
//! Drawings have few colours and many mixtures of two of them at edges. The most frequent colours
//! get an entry each; the rare ones use the nearest entry.

use std::collections::BTreeMap;

/// A colour: red, green, blue.
pub(super) type Color = [u8; 3];

/// The entry that means "as in the previous frame".
pub(super) const TRANSPARENT: u8 = 255;

/// Counts how often colours are used.
#[derive(Debug, Default)]
pub(super) struct ColorCounts(BTreeMap<Color, u32>);

impl ColorCounts {
    pub(super) fn add(&mut self, colors: &[Color]) {
        // Neighbouring pixels are usually equal, and comparing is faster than looking up.
        for run in colors.chunk_by(|one, two| one == two) {
            *self.0.entry(run[0]).or_default() += run.len() as u32;
        }
    }

    /// The table of the most frequent colours.
    pub(super) fn into_table(self) -> ColorTable {
        let mut counted: Vec<(Color, u32)> = self.0.into_iter().collect();
        counted.sort_by_key(|&(color, count)| (std::cmp::Reverse(count), color));
        let chosen = counted.iter().take(usize::from(TRANSPARENT));
        let colors: Vec<Color> = chosen.map(|it| it.0).collect();
        let known = colors.iter().enumerate().map(|(index, &color)| (color, index as u8));
        ColorTable { known: known.collect(), colors }
    }
}

/// The colour table that frames refer to.
#[derive(Debug)]
pub(super) struct ColorTable {
    colors: Vec<Color>,
    known: BTreeMap<Color, u8>,
}

impl ColorTable {
    /// The indices of these colours.
    pub(super) fn indices(&mut self, colors: &[Color]) -> Vec<u8> {
        let mut indices = Vec::with_capacity(colors.len());
        for run in colors.chunk_by(|one, two| one == two) {
            let index = self.index(run[0]);
            indices.resize(indices.len() + run.len(), index);
        }
        indices
    }

    fn index(&mut self, color: Color) -> u8 {
        if let Some(&index) = self.known.get(&color) {
            return index;
        }
        let distance = |other: &Color| {
            let parts = color.iter().zip(other);
            parts.map(|(&one, &two)| i32::from(one).abs_diff(i32::from(two)).pow(2)).sum::<u32>()
        };
        let nearest = self.colors.iter().enumerate().min_by_key(|(_, it)| distance(it));
        let index = nearest.map_or(0, |(index, _)| index as u8);
        self.known.insert(color, index);
        index
    }

    /// The bytes of the table, with the transparent entry at its end.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.concat();
        bytes.resize(256 * 3, 0);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, ColorCounts, TRANSPARENT};

    #[test]
    fn frequent_colours_are_exact_and_rare_ones_near() {
        let mut counts = ColorCounts::default();
        let frequent: Vec<Color> = (0..255).map(|it| [it, it, 0]).collect();
        counts.add(&frequent);
        counts.add(&frequent);
        counts.add(&[[9, 10, 1]]);
        let mut table = counts.into_table();
        let exact = table.indices(&frequent);
        assert!(!exact.contains(&TRANSPARENT));
        let near = table.indices(&[[9, 10, 1]])[0];
        assert!(near == exact[9] || near == exact[10]);
        assert_eq!(table.bytes().len(), 768);
    }
}
