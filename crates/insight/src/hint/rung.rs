//! The rungs of the ladder of hints.

sokolab_core::named! {
    /// How much a hint reveals. Each rung includes all lower ones.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Rung: "rung" {
        /// Whether the state can still be solved.
        #[default]
        Solvable = "solvable",
        /// Which box to push next.
        Box = "box",
        /// Where to push it before pushing another box.
        Target = "target",
        /// The next push.
        Push = "push",
        /// All moves to the end.
        Rest = "rest",
    }
}

impl Rung {
    /// The rung that reveals a little more; `None` after the last.
    #[must_use]
    pub fn next(self) -> Option<Rung> {
        Rung::ALL.into_iter().find(|it| *it > self)
    }
}

#[cfg(test)]
mod tests {
    use super::Rung;

    #[test]
    fn the_ladder_is_climbed_one_rung_at_a_time() {
        let climbed: Vec<Rung> =
            std::iter::successors(Some(Rung::default()), |it| it.next()).collect();
        assert_eq!(climbed, Rung::ALL);
    }
}
