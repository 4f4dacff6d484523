//! The settings of the generator as users give them; missing ones have their defaults.

use sokolab_core::{GoalKind, Rules, named};

use super::{GoalLayout, Reverse, Search};
use crate::finish::Frame;
use crate::outline::{OutlineStyle, OutlineSymmetry};
use crate::selection::Score;
use crate::settings::BadSettings;
use crate::span::{Span, range_or};

named! {
    /// What other levels these should look like.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Profile: "profile" {
        /// The Boxoban data set: 10 by 10 with four boxes.
        Boxoban = "boxoban",
    }
}

named! {
    /// How the start is chosen.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Start: "start" {
        /// The one with the most pushes.
        Pushes = "pushes",
        /// The one with the most moves.
        Moves = "moves",
        /// The one with the most box lines.
        Lines = "lines",
        /// The one with the most box changes.
        Changes = "changes",
        /// One found by random play backwards, which is fast.
        Play = "play",
    }
}

impl Start {
    /// The score by which starts are compared; `None` for play.
    const fn score(self) -> Option<Score> {
        match self {
            Start::Pushes => Some(Score::Pushes),
            Start::Moves => Some(Score::Moves),
            Start::Lines => Some(Score::Lines),
            Start::Changes => Some(Score::Changes),
            Start::Play => None,
        }
    }
}

/// The settings that a user gave; the others have their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct ReverseOptions {
    /// The rule set, official if not given.
    pub rules: Option<Rules>,
    /// What other levels these should look like.
    pub profile: Option<Profile>,
    /// Columns, walls included.
    pub width: Option<Span>,
    /// Rows, walls included.
    pub height: Option<Span>,
    /// Boxes.
    pub boxes: Option<Span>,
    /// How the floor is generated.
    pub outline: Option<OutlineStyle>,
    /// The symmetry of the floor.
    pub symmetry: Option<OutlineSymmetry>,
    /// The arrangement of goals.
    pub goals: Option<GoalLayout>,
    /// How the start is chosen; by play if there may be more than five boxes that stay and no
    /// number of states is given.
    pub start: Option<Start>,
    /// The most states to explore for one level, unless its start is found by play.
    pub nodes: Option<usize>,
    /// The number of boards to try for one level.
    pub tries: Option<usize>,
    /// How the walls around the floor are drawn.
    pub frame: Option<Frame>,
}

/// With more boxes than this, starts are found by play unless the user says otherwise.
const BOXES_LISTED_MAX: usize = 5;

/// The default for the number of explored states.
const NODES_DEFAULT: usize = 60_000;

impl ReverseOptions {
    /// The generator with these settings.
    ///
    /// # Errors
    ///
    /// Why no level can be made with them.
    pub fn recipe(&self) -> Result<Reverse, BadSettings> {
        let rules = self.rules.unwrap_or(Rules::OFFICIAL);
        let usual = match self.profile {
            Some(Profile::Boxoban) => Reverse { rules, ..Reverse::boxoban() },
            None => Reverse::new(rules),
        };
        let boxes = range_or(self.boxes, usual.boxes);
        // With many boxes, only states close to a win can be listed.
        let is_large = *boxes.end() > BOXES_LISTED_MAX && rules.goal() == GoalKind::Keep;
        let is_played = is_large && self.nodes.is_none();
        let recipe = Reverse {
            width: range_or(self.width, usual.width),
            height: range_or(self.height, usual.height),
            boxes,
            outline: self.outline.unwrap_or(usual.outline),
            symmetry: self.symmetry.unwrap_or(usual.symmetry),
            goals: self.goals.unwrap_or(usual.goals),
            search: self.search(if is_played { Search::Play } else { usual.search }),
            tries: self.tries.unwrap_or(usual.tries).max(1),
            frame: self.frame.unwrap_or(usual.frame),
            rate: usual.rate,
            rules,
        };
        recipe.check()?;
        Ok(recipe)
    }

    fn search(&self, usual: Search) -> Search {
        let score = match (self.start, usual) {
            (Some(start), _) => start.score(),
            (None, Search::Closure { score, .. }) => Some(score),
            (None, Search::Play) => None,
        };
        let nodes_usual = match usual {
            Search::Closure { nodes_max, .. } => nodes_max,
            Search::Play => NODES_DEFAULT,
        };
        let nodes_max = self.nodes.unwrap_or(nodes_usual);
        score.map_or(Search::Play, |score| Search::Closure { nodes_max, score })
    }
}

#[cfg(test)]
mod tests {
    use super::{ReverseOptions, Search, Start};
    use crate::selection::Score;
    use crate::span::Span;

    fn search(options: &ReverseOptions) -> Search {
        options.recipe().expect("sensible settings").search
    }

    #[test]
    fn starts_are_searched_unless_there_are_many_boxes() {
        let usual = ReverseOptions::default();
        let closure = |nodes_max| Search::Closure { nodes_max, score: Score::Pushes };
        assert_eq!(search(&usual), closure(60_000));
        let many = ReverseOptions { boxes: Some(Span::Two(3, 6)), ..usual };
        assert_eq!(search(&many), Search::Play);
        assert_eq!(search(&ReverseOptions { nodes: Some(9), ..many.clone() }), closure(9));
        let pushes = ReverseOptions { start: Some(Start::Pushes), ..many };
        assert_eq!(search(&pushes), closure(60_000));
    }
}
