//! A pattern: walls and boxes in a window, and its images.

use std::fmt;

/// Walls and boxes in a window of at most 8 by 8 places; everything else is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pattern {
    // Patterns sort by the order of these fields: few boxes and small windows first.
    box_count: u8,
    height: u8,
    width: u8,
    walls: u64,
    boxes: u64,
}

/// Why a drawing is not a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// Nothing is drawn.
    Empty,
    /// There are more than 8 columns or rows.
    TooLarge,
    /// A character that is neither wall, box nor floor, with its row and column from 1.
    Unknown(char, usize, usize),
}

impl fmt::Display for PatternError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternError::Empty => formatter.write_str("nothing is drawn: walls are #, boxes $"),
            PatternError::TooLarge => formatter.write_str("a pattern has at most 8 by 8 places"),
            PatternError::Unknown(what, row, column) => {
                write!(
                    formatter,
                    "row {row}, column {column}: {what:?} is not a wall #, box $ or "
                )?;
                formatter.write_str("floor (a space, - or _)")
            }
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// Maximum number of columns and rows.
    pub const SIDE_MAX: u8 = 8;

    /// A window of this many columns and rows with walls and boxes as bits, row by row.
    ///
    /// # Panics
    /// If the window is empty or too large, or a place has both.
    #[must_use]
    pub fn new((width, height): (u8, u8), walls: u64, boxes: u64) -> Pattern {
        assert!((1..=8).contains(&width) && (1..=8).contains(&height), "at most 8 by 8 places");
        assert_eq!(walls & boxes, 0, "no box stands in a wall");
        let box_count = boxes.count_ones() as u8;
        Pattern { box_count, height, width, walls, boxes }
    }

    /// Parses a drawing: `#` are walls, `$` boxes, and spaces, `-` and `_` floor. Empty columns and
    /// rows around it are cropped.
    ///
    /// # Errors
    /// If it is not a pattern.
    pub fn read(drawing: &str) -> Result<Pattern, PatternError> {
        let mut drawn = Vec::new();
        for (y, line) in drawing.lines().enumerate() {
            for (x, what) in line.trim_end_matches('\r').chars().enumerate() {
                match what {
                    '#' | '$' => drawn.push((x, y, what)),
                    ' ' | '-' | '_' => {}
                    _ => return Err(PatternError::Unknown(what, y + 1, x + 1)),
                }
            }
        }
        let least = |values: Vec<usize>| values.iter().min().copied().unwrap_or(0);
        let first_x = least(drawn.iter().map(|it| it.0).collect());
        let first_y = least(drawn.iter().map(|it| it.1).collect());
        let width = drawn.iter().map(|it| it.0 - first_x + 1).max().ok_or(PatternError::Empty)?;
        let height = drawn.iter().map(|it| it.1 - first_y + 1).max().ok_or(PatternError::Empty)?;
        if width > usize::from(Self::SIDE_MAX) || height > usize::from(Self::SIDE_MAX) {
            return Err(PatternError::TooLarge);
        }
        let set = |wanted: char| {
            let of_kind = drawn.iter().filter(|it| it.2 == wanted);
            of_kind.fold(0, |sum, it| sum | 1_u64 << ((it.1 - first_y) * width + it.0 - first_x))
        };
        Ok(Pattern::new((width as u8, height as u8), set('#'), set('$')))
    }

    /// Columns and rows.
    #[must_use]
    pub const fn size(&self) -> (u8, u8) {
        (self.width, self.height)
    }

    /// The places with walls.
    #[must_use]
    pub const fn walls(&self) -> u64 {
        self.walls
    }

    /// The places with boxes.
    #[must_use]
    pub const fn boxes(&self) -> u64 {
        self.boxes
    }

    /// Number of boxes.
    #[must_use]
    pub const fn box_count(&self) -> u32 {
        self.boxes.count_ones()
    }

    /// The pattern without the empty columns and rows around it.
    #[must_use]
    pub fn cropped(&self) -> Pattern {
        let places = bits(self.walls | self.boxes);
        let column = |place: u8| place % self.width;
        let row = |place: u8| place / self.width;
        let (first_x, last_x) = span(places.iter().map(|&it| column(it)));
        let (first_y, last_y) = span(places.iter().map(|&it| row(it)));
        let width = last_x - first_x + 1;
        let moved = |set: u64| {
            let at = |place: u8| (row(place) - first_y) * width + column(place) - first_x;
            bits(set).into_iter().fold(0, |sum, place| sum | 1_u64 << at(place))
        };
        Pattern::new((width, last_y - first_y + 1), moved(self.walls), moved(self.boxes))
    }

    /// The eight rotated and mirrored images, not necessarily distinct.
    #[must_use]
    pub fn images(&self) -> [Pattern; 8] {
        let mut images = [*self; 8];
        for turn in 1..4 {
            images[turn] = images[turn - 1].turned();
        }
        for turn in 0..4 {
            images[turn + 4] = images[turn].mirrored();
        }
        images
    }

    /// The image that represents all eight, cropped.
    #[must_use]
    pub fn normalized(&self) -> Pattern {
        let images = self.cropped().images();
        images.into_iter().min().unwrap_or(*self)
    }

    fn turned(&self) -> Pattern {
        let (width, height) = (self.width, self.height);
        self.mapped((height, width), |x, y| (height - 1 - y, x))
    }

    fn mirrored(&self) -> Pattern {
        let width = self.width;
        self.mapped((width, self.height), |x, y| (width - 1 - x, y))
    }

    fn mapped(&self, size: (u8, u8), to: impl Fn(u8, u8) -> (u8, u8)) -> Pattern {
        let moved = |set: u64| {
            bits(set).into_iter().fold(0, |sum, place| {
                let (x, y) = to(place % self.width, place / self.width);
                sum | 1_u64 << (y * size.0 + x)
            })
        };
        Pattern::new(size, moved(self.walls), moved(self.boxes))
    }

    /// The rows as drawn; `mark` may replace floor by another character.
    #[must_use]
    pub fn rows(&self, mark: impl Fn(u8) -> Option<char>) -> Vec<String> {
        let glyph = |place: u8| match () {
            () if self.walls >> place & 1 == 1 => '#',
            () if self.boxes >> place & 1 == 1 => '$',
            () => mark(place).unwrap_or('-'),
        };
        let row = |y: u8| (0..self.width).map(|x| glyph(y * self.width + x)).collect();
        (0..self.height).map(row).collect()
    }
}

