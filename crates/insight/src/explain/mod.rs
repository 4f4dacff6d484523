//! Levels and solutions explained in a person's words.
//!
//! A level is told by its chambers: what each stores, gives and lets pass. A solution is told as
//! the plan of the `NetHack` 4 document: which boxes go from chamber to chamber, in what order.
//! What is forced, the prelude and the decisive moment are marked, as far as all states of the
//! level could be looked at. Levels that do not split are told by rooms, tunnels, the order of
//! goals and the boxes that lock each other.
//!
//! A minimax over the graph of all states says how many boxes must be in a chamber at once, and how
//! many before the first box reaches a goal, so a sentence such as "it must hand two boxes over
//! before the first box goes home" is a proof. If there are too many states, only what the solution
//! shows is said. Statements about chambers played alone hold whether or not boxes are parked in
//! doorways. `tests/claims.rs` reads each sentence back and looks for a play that refutes it.

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
    /// A corner of a corridor, too small for anything.
    Niche,
    /// The exit and nothing else.
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

/// A chamber explained.
#[derive(Clone, Debug)]
pub struct ChamberNote {
    /// Its letter, the same that an analysis gives it.
    pub letter: String,
    /// What it is called: "the left chamber".
    pub name: String,
    /// What it is for.
    pub role: Role,
    /// Its squares.
    pub squares: Vec<Square>,
    /// The boxes it begins with.
    pub boxes: usize,
    /// Its goals.
    pub goals: usize,
    /// For a storage that is not too large, what it holds.
    pub capacity: Option<usize>,
    /// For a storage, the boxes that every solution has in it at once, if that is known.
    pub needed: Option<usize>,
    /// What there is to say.
    pub sentences: Vec<String>,
    /// For a storage, squares on which it holds as many boxes as it can: a spoiler.
    pub full: Vec<Square>,
}

/// A step of a plan. Pushes are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub text: String,
    /// Its first push.
    pub first_push: usize,
    /// Its last push.
    pub last_push: usize,
    /// The moves made before it.
    pub moves_before: usize,
    /// How often a box comes to another chamber in it.
    pub crossings: usize,
    /// The same box by box.
    pub details: Vec<Detail>,
}

/// What one box does in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Detail {
    /// What it does, in short.
    pub text: String,
    /// Its first push.
    pub first_push: usize,
    /// Its last push.
    pub last_push: usize,
    /// The moves made before it.
    pub moves_before: usize,
    /// Those of its pushes whose positions no solution avoids: runs, each by its first and last.
    pub forced: Vec<(usize, usize)>,
}

impl Detail {
    /// Whether all of its pushes are forced.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        self.forced == [(self.first_push, self.last_push)]
    }

    /// Which of its pushes are forced, in a few words; `None` if none is.
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
    /// The push, from 1.
    pub push: usize,
    /// The moves made before it.
    pub moves_before: usize,
    /// What there is to say.
    pub sentence: String,
}

/// A solution explained.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The steps.
    pub steps: Vec<Step>,
    /// The crossings, each by the kinds of the chambers that the box leaves and comes to, sorted:
    /// what stays the same when chambers are moved or renamed and boxes take turns otherwise.
    pub outline: Vec<(Role, Role)>,
    /// How often a box comes to another chamber.
    pub crossings: usize,
    /// How many pushes at the start no solution avoids, if that is known.
    pub prelude: Option<usize>,
    /// All runs of such pushes, each by its first and last.
    pub forced: Vec<(usize, usize)>,
    /// The moment after the prelude at which most can go wrong, if that is known and there is one.
    pub decisive: Option<Decisive>,
    /// Why it is not known what is forced.
    pub missing: Option<Missing>,
}

impl Plan {
    /// What is forced and where it is decided, each in a sentence.
    #[must_use]
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        turning_points::turning_points(self)
    }
}

/// A level and a solution explained.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The level in a few sentences.
    pub summary: Vec<String>,
    /// Its chambers; none if it does not split.
    pub chambers: Vec<ChamberNote>,
    /// What else there is to see.
    pub remarks: Vec<String>,
    /// The solution as a plan, if there is one.
    pub plan: Option<Plan>,
}

/// More chambers than these are no help to anybody.
const CHAMBERS_MAX: usize = 40;

/// What the search for the plainest plan may spend.
const PLAIN_BUDGET: Budget = Budget { nodes_max: 20_000, memory_bytes_max: 256 << 20 };
const PLAIN_LOOKS: u64 = 300_000;

/// What is known of the solutions of a level.
#[derive(Clone, Copy, Debug)]
pub enum Knowledge<'a> {
    /// A solution, which is to be explained.
    Solution(&'a Solution),
    /// It is proved that there is none.
    Unsolvable,
    /// Nothing.
    Nothing,
}

impl<'a> Knowledge<'a> {
    const fn solution(self) -> Option<&'a Solution> {
        match self {
            Knowledge::Solution(solution) => Some(solution),
            Knowledge::Unsolvable | Knowledge::Nothing => None,
        }
    }
}

/// Explains `level` and a solution of it, if one is known, within limits.
///
/// # Errors
/// What is wrong with the level.
///
/// # Panics
/// If the solution is that of another level.
pub fn explain(
    level: &Level,
    known: Knowledge<'_>,
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
    // When the time is over, what takes more of it is left out.
    let mut is_over = || observer(&Progress::default()).is_some();
    let (notes, mut remarks) = if is_split {
        let is_unsolvable = matches!(known, Knowledge::Unsolvable) || walkthrough.is_unsolvable();
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
    Ok(Explanation { summary, chambers: notes, remarks, plan }.told(level.rules))
}

impl Explanation {
    /// The same in the words of a rule set: boulders and holes, or boxes and goals.
    fn told(mut self, rules: Rules) -> Explanation {
        let tell = |text: &mut String| *text = rules.told(text);
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

/// The solution of `level` whose plan is the plainest: the fewest crossings, told in the fewest
/// steps, with no more in storage than every solution needs, as `explained` says. `None` if the
/// level does not split, or nothing is found soon.
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
    let (order, looks_max) = (Order::FewestSteps, PLAIN_LOOKS);
    let narrow = ChamberOptions { order, at_most, looks_max };
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
