//! Explains levels and solutions in plain words.
//!
//! A level is described by its chambers: what each stores, supplies and lets pass. A solution is
//! described as a plan in the style of the `NetHack` 4 document: which boxes go from chamber to
//! chamber, in what order. Forced pushes, the prelude and the decisive moment are marked if the
//! whole state space of the level could be explored. Levels that do not split into chambers are
//! described by rooms, tunnels, the order of goals and the boxes that lock each other.
//!
//! A minimax over the state graph determines how many boxes must be in a chamber at once, and how
//! many before the first box reaches a goal, so a sentence such as "it must hand two boxes over
//! before the first box goes home" is a proof. If there are too many states, only what the solution
//! shows is described. Statements about chambers played alone hold whether or not boxes are parked
//! in doorways. `tests/claims.rs` parses each sentence and looks for a game that refutes it.

mod commentary;
mod crossings;
mod names;
mod plainer;
mod plan;
mod remarks;
mod roles;
#[cfg(test)]
mod tests;
mod turning_points;
mod visits;
mod words;

use sokolab_analysis::{Chambers, chambers, cut_squares, tunnels};
use sokolab_chamber::{Answer, ChamberOptions, Order};
use sokolab_core::{Budget, LetterCase, Level, Meter, Rules, Solution, Square, check, verify};
use sokolab_solver::{Observer, Progress, moves_of};

use crate::rating::{Missing, NotRated, RatingLimits, Walkthrough};
pub use commentary::{Commentary, commentary};
use names::names;
pub use plainer::plainer;
use roles::Scene;
pub use turning_points::TurningPoint;
use words::{capital, counted, list};

/// What a chamber is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// It starts empty and has one door: boxes may wait in it.
    Storage,
    /// It starts with boxes, has one door and no goals.
    Feed,
    /// It has goals and no boxes.
    Goals,
    /// It starts with boxes and lies between others.
    Directed,
    /// It starts empty and has several doors: boxes may pass through or wait in it.
    Passage,
    /// It has boxes and goals.
    Mixed,
    /// A corner of a corridor, too small to be useful.
    Niche,
    /// Just the exit.
    Exit,
}

impl Role {
    /// The name used in results.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Storage => "storage",
            Role::Feed => "feed",
            Role::Goals => "goals",
            Role::Directed => "directed",
            Role::Passage => "passage",
            Role::Mixed => "mixed",
            Role::Niche => "niche",
            Role::Exit => "exit",
        }
    }
}

/// The explanation of a chamber.
#[derive(Clone, Debug)]
pub struct ChamberNote {
    /// Its letter, as in the analysis.
    pub letter: String,
    /// Its name in sentences: "the left chamber".
    pub name: String,
    /// Its function.
    pub role: Role,
    /// Its squares.
    pub squares: Vec<Square>,
    /// Number of boxes it starts with.
    pub boxes: usize,
    /// Number of its goals.
    pub goals: usize,
    /// The capacity of a storage, unless it is too large to compute.
    pub capacity: Option<usize>,
    /// For a storage, the number of boxes that every solution has in it at once, if known.
    pub needed: Option<usize>,
    /// Sentences about it.
    pub sentences: Vec<String>,
    /// For a storage, squares that hold as many boxes as possible at once. This is a spoiler.
    pub full: Vec<Square>,
}

/// A step of a plan. Pushes count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanStep {
    /// Description of the step.
    pub text: String,
    /// Number of its first push.
    pub first_push: usize,
    /// Number of its last push.
    pub last_push: usize,
    /// Number of moves before it.
    pub moves_before: usize,
    /// How often a box enters another chamber in it.
    pub crossings: usize,
    /// Its parts, box by box.
    pub details: Vec<Detail>,
}

/// What one box does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// A short description.
    pub text: String,
    /// Number of its first push.
    pub first_push: usize,
    /// Number of its last push.
    pub last_push: usize,
    /// Number of moves before it.
    pub moves_before: usize,
    /// Runs of its pushes that lead to states no solution avoids, each by first and last push.
    pub forced: Vec<(usize, usize)>,
}

