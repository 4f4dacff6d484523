//! The certificates that `soko solve --proof` writes.

use sokolab::proof::Claim;
use sokolab::{Level, Objective, Outcome, ProofRequest, Report, quantity};
use sokolab_wire::Place;

use crate::boundary::contain_level;
use crate::io::output::Output;
use crate::io::standard_error::say;
use crate::search::certificate::{Certificate, ProofFile};
use crate::search::settings::Settings;
use crate::search::watch::Watch;

/// Proves what was found out about a level, if there is something to prove, and says on standard
/// error how that went.
pub(super) fn prove(
    proofs: &mut ProofFile,
    place: &Place,
    level: &Level,
    settings: &Settings,
    report: &Report,
    output: &Output,
) -> anyhow::Result<()> {
    let name = format!("{}#{}", place.file, place.level);
    let tell = |text: &str| {
        if !output.is_quiet() {
            say!("{name}: {text}");
        }
    };
    let claim = match claim(settings.objective, report) {
        Ok(claim) => claim,
        Err(why) => {
            tell(&format!("no proof: {why}"));
            return Ok(());
        }
    };
    let solution = report.solution().map(sokolab::Solution::moves);
    let (budget, bytes_max) = (settings.budget, proofs.bytes_max());
    let request = ProofRequest { level, claim, solution, budget, bytes_max };
    let mut watch = Watch::new(place, settings.time, output);
    let made =
        contain_level(place, || Certificate::make(&request, &mut |progress| watch.look(progress)));
    watch.hide();
    let certificate = match made {
        Ok(made) => match made? {
            Ok(certificate) => certificate,
            Err(why) => {
                tell(&format!("no proof: {why}; the verdict stands"));
                return Ok(());
            }
        },
        Err(message) => {
            tell(&format!("no proof: internal error ({message}); please report this message"));
            return Ok(());
        }
    };
    let proved = certificate.proved;
    proofs.append(certificate)?;
    tell(&format!(
        "proof of {} ({} listed, {} searched for patterns; the search without proof expanded {})",
        quantity(proved.bytes, "byte"),
        quantity(proved.states, "state"),
        quantity(proved.lemma_nodes, "state"),
        quantity(report.nodes, "state"),
    ));
    Ok(())
}

/// What is to be proved; otherwise why there is nothing to prove.
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
