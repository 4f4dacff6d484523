//! Outlines by style and symmetry, with postprocessing.

use super::{Outline, patchwork, rooms, walk};
use crate::seed::Chance;

sokolab_core::named! {
    /// How the floor is generated.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum OutlineStyle: "way to lay floor" {
        /// By a random walk, as in the Boxoban data set.
        Walk = "walk",
        /// By rectangles and corridors.
        Rooms = "rooms",
        /// By templates that overlap.
        Templates = "templates",
        /// By a random one of these.
        #[default]
        Any = "any",
    }
}

sokolab_core::named! {
    /// The symmetry of the floor.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum OutlineSymmetry: "symmetry" {
        /// None.
        #[default]
        None = "none",
        /// Mirrored horizontally or vertically.
        Mirror = "mirror",
        /// Rotated by half a turn.
        Turn = "turn",
    }
}

/// How to treat dull floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tidying {
    /// It stays.
    None,
    /// Open floor gets pillars, and dead ends are closed.
    Thorough,
}

/// Probability in percent of a wall in the middle of a 3 × 3 block of floor.
const PILLAR_PERCENT: usize = 60;

/// The image of a place in a rectangle of some size.
type Image = fn((usize, usize), (usize, usize)) -> (usize, usize);

/// An outline of this style; it may be disconnected.
pub(crate) fn lay(
    style: OutlineStyle,
    symmetry: OutlineSymmetry,
    (width, height): (usize, usize),
    tidying: Tidying,
    chance: &mut Chance,
) -> Outline {
    let styles = [OutlineStyle::Walk, OutlineStyle::Rooms, OutlineStyle::Templates];
    let style = if style == OutlineStyle::Any { styles[chance.below(3)] } else { style };
    let mut outline = match style {
        OutlineStyle::Walk | OutlineStyle::Any => walk::walk(width, height, chance),
        OutlineStyle::Rooms => rooms::rooms(width, height, chance),
        OutlineStyle::Templates => patchwork::patchwork(width, height, chance),
    };
    if tidying == Tidying::Thorough {
        outline.put_pillars(chance);
    }
    outline.mirror(symmetry, chance);
    if tidying == Tidying::Thorough {
        outline.close_dead_ends();
    }
    outline
}

impl Outline {
    /// Makes one half of the floor an image of the other.
    fn mirror(&mut self, symmetry: OutlineSymmetry, chance: &mut Chance) {
        let image: Image = match symmetry {
            OutlineSymmetry::None => return,
            OutlineSymmetry::Mirror if chance.percent(50) => {
                |(x, y), (_, height)| (x, height - 1 - y)
            }
            OutlineSymmetry::Mirror => |(x, y), (width, _)| (width - 1 - x, y),
            OutlineSymmetry::Turn => |(x, y), (width, height)| (width - 1 - x, height - 1 - y),
        };
        let (width, height) = (self.width, self.height);
        // Only one half counts, so that the floor does not become twice as dense.
        for (x, y) in (0..width).flat_map(|x| (0..height).map(move |y| (x, y))) {
            let (image_x, image_y) = image((x, y), (width, height));
            if (image_y, image_x) > (y, x) {
                if self.is_floor(x, y) {
                    self.open(image_x, image_y);
                } else {
                    self.close(image_x, image_y);
                }
            }
        }
    }

    /// Closes floor with one open side, repeatedly, until no dead end is left.
    fn close_dead_ends(&mut self) {
        loop {
            let is_end = |&(x, y): &(usize, usize)| self.open_sides(x, y) <= 1;
            let ends: Vec<(usize, usize)> = self.floor().filter(is_end).collect();
            if ends.is_empty() {
                return;
            }
            for (x, y) in ends {
                self.close(x, y);
            }
        }
    }

    fn open_sides(&self, x: usize, y: usize) -> usize {
        let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        beside.into_iter().filter(|&(x, y)| self.is_floor(x, y)).count()
    }

    /// Puts some walls into open floor, which is easy to cross and dull.
    fn put_pillars(&mut self, chance: &mut Chance) {
        for (x, y) in self.floor().collect::<Vec<_>>() {
            let around = (x - 1..=x + 1).flat_map(|x| (y - 1..=y + 1).map(move |y| (x, y)));
            let is_open = around.into_iter().all(|(x, y)| self.is_floor(x, y));
            if is_open && chance.percent(PILLAR_PERCENT) {
                self.close(x, y);
            }
        }
    }

