//! How hard a made level is: as a wish, and in what is written about it.

use std::ops::RangeInclusive;

use sokolab::generator::rating::{Known, Rating, RatingLimits, rate, rate_known};
use sokolab::generator::{KeepGoing, Made};
use sokolab::{Progress, StopReason};

use crate::io::interrupt;

/// The name of the wish in a funnel.
pub(super) const WISH: &str = "grade";

pub(super) fn interrupted() -> Option<StopReason> {
    interrupt::is_interrupted().then_some(StopReason::Interrupted)
}

/// Asks whether the grade of a level is among those wanted. The level is graded as `soko rate`
/// does it, by a solution of the solver's own, which takes the place of the generator's: whoever
/// rates the level again gets the same grade.
pub(super) fn grade_among(
    wanted: RangeInclusive<usize>,
    keep_going: KeepGoing<'_>,
) -> impl Fn(&mut Made) -> Result<(), &'static str> + Sync + '_ {
    let limits = RatingLimits::DEFAULT.without_states();
    move |made| {
        let mut observer = |_: &Progress| (!keep_going()).then_some(StopReason::Interrupted);
        let rating = rate(&made.level, &limits, &mut observer).map_err(|_| WISH)?;
        if !keep_going() {
            return Err(WISH);
        }
        if !wanted.contains(&usize::from(rating.grade.step)) {
            return Err(WISH);
        }
        made.solution = rating.solution;
        Ok(())
    }
}

/// The rating of a made level by its own solution, with at most so many states looked at.
pub(super) fn rating_of(made: &Made, states_max: usize) -> Option<Rating> {
    let solution = made.solution.clone();
    let known = Known { solution, nodes: None };
    let limits = RatingLimits { states_max, ..RatingLimits::DEFAULT };
    rate_known(&made.level, known, &limits, &mut |_| interrupted()).ok()
}

/// Whether our grade calls a level good: not among the easiest tenth of those it was fitted on.
pub(super) fn is_good(made: &Made) -> bool {
    rating_of(made, 0).is_some_and(|rating| rating.grade.step > 1)
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use sokolab::generator::murase::Murase;
    use sokolab::generator::rating::{RatingLimits, rate};
    use sokolab::generator::{Judge, Selection, Wish, stream};

    use super::{grade_among, rating_of};

    #[test]
    fn whoever_rates_a_level_again_gets_the_grade_that_was_wished_for() {
        let judge = grade_among(2..=3, &|| true);
        let selection = Selection { judge: Some(&judge as &Judge<'_>), ..Selection::default() };
        let (count, trials_max) = (Some(3), 2_000);
        let wish = Wish { seed: 1, first_index: 1, count, trials_max, threads: 1, selection };
        let mut levels = 0;
        let harvest = stream(&Murase::murase1996(), &wish, &|| true, &mut |made| {
            let again = rate(&made.level, &RatingLimits::DEFAULT, &mut |_| None);
            let again = again.expect("it has a solution").grade;
            assert!((2..=3).contains(&again.step), "{again:?}");
            assert_eq!(rating_of(&made, 0).expect("the same").grade, again);
            levels += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(harvest.expect("there are enough").levels, 3);
        assert_eq!(levels, 3);
    }
}
