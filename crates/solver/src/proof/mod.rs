//! Certificates: a search that proves what another search has found, in steps that can be checked.
//!
//! It knows what is claimed, so it looks for nothing: it lists the states that no rule of
//! `docs/proofs.md` excludes. Of the prunings of the other searches it has dead squares, dead
//! positions of one and two boxes, frozen groups, the boxes around a corral, PI-corrals,
//! symmetries and assignments; all others are switched off.

mod corrals;
mod demands;
mod few;
mod freeze;
mod ground;
mod keys;
mod lemmas;
mod prices;
mod search;

use std::fmt;
use std::io::{self, Write};

use sokolab_analysis::CanonicalForm;
use sokolab_core::{Budget, Level, Meter, Moves, Observer, Stop, check};
use sokolab_proof::{Claim, Facts, Form, Header, WriteError, Writer, puzzle_rows};

use self::ground::Ground;
use self::search::{Ended, Search};

/// What a certificate is wanted for.
#[derive(Clone, Copy, Debug)]
pub struct ProofRequest<'a> {
    /// The level.
    pub level: &'a Level,
    /// What is claimed.
    pub claim: Claim,
    /// A solution that costs what is claimed to be the least.
    pub solution: Option<&'a Moves>,
    /// What the search may spend.
    pub budget: Budget,
    /// The most bytes that the certificate may have.
    pub bytes_max: u64,
}

/// What a certificate consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Its bytes.
    pub bytes: u64,
    /// States that it lists.
    pub states: u64,
    /// States that were looked at for patterns.
    pub lemma_nodes: u64,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum NoProof {
    /// The search was stopped.
    Stopped(Stop),
    /// It would be larger than allowed.
    TooLarge,
    /// The bytes could not be handed over.
    Failed(io::Error),
    /// The board is too large for the tables of the search.
    BoardTooLarge,
    /// The level cannot be played.
    Invalid,
    /// What is claimed is not true.
    Untrue,
}

impl fmt::Display for NoProof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoProof::Stopped(stop) => write!(formatter, "the search for a proof was {stop}"),
            NoProof::TooLarge => formatter.write_str("proof too large"),
            NoProof::Failed(error) => write!(formatter, "the proof cannot be written: {error}"),
            NoProof::BoardTooLarge => formatter.write_str("the board is too large for a proof"),
            NoProof::Invalid => formatter.write_str("the level cannot be played"),
            NoProof::Untrue => formatter.write_str("the claim is not true"),
        }
    }
}

impl std::error::Error for NoProof {}

/// Writes a certificate of what is known about a level to `sink`.
///
/// # Errors
/// Why there is none; what was written until then is worthless.
pub fn write_proof(
    request: &ProofRequest<'_>,
    sink: &mut dyn Write,
    observer: &mut Observer<'_>,
) -> Result<Proved, NoProof> {
    let level = request.level;
    let (board, start) = check(level).map_err(|_| NoProof::Invalid)?;
    let facts = Facts::new(&board, &start).ok_or(NoProof::BoardTooLarge)?;
    let spare = facts.spare(&start).max(0);
    let header = Header {
        rules: level.rules,
        claim: request.claim,
        id: CanonicalForm::of_state(&board, &start).id().to_string(),
        spare: spare as u32,
        solution: request.solution.cloned(),
        rows: puzzle_rows(&board, &start),
    };
    let mut meter = Meter::new(request.budget, observer);
    meter.ask().map_err(NoProof::Stopped)?;
    let writer = Writer::new(sink, &facts, &header, Form::Compressed, request.bytes_max);
    let writer = writer.map_err(from_write)?;
    let ground = Ground::new(&facts);
    let search = Search::new(&ground, request.claim, spare, writer);
    let bytes = search.run(&mut meter).map_err(|ended| match ended {
        Ended::Stopped(stop) => NoProof::Stopped(stop),
        Ended::Write(error) => from_write(error),
        Ended::Won => NoProof::Untrue,
    })?;
    let progress = meter.progress;
    Ok(Proved { bytes, states: progress.nodes, lemma_nodes: progress.lemma_nodes })
}

fn from_write(error: WriteError) -> NoProof {
    match error {
        WriteError::TooLarge => NoProof::TooLarge,
        WriteError::Failed(error) => NoProof::Failed(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{NoProof, ProofRequest, write_proof};
    use sokolab_core::reference::{fewest_moves, fewest_pushes};
    use sokolab_core::testing::{drawn_rows, is_slow, random_levels};
    use sokolab_core::{Budget, Level, Rules, check};
    use sokolab_proof::{CheckLimits, Claim, check_proof};

    fn prove(level: &Level, claim: Claim) -> Result<Vec<u8>, NoProof> {
        let (solution, budget) = (None, Budget::default());
        let request = ProofRequest { level, claim, solution, budget, bytes_max: 1 << 24 };
        let mut file = Vec::new();
        write_proof(&request, &mut file, &mut |_| None)?;
        Ok(file)
    }

    #[track_caller]
    fn assert_proved(level: &Level, claim: Claim) {
        let picture = || drawn_rows(&level.picture).join("\n");
        let file = prove(level, claim)
            .unwrap_or_else(|why| panic!("{claim:?}: {why}\n{}\n{}", level.rules, picture()));
        let open = &mut || Ok(Box::new(&file[..]) as Box<dyn std::io::Read>);
        let checked = check_proof(level, open, CheckLimits::default(), &mut |_| None);
        if let Err(failure) = checked {
            panic!("{claim:?}: {failure}\n{failure:?}\n{}\n{}", level.rules, picture());
        }
    }

    #[test]
    fn what_is_true_is_proved_and_nothing_else() {
        for rules in Rules::ALL {
            for level in random_levels(rules, if is_slow() { 2_000 } else { 100 }) {
                let (board, start) = check(&level).expect("a playable level");
                match fewest_pushes(&board, &start) {
                    None => assert_proved(&level, Claim::Unsolvable),
                    Some(pushes) => {
                        let pushes = pushes as u32;
                        assert_proved(&level, Claim::Pushes(pushes));
                        assert!(prove(&level, Claim::Pushes(pushes + 1)).is_err());
                        assert!(prove(&level, Claim::Unsolvable).is_err());
                        let moves = fewest_moves(&board, &start).expect("it is solvable") as u32;
                        assert_proved(&level, Claim::Moves(moves));
                        assert!(prove(&level, Claim::Moves(moves + 1)).is_err());
                    }
                }
            }
        }
    }
}