impl Detail {
    /// Whether all of its pushes are forced.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.forced == [(self.first_push, self.last_push)]
    }

    /// A short note on its forced pushes; `None` if there are none.
    #[must_use]
    pub fn forced_note(&self) -> Option<String> {
        match &self.forced[..] {
            [] => None,
            _ if self.is_forced() => Some("forced".to_owned()),
            runs => Some(format!("{} forced", turning_points::pushes_of(runs))),
        }
    }
}

/// The moment at which most can go wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decisive {
    /// Number of the push, from 1.
    pub push: usize,
    /// Number of moves before it.
    pub moves_before: usize,
    /// The sentence about it.
    pub sentence: String,
}

/// The explanation of a solution.
#[derive(Clone, Debug)]
pub struct SolutionPlan {
    /// The steps.
    pub steps: Vec<PlanStep>,
    /// The roles of the chambers that a box leaves and enters, for each crossing, sorted. This is
    /// invariant when chambers are moved or renamed and boxes take turns differently.
    pub outline: Vec<(Role, Role)>,
    /// How often a box enters another chamber.
    pub crossings: usize,
    /// Number of pushes at the start that no solution avoids, if known.
    pub prelude: Option<usize>,
    /// All runs of forced pushes, each by first and last push.
    pub forced: Vec<(usize, usize)>,
    /// The moment after the prelude at which most can go wrong, if known and if there is one.
    pub decisive: Option<Decisive>,
    /// Why forced pushes are unknown.
    pub missing: Option<Missing>,
}

impl SolutionPlan {
    /// Sentences about what is forced and about the decisive moment.
    #[must_use]
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        turning_points::turning_points(self)
    }
}

/// The explanation of a level and a solution.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// A summary of the level in a few sentences.
    pub summary: Vec<String>,
    /// Its chambers; empty if it does not split.
    pub chambers: Vec<ChamberNote>,
    /// Further remarks.
    pub remarks: Vec<String>,
    /// The solution as a plan, if there is a solution.
    pub plan: Option<SolutionPlan>,
}

/// Levels with more chambers are not described chamber by chamber.
const CHAMBERS_MAX: usize = 40;

/// Budget of the search for the simplest plan.
const PLAIN_BUDGET: Budget = Budget { nodes_max: 20_000, memory_bytes_max: 256 << 20 };
const PLAIN_STATES_MAX: u64 = 300_000;

/// What is known about the solutions of a level.
#[derive(Clone, Copy, Debug)]
pub enum SolutionKnowledge<'a> {
    /// A solution to explain.
    Solution(&'a Solution),
    /// It is proved that there is none.
    Unsolvable,
    /// Nothing is known.
    Nothing,
}

impl<'a> SolutionKnowledge<'a> {
    const fn solution(self) -> Option<&'a Solution> {
        match self {
            SolutionKnowledge::Solution(solution) => Some(solution),
            SolutionKnowledge::Unsolvable | SolutionKnowledge::Nothing => None,
        }
    }
}

