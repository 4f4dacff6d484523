//! Ranks placements: a dense numbering of the sets of a given size.
//!
//! The combinatorial number system: ascending places `a < b < c` have number C(a,1) + C(b,2) +
//! C(c,3), so sets are ordered by their last place first.

/// Maximum number of boxes in a placement.
pub(crate) const PLACEMENT_MAX: usize = 4;

/// Maximum number of sets. A placement has at most 32 sides, so the states of this many placements
/// fit into 32 bits.
const COUNT_MAX: usize = 100_000_000;

/// The numbering of all sets of `size` among `places`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ranking {
    size: usize,
    count: usize,
    /// Entry `[k][n]` is C(n, k + 1).
    choices: Vec<Vec<u32>>,
}

impl Ranking {
    /// The numbering, if it has at most `count_max` numbers.
    pub(crate) fn new(places: usize, size: usize, count_max: usize) -> Option<Ranking> {
        assert!((1..=PLACEMENT_MAX).contains(&size), "callers check the size");
        let count_max = count_max.min(COUNT_MAX);
        let mut choices: Vec<Vec<u32>> = Vec::with_capacity(size);
        choices.push((0..=places as u32).collect());
        for smaller in 0..size - 1 {
            let mut row = Vec::with_capacity(places + 1);
            let mut sum = 0_u64;
            for &choice in &choices[smaller] {
                row.push(u32::try_from(sum).ok()?);
                sum += u64::from(choice);
            }
            choices.push(row);
        }
        let count = choices[size - 1][places] as usize;
        (count <= count_max).then_some(Ranking { size, count, choices })
    }

    /// Number of sets.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// The number of a set of ascending places.
    #[inline]
    pub(crate) fn rank(&self, places: &[u16]) -> usize {
        debug_assert_eq!(places.len(), self.size);
        debug_assert!(places.is_sorted());
        let terms = places.iter().zip(&self.choices);
        terms.map(|(&place, row)| row[usize::from(place)] as usize).sum()
    }

    /// The set with this number; only the first `size` entries are meaningful.
    #[inline]
    pub(crate) fn unrank(&self, number: usize) -> [u16; PLACEMENT_MAX] {
        debug_assert!(number < self.count);
        let mut places = [0; PLACEMENT_MAX];
        let mut rest = number as u32;
        for (place, row) in places[..self.size].iter_mut().zip(&self.choices).rev() {
            let last = row.partition_point(|&choices| choices <= rest) - 1;
            *place = last as u16;
            rest -= row[last];
        }
        places
    }

    /// Advances to the set with the next number.
    #[inline]
    pub(crate) fn advance(&self, places: &mut [u16; PLACEMENT_MAX]) {
        for index in 0..self.size {
            places[index] += 1;
            if index + 1 == self.size || places[index] < places[index + 1] {
                return;
            }
            places[index] = index as u16;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Ranking;

    #[test]
    fn numbers_run_without_gaps_and_are_read_back() {
        for size in 1..=4 {
            for places in 0..9 {
                let ranking = Ranking::new(places, size, usize::MAX).expect("few sets");
                let mut walked = ranking.unrank_or_first();
                for number in 0..ranking.count() {
                    let set = ranking.unrank(number);
                    assert_eq!(set[..size], walked[..size]);
                    assert!(set[..size].windows(2).all(|pair| pair[0] < pair[1]));
                    assert_eq!(ranking.rank(&set[..size]), number);
                    ranking.advance(&mut walked);
                }
            }
        }
    }

    #[test]
    fn too_many_sets_are_refused() {
        assert_eq!(Ranking::new(10, 3, 120).map(|it| it.count()), Some(120));
        assert!(Ranking::new(10, 3, 119).is_none());
        assert!(Ranking::new(60_000, 4, usize::MAX).is_none());
        assert!(Ranking::new(60_000, 2, usize::MAX).is_none());
    }

    impl Ranking {
        fn unrank_or_first(&self) -> [u16; 4] {
            if self.count() == 0 { [0; 4] } else { self.unrank(0) }
        }
    }
}
