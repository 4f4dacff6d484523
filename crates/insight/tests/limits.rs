//! Limits of ratings: what is not given takes no time.

use sokolab_core::testing::level;
use sokolab_insight::rating::{Missing, RatingLimits, rate};
use sokolab_solver::Stop;

/// A count that is not requested must not take time: the observer is called about every
/// millisecond, and exploring all states of this hall takes thousands of calls.
#[test]
fn issue_16_too_many_states_are_given_up_early() {
    let hall = level(
        "
        ############
        #          #
        # $. $. $. #
        #          #
        # $. $. @  #
        #          #
        ############",
    );
    let limits = RatingLimits { states_max: 1_000, ..RatingLimits::DEFAULT };
    let mut asked = 0;
    let rating = rate(&hall, &limits, &mut |_| {
        asked += 1;
        (asked > 300).then_some(Stop::Interrupted)
    });
    let measures = rating.expect("five pushes to the right").measures;
    assert_eq!(measures.whole, Err(Missing::TooManyStates(1_000)));
    assert!(measures.counter_intuitive.is_ok() && measures.waste.is_ok(), "{measures:?}");
}
