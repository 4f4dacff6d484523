//! `soko generate chambers --branch`: the eight levels of the game's branch.

use anyhow::Context;
use sokolab::generator::{Funnel, Made};
use sokolab::text::{BranchPlace, Dialect, Format, Storey, Teleport, WriteOptions, write_level};

use super::destination::BranchDestination;
use super::wishes::Wishes;
use super::{Run, make};
use crate::exit::{self, Exit};
use crate::files::{is_folder, write_file};
use crate::output::Output;

/// The levels that the game picks from for each storey.
const VARIANTS: usize = 2;

/// Makes two levels for every storey and writes them, the easier ones for the lower storeys.
pub(super) fn run_branch(
    run: Run<'_>,
    wishes: &Wishes,
    (teleport, dialect): (Teleport, Option<Dialect>),
    output: &mut Output,
) -> anyhow::Result<(Funnel, Exit)> {
    let destination = wishes.destination.branch()?;
    if destination.format == Format::NethackLua
        && !destination.path.as_deref().is_some_and(is_folder)
    {
        anyhow::bail!("a nethack-lua file holds one level: name a folder with -o FOLDER/");
    }
    let mut levels = Vec::new();
    let count = Some((Storey::ALL.len() * VARIANTS) as u64);
    let (funnel, exit) = make(run, wishes, count, output, &mut |made, _| {
        levels.push(made);
        Ok(())
    })?;
    if exit == exit::DONE {
        levels.sort_by_key(|it: &Made| (it.solution.measures().pushes, it.index));
        write_branch(&levels, &destination, (teleport, dialect), output)?;
    }
    Ok((funnel, exit))
}

fn write_branch(
    levels: &[Made],
    destination: &BranchDestination,
    (teleport, dialect): (Teleport, Option<Dialect>),
    output: &mut Output,
) -> anyhow::Result<()> {
    let storeys = Storey::ALL.into_iter().flat_map(|it| (1..=VARIANTS).map(move |n| (it, n)));
    let mut all = String::new();
    let folder = destination.path.as_deref().filter(|it| is_folder(it));
    for ((storey, variant), made) in storeys.zip(levels) {
        let place = BranchPlace { storey, variant, teleport };
        let branch = Some(place);
        let options = WriteOptions { branch, dialect, ..WriteOptions::new(destination.format) };
        let mut text = String::new();
        write_level(&made.labelled(), variant, &options, &mut text)?;
        match folder.filter(|_| destination.format == Format::NethackLua) {
            Some(folder) => write_file(&folder.join(format!("{}.lua", place.name())), &text)?,
            None => all.push_str(&text),
        }
    }
    if let Some(path) = &destination.solutions {
        let lines = levels.iter().map(|it| format!("{}\n", it.solution.moves()));
        std::fs::write(path, lines.collect::<String>())
            .with_context(|| format!("cannot write to {}", path.display()))?;
    }
    match (destination.format, folder) {
        (Format::NethackLua, _) => Ok(()),
        (_, Some(folder)) => write_file(&folder.join("sokoban.des"), &all),
        (_, None) => {
            output.redirect(destination.path.as_deref())?;
            output.write(&all)
        }
    }
}
