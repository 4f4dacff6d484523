//! The vocabulary of a rule set: players of `NetHack` push boulders into holes.
//!
//! Messages are written once, about boxes and goals; [`Rules::translate`] adapts them. Names of
//! options, JSON fields and squares stay unchanged.

use crate::rule_set::{GoalKind, Rules};

impl Rules {
    /// What the keeper pushes: "box" or "boulder".
    #[must_use]
    pub const fn box_word(self) -> &'static str {
        match self.goal() {
            GoalKind::Fill => "boulder",
            GoalKind::Keep | GoalKind::Sink => "box",
        }
    }

    /// Where a box has to go: "goal", "hole" or "sink".
    #[must_use]
    pub const fn goal_word(self) -> &'static str {
        match self.goal() {
            GoalKind::Keep => "goal",
            GoalKind::Fill => "hole",
            GoalKind::Sink => "sink",
        }
    }

    /// Translates `text`, which is written about boxes and goals, into the vocabulary of these
    /// rules.
    ///
    /// Only whole words are replaced: `--boxes`, `box_lines` and `goal-pushing` stay as they are.
    ///
    /// ```
    /// use sokolab_core::Rules;
    ///
    /// let text = "Boxes go to goals; see --boxes";
    /// assert_eq!(Rules::NETHACK.translate(text), "Boulders go to holes; see --boxes");
    /// assert_eq!(Rules::SINK.translate(text), "Boxes go to sinks; see --boxes");
    /// ```
    #[must_use]
    pub fn translate(self, text: &str) -> String {
        if self.goal() == GoalKind::Keep {
            return text.to_owned();
        }
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|it: char| !is_part_of_word(it)).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            out.push_str(&self.word(word));
            let gap = after.find(is_part_of_word).unwrap_or(after.len());
            out.push_str(&after[..gap]);
            rest = &after[gap..];
        }
        out
    }

    fn word(self, word: &str) -> String {
        let (thing, ending) = match word {
            "box" | "Box" => (self.box_word(), ""),
            "boxes" | "Boxes" if self.box_word() == "box" => ("box", "es"),
            "boxes" | "Boxes" => (self.box_word(), "s"),
            "goal" | "Goal" => (self.goal_word(), ""),
            "goals" | "Goals" => (self.goal_word(), "s"),
            _ => return word.to_owned(),
        };
        if word.starts_with(char::is_uppercase) {
            let (first, others) = thing.split_at(1);
            return format!("{}{others}{ending}", first.to_uppercase());
        }
        format!("{thing}{ending}")
    }
}

/// Letters and digits, and the characters that join them in names of options, fields and files.
fn is_part_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '-' | '_' | '/' | '\\' | '`')
}

#[cfg(test)]
mod tests {
    use crate::rule_set::Rules;

    #[track_caller]
    fn check(rules: Rules, text: &str, expected: &str) {
        assert_eq!(rules.translate(text), expected);
    }

    #[test]
    fn boulders_are_called_boulders_under_nethack_rules() {
        let text = "Box on a3: the boxes (two boxes) need a goal; goals, a box.";
        let expected = "Boulder on a3: the boulders (two boulders) need a hole; holes, a boulder.";
        for rules in [Rules::NETHACK, Rules::NETHACK_GAME, Rules::NETHACK_DIAGONAL] {
            check(rules, text, expected);
        }
        check(Rules::OFFICIAL, text, text);
        let sinks = "Box on a3: the boxes (two boxes) need a sink; sinks, a box.";
        check(Rules::SINK, text, sinks);
    }

    #[test]
    fn parts_of_names_are_left_alone() {
        for text in ["--boxes 3", "box_lines", "goal-pushing", "boxoban", "levels/box/1.sok", ""] {
            check(Rules::NETHACK, text, text);
        }
        check(Rules::NETHACK, "été, box…", "été, boulder…");
    }
}
