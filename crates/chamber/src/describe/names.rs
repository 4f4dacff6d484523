//! The names of ports: the side they lie on, or a number if two lie on the same side.

use sokolab_core::Direction;

use crate::behaviour::{Language, Split, Word};
use crate::shape::Port;

/// The names of a chamber's ports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PortNames {
    sides: Vec<Direction>,
}

/// The words for a side of a chamber.
struct SideWords {
    side: &'static str,
    way: &'static str,
    letter: char,
}

impl SideWords {
    /// The words for one of the four sides; no port lies on a corner.
    fn of(side: Direction) -> SideWords {
        let (side, way, letter) = match side {
            Direction::Left => ("left", "leftward", 'L'),
            Direction::Right => ("right", "rightward", 'R'),
            Direction::Up => ("top", "upward", 'U'),
            _ => ("bottom", "downward", 'D'),
        };
        SideWords { side, way, letter }
    }
}

impl PortNames {
    /// The names of these ports.
    #[must_use]
    pub fn of(ports: &[Port]) -> PortNames {
        PortNames { sides: ports.iter().map(|it| it.outward).collect() }
    }

    /// How many ports there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.sides.len()
    }

    fn is_by_side(&self) -> bool {
        let is_first = |(at, side)| !self.sides[..at].contains(side);
        self.sides.iter().enumerate().all(is_first)
    }

    /// The words for the side of a port, if sides identify the ports.
    fn words(&self, port: usize) -> Option<SideWords> {
        self.is_by_side().then(|| SideWords::of(self.sides[port]))
    }

    /// A short name: `left`, or a number.
    #[must_use]
    pub fn name(&self, port: usize) -> String {
        self.words(port).map_or_else(|| (port + 1).to_string(), |it| it.side.to_owned())
    }

    /// A noun phrase: `the left port`, or `port 2`.
    #[must_use]
    pub fn said(&self, port: usize) -> String {
        let name = self.name(port);
        if self.is_by_side() { format!("the {name} port") } else { format!("port {name}") }
    }

    /// A direction: `leftward`, or `by port 2`.
    #[must_use]
    pub fn ward(&self, port: usize) -> String {
        self.words(port).map_or_else(|| format!("by port {}", port + 1), |it| it.way.to_owned())
    }

    /// `L`, or a digit.
    #[must_use]
    pub fn letter(&self, port: usize) -> char {
        self.words(port).map_or((b'1' + port as u8) as char, |it| it.letter)
    }

    /// A word over the sides, such as `RLL`.
    #[must_use]
    pub fn word(&self, word: &Word) -> String {
        word.iter().map(|&port| self.letter(usize::from(port))).collect()
    }

    /// A split such as "leftward 1, rightward 1, either 1"; `None` if no split describes the
    /// numbers of boxes that leave by each side.
    #[must_use]
    pub fn split(&self, language: &Language) -> Option<String> {
        let length = language.words.first()?.len();
        if length == 0 {
            return Some("empty".to_owned());
        }
        match self.count() {
            1 => Some(format!("{} {length}", self.ward(0))),
            2 => {
                let Split { leftward, rightward, either } = language.split()?;
                let parts = [(self.ward(0), leftward), (self.ward(1), rightward)];
                let parts = parts.into_iter().chain([("either".to_owned(), either)]);
                let named = parts.filter(|it| it.1 > 0);
                let named = named.map(|(name, count)| format!("{name} {count}"));
                Some(named.collect::<Vec<_>>().join(", "))
            }
            _ => None,
        }
    }
}
