//! `soko lint --prove`: which pieces of a level are needed, with evidence.

use std::path::Path;
use std::time::Duration;

use sokolab::insight::piece::{Effect, Need, Piece, Standing, need_of, pieces, standing};
use sokolab::proof::{CheckLimits, Claim};
use sokolab::{Level, Moves, ProofRequest, Solution, Stop};
use sokolab_wire::Place;

use super::each_level::each_level;
use super::format::LintFormat;
use super::prove_format::{JudgedPiece, ProvedLevel, Shown};
use crate::exit::Exit;
use crate::input::Levels;
use crate::io::interrupt;
use crate::io::output::Output;
use crate::search::certificate::{Certificate, ProofFile};
use crate::search::limits::SearchLimits;
use crate::search::watch::Watch;

/// The largest size in bytes of a certificate that is checked but not kept.
const DROPPED_BYTES_MAX: u64 = 256 << 20;

/// Decides about the pieces of all levels.
pub(super) fn run(
    levels: Levels,
    limits: &SearchLimits,
    (path, bytes_max): (Option<&Path>, Option<u64>),
    format: LintFormat,
    output: &mut Output,
) -> anyhow::Result<Exit> {
    let mut proofs = ProofFile::create(path, bytes_max)?;
    let verdict = each_level(levels, format.prove_exporter(), output, |place, level, output| {
        let watch = limits.watch(place, output);
        Judge { level, limits, proofs: &mut proofs, watch, output }.level(place)
    })?;
    if let Some(proofs) = proofs {
        proofs.end(output);
    }
    Ok(verdict)
}

/// The work on one level.
struct Judge<'a> {
    level: &'a Level,
    limits: &'a SearchLimits,
    proofs: &'a mut Option<ProofFile>,
    watch: Watch,
    output: &'a Output,
}

impl Judge<'_> {
    fn level(mut self, place: &Place) -> anyhow::Result<ProvedLevel> {
        let all = pieces(self.level);
        self.begin_share(1);
        let budget = self.limits.budget();
        let known = standing(self.level, budget, &mut |it| self.watch.look(it));
        let shown = match &known {
            Ok(Standing::Solved(solution)) => {
                let claim = Claim::Pushes(solution.measures().pushes as u32);
                self.certified(self.level, claim, Some(solution.moves()))?
            }
            Ok(Standing::Unsolvable) => self.certified(self.level, Claim::Unsolvable, None)?,
            Err(_) => None,
        };
        let mut judged = Vec::new();
        for (index, &piece) in all.iter().enumerate() {
            self.begin_share(all.len() - index);
            let judgement = match &known {
                Ok(known) => self.piece(known, piece)?,
                Err(stop) => Some(Err(*stop)),
            };
            if let Some(judgement) = judgement {
                judged.push(JudgedPiece { piece, judgement });
            }
        }
        self.watch.hide();
        let (place, level) = (place.clone(), self.level.clone());
        Ok(ProvedLevel { place, level, standing: known, shown, pieces: judged })
    }

    /// Gives the next part of the work an equal share of the remaining time.
    fn begin_share(&mut self, parts: usize) {
        // The first search may take half of the time, and so may the last piece.
        let share = self.time_left() / u32::try_from(parts.max(2)).unwrap_or(u32::MAX);
        self.watch.begin_part(Some(share), self.output);
    }

    fn time_left(&self) -> Duration {
        let spent = Duration::from_secs_f64(self.watch.spent().seconds);
        self.limits.time().saturating_sub(spent)
    }

    /// Decides about a piece; `None` if it is not needed.
    fn piece(
        &mut self,
        known: &Standing,
        piece: Piece,
    ) -> anyhow::Result<Option<Result<(Need, Shown), Stop>>> {
        if interrupt::must_stop() {
            return Ok(Some(Err(Stop::Interrupted)));
        }
        // Even preparing a search takes a while if the board is large and has many walls.
        if self.time_left().is_zero() {
            return Ok(Some(Err(Stop::Time)));
        }
        let budget = self.limits.budget();
        let watch = &mut self.watch;
        let found = need_of(self.level, known, piece, budget, &mut |it| watch.look(it));
        let need = match found {
            Some(Ok(need)) => need,
            Some(Err(stop)) => return Ok(Some(Err(stop))),
            None => return Ok(None),
        };
        let moves = need.solution.as_ref().map(Solution::moves);
        let pushes = need.solution.as_ref().map(|it| it.measures().pushes as u32);
        let shown = match (&need.effect, moves) {
            (Effect::Shorter | Effect::Solvable, Some(moves)) => {
                Some(Shown::Solution(moves.clone()))
            }
            (Effect::Unplayable(_), _) => Some(Shown::Rules),
            (_, moves) => {
                let claim = pushes.map_or(Claim::Unsolvable, Claim::Pushes);
                self.certified(&need.level, claim, moves)?
            }
        };
        let shown = shown.unwrap_or(Shown::Search(need.nodes));
        Ok(Some(Ok((need, shown))))
    }

    /// A certificate that the checker accepts, kept in the file if there is one; `None` if a limit
    /// is reached first.
    fn certified(
        &mut self,
        level: &Level,
        claim: Claim,
        solution: Option<&Moves>,
    ) -> anyhow::Result<Option<Shown>> {
        let budget = self.limits.budget();
        let bytes_max = self.proofs.as_ref().map_or(DROPPED_BYTES_MAX, ProofFile::bytes_max);
        let request = ProofRequest { level, claim, cyclic: false, solution, budget, bytes_max };
        let watch = &mut self.watch;
        let made = Certificate::make(&request, &mut |progress| watch.look(progress))?;
        let Ok(certificate) = made else { return Ok(None) };
        let limits = CheckLimits { memory_bytes_max: budget.memory_bytes_max };
        if !certificate.holds(level, limits, &mut || self.watch.stop_reason()) {
            return Ok(None);
        }
        let states = certificate.proved.states;
        let number = self.proofs.as_mut().map(|it| it.append(&certificate)).transpose()?;
        Ok(Some(Shown::Proof { claim, states, number }))
    }
}
