//! The stream of levels: trials in the order of their indices, whatever the number of threads.
//!
//! Trials run in parallel in batches, and their results are processed in the order of their
//! indices: duplicates are dropped, the funnel is counted, and levels are passed on. The stream
//! ends at the trial that completes the request; later trials of its batch are discarded. So a
//! stream is the same for one thread and for many, and an interrupted stream is a prefix of an
//! uninterrupted one.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use rayon::prelude::*;
use sokolab_analysis::{CanonicalForm, LevelId};
use sokolab_core::quantity;

use crate::funnel::{Funnel, RowNames};
use crate::generated_level::GeneratedLevel;
use crate::recipe::{Description, KeepGoing, Recipe, Rejection};
use crate::seed::Chance;
use crate::selection::{NearDuplicates, Selection};

/// The request for a stream.
#[derive(Clone, Debug)]
pub struct StreamRequest<'a> {
    /// The seed.
    pub seed: u64,
    /// The index of the first trial; 1 unless a stream is continued or one level is reproduced.
    pub first_index: u64,
    /// Number of levels; `None` for all that the trials give.
    pub count: Option<u64>,
    /// Maximum number of trials.
    pub trials_max: u64,
    /// Number of threads.
    pub threads: usize,
    /// Which levels to keep.
    pub selection: Selection<'a>,
}

/// Why a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamEnd {
    /// All requested levels were made.
    Count,
    /// The maximum number of trials was reached.
    Trials,
    /// It was interrupted.
    Stopped,
}

/// The result of a stream.
#[derive(Clone, Debug)]
pub struct StreamResult {
    /// Number of trials by outcome.
    pub funnel: Funnel,
    /// Number of levels passed on.
    pub levels: u64,
    /// Why it ended.
    pub ended: StreamEnd,
}

/// The error for a stream that made fewer levels than requested.
#[derive(Clone, Debug)]
pub struct Shortfall {
    /// Number of levels requested.
    pub wanted: u64,
    /// The result so far.
    pub harvest: StreamResult,
}

impl fmt::Display for Shortfall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shortfall { wanted, harvest } = self;
        let trials = quantity(harvest.funnel.get(TRIALS), "trial");
        let wanted = quantity(*wanted, "level");
        let why = match harvest.ended {
            StreamEnd::Count | StreamEnd::Trials => "no more are allowed",
            StreamEnd::Stopped => "then it was stopped",
        };
        write!(formatter, "{} of {wanted} after {trials}; {why}", harvest.levels)
    }
}

impl std::error::Error for Shortfall {}

/// The funnel row of all trials.
pub const TRIALS: &str = "trials";
/// The funnel row of trials that made a level, whether it was wanted or not.
pub const FINISHED: &str = "finished";
/// The funnel row of finished levels that fail a criterion; its parts are the criteria.
pub const UNWANTED: &str = "unwanted";
/// The funnel row of duplicates.
pub const DUPLICATES: &str = "duplicates";
/// The funnel row of levels that were passed on.
pub const LEVELS: &str = "levels";

/// Makes levels and passes them on one by one, in the order of their indices.
///
/// # Errors
/// If fewer levels were made than requested; those that were made have been passed on.
pub fn stream(
    recipe: &dyn Recipe,
    wish: &StreamRequest<'_>,
    keep_going: KeepGoing<'_>,
    emit: &mut dyn FnMut(GeneratedLevel) -> ControlFlow<()>,
) -> Result<StreamResult, Shortfall> {
    let description = recipe.describe();
    let pool = (wish.threads > 1).then(|| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(wish.threads).build();
        pool.expect("the system gives a few threads")
    });
    let mut sieve = Sieve::new(wish, &description);
    let batch = if pool.is_some() { (description.batch * wish.threads) as u64 } else { 1 };
    let end = wish.first_index.saturating_add(wish.trials_max);
    let mut next = wish.first_index;
    let mut ended = StreamEnd::Trials;
    'stream: while next < end {
        if sieve.is_full() {
            ended = StreamEnd::Count;
            break;
        }
        let indices = next..end.min(next.saturating_add(batch));
        next = indices.end;
        let trial = |index| one_trial(recipe, &description, wish, index, keep_going);
        let results: Vec<Trial> = match &pool {
            Some(pool) => pool.install(|| indices.into_par_iter().map(trial).collect()),
            None => indices.map(trial).collect(),
        };
        for result in results {
            if sieve.is_full() {
                continue;
            }
            match sieve.sift(result) {
                Sifted::Dropped => {}
                Sifted::Stopped => {
                    ended = StreamEnd::Stopped;
                    break 'stream;
                }
                Sifted::Level(made) => {
                    if emit(*made).is_break() {
                        ended = StreamEnd::Stopped;
                        break 'stream;
                    }
                }
            }
        }
    }
    if sieve.is_full() {
        ended = StreamEnd::Count;
    }
    let harvest = StreamResult { funnel: sieve.funnel, levels: sieve.levels, ended };
    match wish.count {
        Some(wanted) if harvest.levels < wanted => Err(Shortfall { wanted, harvest }),
        _ => Ok(harvest),
    }
}

