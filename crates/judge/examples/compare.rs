//! Compares judges of tree search: by the estimate alone, by linear weights, and by a network.
//!
//! ```text
//! cargo run --release -p sokolab-judge --example compare -- LEVELS NODES [WEIGHTS | X.onnx]...
//! ```

use std::error::Error;
use std::time::Instant;

use sokolab_constraint::{
    ConstraintOptions, DisabledHeuristics, Heuristic, Judge, Priors, Pruned, Task, Technique,
    TechniqueAnswer, solve_counting, suits,
};
use sokolab_core::text::{ReadOptions, read_text};
use sokolab_core::{Budget, Level, Meter, Push, check};
use sokolab_judge::Network;

/// The results over all levels.
#[derive(Default)]
struct Sum {
    levels: usize,
    solved: usize,
    nodes: u64,
    seconds: f64,
    pushes: usize,
    propagated: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a file of levels")?;
    let nodes: u64 = arguments.next().ok_or("say how many nodes a level may take")?.parse()?;
    let levels = read_text(&std::fs::read(path)?, ReadOptions::default()).levels;
    let usual = ConstraintOptions::default();
    let plain = DisabledHeuristics::default().disable(Heuristic::Propagation);
    println!("{:36} solved of levels, nodes, seconds, pushes, propagated", "judge");
    for step_cost in [0.0, 0.05, 0.1, 0.3] {
        let options = ConstraintOptions { step_cost, ..usual };
        print(&format!("estimate, step cost {step_cost}"), &run(&levels, options, None, nodes));
    }
    let options = ConstraintOptions { disabled: plain, ..usual };
    print("estimate, without propagation", &run(&levels, options, None, nodes));
    for file in arguments {
        if file.to_lowercase().ends_with(".onnx") {
            let network = Network::read(&std::fs::read(&file)?)?;
            print(&file, &run(&levels, usual, Some(&network), nodes));
        } else {
            let priors = Priors::read(&std::fs::read_to_string(&file)?)?;
            let options = ConstraintOptions { priors, ..usual };
            print(&file, &run(&levels, options, None, nodes));
        }
    }
    Ok(())
}

fn run(levels: &[Level], options: ConstraintOptions, judge: Option<&dyn Judge>, nodes: u64) -> Sum {
    let mut sum = Sum::default();
    for level in levels {
        let Ok((board, start)) = check(level) else { continue };
        if !suits(&board, &start) {
            continue;
        }
        let task = Task { options, judge, ..Task::new(&board, &start, Technique::TreeSearch) };
        let mut observer = |_: &_| None;
        let mut meter = Meter::new(Budget::of_nodes(nodes), &mut observer);
        let begin = Instant::now();
        let (answer, pruned): (_, Option<Pruned>) = solve_counting(&task, &mut meter);
        sum.seconds += begin.elapsed().as_secs_f64();
        sum.levels += 1;
        sum.nodes += meter.progress.nodes;
        sum.propagated += pruned.map_or(0, |it| it.propagation);
        if let TechniqueAnswer::Solved { way, .. } = answer {
            sum.solved += 1;
            sum.pushes += pushes(&way);
        }
    }
    sum
}

fn pushes(way: &sokolab_constraint::CandidateSolution) -> usize {
    match way {
        sokolab_constraint::CandidateSolution::Pushes(pushes) => {
            let pushes: &[Push] = pushes;
            pushes.len()
        }
        sokolab_constraint::CandidateSolution::Moves(_) => 0,
    }
}

fn print(name: &str, sum: &Sum) {
    let Sum { levels, solved, nodes, seconds, pushes, propagated } = sum;
    println!("{name:36} {solved} of {levels}, {nodes}, {seconds:.2}, {pushes}, {propagated}");
}
