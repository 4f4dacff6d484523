//! Makes levels with any generator and writes them.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

use sokolab::Rules;
use sokolab::analysis::LevelId;
use sokolab::generator::{
    Funnel, GeneratedLevel, Judge, Recipe, Selection, Shortfall, StreamEnd, StreamRequest,
    StreamResult, grade_among, proved_fewest, stream, waste_among,
};

use super::arguments::GenerateArgs;
use super::report::print_funnel;
use super::writer::LevelWriter;
use crate::exit::{self, Exit};
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::limits::cores;
use crate::terminal::diagnostics;
use crate::terminal::progress::ProgressLine;

/// A configured generator.
pub(super) struct Run<'a> {
    pub(super) recipe: &'a dyn Recipe,
    pub(super) rules: Rules,
    pub(super) selection: Selection<'a>,
    /// The largest number of trials per level, if the user set no limit.
    pub(super) trials_per_level: u64,
    /// Called with every level that is written.
    pub(super) witness: &'a mut dyn FnMut(&GeneratedLevel),
}

/// Makes levels and writes them. Returns statistics and the exit code.
pub(super) fn run(
    run: Run<'_>,
    args: &GenerateArgs,
    output: &mut Output,
) -> anyhow::Result<(Funnel, Exit)> {
    let count = args.count();
    let avoid = args.avoided(run.rules, output)?;
    let mut writer = LevelWriter::open(args.destination.writing(run.rules)?, count, output)?;
    let made =
        make(run, args, (count, avoid), output, &mut |made, output| writer.write(&made, output))?;
    writer.finish(output)?;
    Ok(made)
}

/// Makes levels and passes each to `each`. Returns statistics and the exit code.
pub(super) fn make(
    run: Run<'_>,
    args: &GenerateArgs,
    (count, avoid): (Option<u64>, BTreeSet<LevelId>),
    output: &mut Output,
    each: &mut dyn FnMut(GeneratedLevel, &mut Output) -> anyhow::Result<()>,
) -> anyhow::Result<(Funnel, Exit)> {
    args.seed.announce(output);
    let mut selection = run.selection;
    args.fill(&mut selection);
    selection.avoid = avoid;
    let deadline = args.time.map(|time| Instant::now() + time);
    let keep_going = || {
        !interrupt::is_interrupted() && deadline.is_none_or(|deadline| Instant::now() < deadline)
    };
    let judge = args.grade.clone().map(|wanted| grade_among(wanted, &keep_going));
    let waste = args.waste.clone().map(|wanted| waste_among(wanted, &keep_going));
    let proof = args.optimal.then(|| proved_fewest(&keep_going));
    let judge = selection.judge.or(judge.as_ref().map(|it| it as &Judge<'_>));
    let all = |made: &mut GeneratedLevel| {
        judge.map_or(Ok(()), |judge| judge(made))?;
        proof.as_ref().map_or(Ok(()), |proof| proof(made))?;
        waste.as_ref().map_or(Ok(()), |waste| waste(made))
    };
    if judge.is_some() || proof.is_some() || waste.is_some() {
        selection.judge = Some(&all as &Judge<'_>);
    }
    let wish = StreamRequest {
        seed: args.seed.value(),
        first_index: args.index.unwrap_or(1),
        count,
        trials_max: args.trials_max(count, run.trials_per_level),
        threads: args.threads.map_or_else(cores, usize::from),
        selection,
    };
    let name = run.recipe.describe().name;
    let mut line = ProgressLine::new(name.to_owned(), output);
    let mut levels = 0;
    let mut failure = None;
    let made = stream(run.recipe, &wish, &keep_going, &mut |made| {
        levels += 1;
        line.show_count(levels, count);
        (run.witness)(&made);
        match each(made, output) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    drop(line);
    if let Some(error) = failure {
        return Err(error);
    }
    Ok(outcome(made, &wish, args))
}

/// The statistics and the exit code; prints why there are fewer levels than requested.
fn outcome(
    made: Result<StreamResult, Shortfall>,
    wish: &StreamRequest<'_>,
    args: &GenerateArgs,
) -> (Funnel, Exit) {
    match made {
        Ok(harvest) if harvest.levels == 0 && wish.count.is_none() => {
            let shortfall = Shortfall { wanted: 1, harvest };
            explain_shortfall(&shortfall, args);
            (shortfall.harvest.funnel, exit::UNDECIDED)
        }
        Ok(harvest) => (harvest.funnel, exit::DONE),
        Err(Shortfall { harvest, .. }) if args.index.is_some() => {
            let exit = explain_trial(&harvest, wish);
            (harvest.funnel, exit)
        }
        Err(shortfall) => {
            explain_shortfall(&shortfall, args);
            (shortfall.harvest.funnel, exit::UNDECIDED)
        }
    }
}

/// Prints why there are fewer levels than requested.
fn explain_shortfall(shortfall: &Shortfall, args: &GenerateArgs) {
    if interrupt::is_interrupted() {
        return;
    }
    let advice = match shortfall.harvest.ended {
        StreamEnd::Stopped => "give it more --time",
        _ => "allow more --trials, or request fewer levels",
    };
    diagnostics::print_error(&anyhow::anyhow!("{shortfall} ({advice})"));
    if args.report.is_none() {
        print_funnel(&shortfall.harvest.funnel);
    }
}

/// Prints why the requested trial made no level.
fn explain_trial(harvest: &StreamResult, wish: &StreamRequest<'_>) -> Exit {
    let rows = harvest.funnel.rows().iter().filter(|row| row.count > 0);
    let mut part = rows
        .filter_map(|row| row.parts.iter().find(|it| it.count > 0).map(|it| (row.name, it.name)));
    let why = match part.next_back() {
        Some((row, part)) => format!("{row} ({part})"),
        None if harvest.ended == StreamEnd::Stopped => "it was stopped".to_owned(),
        None => "it failed".to_owned(),
    };
    let index = wish.first_index;
    let error = anyhow::anyhow!("trial {index} of seed {} made no level: {why}", wish.seed);
    diagnostics::print_error(&error);
    if harvest.ended == StreamEnd::Stopped { exit::UNDECIDED } else { exit::NEGATIVE }
}
