//! A page with a player for each level.

use sokolab::Moves;
use sokolab::render::{Exhibit, gallery};

use super::Render;
use super::failure::Failure;
use super::solution::Solved;
use super::subject::{Subject, session};
use super::target::Target;
use crate::exit::Exit;
use crate::input::Levels;
use crate::io::output::Output;

/// The largest number of levels on a page: with more, browsers become slow.
const LEVELS_MAX: usize = 2_000;

/// Writes one page with all levels.
pub(super) fn run(
    render: &Render,
    levels: &mut Levels,
    solved: &mut Solved,
    output: &mut Output,
    mut target: Target,
) -> anyhow::Result<Exit> {
    target.open(output)?;
    let mut shown: Vec<Subject> = Vec::new();
    let verdict = render.each(levels, solved, output, |subject, _| {
        if shown.len() == LEVELS_MAX {
            let error = anyhow::anyhow!("a page can have at most {LEVELS_MAX} levels: select some");
            return Err(Failure::Program(error));
        }
        session(&subject.level).map_err(Failure::of_level)?;
        shown.push(at_its_state(subject));
        Ok(())
    })?;
    if !shown.is_empty() {
        output.write(&page(render, &shown))?;
    }
    Ok(verdict)
}

/// The level after the moves of `--after`.
fn at_its_state(subject: &Subject) -> Subject {
    let mut level = subject.level.clone();
    level.picture = subject.picture.clone();
    Subject {
        number: subject.number,
        level,
        place: subject.place.clone(),
        picture: subject.picture.clone(),
        done: Moves::default(),
        solution: subject.solution.clone(),
    }
}

fn page(render: &Render, shown: &[Subject]) -> String {
    let none = Moves::default();
    let exhibit =
        |it: &'_ Subject| (it.name(), it.solution.clone().unwrap_or_else(|| none.clone()));
    let named: Vec<(String, Moves)> = shown.iter().map(exhibit).collect();
    let exhibits = shown.iter().zip(&named).map(|(subject, (name, solution))| Exhibit {
        name: name.clone(),
        level: &subject.level,
        solution,
        facts: Vec::new(),
    });
    let exhibits: Vec<Exhibit<'_>> = exhibits.collect();
    let title = render.caption().unwrap_or(match named.as_slice() {
        [(name, _)] => name,
        _ => "Levels",
    });
    gallery(title, render.look.look().theme, &exhibits)
}