/// The result of one trial before it is compared with others.
enum Trial {
    Rejected(&'static str, &'static str),
    Unwanted(&'static str),
    GeneratedLevel(Box<GeneratedLevel>),
    Stopped,
}

fn one_trial(
    recipe: &dyn Recipe,
    description: &Description,
    wish: &StreamRequest<'_>,
    index: u64,
    keep_going: KeepGoing<'_>,
) -> Trial {
    if !keep_going() {
        return Trial::Stopped;
    }
    let mut chance = Chance::new(wish.seed, description.name, index);
    let attempt = recipe.attempt(&mut chance, keep_going);
    // An interrupted proof would make equal seeds give different levels.
    if !keep_going() {
        return Trial::Stopped;
    }
    let (level, solution) = match attempt {
        Ok(finished) => finished,
        Err(Rejection::Row(row, part)) => return Trial::Rejected(row, part),
        Err(Rejection::Stopped) => return Trial::Stopped,
    };
    let form = CanonicalForm::of_level(&level);
    let id = form.expect("a level with a solution is playable").id();
    let params = description.params.clone();
    let (generator, seed) = (description.name, wish.seed);
    let mut made = GeneratedLevel { level, solution, index, seed, generator, params, id };
    match wish.selection.judge(&mut made) {
        Ok(()) => Trial::GeneratedLevel(Box::new(made)),
        // A judge that was interrupted has no verdict.
        Err(_) if !keep_going() => Trial::Stopped,
        Err(wish) => Trial::Unwanted(wish),
    }
}

enum Sifted {
    Dropped,
    Stopped,
    Level(Box<GeneratedLevel>),
}

/// Compares levels with previous ones, and counts.
struct Sieve<'a> {
    wish: &'a StreamRequest<'a>,
    funnel: Funnel,
    levels: u64,
    known: BTreeSet<LevelId>,
    boards: BTreeSet<LevelId>,
    best: Option<usize>,
}

