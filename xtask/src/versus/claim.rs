//! Parses what a solver claims, and has the referee judge it.

use std::io::{BufRead, Result};

use serde_json::Value;
use sokolab_core::{LetterCase, Level, Measures, Moves, parse_moves, verify};

/// The verdict on all that a solver printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClaimVerdict {
    /// It claims nothing.
    Silent,
    /// The referee accepts a solution; the one with the fewest pushes, then moves, if there are
    /// several.
    Accepted(Measures),
    /// It claims solutions, but the referee accepts none; the reason for the first.
    Refused(String),
}

/// Verifies every claim in the output of a solver.
pub(super) fn judge(output: impl BufRead, level: &Level) -> Result<ClaimVerdict> {
    let mut best: Option<Measures> = None;
    let mut refusal: Option<String> = None;
    for line in output.split(b'\n') {
        let Some(claim) = claim_in(&String::from_utf8_lossy(&line?)) else {
            continue;
        };
        let verdict = claim.and_then(|moves| {
            let verdict = verify(level, &moves, LetterCase::Corrected);
            verdict.map_err(|refusal| refusal.to_string())
        });
        match verdict {
            Ok(verdict) => {
                let new = verdict.solution.measures();
                let is_better = |old: Measures| (new.pushes, new.moves) < (old.pushes, old.moves);
                best = if best.is_none_or(is_better) { Some(new) } else { best };
            }
            Err(reason) => refusal = refusal.or(Some(reason)),
        }
    }
    Ok(match (best, refusal) {
        (Some(measures), _) => ClaimVerdict::Accepted(measures),
        (None, Some(reason)) => ClaimVerdict::Refused(reason),
        (None, None) => ClaimVerdict::Silent,
    })
}

/// The moves that a line claims to be a solution: a line of `lurd` letters, run-length encoded or
/// not, or a JSON object with a string `solution`. An error means that such a string is not moves.
fn claim_in(line: &str) -> Option<std::result::Result<Moves, String>> {
    let line = line.trim();
    if line.starts_with('{') {
        let object: Value = serde_json::from_str(line).ok()?;
        let solution = object["solution"].as_str()?;
        return Some(parse_moves(solution).map_err(|error| error.to_string()));
    }
    let is_letter = |it: char| "lurdLURD".contains(it);
    let is_part = |it: char| is_letter(it) || it.is_ascii_digit() || "()".contains(it);
    if !line.contains(is_letter) || !line.chars().all(is_part) {
        return None;
    }
    parse_moves(line).ok().map(Ok)
}

#[cfg(test)]
mod tests {
    use sokolab_core::read_level;

    use super::{ClaimVerdict, judge};

    fn check(output: &str, expected: &str) {
        let level = read_level("#######\n#@ $ .#\n#######\n").expect("it is a level");
        let verdict = judge(output.as_bytes(), &level).expect("a slice can be read");
        let text = match verdict {
            ClaimVerdict::Silent => "silent".to_owned(),
            ClaimVerdict::Accepted(it) => format!("{} pushes, {} moves", it.pushes, it.moves),
            ClaimVerdict::Refused(reason) => reason,
        };
        assert!(text.contains(expected), "{output:?}: {text}");
    }

    #[test]
    fn a_line_of_moves_is_a_claim() {
        check("some words\nrRR\r\n", "2 pushes, 3 moves");
        check("  r2R", "2 pushes, 3 moves");
        check("(r)2(R)\n", "2 pushes, 3 moves");
        check("\u{1b}[36m#\n\nrrr\n", "2 pushes, 3 moves");
    }

    #[test]
    fn a_json_line_with_a_solution_is_a_claim() {
        check("{\"status\":\"solved\",\"solution\":\"rRR\"}\n", "2 pushes");
        check("{\"status\":\"stopped\"}\n", "silent");
        check("{\"solution\":null}\n{\"solution\"\n", "silent");
        check("{\"solution\":\"none\"}\n", "is not a move");
    }

    #[test]
    fn other_lines_are_none() {
        check("", "silent");
        check("\n \n12\n()\n3r4\nright\nSolution: rRR\n", "silent");
    }

    #[test]
    fn the_referee_decides() {
        check("l\n", "wall");
        check("rR\n", "not solved");
        check("rR\nlrrRR\nlr\nrRR\nrlrRR\n", "2 pushes, 3 moves");
    }
}
