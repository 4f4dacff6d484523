//! The file of certificates that `soko solve --proof` writes.

use std::io::{BufWriter, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use anyhow::Context;
use sokolab::proof::Claim;
use sokolab::{Level, Objective, Outcome, ProofError, ProofRequest, Report, quantity, write_proof};
use sokolab_wire::Place;

use crate::boundary::contain_level;
use crate::io::output::Output;
use crate::io::output_file::OutputFile;
use crate::search::settings::Settings;
use crate::search::watch::Watch;

/// The most bytes of a certificate if nothing is said.
const BYTES_MAX_DEFAULT: u64 = 1 << 30;

/// Bytes copied at a time.
const CHUNK_BYTES: usize = 64 << 10;

/// A file with a certificate for each level of which something is proved.
pub(super) struct ProofFile {
    path: PathBuf,
    file: OutputFile,
    bytes_max: u64,
    count: usize,
}

impl ProofFile {
    /// Begins the file, if one is named.
    pub(super) fn create(
        path: Option<&Path>,
        bytes_max: Option<u64>,
    ) -> anyhow::Result<Option<ProofFile>> {
        let Some(path) = path else { return Ok(None) };
        let file = OutputFile::create(path)?;
        let bytes_max = bytes_max.unwrap_or(BYTES_MAX_DEFAULT);
        Ok(Some(ProofFile { path: path.to_owned(), file, bytes_max, count: 0 }))
    }

    /// Proves what was found out about a level, if there is something to prove, and says on
    /// standard error how that went.
    pub(super) fn prove(
        &mut self,
        place: &Place,
        level: &Level,
        settings: &Settings,
        report: &Report,
        output: &Output,
    ) -> anyhow::Result<()> {
        let name = format!("{}#{}", place.file, place.level);
        let tell = |text: &str| {
            if !output.is_quiet() {
                anstream::eprintln!("{name}: {text}");
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
        let (budget, bytes_max) = (settings.budget, self.bytes_max);
        let request = ProofRequest { level, claim, solution, budget, bytes_max };
        // A certificate that is given up must not be in the file.
        let spool = tempfile::tempfile().context("cannot make a temporary file for the proof")?;
        let mut spool = BufWriter::new(spool);
        let mut watch = Watch::new(place, settings.time, output);
        let proved = contain_level(place, || {
            write_proof(&request, &mut spool, &mut |progress| watch.look(progress))
        });
        watch.hide();
        let proved = match proved {
            Ok(Err(ProofError::Failed(error))) => {
                return Err(error).context("cannot write the proof to a temporary file");
            }
            Ok(Err(why)) => {
                tell(&format!("no proof: {why}; the verdict stands"));
                return Ok(());
            }
            Err(message) => {
                tell(&format!("no proof: internal error ({message}); please report this message"));
                return Ok(());
            }
            Ok(Ok(proved)) => proved,
        };
        self.append(spool)?;
        self.count += 1;
        let states = quantity(proved.states, "state");
        let lemmas = quantity(proved.lemma_nodes, "state");
        tell(&format!(
            "proof of {} ({states} listed, {lemmas} looked at for patterns; the search without \
             proof expanded {})",
            quantity(proved.bytes, "byte"),
            quantity(report.nodes, "state"),
        ));
        Ok(())
    }

    fn append(&mut self, spool: BufWriter<std::fs::File>) -> anyhow::Result<()> {
        let mut spool = spool.into_inner().map_err(std::io::IntoInnerError::into_error)?;
        spool.seek(SeekFrom::Start(0))?;
        let mut chunk = vec![0; CHUNK_BYTES];
        loop {
            match spool.read(&mut chunk)? {
                0 => return Ok(()),
                count => self.file.write(&chunk[..count])?,
            }
        }
    }

    /// Closes the file; without a certificate there is none.
    pub(super) fn end(self, output: &Output) {
        if self.count > 0 {
            self.file.complete();
            return;
        }
        self.file.discard();
        if !output.is_quiet() {
            anstream::eprintln!("{}: not written, as nothing is proved", self.path.display());
        }
    }
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
