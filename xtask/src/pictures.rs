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

/// The fingerprint of the page in the screenshot, which says when that is out of date.
const FINGERPRINT: &str = "gallery.txt";

/// Recreate the pictures of the documentation.
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
    write_fingerprint(&gallery(soko, &folder)?, &folder)?;
    let is_old = |name: &&str| {
        let stored = fs::read(root().join(FOLDER).join(name)).ok();
        stored != fs::read(folder.join(name)).ok()
    };
    let names = PICTURES.iter().map(|it| it.0).chain([FINGERPRINT]);
    let old: Vec<&str> = names.filter(is_old).collect();
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

/// Writes the page of the screenshot.
fn gallery(soko: &Path, folder: &Path) -> Result<PathBuf> {
    let page = folder.join("gallery.html");
    execute(in_root(soko).args(["rate", "workshop#1-6", "--quiet", "--gallery"]).arg(&page))?;
    Ok(page)
}

/// Writes which page a screenshot shows.
fn write_fingerprint(page: &Path, folder: &Path) -> Result<()> {
    let text = format!("{SCREENSHOT} shows the page {:016x}.\n", fingerprint(&fs::read(page)?));
    fs::write(folder.join(FINGERPRINT), text).context("cannot write the fingerprint")
}

/// A hash that is the same on every machine: FNV-1a.
fn fingerprint(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// A gallery as Chromium shows it on a narrow screen; skipped without Chromium.
fn screenshot(soko: &Path, folder: &Path) -> Result<()> {
    if !succeeds(&mut program("chromium", "--version")) {
        println!("{SCREENSHOT} is left as it is: chromium is not installed");
        return Ok(());
    }
    let temporary = root().join("target/pictures");
    fs::create_dir_all(&temporary)?;
    // An address of a file must be absolute.
    let page = fs::canonicalize(gallery(soko, &temporary)?)?;
    let mut chromium = program(
        "chromium",
        "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
         --disable-component-update --hide-scrollbars --window-size=1100,900",
    );
    chromium.arg(format!("--user-data-dir={}", temporary.join("profile").display()));
    chromium.arg(format!("--screenshot={}", folder.join(SCREENSHOT).display()));
    execute(chromium.arg(format!("file://{}", page.display())))?;
    write_fingerprint(&page, folder)
}

#[cfg(test)]
mod tests {
    use super::fingerprint;

    #[test]
    fn the_fingerprint_is_that_of_the_standard() {
        assert_eq!(fingerprint(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