/// The indices of the bits in a set, ascending.
pub(super) fn bits(mut set: u64) -> Vec<u8> {
    let mut bits = Vec::with_capacity(set.count_ones() as usize);
    while set != 0 {
        bits.push(set.trailing_zeros() as u8);
        set &= set - 1;
    }
    bits
}

fn span(values: impl Iterator<Item = u8>) -> (u8, u8) {
    let span = values.fold((u8::MAX, 0), |(low, high), it| (low.min(it), high.max(it)));
    if span.0 == u8::MAX { (0, 0) } else { span }
}

#[cfg(test)]
mod tests {
    use super::{Pattern, PatternError};

    #[test]
    fn drawings_are_read_and_drawn_without_what_is_empty_around_them() {
        let pattern = Pattern::read("-----\n-###-\n-# $-\n-#$--\n-----\n").expect("a pattern");
        assert_eq!(pattern.rows(|_| None), ["###", "#-$", "#$-"]);
        assert_eq!(Pattern::read("--\n\n"), Err(PatternError::Empty));
        assert_eq!(Pattern::read("$\n #x"), Err(PatternError::Unknown('x', 2, 3)));
        assert_eq!(Pattern::read("$        #"), Err(PatternError::TooLarge));
    }

    #[test]
    fn all_images_are_normalized_alike() {
        let pattern = Pattern::read("####\n#  $\n#$$-").expect("a pattern");
        for image in pattern.images() {
            assert_eq!(image.normalized(), pattern.normalized());
        }
        assert_eq!(pattern.normalized().box_count(), 3);
    }
}
