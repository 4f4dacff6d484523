//! Grading of generated levels: as a criterion of selection and by their own solutions.

use std::ops::RangeInclusive;

use sokolab_insight::rating::{
    NotRated, Rating, RatingLimits, SolutionToRate, find_known, rate, rate_known,
};
use sokolab_solver::{Observer, Progress, Stop};

use crate::generated_level::GeneratedLevel;
use crate::recipe::KeepGoing;

/// The name of the criterion for grades in a funnel.
pub const GRADE_CRITERION: &str = "grade";

/// A judge that accepts levels with certain grades. A level is graded as by `soko rate`, with a
/// solution from the solver, which replaces the one from the generator: rating the level again
/// gives the same grade.
pub fn grade_among(
    wanted: RangeInclusive<usize>,
    keep_going: KeepGoing<'_>,
) -> impl Fn(&mut GeneratedLevel) -> Result<(), &'static str> + Sync + '_ {
    let limits = RatingLimits::DEFAULT.without_states();
    move |made| {
        let mut observer = |_: &Progress| (!keep_going()).then_some(Stop::Interrupted);
        let rating = rate(&made.level, &limits, &mut observer).map_err(|_| GRADE_CRITERION)?;
        if !keep_going() {
            return Err(GRADE_CRITERION);
        }
        if !wanted.contains(&usize::from(rating.grade.step)) {
            return Err(GRADE_CRITERION);
        }
        made.solution = rating.solution;
        Ok(())
    }
}

/// The name of the criterion for little waste in a funnel.
pub const WASTE_CRITERION: &str = "waste";

/// A judge that accepts levels whose waste, as `soko rate` measures it, is in a range. A level
/// whose waste is unknown is dropped.
pub fn waste_among(
    wanted: RangeInclusive<usize>,
    keep_going: KeepGoing<'_>,
) -> impl Fn(&mut GeneratedLevel) -> Result<(), &'static str> + Sync + '_ {
    move |made| {
        let mut observer = |_: &Progress| (!keep_going()).then_some(Stop::Interrupted);
        let rating = made.rate(0, &mut observer).map_err(|_| WASTE_CRITERION)?;
        let is_wanted = rating.measures.waste.is_ok_and(|it| wanted.contains(&it));
        if is_wanted { Ok(()) } else { Err(WASTE_CRITERION) }
    }
}

/// The name of the criterion for a proof in a funnel.
pub const PROOF_CRITERION: &str = "optimal";

/// A judge that accepts levels whose solution is proved to have the fewest pushes. An unproved
/// solution is replaced by a proved one; a level without a proof is rejected.
pub fn proved_fewest(
    keep_going: KeepGoing<'_>,
) -> impl Fn(&mut GeneratedLevel) -> Result<(), &'static str> + Sync + '_ {
    move |made| {
        if made.solution.is_fewest() {
            return Ok(());
        }
        let mut observer = |_: &Progress| (!keep_going()).then_some(Stop::Interrupted);
        let found = find_known(&made.level, &RatingLimits::DEFAULT, &mut observer);
        match found {
            Ok((known, _)) if known.solution.is_fewest() => {
                made.solution = known.solution;
                Ok(())
            }
            _ => Err(PROOF_CRITERION),
        }
    }
}

impl GeneratedLevel {
    /// Rates the level by its own solution, exploring at most `states_max` states.
    ///
    /// # Errors
    /// Why it could not be rated: the observer stopped it.
    pub fn rate(&self, states_max: usize, observer: &mut Observer<'_>) -> Result<Rating, NotRated> {
        let known = SolutionToRate { solution: self.solution.clone(), nodes: None };
        let limits = RatingLimits { states_max, ..RatingLimits::DEFAULT };
        rate_known(&self.level, known, &limits, observer)
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use sokolab_insight::rating::{RatingLimits, rate};

    use super::{grade_among, proved_fewest, waste_among};
    use crate::murase::Murase;
    use crate::reverse::Reverse;
    use crate::selection::{Judge, Selection};
    use crate::stream::{StreamRequest, stream};

    #[test]
    fn a_proof_that_is_wished_for_is_made() {
        let judge = proved_fewest(&|| true);
        let selection = Selection { judge: Some(&judge as &Judge<'_>), ..Selection::default() };
        let (count, trials_max) = (Some(3), 100);
        let wish =
            StreamRequest { seed: 1, first_index: 1, count, trials_max, threads: 1, selection };
        let harvest = stream(&Reverse::boxoban(), &wish, &|| true, &mut |made| {
            assert!(made.solution.is_fewest());
            let again = rate(&made.level, &RatingLimits::DEFAULT, &mut |_| None);
            let again = again.expect("it has a solution").solution;
            assert_eq!(again.measures().pushes, made.solution.measures().pushes);
            ControlFlow::Continue(())
        });
        assert_eq!(harvest.expect("there are enough").levels, 3);
    }

    #[test]
    fn levels_that_waste_too_much_are_dropped() {
        let judge = waste_among(0..=3, &|| true);
        let selection = Selection { judge: Some(&judge as &Judge<'_>), ..Selection::default() };
        let (count, trials_max) = (Some(3), 200);
        let wish =
            StreamRequest { seed: 1, first_index: 1, count, trials_max, threads: 1, selection };
        let recipe = crate::Chambers::new(sokolab_core::Rules::NETHACK);
        let harvest = stream(&recipe, &wish, &|| true, &mut |made| {
            let limits = RatingLimits::DEFAULT.without_states();
            let again = rate(&made.level, &limits, &mut |_| None).expect("it has a solution");
            assert!(again.measures.waste.is_ok_and(|it| it <= 3));
            ControlFlow::Continue(())
        });
        let harvest = harvest.expect("there are enough");
        assert!(harvest.funnel.get_part(crate::UNWANTED, "waste") > 0, "{}", harvest.funnel);
    }

    #[test]
    fn whoever_rates_a_level_again_gets_the_grade_that_was_wished_for() {
        let judge = grade_among(2..=3, &|| true);
        let selection = Selection { judge: Some(&judge as &Judge<'_>), ..Selection::default() };
        let (count, trials_max) = (Some(3), 2_000);
        let wish =
            StreamRequest { seed: 1, first_index: 1, count, trials_max, threads: 1, selection };
        let mut levels = 0;
        let harvest = stream(&Murase::murase1996(), &wish, &|| true, &mut |made| {
            let again = rate(&made.level, &RatingLimits::DEFAULT, &mut |_| None);
            let again = again.expect("it has a solution").grade;
            assert!((2..=3).contains(&again.step), "{again:?}");
            assert_eq!(made.rate(0, &mut |_| None).expect("the same").grade, again);
            levels += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(harvest.expect("there are enough").levels, 3);
        assert_eq!(levels, 3);
    }
}
