//! Finds the fewest pushes of a level and proves it, on two threads.

use std::error::Error;
use std::time::Duration;

use sokolab::{Level, Objective, Outcome, Request, Watch, solve};

fn main() -> Result<(), Box<dyn Error>> {
    let level: Level = "#######\n#.$ $.#\n#  @  #\n#######\n".parse()?;
    let request = Request { objective: Objective::Pushes, threads: 2, ..Request::new(&level) };
    let mut watch = Watch::new().time_limit(Duration::from_secs(10));
    let report = solve(&request, &mut watch.observer());
    if let Outcome::Solved { solution, optimal, .. } = &report.outcome {
        let proved = if *optimal { "proved fewest" } else { "not proved" };
        println!("{} pushes, {proved}", solution.measures().pushes);
    }
    Ok(())
}
