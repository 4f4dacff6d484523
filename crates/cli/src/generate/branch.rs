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
        put_prizes_last(&mut levels);
        write_branch(&levels, &destination, (teleport, dialect), output)?;
    }
    Ok((funnel, exit))
}

/// Moves the hardest levels that have space for the rooms of the prize to the end.
fn put_prizes_last(levels: &mut Vec<Made>) {
    let has_space = |made: &Made| {
        let (storey, teleport) = (Storey::Prize, Teleport::None);
        let branch = Some(BranchPlace { storey, variant: 1, teleport });
        let options = WriteOptions { branch, ..WriteOptions::new(Format::NethackDes) };
        write_level(&made.level, 1, &options, &mut String::new()).is_ok()
    };
    let mut last = Vec::new();
    for at in (0..levels.len()).rev() {
        if last.len() < VARIANTS && has_space(&levels[at]) {
            last.push(levels.remove(at));
        }
    }
    levels.extend(last.into_iter().rev());
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