impl<'a> Sieve<'a> {
    fn new(wish: &'a StreamRequest<'a>, description: &Description) -> Sieve<'a> {
        let mut rows: Vec<RowNames> = vec![(TRIALS, &[])];
        rows.extend(description.rejections);
        rows.extend([(FINISHED, &[][..]), (UNWANTED, &[]), (DUPLICATES, &[]), (LEVELS, &[])]);
        let funnel = Funnel::new(&rows);
        let (known, boards) = (BTreeSet::new(), BTreeSet::new());
        Sieve { wish, funnel, levels: 0, known, boards, best: None }
    }

    fn is_full(&self) -> bool {
        self.wish.count.is_some_and(|count| self.levels >= count)
    }

    fn sift(&mut self, trial: Trial) -> Sifted {
        if matches!(trial, Trial::Stopped) {
            return Sifted::Stopped;
        }
        self.funnel.count(TRIALS);
        match trial {
            Trial::Stopped => return Sifted::Stopped,
            Trial::Rejected(row, part) => self.funnel.count_part(row, part),
            Trial::Unwanted(wish) => {
                self.funnel.count(FINISHED);
                self.funnel.count_part(UNWANTED, wish);
            }
            Trial::GeneratedLevel(made) => {
                self.funnel.count(FINISHED);
                if let Err((row, part)) = self.compare(&made) {
                    self.funnel.count_part(row, part);
                    return Sifted::Dropped;
                }
                self.funnel.count(LEVELS);
                self.levels += 1;
                return Sifted::Level(made);
            }
        }
        Sifted::Dropped
    }

    /// An error is the funnel row and part for a level that is a duplicate or no improvement.
    fn compare(&mut self, made: &GeneratedLevel) -> Result<(), (&'static str, &'static str)> {
        let selection = &self.wish.selection;
        if selection.avoid.contains(&made.id) {
            return Err((DUPLICATES, "avoided"));
        }
        if !self.known.insert(made.id) {
            return Err((DUPLICATES, "same level"));
        }
        let refuses_near = selection.near_duplicates == NearDuplicates::Refuse;
        if refuses_near && !self.boards.insert(made.board_id()) {
            return Err((DUPLICATES, "same board"));
        }
        if let Some(score) = selection.best {
            let score = score.of(made.solution.measures());
            if self.best.is_some_and(|best| score <= best) {
                return Err((UNWANTED, "not better"));
            }
            self.best = Some(score);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::{StreamEnd, StreamRequest, stream};
    use crate::generated_level::GeneratedLevel;
    use crate::recipe::{Description, Finished, KeepGoing, Recipe, Rejection};
    use crate::seed::Chance;
    use crate::selection::{NearDuplicates, Score, Selection};
    use sokolab_core::testing::level;
    use sokolab_core::{LetterCase, parse_moves, verify};
    use sokolab_insight::Assessed;

    /// Corridors of random length, from either end; about every third trial fails.
    #[derive(Debug)]
    struct Corridors;

    impl Recipe for Corridors {
        fn describe(&self) -> Description {
            let params = vec![("length".to_owned(), "1-20".to_owned())];
            Description {
                name: "corridors",
                rejections: &[("failed", &["dull"])],
                params,
                batch: 4,
            }
        }

        fn attempt(&self, chance: &mut Chance, _: KeepGoing<'_>) -> Result<Finished, Rejection> {
            if chance.percent(30) {
                return Err(Rejection::Row("failed", "dull"));
            }
            let (pushes, walk) = (chance.within(&(1..=20)), chance.below(2));
            let (row, moves) = if chance.percent(50) {
                let row = format!("#@{}${}.#", " ".repeat(walk), " ".repeat(pushes - 1));
                (row, "r".repeat(walk) + &"R".repeat(pushes))
            } else {
                let row = format!("#.{}${}@#", " ".repeat(pushes - 1), " ".repeat(walk));
                (row, "l".repeat(walk) + &"L".repeat(pushes))
            };
            let wall = "#".repeat(row.len());
            let level = level(&format!("{wall}\n{row}\n{wall}"));
            let moves = parse_moves(&moves).expect("letters");
            let verdict = verify(&level, &moves, LetterCase::Strict).expect("it is solved");
            Ok((level, Assessed::unproved(verdict.solution)))
        }
    }

    fn wish(count: Option<u64>) -> StreamRequest<'static> {
        let selection = Selection::default();
        StreamRequest { seed: 7, first_index: 1, count, trials_max: 500, threads: 1, selection }
    }

    fn run(wish: &StreamRequest<'_>) -> (Vec<GeneratedLevel>, String, StreamEnd) {
        let mut all = Vec::new();
        let ended = stream(&Corridors, wish, &|| true, &mut |made| {
            all.push(made);
            ControlFlow::Continue(())
        });
        let harvest = ended.unwrap_or_else(|shortfall| shortfall.harvest);
        (all, harvest.funnel.to_string(), harvest.ended)
    }

    fn names(levels: &[GeneratedLevel]) -> Vec<(u64, String)> {
        levels.iter().map(|it| (it.index, it.solution.moves().to_string())).collect()
    }

    #[test]
    fn streams_are_equal_for_every_number_of_threads() {
        for count in [None, Some(1), Some(9), Some(35)] {
            let (levels, funnel, ended) = run(&wish(count));
            for threads in [2, 3] {
                let (others, other_funnel, other_end) =
                    run(&StreamRequest { threads, ..wish(count) });
                assert_eq!(names(&others), names(&levels));
                assert_eq!((other_funnel, other_end), (funnel.clone(), ended));
            }
        }
    }

    #[test]
    fn every_trial_is_counted_once_and_no_level_comes_twice() {
        let (levels, funnel, ended) = run(&wish(None));
        assert_eq!(ended, StreamEnd::Trials);
        // Twenty lengths, with or without a step; the two ends give the same levels.
        assert_eq!(levels.len(), 40);
        let counts: Vec<u64> = funnel
            .lines()
            .map(|line| line.split_whitespace().nth(1).and_then(|it| it.parse().ok()))
            .map(|count| count.expect("a number"))
            .collect();
        let &[trials, failed, finished, unwanted, duplicates, handed_out] = &counts[..] else {
            panic!("{funnel}");
        };
        assert_eq!((trials, failed + finished), (500, 500));
        assert_eq!((unwanted, handed_out, duplicates), (0, 40, finished - 40));
    }

    #[test]
    fn any_level_can_be_made_again_alone() {
        let (levels, ..) = run(&wish(Some(20)));
        for made in levels {
            let again = StreamRequest { first_index: made.index, trials_max: 1, ..wish(Some(1)) };
            let (only, ..) = run(&again);
            assert_eq!(names(&only), [(made.index, made.solution.moves().to_string())]);
        }
    }

    #[test]
    fn a_stream_that_is_stopped_is_a_prefix() {
        let (all, ..) = run(&wish(Some(30)));
        for threads in [1, 2] {
            let asked = AtomicU64::new(0);
            let mut levels = Vec::new();
            let wish = StreamRequest { threads, ..wish(Some(30)) };
            let keep_going = || asked.fetch_add(1, Ordering::SeqCst) < 20;
            let shortfall = stream(&Corridors, &wish, &keep_going, &mut |made| {
                levels.push(made);
                ControlFlow::Continue(())
            })
            .expect_err("twenty trials do not make thirty levels");
            assert_eq!(shortfall.harvest.ended, StreamEnd::Stopped);
            assert!(levels.len() > 3 && names(&all).starts_with(&names(&levels)));
        }
    }

    #[test]
    fn wishes_that_are_not_met_are_told_with_the_funnel() {
        let selection = Selection { pushes: Some(21..=99), ..Selection::default() };
        let wish = StreamRequest { selection, ..wish(Some(1)) };
        let nothing = &mut |_| ControlFlow::Continue(());
        let shortfall = stream(&Corridors, &wish, &|| true, nothing).expect_err("none is so long");
        let funnel = &shortfall.harvest.funnel;
        assert_eq!(funnel.get_part("unwanted", "pushes"), funnel.get("finished"));
        let text = "0 of 1 level after 500 trials; no more are allowed";
        assert_eq!(shortfall.to_string(), text);
    }

    #[test]
    fn known_levels_boards_and_worse_ones_are_dropped_if_wished() {
        let (levels, ..) = run(&wish(None));
        let avoid = levels.iter().take(10).map(|it| it.id).collect();
        let selection = Selection { avoid, ..Selection::default() };
        assert_eq!(run(&StreamRequest { selection, ..wish(None) }).0.len(), 30);

        let near_duplicates = NearDuplicates::Refuse;
        let selection = Selection { near_duplicates, ..Selection::default() };
        // Boards differ only in length, from 1 + 2 to 20 + 3.
        assert_eq!(run(&StreamRequest { selection, ..wish(None) }).0.len(), 21);

        let selection = Selection { best: Some(Score::Pushes), ..Selection::default() };
        let (best, ..) = run(&StreamRequest { selection, ..wish(None) });
        let pushes: Vec<usize> = best.iter().map(|it| it.solution.measures().pushes).collect();
        assert!(pushes.is_sorted_by(|one, two| one < two) && pushes.last() == Some(&20));

        let judge = |made: &mut GeneratedLevel| {
            let is_even = made.solution.measures().pushes.is_multiple_of(2);
            if is_even { Ok(()) } else { Err("odd") }
        };
        let selection = Selection { judge: Some(&judge), ..Selection::default() };
        let (even, funnel, _) = run(&StreamRequest { selection, ..wish(None) });
        assert!(even.len() == 20 && funnel.contains("odd"));
    }
}
