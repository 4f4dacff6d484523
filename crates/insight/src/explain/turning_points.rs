//! Sentences about the turning points of a solution: what is forced, and where most can go wrong.

use sokolab_solver::Stop;

use super::SolutionPlan;
use super::words::list;
use crate::rating::Missing;

/// A sentence about what is forced or about the decisive moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurningPoint {
    /// The sentence.
    pub sentence: String,
    /// Number of moves before it, if it concerns one moment.
    pub moves_before: Option<usize>,
}

impl TurningPoint {
    const fn at(sentence: String, moves_before: usize) -> TurningPoint {
        TurningPoint { sentence, moves_before: Some(moves_before) }
    }

    const fn everywhere(sentence: String) -> TurningPoint {
        TurningPoint { sentence, moves_before: None }
    }
}

/// What is forced in a plan, and the decisive moment.
pub(super) fn turning_points(plan: &SolutionPlan) -> Vec<TurningPoint> {
    let mut points = Vec::new();
    let end = plan.steps.last().map_or(0, |it| it.last_push);
    if let Some(text) = plan.prelude.and_then(|it| prelude_sentence(it, end)) {
        points.push(TurningPoint::at(text, 0));
    }
    // That every solution ends in a win is not worth saying.
    let before_end = |&(first, last): &(usize, usize)| (first, last.min(end.saturating_sub(1)));
    let later = plan.forced.iter().map(before_end).filter(|it| it.0 > 1 && it.0 <= it.1);
    let later: Vec<(usize, usize)> = later.collect();
    if !later.is_empty() {
        let pushes = pushes_of(&later);
        let text = format!("Forced later: no solution avoids the positions after {pushes}.");
        points.push(TurningPoint::everywhere(text));
    }
    if let Some(decisive) = &plan.decisive {
        let text = format!("Decisive moment: {}", uncapital(&decisive.sentence));
        points.push(TurningPoint::at(text, decisive.moves_before));
    }
    if let Some(why) = plan.missing.and_then(why_missing) {
        let text = "Which pushes are forced could not be worked out";
        points.push(TurningPoint::everywhere(format!("{text}: {why}.")));
    }
    points
}

/// Runs of pushes in words: "push 3", "pushes 5 to 6 and 15".
pub(super) fn pushes_of(runs: &[(usize, usize)]) -> String {
    let run = |&(first, last): &(usize, usize)| {
        if first == last { format!("{first}") } else { format!("{first} to {last}") }
    };
    let noun = if matches!(runs, [(first, last)] if first == last) { "push" } else { "pushes" };
    let runs: Vec<String> = runs.iter().map(run).collect();
    format!("{noun} {}", list(&runs))
}

/// What is forced at the start of a solution of `end` pushes.
fn prelude_sentence(prelude: usize, end: usize) -> Option<String> {
    let text = match prelude {
        0 => return None,
        1 if end == 1 => "The only push is forced.".to_owned(),
        _ if prelude >= end => {
            "Every push is forced: no solution avoids any of these positions.".to_owned()
        }
        _ if prelude + 1 == end => "Every push but the last is forced.".to_owned(),
        1 => "Prelude: the first push is forced; the puzzle begins after it.".to_owned(),
        _ => {
            format!("Prelude: the first {prelude} pushes are forced; the puzzle begins after them.")
        }
    };
    Some(text)
}

/// Why the state space was not explored, as the end of a sentence; `None` if it was not requested.
fn why_missing(missing: Missing) -> Option<String> {
    let by = |reason: Stop| match reason {
        Stop::Interrupted => "it was interrupted".to_owned(),
        _ => format!("the limit on {} was reached", reason.name()),
    };
    Some(match missing {
        Missing::TooManyStates(0) | Missing::NotMeasured => return None,
        Missing::TooManyStates(most) => {
            format!("the level has more than {} states", thousands(most))
        }
        Missing::StoppedAt(states, reason) => {
            format!("{} after {} states", by(reason), thousands(states))
        }
        Missing::Stopped(reason) => by(reason),
        Missing::Memory => "there is not enough memory for all states".to_owned(),
        other => other.to_string(),
    })
}

/// A number with commas between thousands.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The sentence with its first letter in lower case, to follow a colon.
fn uncapital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + letters.as_str()
    })
}

#[cfg(test)]
mod tests {
    use sokolab_solver::Stop;

    use super::thousands;
    use crate::explain::{Decisive, PlanStep, SolutionPlan};
    use crate::rating::Missing;

    /// The sentences about a solution of 18 pushes.
    fn said(plan: SolutionPlan) -> Vec<String> {
        let step = PlanStep {
            text: String::new(),
            first_push: 1,
            last_push: 18,
            moves_before: 0,
            crossings: 0,
            details: Vec::new(),
        };
        let plan = SolutionPlan { steps: vec![step], ..plan };
        plan.turning_points().into_iter().map(|it| it.sentence).collect()
    }

    fn plan() -> SolutionPlan {
        SolutionPlan {
            steps: Vec::new(),
            outline: Vec::new(),
            crossings: 0,
            prelude: Some(0),
            forced: Vec::new(),
            decisive: None,
            missing: None,
        }
    }

    #[test]
    fn a_prelude_that_is_the_whole_solution_is_no_prelude() {
        let with = |prelude| said(SolutionPlan { prelude: Some(prelude), ..plan() });
        let all = "Every push is forced: no solution avoids any of these positions.";
        assert_eq!(with(18), [all]);
        assert_eq!(with(17), ["Every push but the last is forced."]);
        let some = "Prelude: the first 16 pushes are forced; the puzzle begins after them.";
        assert_eq!(with(16), [some]);
        assert!(with(0).is_empty());
    }

    #[test]
    fn the_solved_position_is_not_counted_among_the_forced() {
        let with =
            |forced: &[(usize, usize)]| said(SolutionPlan { forced: forced.to_vec(), ..plan() });
        let sentence =
            |what| format!("Forced later: no solution avoids the positions after {what}.");
        assert_eq!(with(&[(5, 6), (15, 18)]), [sentence("pushes 5 to 6 and 15 to 17")]);
        assert_eq!(with(&[(17, 18)]), [sentence("push 17")]);
        assert!(with(&[(18, 18)]).is_empty());
    }

    #[test]
    fn what_follows_a_colon_begins_small_and_large_numbers_can_be_read() {
        let sentence = "Before push 2, one of two pushes loses the level.".to_owned();
        let decisive = Some(Decisive { push: 2, moves_before: 1, sentence });
        let begin = "Decisive moment: before push 2, one";
        assert!(said(SolutionPlan { decisive, ..plan() })[0].starts_with(begin));
        let why = |why| said(SolutionPlan { prelude: None, missing: Some(why), ..plan() });
        let sentence = |what| format!("Which pushes are forced could not be worked out: {what}.");
        let many = "the level has more than 300,000 states";
        assert_eq!(why(Missing::TooManyStates(300_000)), [sentence(many)]);
        let time = "the limit on time was reached after 1,234 states";
        assert_eq!(why(Missing::StoppedAt(1234, Stop::Time)), [sentence(time)]);
        assert!(why(Missing::TooManyStates(0)).is_empty(), "nobody wanted to know");
        assert_eq!([7, 999, 1_234_567].map(thousands), ["7", "999", "1,234,567"]);
    }
}
