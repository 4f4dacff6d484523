//! Making levels.

use std::ops::{ControlFlow, RangeInclusive};

use pyo3::prelude::*;
use serde::Deserialize;
use sokolab::generator::{
    AtHome, GeneratedLevel, Judge, NearDuplicates, Selection, Span, StreamEnd, StreamRequest,
    grade_among, proved_fewest, stream,
};
use sokolab_wire::GenerateLine;

use crate::errors::{bad_argument, generate_error};
use crate::judging::as_json;
use crate::level::Level;
use crate::options;
use crate::recipes::RecipeOptions;
use crate::watch::{Watch, run};

/// Maximum number of trials per requested level.
const TRIALS_PER_LEVEL: u64 = 10_000;

/// The levels to make, and their number.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WishOptions {
    recipe: RecipeOptions,
    count: u64,
    seed: u64,
    index: u64,
    trials: Option<u64>,
    time: Option<f64>,
    threads: usize,
    states: usize,
    pushes: Option<Span>,
    moves: Option<Span>,
    lines: Option<Span>,
    changes: Option<Span>,
    grade: Option<Span>,
    optimal: bool,
    near_duplicates: bool,
    boxes_on_goals: bool,
}

/// The grades that there are.
const GRADES: RangeInclusive<usize> = 1..=10;

impl WishOptions {
    /// Refuses ranges that no level can be in, for which the generator would try for ever.
    fn check(&self) -> PyResult<()> {
        let spans = [
            ("pushes", self.pushes),
            ("moves", self.moves),
            ("lines", self.lines),
            ("changes", self.changes),
            ("grade", self.grade),
        ];
        for (name, span) in spans {
            let Some(range) = span.map(RangeInclusive::from) else { continue };
            let (least, most) = (range.start(), range.end());
            if least > most {
                let why = format!("{name}: the range is reversed: {least} is more than {most}");
                return Err(bad_argument(why));
            }
            if name == "grade" && !(GRADES.contains(least) && GRADES.contains(most)) {
                return Err(bad_argument("grade: grades go from 1 to 10"));
            }
        }
        Ok(())
    }

    fn selection(&self) -> Selection<'static> {
        let range = |span: Option<Span>| span.map(RangeInclusive::from);
        Selection {
            pushes: range(self.pushes),
            moves: range(self.moves),
            lines: range(self.lines),
            changes: range(self.changes),
            at_home: if self.boxes_on_goals { AtHome::Allowed } else { AtHome::Forbidden },
            near_duplicates: if self.near_duplicates {
                NearDuplicates::Keep
            } else {
                NearDuplicates::Refuse
            },
            ..Selection::default()
        }
    }
}

/// Makes levels, each with its line of `soko generate`.
#[pyfunction]
#[pyo3(signature = (options, progress = None))]
pub(crate) fn generate(
    py: Python<'_>,
    options: &str,
    progress: Option<&Bound<'_, PyAny>>,
) -> PyResult<Vec<(Level, String)>> {
    let options: WishOptions = options::parse(options)?;
    options.check()?;
    let ready = options.recipe.ready()?;
    let watch = Watch::new(options::time_limit(options.time)?);
    let keep_going = || watch.stop().is_none();
    let judge = options.grade.map(|wanted| grade_among(wanted.into(), &keep_going));
    let proof = options.optimal.then(|| proved_fewest(&keep_going));
    let both = |made: &mut GeneratedLevel| {
        judge.as_ref().map_or(Ok(()), |judge| judge(made))?;
        proof.as_ref().map_or(Ok(()), |proof| proof(made))
    };
    let is_judged = judge.is_some() || proof.is_some();
    let judge = is_judged.then_some(&both as &Judge<'_>);
    let wish = StreamRequest {
        seed: options.seed,
        first_index: options.index.max(1),
        count: Some(options.count),
        trials_max: options
            .trials
            .unwrap_or_else(|| options.count.saturating_add(10).saturating_mul(TRIALS_PER_LEVEL)),
        threads: options.threads.clamp(1, 1024),
        selection: Selection { judge, ..options.selection() },
    };
    let (made, harvest) = run(py, &watch, progress, || {
        let mut made: Vec<(GeneratedLevel, String)> = Vec::new();
        let harvest = stream(&*ready.recipe, &wish, &keep_going, &mut |it| {
            let rating = it.rate(options.states, &mut |_| watch.stop());
            let Ok(rating) = rating else { return ControlFlow::Break(()) };
            let line = as_json(&GenerateLine::new(&it, &rating));
            watch.count_level();
            made.push((it, line));
            ControlFlow::Continue(())
        });
        (made, harvest)
    })?;
    if let Err(shortfall) = harvest {
        // Fewer levels because of the time limit are a result; fewer because of too many failed
        // trials are an error.
        let is_timed = shortfall.harvest.ended == StreamEnd::Stopped && options.time.is_some();
        if !is_timed || made.is_empty() {
            return Err(generate_error(py, shortfall.to_string()));
        }
    }
    Ok(made.into_iter().map(|(it, line)| (Level::reread(it.labelled()), line)).collect())
}
