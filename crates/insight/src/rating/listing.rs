//! The measures by name, with their meanings, as a list for pages and tables.

use super::{Missing, Rating};

/// A measure as shown in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedMeasure {
    /// What it is called.
    pub name: &'static str,
    /// Its meaning, as a sentence.
    pub meaning: &'static str,
    /// Its formatted value, or why there is none.
    pub shown: String,
    /// The number to sort by.
    pub value: Option<f64>,
}

impl Rating {
    /// The grade and the measures by which people compare levels.
    #[must_use]
    pub fn listed(&self) -> Vec<ListedMeasure> {
        let it = &self.measures;
        let whole = it.whole;
        let count = |value: usize| shown(Ok(value as f64), |it| it.to_string());
        let maybe = |value: Result<f64, Missing>| shown(value, |it| it.to_string());
        let share = |value: Result<f64, Missing>| shown(value, |it| format!("{:.0} %", it * 100.0));
        let values = [
            shown(Ok(f64::from(self.grade.step)), |it| format!("{it} of 10")),
            shown(Ok(self.grade.score), |it| format!("{it:+.2}")),
            count(it.pushes),
            count(it.moves),
            count(it.boxes),
            count(it.box_lines),
            count(it.box_changes),
            maybe(it.counter_intuitive.map(|it| it as f64)),
            count(it.decomposition),
            maybe(it.bound_gap.map(|it| it as f64)),
            maybe(it.pair_gap.map(|it| it as f64)),
            maybe(whole.map(|it| it.states as f64)),
            share(whole.map(|it| it.dead_share)),
            maybe(whole.map(|it| it.wrong_turns as f64)),
            share(whole.and_then(|it| it.forced_share)),
            maybe(whole.and_then(|it| it.prelude).map(|it| it as f64)),
            maybe(whole.and_then(|it| it.slack).map(|it| it as f64)),
            maybe(it.waste.map(|it| it as f64)),
        ];
        let listed = LISTED.iter().zip(values);
        let measure =
            |(&(name, meaning), (shown, value))| ListedMeasure { name, meaning, shown, value };
        listed.map(measure).collect()
    }
}

/// Every measure of a rating by name, with its meaning.
pub fn measure_meanings() -> impl Iterator<Item = (&'static str, &'static str)> {
    LISTED.into_iter().chain(OTHERS)
}

/// The measures of the list in order, with their meanings.
const LISTED: [(&str, &str); 18] = [
    ("grade", "How hard the level is, from 1 (easy) to 10, compared with known collections."),
    ("score", "The number behind the grade: 0 is average, and higher is harder."),
    ("pushes", "The number of pushes in the displayed solution."),
    ("moves", "The number of moves in the displayed solution: steps and pushes."),
    ("boxes", "The number of boxes at the start."),
    ("box lines", "Straight runs: pushes of one box in one direction count as one."),
    ("box changes", "How often the keeper turns to another box, including the first."),
    ("counter-intuitive", "Pushes that bring a box no nearer to its final square."),
    (
        "decomposition",
        "How often the solution switches between two groups of boxes, if the boxes are divided \
         into the two groups with the fewest switches.",
    ),
    (
        "above the simple bound",
        "Pushes beyond what the boxes would need if they never obstructed each other.",
    ),
    (
        "above the pair bound",
        "Pushes beyond what pairs of boxes need, each pair alone on the board.",
    ),
    ("states", "The number of reachable positions; those that differ only by a walk count as one."),
    ("lost states", "The share of these positions that have no solution."),
    ("wrong turns", "Alternative pushes along the solution that would lose the level."),
    ("forced", "The share of the solution's positions that every solution passes through."),
    ("prelude", "Forced pushes at the start, before there is anything to decide."),
    (
        "slack",
        "The capacity of storage chambers beyond the boxes that every solution stores there.",
    ),
    (
        "waste",
        "Room in storages that no solution needs: ten for each box of slack, and one for each \
         square beyond the smallest sufficient storage. It lowers the grade.",
    ),
];

/// Measures that appear in the text of a rating but not in the list.
const OTHERS: [(&str, &str); 6] = [
    ("direction changes", "How often a push has a different direction from the previous one."),
    ("chamber crossings", "How often a box enters another chamber."),
    ("to storage", "Crossings into a chamber without goals."),
    ("searched", "States expanded by the search for the fewest pushes."),
    (
        "ways to go wrong",
        "Different sequences of irreversible pushes from the start to a first lost state.",
    ),
    (
        "live pushes",
        "The average number of pushes along the solution that keep the level solvable and do not \
         undo the previous push: 1 means that there is never a choice.",
    ),
];

/// A value as text and as a sort key, or why it is missing.
fn shown(value: Result<f64, Missing>, show: impl FnOnce(f64) -> String) -> (String, Option<f64>) {
    (value.map_or_else(|why| format!("– ({why})"), show), value.ok())
}
