//! Levels per second on one core. With a number, makes that many thousand levels with the fast
//! generators and a tenth of that with the slow one, all verified by the referee.

use std::ops::ControlFlow;
use std::time::Instant;

use sokolab_core::Rules;
use sokolab_generator::{Murase, Recipe, Reverse, Selection, StreamRequest, TRIALS, stream};

fn main() {
    // Cargo passes `--bench`; a number is our own argument.
    let thousands = std::env::args().find_map(|it| it.parse::<u64>().ok());
    let count = |few: u64, share: u64| thousands.map_or(few, |it| it * 1_000 / share);
    measure("murase1996", &Murase::murase1996(), count(400, 1));
    measure("boxoban", &Reverse::boxoban(), count(2_000, 1));
    measure("reverse 9 by 9, 3 boxes", &Reverse::new(Rules::OFFICIAL), count(60, 10));
    measure("reverse, nethack", &Reverse::new(Rules::NETHACK), count(60, 10));
    measure("reverse, sink", &Reverse::new(Rules::SINK), count(60, 10));
}

fn measure(name: &str, recipe: &dyn Recipe, count: u64) {
    let selection = Selection::default();
    let trials_max = u64::MAX;
    let wish = StreamRequest {
        seed: 1,
        first_index: 1,
        count: Some(count),
        trials_max,
        threads: 1,
        selection,
    };
    let (mut pushes, mut levels) = (0, 0_u64);
    let start = Instant::now();
    let harvest = stream(recipe, &wish, &|| true, &mut |made| {
        pushes += made.solution.measures().pushes;
        levels += 1;
        ControlFlow::Continue(())
    });
    let seconds = start.elapsed().as_secs_f64();
    let funnel = harvest.map_or_else(|it| it.harvest.funnel, |it| it.funnel);
    let trials = funnel.get(TRIALS);
    println!(
        "{name}: {levels} levels of {trials} trials in {seconds:.2} s: {:.0} trials/s, {:.0} \
         levels/s, {:.1} pushes each",
        trials as f64 / seconds,
        levels as f64 / seconds,
        pushes as f64 / levels.max(1) as f64,
    );
    print!("{funnel}");
}
