//! Explains a level in plain words.

use std::error::Error;
use std::time::Duration;

use sokolab::insight::explain::{SolutionKnowledge, explain};
use sokolab::insight::rating::RatingLimits;
use sokolab::{Level, solve_within};

const LEVEL: &str = "
##########
#    #   #
# $    . #
#  $ # . #
#@   #   #
##########
";

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = LEVEL.parse()?;
    let solution = solve_within(&level, Duration::from_secs(10)).into_solution()?;
    let explained = explain(
        &level,
        SolutionKnowledge::Solution(&solution),
        &RatingLimits::DEFAULT,
        &mut |_| None,
    )?;
    for sentence in explained.summary {
        println!("{sentence}");
    }
    Ok(())
}
