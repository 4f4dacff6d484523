//! The fewest boxes and walls without which a level has a solution and something to push.
//!
//! A level that is solved without a push, as every level without boxes is under official rules, is
//! no puzzle, so what leaves one is no repair.
//!
//! A *core* is a set of pieces of which every repair removes one. If a level without the pieces `H`
//! has no solution, then all others are a core, given that every smaller set was tried before.
//! Where removing more can only help, the core becomes small: as long as the level has no solution,
//! further pieces are removed, and those left are a core. Repairs are sought among the sets that
//! meet every core, the smallest first (implicit hitting sets, as in Davies and Bacchus 2011).
//!
//! Removing walls always helps: each solution stays one. Removing boxes helps unless boxes are
//! spare or fill holes, for then a win may need them. If removing pieces from a level without a
//! solution gives one that needs no push, removing more never makes a push necessary: every box
//! that is left is on a goal, or the keeper walks to an exit. So no repair has all these pieces.

use std::collections::BTreeSet;

use sokolab_core::reference::is_won_by_walking;
use sokolab_core::{Budget, GoalKind, Level, Objective, Observer, Solution, Stop, check, demand};
use sokolab_solver::Outcome;

use super::need::{search, stop_of};
use super::{Piece, PieceKind, pieces, without};

/// Nodes that a search may expand while a core is made smaller.
const CORE_NODES: u64 = 5_000;

/// What was found out about repairs.
#[derive(Clone, Debug)]
pub enum Repair {
    /// The level has a solution, this one, as it is.
    NotNeeded(Solution),
    /// Without some pieces it has a solution, and none without a push.
    Found {
        /// The pieces.
        removed: Vec<Piece>,
        /// The level without them.
        level: Box<Level>,
        /// A solution of that level.
        solution: Solution,
        /// The limit that left a smaller set undecided; `None` if fewer do not suffice.
        undecided: Option<Stop>,
        /// A lower bound on the number of pieces that every repair removes.
        at_least: usize,
    },
    /// Whatever boxes and walls are removed, it has no solution or needs no push.
    Impossible,
    /// A limit was reached first.
    Stopped {
        /// Which limit.
        stop: Stop,
        /// A lower bound on the number of pieces that every repair removes.
        at_least: usize,
    },
}

/// Finds the fewest boxes and walls whose removal gives a level a solution, with at least a push.
pub fn repair(level: &Level, budget: Budget, observer: &mut Observer<'_>) -> Repair {
    let report = search(level, Objective::Any, budget, observer);
    match report.outcome {
        Outcome::Solved { solution, .. } => return Repair::NotNeeded(solution),
        Outcome::Unsolvable => {}
        other => return Repair::Stopped { stop: stop_of(&other), at_least: 0 },
    }
    if has_too_few_to_fill(level) {
        return Repair::Impossible;
    }
    let mut workshop = Workshop::new(level, budget, observer);
    for size in 1..=workshop.all.len() {
        match workshop.try_sets(size, &mut Vec::new()) {
            Ok(None) => {}
            Ok(Some(found)) => return found,
            Err(stop) => {
                let at_least = workshop.undecided.map_or(size, |(_, least)| least.min(size));
                return Repair::Stopped { stop, at_least };
            }
        }
    }
    match workshop.undecided {
        None => Repair::Impossible,
        Some((stop, at_least)) => Repair::Stopped { stop, at_least },
    }
}

/// What came of removing a set of pieces.
enum Trial {
    Repaired(Repair),
    /// What is left needs no push, and so does everything that is left without more pieces.
    NeedsNoPush,
    /// It is not a repair, or none is known; a core that the set misses was added.
    Missed,
}

struct Workshop<'a, 'o> {
    level: &'a Level,
    all: Vec<Piece>,
    /// Pieces by number.
    cores: Vec<BTreeSet<usize>>,
    removal: Removal,
    budget: Budget,
    observer: &'a mut Observer<'o>,
    /// The limit that left a set undecided, and the size of the first such set.
    undecided: Option<(Stop, usize)>,
}

impl<'a, 'o> Workshop<'a, 'o> {
    fn new(level: &'a Level, budget: Budget, observer: &'a mut Observer<'o>) -> Workshop<'a, 'o> {
        let mut all = pieces(level);
        all.retain(|it| it.kind != PieceKind::Goal);
        let (cores, removal) = (Vec::new(), removal(level));
        Workshop { level, all, cores, removal, budget, observer, undecided: None }
    }

