//! `cargo xtask nethack`: compiles our levels with the real game and wins them with our solutions.
//!
//! Debian's `NetHack` 3.6 is installed if it is missing. Its own compiler must accept every level
//! of a number of generated branches without output; then one branch is packed into a private copy
//! of the game's data, and the game is played in a pseudo-terminal, storey by storey. The screen
//! after every key is compared with what the rules predict.

mod data;
mod play;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use sokolab_core::text::{Alphabet, ReadOptions, parse_moves_in, read_text};
use sokolab_core::{LetterCase, Level, Moves, Rules, verify};

use crate::bench::absolute;
use crate::debian;
use crate::workspace::{build_soko, execute, in_root, root, succeeds};

/// The levels of a branch: two for each of four storeys.
const LEVELS: usize = 8;

/// How often a branch is restarted: a monster behind a boulder blocks it, and the game creates
/// monsters at random.
const ATTEMPTS: usize = 5;

/// Compile generated branches with the game's own compiler, and win one in the game (Debian).
#[derive(Debug, clap::Args)]
pub(crate) struct Nethack {
    /// How many branches of eight levels to compile.
    #[arg(long, default_value_t = 13)]
    branches: u64,

    /// How many of them to play.
    #[arg(long, default_value_t = 1)]
    games: u64,

    /// A program `soko` that is built already.
    #[arg(long)]
    soko: Option<PathBuf>,

    /// More options for `soko generate chambers`, such as `--spare 1`.
    #[arg(last = true)]
    options: Vec<String>,
}

/// A level of the branch with its solution.
#[derive(Debug)]
struct Storey {
    name: String,
    level: Level,
    moves: Moves,
}

impl Nethack {
    pub(crate) fn run(self) -> Result<()> {
        install()?;
        let soko = self.soko.as_deref().map_or_else(build_soko, |it| Ok(absolute(it)))?;
        let folder = root().join("target/nethack");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        let mut compiled = 0;
        for seed in 1..=self.branches {
            let folder = folder.join(format!("branch-{seed}"));
            let storeys = self.generate(&soko, seed, &folder)?;
            compiled += data::compile(&folder, "sokoban.des", &storeys)?;
        }
        println!("{compiled} levels compiled without a complaint");
        let mut won = Vec::new();
        for seed in 1..=self.games.min(self.branches) {
            let folder = folder.join(format!("branch-{seed}"));
            let storeys = read(&folder)?;
            let names = played(&storeys, &folder)?;
            won.extend(names.into_iter().map(|name| format!("branch {seed}: {name}")));
        }
        println!("won in the game, screens in {}:", folder.display());
        for it in &won {
            println!("  {it}");
        }
        Ok(())
    }

    fn generate(&self, soko: &Path, seed: u64, folder: &Path) -> Result<Vec<Storey>> {
        fs::create_dir_all(folder)?;
        let mut command = in_root(soko);
        command.args(["generate", "chambers", "--branch", "--quiet", "--seed", &seed.to_string()]);
        command.args(&self.options).arg("--solutions").arg(folder.join("solutions.txt"));
        execute(command.arg("-o").arg(folder.join("sokoban.des")))?;
        read(folder)
    }
}

/// Plays a branch, and repeats it if a monster got in the way.
fn played(storeys: &[Storey], folder: &Path) -> Result<Vec<String>> {
    let mut attempt = 1;
    loop {
        let game = data::pack(folder)?;
        match play::play(&game, storeys, folder) {
            Err(why) if attempt < ATTEMPTS => println!("attempt {attempt}: {why:#}"),
            played => return played,
        }
        attempt += 1;
    }
}

/// The levels of a folder, read back from the compiler's input, with their solutions.
fn read(folder: &Path) -> Result<Vec<Storey>> {
    let text = read_text(&fs::read(folder.join("sokoban.des"))?, ReadOptions::default());
    let solutions = fs::read_to_string(folder.join("solutions.txt"))?;
    ensure!(text.levels.len() == LEVELS, "{} levels in {}", text.levels.len(), folder.display());
    let storeys = text.levels.into_iter().zip(solutions.lines()).map(|(level, line)| {
        let name = level.title.clone().context("a level without a name")?;
        let level = level.with_rules(Rules::NETHACK_GAME);
        let Ok(moves) = parse_moves_in(line, Alphabet::Lurd) else { bail!("{name}: bad moves") };
        if let Err(refusal) = verify(&level, &moves, LetterCase::Strict) {
            bail!("{name}, read again, is not solved: {refusal}");
        }
        Ok(Storey { name, level, moves })
    });
    storeys.collect()
}

/// Makes sure that the game, its compiler and a terminal are installed.
fn install() -> Result<()> {
    let has_terminal = succeeds(Command::new("tmux").arg("-V"));
    if has_terminal && data::TOOLS.iter().all(|it| PathBuf::from(it).exists()) {
        return Ok(());
    }
    debian::install("nethack-common nethack-console tmux")
}
