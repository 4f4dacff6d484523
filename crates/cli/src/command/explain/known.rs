//! The solution on which the explanation of a level is based.

use sokolab::insight::explain::SolutionKnowledge;
use sokolab::insight::rating::RatingLimits;
use sokolab::{Level, Objective, Observer, Outcome, Request, Solution, solve};
use sokolab_wire::Why;

use super::certified::why_by_certificate;
use crate::exit::{self, Exit};

/// The known solution of a level.
#[derive(Debug)]
pub(super) struct KnownSolution {
    pub(super) solution: Option<Solution>,
    /// A remark about it.
    pub(super) remark: String,
    pub(super) status: &'static str,
    pub(super) reason: Option<&'static str>,
    /// Why there is no solution, if that is proved.
    pub(super) why: Option<Why>,
    pub(super) verdict: Exit,
}

impl KnownSolution {
    /// Looks for a solution with the fewest pushes, or the best within the limits.
    pub(super) fn find(
        level: &Level,
        limits: &RatingLimits,
        observer: &mut Observer<'_>,
    ) -> KnownSolution {
        let request =
            Request { objective: Objective::Pushes, budget: limits.budget, ..Request::new(level) };
        let nothing = |remark: String, status, reason, verdict| KnownSolution {
            solution: None,
            remark,
            status,
            reason,
            why: None,
            verdict,
        };
        let report = solve(&request, observer);
        match report.outcome {
            Outcome::Solved { solution, optimal, .. } => {
                let remark = if optimal { "no solution has fewer" } else { "the fewest found" };
                KnownSolution { remark: remark.to_owned(), ..KnownSolution::given(solution) }
            }
            Outcome::Unsolvable => {
                let mut why = Why::new(level, &report);
                let mut word = "Why";
                if report.refutation.is_none() {
                    match why_by_certificate(level, limits.budget, observer) {
                        Some((sentence, boxes)) => {
                            why = Why { kind: "certificate".to_owned(), boxes, sentence };
                        }
                        None => word = "How",
                    }
                }
                let proof = "The level has no solution: that is proved.";
                let remark = format!("{proof} {word}: {}.", why.sentence);
                let known = nothing(remark, "unsolvable", None, exit::NEGATIVE);
                KnownSolution { why: Some(why), ..known }
            }
            Outcome::Stopped(reason) => {
                let remark = format!(
                    "No solution is known: the search was {reason}. Give one with --solution."
                );
                nothing(remark, "stopped", Some(reason.name()), exit::UNDECIDED)
            }
            Outcome::Invalid(_) => nothing(String::new(), "invalid", None, exit::NEGATIVE),
            Outcome::Failed(error) => error.raise(),
        }
    }

    /// The knowledge on which an explanation may rely.
    pub(super) fn knowledge(&self) -> SolutionKnowledge<'_> {
        match &self.solution {
            Some(solution) => SolutionKnowledge::Solution(solution),
            None if self.status == "unsolvable" => SolutionKnowledge::Unsolvable,
            None => SolutionKnowledge::Nothing,
        }
    }

    /// Replaces the solution by one with a simpler plan.
    pub(super) fn replace_solution(&mut self, plain: Solution) {
        let fewest = self.solution.as_ref().map_or(0, |it| it.measures().pushes);
        if plain.measures().pushes > fewest {
            self.remark = format!("{fewest} are possible, but this plan is plainer");
        }
        self.solution = Some(plain);
    }

    pub(super) fn given(solution: Solution) -> KnownSolution {
        let remark = "as given".to_owned();
        let solution = Some(solution);
        let (status, verdict) = ("explained", exit::DONE);
        KnownSolution { solution, remark, status, reason: None, why: None, verdict }
    }
}