    /// Tries the sets of at most `size` pieces that begin with `chosen` and meet every core.
    fn try_sets(&mut self, size: usize, chosen: &mut Vec<usize>) -> Result<Option<Repair>, Stop> {
        let missed = |core: &&BTreeSet<usize>| !chosen.iter().any(|it| core.contains(it));
        let mut core = self.cores.iter().find(missed).cloned();
        if core.is_none() {
            let mut set = chosen.clone();
            set.sort_unstable();
            match self.try_set(&set)? {
                Trial::Repaired(found) => return Ok(Some(found)),
                Trial::NeedsNoPush => return Ok(None),
                Trial::Missed => core = self.cores.last().cloned(),
            }
        }
        if chosen.len() < size {
            for piece in core.unwrap_or_default() {
                chosen.push(piece);
                let found = self.try_sets(size, chosen)?;
                chosen.pop();
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Tries one set of pieces.
    fn try_set(&mut self, set: &[usize]) -> Result<Trial, Stop> {
        let outcome = self.outcome(set, self.budget);
        let rest: BTreeSet<usize> = (0..self.all.len()).filter(|it| !set.contains(it)).collect();
        match outcome {
            Some((level, Outcome::Solved { .. })) if needs_no_push(&level) => {
                return Ok(Trial::NeedsNoPush);
            }
            Some((level, Outcome::Solved { solution, .. })) => {
                let removed: Vec<Piece> = set.iter().map(|&it| self.all[it]).collect();
                let smaller = self.undecided.filter(|&(_, size)| size < set.len());
                let undecided = smaller.map(|(stop, _)| stop);
                let at_least = smaller.map_or(set.len(), |(_, size)| size);
                let level = Box::new(level);
                let found = Repair::Found { removed, level, solution, undecided, at_least };
                return Ok(Trial::Repaired(found));
            }
            None | Some((_, Outcome::Unsolvable | Outcome::Invalid(_))) => {
                let core = self.shrunk(rest)?;
                self.cores.push(core);
            }
            Some((_, other)) => {
                let stop = stop_of(&other);
                if stop.comes_from_observer() {
                    return Err(stop);
                }
                self.undecided.get_or_insert((stop, set.len()));
                self.cores.push(rest);
            }
        }
        Ok(Trial::Missed)
    }

    /// Removes further pieces from a core as long as there is no solution, at first many at a time.
    fn shrunk(&mut self, core: BTreeSet<usize>) -> Result<BTreeSet<usize>, Stop> {
        if self.removal == Removal::MayHarm {
            return Ok(core);
        }
        let mut core: Vec<usize> = core.into_iter().collect();
        let mut size = core.len() / 2;
        while size > 0 {
            let mut start = 0;
            while start < core.len() {
                let end = (start + size).min(core.len());
                let kept: Vec<usize> = core[..start].iter().chain(&core[end..]).copied().collect();
                let removed: Vec<usize> =
                    (0..self.all.len()).filter(|it| !kept.contains(it)).collect();
                match self.outcome(&removed, self.budget.with_nodes(CORE_NODES)) {
                    Some((_, Outcome::Unsolvable)) => core = kept,
                    Some((_, Outcome::Stopped(stop))) if stop.comes_from_observer() => {
                        return Err(stop);
                    }
                    _ => start = end,
                }
            }
            size /= 2;
        }
        Ok(core.into_iter().collect())
    }

    /// What a search says of the level without some pieces.
    fn outcome(&mut self, set: &[usize], budget: Budget) -> Option<(Level, Outcome)> {
        let removed: Vec<Piece> = set.iter().map(|&it| self.all[it]).collect();
        let level = without(self.level, &removed)?;
        let report = search(&level, Objective::Any, budget, self.observer);
        Some((level, report.outcome))
    }
}

/// Whether a level is won from the start, or by walking.
fn needs_no_push(level: &Level) -> bool {
    check(level).is_ok_and(|(board, state)| is_won_by_walking(&board, &state))
}

/// Whether a win needs more boxes than there are, whatever boxes and walls are removed: all holes
/// must be filled if there is no exit.
fn has_too_few_to_fill(level: &Level) -> bool {
    let Ok((board, state)) = check(level) else { return false };
    board.rules().goal() == GoalKind::Fill
        && board.exits().is_empty()
        && demand(&board, &state).count() > state.boxes.len()
}

/// What removing a piece does to a level with a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Removal {
    /// It still has one.
    NeverHarms,
    /// It may have none: a box may be needed.
    MayHarm,
}

fn removal(level: &Level) -> Removal {
    let Ok((board, state)) = check(level) else { return Removal::MayHarm };
    match board.rules().goal() {
        GoalKind::Keep if state.boxes.len() <= board.goals().len() => Removal::NeverHarms,
        GoalKind::Sink => Removal::NeverHarms,
        GoalKind::Keep | GoalKind::Fill => Removal::MayHarm,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PieceKind, pieces, without};
    use super::{Repair, has_too_few_to_fill, repair};
    use sokolab_core::reference::fewest_pushes;
    use sokolab_core::testing::{is_slow, level, random_levels};
    use sokolab_core::{Budget, Level, Rules, Stop, check};

    fn is_solvable(level: &Level) -> bool {
        let checked = check(level);
        checked.is_ok_and(|(board, state)| fewest_pushes(&board, &state).is_some())
    }

    /// Whether every solution has a push, and there is one.
    fn is_puzzle(level: &Level) -> bool {
        let checked = check(level);
        checked.is_ok_and(|(board, state)| fewest_pushes(&board, &state).is_some_and(|it| it > 0))
    }

    /// Whether fewer than `size` pieces suffice, by trying all sets of one or two.
    fn fewer_suffice(level: &Level, size: usize) -> bool {
        let mut all = pieces(level);
        all.retain(|it| it.kind != PieceKind::Goal);
        let solves = |set: &[_]| without(level, set).is_some_and(|it| is_puzzle(&it));
        let pairs = || all.iter().flat_map(|one| all.iter().map(move |two| [*one, *two]));
        (size > 1 && all.iter().any(|&one| solves(&[one])))
            || (size > 2 && pairs().any(|pair| pair[0] < pair[1] && solves(&pair)))
    }

    /// How often a repair may ask whether to go on.
    const LOOKS_MAX: usize = 400;

    #[test]
    fn no_smaller_repair_exists() {
        let (mut sizes, count) = ([0; 3], if is_slow() { 60 } else { 5 });
        for rules in Rules::ALL {
            let levels = random_levels(rules, 20 * count).filter(|it| !is_solvable(it));
            for level in levels.take(count) {
                // Repairs by many pieces take too many searches for a test.
                let mut looks = 0;
                let found = repair(&level, Budget::DEFAULT, &mut |_| {
                    looks += 1;
                    (looks > LOOKS_MAX).then_some(Stop::Time)
                });
                match found {
                    Repair::Stopped { stop: Stop::Time, .. }
                    | Repair::Found { undecided: Some(Stop::Time), .. } => {}
                    Repair::Found { removed, level: left, undecided: None, .. } => {
                        assert!(is_puzzle(&left), "{level:?}");
                        assert!(!fewer_suffice(&level, removed.len()), "{removed:?} {level:?}");
                        sizes[removed.len().min(3) - 1] += 1;
                    }
                    Repair::Impossible => assert!(has_too_few_to_fill(&level), "{level:?}"),
                    other => panic!("{other:?} {level:?}"),
                }
            }
        }
        assert!(sizes[0] > 0 && sizes[1] > 0, "{sizes:?}");
    }

    #[track_caller]
    fn check_repair(picture: &str, rules: Rules, expected: Option<&[&str]>) {
        let level = Level { rules, ..level(picture) };
        let squares = match repair(&level, Budget::DEFAULT, &mut |_| None) {
            Repair::Found { removed, level: left, undecided: None, .. } => {
                assert!(is_puzzle(&left));
                Some(removed.iter().map(super::Piece::square).collect::<Vec<_>>())
            }
            Repair::Impossible => None,
            other => panic!("{other:?}"),
        };
        let expected = expected.map(|it| it.iter().map(|&it| it.to_owned()).collect());
        assert_eq!(squares, expected);
    }

    /// Once, the only box was removed, and the level without boxes called repaired.
    #[test]
    fn a_repair_leaves_something_to_push() {
        let corner = "
            ######
            #$  .#
            #@   #
            ######";
        for rules in [Rules::OFFICIAL, Rules::SINK] {
            check_repair(corner, rules, Some(&["a2", "a3"]));
        }
        let done = "
            ######
            #$  *#
            #@  .#
            ######";
        // Without the box in the corner every box is on a goal.
        check_repair(done, Rules::OFFICIAL, Some(&["e2", "a2", "a3"]));
        // The goal stays out of reach.
        let apart = "
            #########
            #@ $#####
            #   ##### .
            #########";
        check_repair(apart, Rules::OFFICIAL, None);
    }

    /// Once, all sets of walls were tried.
    #[test]
    fn what_has_more_holes_than_boulders_is_beyond_repair() {
        let hop = level(
            "
            ------
            |@...|
            |.0..|
            |.^^.|
            |....|
            ------",
        );
        let hop = Level { rules: Rules::NETHACK, ..hop };
        let mut looks = 0;
        let found = repair(&hop, Budget::DEFAULT, &mut |_| {
            looks += 1;
            (looks > 20).then_some(Stop::Time)
        });
        assert!(matches!(found, Repair::Impossible), "{found:?}");
    }

    #[test]
    fn floor_behind_walls_is_floor_for_a_repair() {
        let pocket = "
            ####
            #.##
            # ##
            ####
            #$##
            #@##
            ####";
        check_repair(pocket, Rules::OFFICIAL, Some(&["b4"]));
    }

    #[test]
    fn what_is_solvable_needs_no_repair_and_limits_are_told() {
        let open = level(
            "
            #####
            #@$.#
            #####",
        );
        let found = repair(&open, Budget::DEFAULT, &mut |_| None);
        assert!(matches!(found, Repair::NotNeeded(_)), "{found:?}");
        let closed = level(
            "
            ######
            #@ # #
            # $.##
            #  #$#
            ######",
        );
        let found = repair(&closed, Budget::DEFAULT, &mut |_| Some(Stop::Time));
        assert!(matches!(found, Repair::Stopped { stop: Stop::Time, .. }), "{found:?}");
    }
}
