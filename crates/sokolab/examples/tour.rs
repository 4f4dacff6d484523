//! The library in one program: parse, solve with a time limit, progress and cancellation, verify,
//! generate and rate.

use std::error::Error;
use std::thread;
use std::time::Duration;

use sokolab::generator::Reverse;
use sokolab::insight::rating::{RatingLimits, rate};
use sokolab::{Cancel, LetterCase, Level, Request, Rules, Watch, generate, solve, verify};

const LEVEL: &str = "
#########
#   #   #
# $ . $ #
#   #.  #
###@#####
  ###
";

fn main() -> Result<(), Box<dyn Error>> {
    // Parse a level from a string.
    let level: Level = LEVEL.parse()?;

    // Solve it with a time limit, progress, and cancellation from another thread.
    let cancel = Cancel::new();
    let impatient = thread::spawn({
        let cancel = cancel.clone();
        move || {
            thread::sleep(Duration::from_secs(30));
            cancel.cancel();
        }
    });
    let mut watch = Watch::new()
        .time_limit(Duration::from_secs(10))
        .cancelled_by(&cancel)
        .on_progress(|progress| eprintln!("{} nodes", progress.nodes));
    let solution = solve(&Request::new(&level), &mut watch.observer()).into_solution()?;
    println!("{} pushes: {}", solution.measures().pushes, solution.moves());
    drop(impatient);

    // Verify the moves, as anybody else would.
    let verdict = verify(&level, solution.moves(), LetterCase::Strict)?;
    assert_eq!(verdict.solution.measures(), solution.measures());

    // Generate ten levels from a seed, and rate them.
    for made in generate(&Reverse::new(Rules::OFFICIAL), 42, 10)? {
        let rating = rate(&made.level, &RatingLimits::DEFAULT, &mut |_| None)?;
        println!("grade {:2}, {} pushes", rating.grade.step, rating.measures.pushes);
    }
    Ok(())
}