/// Explains `level` and a solution of it, if one is known, within limits.
///
/// # Errors
/// What is wrong with the level.
///
/// # Panics
/// If the solution belongs to another level.
pub fn explain(
    level: &Level,
    known: SolutionKnowledge<'_>,
    limits: &RatingLimits,
    observer: &mut Observer<'_>,
) -> Result<Explanation, NotRated> {
    let solution = known.solution();
    let walkthrough = Walkthrough::new(level, solution, limits, observer)?;
    let cut = cut_squares(&walkthrough.board);
    let chambers = chambers(&walkthrough.board, &cut, &tunnels(&walkthrough.board, &cut));
    let named = names(&walkthrough.board, &walkthrough.start, &chambers);
    let count = named.iter().filter(|it| it.matters()).count();
    let is_split = (2..=CHAMBERS_MAX).contains(&count) && named.len() <= 10 * CHAMBERS_MAX;
    let plan = solution.map(|_| plan::plan(&walkthrough, &chambers, &named));
    // When the time is up, expensive parts are omitted.
    let mut is_over = || observer(&Progress::default()).is_some();
    let (notes, mut remarks) = if is_split {
        let is_unsolvable =
            matches!(known, SolutionKnowledge::Unsolvable) || walkthrough.is_unsolvable();
        let scene =
            Scene { walkthrough: &walkthrough, chambers: &chambers, named: &named, is_unsolvable };
        (scene.notes(&mut is_over), Vec::new())
    } else if is_over() {
        (Vec::new(), Vec::new())
    } else {
        (Vec::new(), remarks::floor(&walkthrough, &chambers))
    };
    if !is_over() {
        remarks.extend(remarks::remarks(&walkthrough));
    }
    let summary = summary(&walkthrough, &chambers, notes.len());
    Ok(Explanation { summary, chambers: notes, remarks, plan }.translated(level.rules))
}

impl Explanation {
    /// Translates it into the vocabulary of a rule set: boulders and holes, or boxes and goals.
    fn translated(mut self, rules: Rules) -> Explanation {
        let tell = |text: &mut String| *text = rules.translate(text);
        self.summary.iter_mut().chain(&mut self.remarks).for_each(tell);
        for note in &mut self.chambers {
            note.sentences.iter_mut().chain([&mut note.name]).for_each(tell);
        }
        if let Some(plan) = &mut self.plan {
            for step in &mut plan.steps {
                let details = step.details.iter_mut().map(|it| &mut it.text);
                details.chain([&mut step.text]).for_each(tell);
            }
            plan.decisive.iter_mut().for_each(|it| tell(&mut it.sentence));
        }
        self
    }
}

/// The solution of `level` with the simplest plan: the fewest crossings, in the fewest steps, with
/// no more boxes in storage than `explained` says are needed. `None` if the level does not split,
/// or nothing is found within the budget.
fn plainest(
    level: &Level,
    explained: &Explanation,
    observer: &mut Observer<'_>,
) -> Option<Solution> {
    if explained.chambers.is_empty() {
        return None;
    }
    let (board, start) = check(level).ok()?;
    let storages = explained.chambers.iter().filter(|it| it.role == Role::Storage);
    let at_most = storages.filter_map(|it| Some((it.squares[0], it.needed?))).collect();
    let (order, states_max) = (Order::FewestSteps, PLAIN_STATES_MAX);
    let narrow = ChamberOptions { order, at_most, states_max };
    let wide = ChamberOptions { at_most: Vec::new(), ..narrow.clone() };
    [narrow, wide].iter().find_map(|options| {
        let mut meter = Meter::new(PLAIN_BUDGET, observer);
        let answer = sokolab_chamber::solve(&board, &start, options, &mut meter);
        let Answer::Solved { pushes, .. } = answer else { return None };
        let moves = moves_of(&board, &start, pushes);
        verify(level, &moves, LetterCase::Strict).ok().map(|it| it.solution)
    })
}

fn summary(walkthrough: &Walkthrough, chambers: &Chambers, told: usize) -> Vec<String> {
    let board = &walkthrough.board;
    let thing = board.rules().goal_word();
    let boxes = capital(&counted(walkthrough.starts.len(), "box"));
    let goals = counted(board.goals().len(), thing);
    let rules = board.rules().name();
    let mut summary = vec![format!("{boxes} and {goals}, {rules} rules.")];
    if told > 1 {
        let counts = chambers.counts(board, &walkthrough.start);
        let exits = match counts.exits {
            0 | 1 => "the exit".to_owned(),
            many => counted(many, "exit"),
        };
        let mut parts = vec![counted(counts.chambers, "chamber")];
        parts.extend((counts.niches > 0).then(|| counted(counts.niches, "niche")));
        parts.extend((counts.exits > 0).then_some(exits));
        summary.push(format!("The level splits into {}.", list(&parts)));
    }
    summary
}
