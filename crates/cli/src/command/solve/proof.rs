//! The certificates that `soko solve --proof` writes.

use sokolab::proof::Claim;
use sokolab::{Objective, Outcome, ProofRequest, Report, check, is_won, quantity};
use sokolab_wire::ProofCost;

use super::result::SolvedLevel;
use crate::boundary::contain_level;
use crate::io::message;
use crate::io::output::Output;
use crate::search::certificate::{Certificate, ProofFile};
use crate::search::settings::SolvedStart;
use crate::search::watch::Watch;

/// Writes a certificate for the result of a level, if there is something to prove, and reports the
/// outcome on standard error.
pub(super) fn prove(
    proofs: &mut ProofFile,
    done: &SolvedLevel,
    output: &Output,
) -> anyhow::Result<ProofCost> {
    let SolvedLevel { place, level, settings, report, spent, .. } = done;
    let name = format!("{}#{}", place.file, place.level);
    let tell = |text: &str| {
        if !output.is_quiet() {
            message::line!("{name}: {text}");
        }
    };
    let failed = |why: String, remark: &str, seconds: f64| {
        tell(&format!("no proof: {why}{remark}"));
        Ok(ProofCost::failed(why, seconds))
    };
    let asked = settings.request(level);
    let claim = match claim(asked.objective, report) {
        Ok(claim) => claim,
        Err(why) => return failed(why.to_owned(), "", 0.0),
    };
    let solution = report.solution().map(sokolab::Solution::moves);
    let (budget, bytes_max) = (asked.budget, proofs.bytes_max());
    let starts_won = || check(level).is_ok_and(|(board, start)| is_won(&board, &start));
    let cyclic = settings.start == SolvedStart::Cyclic && starts_won();
    let request = ProofRequest { level, claim, cyclic, solution, budget, bytes_max };
    let mut watch = Watch::new(place, settings.time, output);
    let made =
        contain_level(place, || Certificate::make(&request, &mut |progress| watch.look(progress)));
    watch.hide();
    let seconds = watch.spent().cpu_seconds;
    let certificate = match made {
        Ok(made) => match made? {
            Ok(certificate) => certificate,
            Err(why) => return failed(why.to_string(), "; the verdict stands", seconds),
        },
        Err(message) => {
            let why = format!("internal error ({message})");
            return failed(why, "; please report this message", seconds);
        }
    };
    let proved = certificate.proved;
    proofs.append(&certificate)?;
    tell(&format!(
        "proof of {} in {seconds:.2} s ({} listed, {} searched for patterns; the search without \
         proof expanded {} in {:.2} s)",
        quantity(proved.bytes, "byte"),
        quantity(proved.states, "state"),
        quantity(proved.lemma_nodes, "state"),
        quantity(report.nodes, "state"),
        spent.cpu_seconds,
    ));
    Ok(ProofCost::made(&proved, seconds))
}

/// The claim to prove, or why there is nothing to prove.
fn claim(objective: Objective, report: &Report) -> Result<Claim, &'static str> {
    match (&report.outcome, objective) {
        (Outcome::Unsolvable, _) => Ok(Claim::Unsolvable),
        (Outcome::Solved { solution, optimal: true, .. }, Objective::Pushes) => {
            Ok(Claim::Pushes(solution.measures().pushes as u32))
        }
        (Outcome::Solved { solution, optimal: true, .. }, Objective::Moves) => {
            Ok(Claim::Moves(solution.measures().moves as u32))
        }
        (Outcome::Solved { .. }, Objective::Any) => {
            Err("a solution is its own proof; --objective pushes or moves proves that it is best")
        }
        (Outcome::Solved { .. }, _) => Err("the solution is not known to be best"),
        (Outcome::Stopped(_), _) => Err("the level is undecided"),
        (Outcome::Invalid(_), _) => Err("the level cannot be played"),
        (Outcome::Failed(_), _) => Err("the search failed"),
    }
}
