//! Enumerates all minimal deadlock patterns of a window by exact search.
//!
//! For each layout of walls, one backward search by pulls from the empty window finds everything
//! that is alive with the keeper outside; the rest is dead. A dead pattern is minimal if it is
//! alive without any one of its boxes or walls.

use std::collections::BTreeSet;

use rayon::prelude::*;

use super::judge::is_alive;
use super::pattern::{Pattern, bits};
use super::window::{OUTSIDE, Window, WindowState};

/// Larger windows have too many layouts.
const PLACES_MAX: u32 = 20;

/// The minimal patterns of a window of this size with at most `boxes_max` boxes, cropped and up to
/// symmetry, in order.
///
/// # Panics
/// If the window has more than 20 places.
#[must_use]
pub fn minimal_patterns(size: (u8, u8), boxes_max: u32) -> Vec<Pattern> {
    let places = u32::from(size.0) * u32::from(size.1);
    assert!((1..=PLACES_MAX).contains(&places), "at most {PLACES_MAX} places");
    let layouts: Vec<u64> = (0..1_u64 << places).filter(|&it| is_first_image(size, it)).collect();
    let found: Vec<Vec<Pattern>> = layouts
        .into_par_iter()
        .map_init(
            || Closure::new(places),
            |closure, walls| minimal_with(&Window::new(size, walls), boxes_max, closure),
        )
        .collect();
    let all: BTreeSet<Pattern> = found.into_iter().flatten().collect();
    all.into_iter().collect()
}

/// Whether a layout is the smallest of its images, so that each is visited once.
fn is_first_image(size: (u8, u8), walls: u64) -> bool {
    let images = Pattern::new(size, walls, 0).images();
    images.iter().filter(|it| it.size() == size).all(|it| it.walls() >= walls)
}

fn minimal_with(window: &Window, boxes_max: u32, closure: &mut Closure) -> Vec<Pattern> {
    closure.fill(window, boxes_max);
    let free = bits(window.free(0));
    let is_alive_with = |boxes: u64| closure.is_alive(boxes);
    let mut found = Vec::new();
    sets_of(&free, boxes_max, &mut |boxes| {
        let is_minimal = !is_alive_with(boxes)
            && bits(boxes).iter().all(|&it| is_alive_with(boxes & !(1 << it)))
            && bits(window.walls).iter().all(|&wall| {
                let size = (window.width, window.height);
                is_alive(&Window::new(size, window.walls & !(1 << wall)), boxes)
            });
        if is_minimal {
            let size = (window.width, window.height);
            found.push(Pattern::new(size, window.walls, boxes).normalized());
        }
    });
    found
}

/// Enumerates the non-empty subsets of at most `count_max` of these places.
fn sets_of(places: &[u8], count_max: u32, found: &mut impl FnMut(u64)) {
    fn go(places: &[u8], set: u64, left: u32, found: &mut impl FnMut(u64)) {
        for (index, &place) in places.iter().enumerate() {
            let with = set | 1 << place;
            found(with);
            if left > 1 {
                go(&places[index + 1..], with, left - 1, found);
            }
        }
    }
    go(places, 0, count_max, found);
}

/// What is alive in a window: a bit for each set of boxes and region of the keeper.
struct Closure {
    regions: usize,
    alive: Vec<u64>,
    pending: Vec<WindowState>,
}

impl Closure {
    fn new(places: u32) -> Closure {
        let regions = places as usize + 1;
        let words = (regions << places).div_ceil(64);
        Closure { regions, alive: vec![0; words], pending: Vec::new() }
    }

    fn index(&self, standing: WindowState) -> usize {
        let region = if standing.region == OUTSIDE { 0 } else { usize::from(standing.region) + 1 };
        standing.boxes as usize * self.regions + region
    }

    fn insert(&mut self, standing: WindowState) {
        let index = self.index(standing);
        let word = &mut self.alive[index / 64];
        if *word >> (index % 64) & 1 == 0 {
            *word |= 1 << (index % 64);
            self.pending.push(standing);
        }
    }

    fn is_alive(&self, boxes: u64) -> bool {
        let index = self.index(WindowState { boxes, region: OUTSIDE });
        self.alive[index / 64] >> (index % 64) & 1 == 1
    }

    fn fill(&mut self, window: &Window, boxes_max: u32) {
        self.alive.fill(0);
        self.insert(WindowState { boxes: 0, region: OUTSIDE });
        for region in window.pockets(0) {
            self.insert(WindowState { boxes: 0, region });
        }
        while let Some(standing) = self.pending.pop() {
            window.pulls(standing, boxes_max, |before| self.insert(before));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::minimal_patterns;
    use crate::patterns::{judge, redundant_parts};
    use sokolab_core::testing::is_slow;

    /// Checks the number of patterns with 1, 2, … boxes, and that each is dead alone and minimal.
    #[track_caller]
    fn check(size: (u8, u8), boxes_max: u32, expected: &[usize]) {
        let patterns = minimal_patterns(size, boxes_max);
        let mut counts = vec![0; expected.len()];
        for pattern in &patterns {
            counts[pattern.box_count() as usize - 1] += 1;
            assert!(judge(pattern, 1 << 20).is_some_and(|it| it.is_dead()), "{pattern:?}");
            assert_eq!(redundant_parts(pattern), (0, 0), "{pattern:?}");
        }
        assert_eq!(counts, expected, "{size:?}");
    }

    #[test]
    fn two_by_two_has_four_minimal_patterns() {
        check((2, 2), 4, &[1, 1, 1, 1]);
    }

    #[test]
    fn three_by_three_has_twenty_eight() {
        check((3, 3), 9, &[2, 7, 8, 8, 2, 1]);
    }

    #[test]
    fn four_by_three_has_a_hundred_and_thirty_seven_with_up_to_six_boxes() {
        check((4, 3), 6, &[4, 17, 25, 39, 31, 21]);
    }

    #[test]
    fn four_by_four_has_five_hundred_and_thirty_one_with_up_to_five_boxes() {
        if is_slow() {
            check((4, 4), 5, &[11, 47, 94, 174, 205]);
        }
    }
}
