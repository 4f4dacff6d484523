//! Small random levels that are unsolvable for more than one lost box.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};
use sokolab_core::testing::{Chance, random_level};
use sokolab_core::text::{Format, WriteOptions, write_level};
use sokolab_core::{Rules, check};

use super::json_lines;
use crate::workspace::in_root;

/// Candidates solved at a time, and the most rounds of that.
const CANDIDATES: usize = 5_000;
const ROUNDS_MAX: usize = 50;

/// The floor of a level is at most a square of this side.
const SIDE: usize = 6;
const BOXES_MAX: usize = 5;

/// This many different unsolvable levels, one JSON line each. Those in which the solver finds a box
/// on a dead square are left out: they are nine in ten, and their certificates are empty.
pub(super) fn unsolvable(
    soko: &Path,
    folder: &Path,
    rules: Rules,
    seed: u64,
    count: usize,
) -> Result<Vec<String>> {
    let mut chance = Chance::new(seed);
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    let path = folder.join("candidates.jsonl");
    for _ in 0..ROUNDS_MAX {
        let mut candidates = Vec::new();
        while candidates.len() < CANDIDATES {
            let level = random_level(&mut chance, rules, SIDE, BOXES_MAX);
            let mut line = String::new();
            let options = WriteOptions::new(Format::JsonLines);
            if check(&level).is_ok() && write_level(&level, 1, &options, &mut line).is_ok() {
                candidates.push(line);
            }
        }
        fs::write(&path, candidates.concat())?;
        let mut solve = in_root(soko);
        solve.arg("solve").arg(&path).args(["--threads", "1", "--nodes", "100000", "--quiet"]);
        let solved = json_lines(solve.args(["--format", "jsonl"]))?;
        for (line, solved) in candidates.into_iter().zip(&solved) {
            let is_plain = solved["why"]["kind"] == "dead-square";
            let mut is_new = || known.insert(solved["id"].to_string());
            if solved["status"] == "unsolvable" && !is_plain && is_new() {
                found.push(line);
            }
        }
        if found.len() >= count {
            found.truncate(count);
            return Ok(found);
        }
    }
    bail!("only {} unsolvable levels were found under {rules} rules", found.len())
}