    /// Opens walls until no two squares of floor touch only at a corner: where squeezing is
    /// allowed, such places are misleading.
    pub(crate) fn open_tight_diagonals(&mut self) {
        let mut first = 1;
        loop {
            let places =
                (first..self.width - 2).flat_map(|x| (1..self.height - 2).map(move |y| (x, y)));
            let mut tight = places.filter_map(|(x, y)| {
                let [one, two, three, four] = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]
                    .map(|(x, y)| self.is_floor(x, y));
                match (one && four, two && three) {
                    (true, false) if !two && !three => Some((x + 1, y)),
                    (false, true) if !one && !four => Some((x, y)),
                    _ => None,
                }
            });
            let Some((x, y)) = tight.next() else { return };
            self.open(x, y);
            // Columns further to the left are unaffected by what was opened.
            first = x.saturating_sub(1).max(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{OutlineStyle, OutlineSymmetry, Tidying, lay};
    use crate::outline::Outline;
    use crate::seed::Chance;
    use sokolab_core::Rules;

    const STYLES: [OutlineStyle; 4] =
        [OutlineStyle::Walk, OutlineStyle::Rooms, OutlineStyle::Templates, OutlineStyle::Any];

    fn rows(outline: &Outline) -> Vec<String> {
        let row = |y| {
            (0..outline.width()).map(|x| if outline.is_floor(x, y) { ' ' } else { '#' }).collect()
        };
        (0..outline.height()).map(row).collect()
    }

    #[test]
    fn every_style_lays_floor_in_one_piece_inside_the_border() {
        for (number, style) in STYLES.into_iter().enumerate() {
            for index in 0..50 {
                let mut chance = Chance::new(number as u64, "outline", index);
                let size = (chance.within(&(5..=14)), chance.within(&(5..=14)));
                let outline = lay(style, OutlineSymmetry::None, size, Tidying::None, &mut chance);
                let board = outline.board(Rules::OFFICIAL).expect("there is floor");
                assert_eq!(board.square_count(), outline.floor().count(), "{style:?}");
                assert!(outline.floor().all(|(x, y)| outline.is_inside(x, y)));
            }
        }
    }

    #[test]
    fn symmetric_outlines_are_symmetric() {
        for index in 0..40 {
            for symmetry in [OutlineSymmetry::Mirror, OutlineSymmetry::Turn] {
                let mut chance = Chance::new(5, "symmetry", index);
                let tidying = Tidying::Thorough;
                let drawn = lay(OutlineStyle::Any, symmetry, (9, 8), tidying, &mut chance);
                let drawn = rows(&drawn);
                let mirrored = drawn.iter().map(|row| row.chars().rev().collect::<String>());
                let mirrored: Vec<String> = mirrored.collect();
                let flipped: Vec<String> = drawn.iter().rev().cloned().collect();
                let turned: Vec<String> = mirrored.iter().rev().cloned().collect();
                let is_symmetric = match symmetry {
                    OutlineSymmetry::Turn => drawn == turned,
                    _ => drawn == mirrored || drawn == flipped,
                };
                assert!(is_symmetric, "{symmetry:?}\n{}", drawn.join("\n"));
            }
        }
    }

    fn drawn(picture: &[&str]) -> Outline {
        let mut outline = Outline::new(picture[0].len(), picture.len());
        for (y, row) in picture.iter().enumerate() {
            for (x, _) in row.chars().enumerate().filter(|&(_, it)| it == ' ') {
                outline.open(x, y);
            }
        }
        outline
    }

    #[test]
    fn dead_ends_are_closed_and_tight_diagonals_opened() {
        let mut outline =
            drawn(&["#######", "#  #  #", "#     #", "### ###", "### ###", "#######"]);
        outline.close_dead_ends();
        let closed = ["#######", "#  #  #", "#     #", "#######", "#######", "#######"];
        assert_eq!(rows(&outline), closed);

        let mut outline = drawn(&["#####", "#  ##", "#  ##", "## ##", "##  #", "#####"]);
        outline.open_tight_diagonals();
        assert_eq!(rows(&outline), ["#####", "#  ##", "#  ##", "## ##", "##  #", "#####"]);
        let mut outline = drawn(&["######", "#  ###", "#  ###", "###  #", "###  #", "######"]);
        outline.open_tight_diagonals();
        assert_eq!(rows(&outline), ["######", "#  ###", "#   ##", "###  #", "###  #", "######"]);
    }
}
