//! Certificates: a search that proves the result of another search in steps that can be checked.
//!
//! The search knows the claim, so it looks for no solution: it lists the states that no rule of
//! `docs/proofs.md` excludes. Of the techniques of the other searches it uses dead squares, dead
//! positions of one and two boxes, frozen groups, the boxes around a corral, PI-corrals and
//! assignments; the others cannot be certified.

mod corrals;
mod demands;
mod distances;
mod freeze;
mod keys;
mod lone_box;
mod prices;
mod proof_board;
mod relaxed_patterns;
mod search;
mod small_positions;

use std::fmt;
use std::io::{self, Write};

use sokolab_analysis::CanonicalForm;
use sokolab_core::{Budget, Level, Meter, Moves, Observer, Stop, check, demand};
use sokolab_proof::{Claim, Form, Header, Symmetries, WriteError, Writer, puzzle_rows};

use self::lone_box::prepare;
use self::search::{ProofFailure, Search};

/// A request for a certificate.
#[derive(Clone, Copy, Debug)]
pub struct ProofRequest<'a> {
    /// The level, as read.
    pub level: &'a Level,
    /// The claim to certify.
    pub claim: Claim,
    /// Whether a solution must have a push, even if the level starts solved.
    pub cyclic: bool,
    /// A solution that costs what is claimed to be the least, if the claim has one.
    pub solution: Option<&'a Moves>,
    /// The most nodes and memory that the search may spend.
    pub budget: Budget,
    /// The most bytes that the certificate may have.
    pub bytes_max: u64,
}

/// The size of a certificate and of the search that wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSummary {
    /// The length of the certificate, in bytes.
    pub bytes: u64,
    /// The number of states that it lists.
    pub states: u64,
    /// The number of nodes expanded by the small searches for patterns.
    pub lemma_nodes: u64,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum ProofError {
    /// The search was stopped.
    Stopped(Stop),
    /// The certificate would be larger than allowed.
    TooLarge,
    /// The certificate could not be written.
    Failed(io::Error),
    /// The board is too large for the tables of the search.
    BoardTooLarge,
    /// The level cannot be played.
    Invalid,
    /// The claim is false.
    Untrue,
}

impl fmt::Display for ProofError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofError::Stopped(stop) => write!(formatter, "the search for a proof was {stop}"),
            ProofError::TooLarge => formatter.write_str("proof too large"),
            ProofError::Failed(error) => write!(formatter, "the proof cannot be written: {error}"),
            ProofError::BoardTooLarge => formatter.write_str("the board is too large for a proof"),
            ProofError::Invalid => formatter.write_str("the level cannot be played"),
            ProofError::Untrue => formatter.write_str("the claim is not true"),
        }
    }
}

impl std::error::Error for ProofError {}

/// Writes a certificate of a claim about a level to `sink`.
///
/// # Errors
///
/// The reason if there is no certificate; the output is then incomplete and worthless.
pub fn write_proof(
    request: &ProofRequest<'_>,
    sink: &mut dyn Write,
    observer: &mut Observer<'_>,
) -> Result<ProofSummary, ProofError> {
    let level = request.level;
    let (board, start) = check(level).map_err(|_| ProofError::Invalid)?;
    let symmetries = Symmetries::new(&board, &start);
    let ground = prepare(&board, &start, &symmetries).ok_or(ProofError::BoardTooLarge)?;
    let spare = (start.boxes.len() as i64 - demand(&board, &start).count() as i64).max(0);
    let header = Header {
        rules: level.rules,
        claim: request.claim,
        id: CanonicalForm::of_state(&board, &start).id().to_string(),
        spare: spare as u32,
        cyclic: request.cyclic,
        solution: request.solution.cloned(),
        rows: puzzle_rows(&board, &start),
    };
    let mut meter = Meter::new(request.budget, observer);
    meter.ask().map_err(ProofError::Stopped)?;
    let writer = Writer::new(sink, &board, &start, &header, Form::Compressed, request.bytes_max);
    let writer = writer.map_err(from_write)?;
    let search = Search::new(&ground, request.claim, spare, writer);
    let bytes = search.run(request.cyclic, &mut meter).map_err(|ended| match ended {
        ProofFailure::Stopped(stop) => ProofError::Stopped(stop),
        ProofFailure::Write(error) => from_write(error),
        ProofFailure::Won => ProofError::Untrue,
    })?;
    let progress = meter.progress;
    Ok(ProofSummary { bytes, states: progress.nodes, lemma_nodes: progress.lemma_nodes })
}

fn from_write(error: WriteError) -> ProofError {
    match error {
        WriteError::TooLarge => ProofError::TooLarge,
        WriteError::Failed(error) => ProofError::Failed(error),
    }
}

#[cfg(test)]
mod tests {
    use super::{ProofError, ProofRequest, write_proof};
    use sokolab_core::reference::{fewest_moves, fewest_pushes};
    use sokolab_core::testing::{drawn_rows, is_slow, random_levels};
    use sokolab_core::{Budget, Level, Rules, check};
    use sokolab_proof::{CheckLimits, Claim, check_proof};

    fn prove(level: &Level, claim: Claim) -> Result<Vec<u8>, ProofError> {
        let (cyclic, solution, budget) = (false, None, Budget::default());
        let request = ProofRequest { level, claim, cyclic, solution, budget, bytes_max: 1 << 24 };
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
