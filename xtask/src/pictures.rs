//! `cargo xtask pictures`: makes the pictures of the documentation again, or lists those that are
//! out of date.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::workspace::{build_soko, execute, in_root, output, program, root, succeeds};

/// Where the pictures are.
const FOLDER: &str = "docs/pictures";

/// The pictures: file name, and the arguments of `soko`. `SOLVED` stands for a file of solutions.
const PICTURES: &[(&str, &[&str])] = &[
    ("solution.gif", &["render", "workshop#20", "--solution", COLONNADE, "--scale", "0.9"]),
    (
        "collection.png",
        &["render", "workshop", "--sheet", "6x5", "--solutions", SOLVED, "--caption", "Workshop"],
    ),
    ("facts.svg", &["render", "workshop#14", "--overlay", "chambers,deadlock", "--coordinates"]),
    ("distances.svg", &["render", "workshop#20", "--overlay", "distances", "--theme", "paper"]),
    ("classic.png", &["render", "workshop#18", "--theme", "classic"]),
    ("flat-dark.png", &["render", "workshop#18", "--background", "dark"]),
    ("contrast.png", &["render", "workshop#18", "--theme", "contrast"]),
    ("nethack.png", &["render", "quarry#2", "--theme", "nethack", "--background", "dark"]),
    ("paper.svg", &["render", "workshop#18", "--theme", "paper"]),
];

/// A solution of "Colonnade", fixed so that the animation stays the same when the solver changes.
const COLONNADE: &str = "ldlddlluRUUUddddrUluuurruullDDDurrrdddLLdlluRURRuullDurrdddLdlluRdrUruuu\
    lldDRddlUrrrUUluRdrUldddlluRdrUUluRRdrUllllldDrddlluRdrUluRdrUUdlluurRRR";

const SOLVED: &str = "SOLVED";

/// A screenshot of a page, which needs a browser and is not compared.
const SCREENSHOT: &str = "gallery.png";

/// Make the pictures of the documentation anew.
#[derive(Debug, clap::Args)]
pub(crate) struct Pictures {
    /// Only say which of them are out of date.
    #[arg(long)]
    check: bool,

    /// A program `soko` that is built already.
    #[arg(long, value_name = "PATH")]
    soko: Option<PathBuf>,
}

impl Pictures {
    pub(crate) fn run(self) -> Result<()> {
        let soko = match self.soko {
            Some(soko) => fs::canonicalize(soko).context("there is no such program")?,
            None => build_soko()?,
        };
        if self.check {
            return check(&soko);
        }
        let folder = root().join(FOLDER);
        fs::create_dir_all(&folder)?;
        draw(&soko, &folder)?;
        screenshot(&soko, &folder)
    }
}

/// Reports pictures that are out of date.
pub(crate) fn check(soko: &Path) -> Result<()> {
    let folder = root().join("target/pictures");
    fs::create_dir_all(&folder)?;
    draw(soko, &folder)?;
    let is_old = |name: &&str| {
        let stored = fs::read(root().join(FOLDER).join(name)).ok();
        stored != fs::read(folder.join(name)).ok()
    };
    let old: Vec<&str> = PICTURES.iter().map(|it| it.0).filter(is_old).collect();
    ensure!(
        old.is_empty(),
        "out of date in {FOLDER}: {}; run cargo xtask pictures, and look at them",
        old.join(", ")
    );
    Ok(())
}

/// Draws every picture into a folder.
fn draw(soko: &Path, folder: &Path) -> Result<()> {
    let solved = solved(soko, folder)?;
    for (name, words) in PICTURES {
        let words =
            words.iter().map(|&it| if it == SOLVED { solved.as_os_str() } else { it.as_ref() });
        execute(in_root(soko).args(words).arg("-o").arg(folder.join(name)))?;
    }
    fs::remove_file(solved).context("the file of solutions cannot be removed")
}

/// Solves the collection.
fn solved(soko: &Path, folder: &Path) -> Result<PathBuf> {
    let lines = output(in_root(soko).args(["solve", "workshop", "--format", "jsonl", "--quiet"]))?;
    let path = folder.join("solved.jsonl");
    fs::write(&path, lines).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(path)
}

/// A gallery as Chromium shows it on a narrow screen; skipped without Chromium.
fn screenshot(soko: &Path, folder: &Path) -> Result<()> {
    if !succeeds(&mut program("chromium", "--version")) {
        println!("{SCREENSHOT} is left as it is: chromium is not installed");
        return Ok(());
    }
    let temporary = root().join("target/pictures");
    fs::create_dir_all(&temporary)?;
    let page = temporary.join("gallery.html");
    execute(in_root(soko).args(["rate", "workshop#1-6", "--quiet", "--gallery"]).arg(&page))?;
    let mut chromium = program(
        "chromium",
        "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
         --disable-component-update --hide-scrollbars --window-size=1100,900",
    );
    chromium.arg(format!("--user-data-dir={}", temporary.join("profile").display()));
    chromium.arg(format!("--screenshot={}", folder.join(SCREENSHOT).display()));
    execute(chromium.arg(format!("file://{}", page.display())))
}
