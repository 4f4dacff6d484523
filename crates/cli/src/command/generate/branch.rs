//! `soko generate chambers --branch`: the eight levels of the game's branch.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use sokolab::Level;
use sokolab::generator::{Funnel, GRADE_CRITERION, GeneratedLevel, Selection};
use sokolab::insight::rating::{Rating, RatingLimits, rate};
use sokolab::text::{
    BranchPlace, Dialect, Format, ReadOptions, Storey, Teleport, WriteOptions, read_text,
    write_level,
};

use super::arguments::GenerateArgs;
use super::destination::BranchDestination;
use super::grading::{interrupted, rating_of};
use super::run::{Run, make};
use super::writer::named_solution;
use crate::exit::Exit;
use crate::gallery::{Gallery, STATES_MAX};
use crate::io::files::write_files;
use crate::io::message;
use crate::io::output::Output;
use crate::io::paths::is_folder;

/// The number of levels from which the game picks one for each storey.
const VARIANTS: usize = 2;

/// The number of levels of a branch.
const LEVELS: usize = Storey::ALL.len() * VARIANTS;

/// The style of a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct BranchStyle {
    pub(super) teleport: Teleport,
    pub(super) dialect: Option<Dialect>,
}

/// A level with its place in the branch.
struct Placed {
    place: BranchPlace,
    made: GeneratedLevel,
    /// The level as it is read from the game's file, including the rooms of the prize.
    level: Level,
    /// Its rating by `soko rate`; `None` if interrupted.
    rating: Option<Rating>,
}

/// Makes whole branches, two levels for every storey, and writes them, with the easier levels on
/// the lower storeys.
pub(super) fn run_branch(
    run: Run<'_>,
    args: &GenerateArgs,
    style: BranchStyle,
    output: &mut Output,
) -> anyhow::Result<(Funnel, Exit)> {
    let branches = args.branches();
    let destination = args.destination.branch()?;
    destination.check(branches)?;
    let grades = args.grade.clone();
    let judge = move |made: &mut GeneratedLevel| suits(made, grades.as_ref());
    let Run { recipe, rules, selection, trials_per_level, witness } = run;
    let selection = Selection { judge: Some(&judge), ..selection };
    let run = Run { recipe, rules, selection, trials_per_level, witness };
    let avoid = args.avoided(rules, output)?;
    let mut levels = Vec::new();
    let count = branches.saturating_mul(LEVELS as u64);
    let (funnel, exit) = make(run, args, (Some(count), avoid), output, &mut |made, _| {
        levels.push(made);
        Ok(())
    })?;
    let branches: Vec<Vec<Placed>> =
        levels.chunks_exact(LEVELS).map(|it| placed(it, style.teleport)).collect();
    if !branches.is_empty() {
        write_branches(&branches, &destination, style, output)?;
        if !output.is_quiet() {
            message::line!("{}", where_it_goes(destination.format, style.dialect));
        }
    }
    Ok((funnel, exit))
}

/// Whether a level can be on any storey, and has the requested grade there.
fn suits(
    made: &GeneratedLevel,
    grades: Option<&RangeInclusive<usize>>,
) -> Result<(), &'static str> {
    for storey in [Storey::Prize, Storey::Second] {
        let level = as_read(made, storey).ok_or("space for the prize")?;
        if let Some(wanted) = grades {
            let rating = rated(&level, 0).ok_or(GRADE_CRITERION)?;
            if !wanted.contains(&usize::from(rating.grade.step)) {
                return Err(GRADE_CRITERION);
            }
        }
    }
    Ok(())
}

/// The level as it is read from the game's file on a storey; `None` if it cannot be there.
fn as_read(made: &GeneratedLevel, storey: Storey) -> Option<Level> {
    let branch = Some(BranchPlace { storey, variant: 1, teleport: Teleport::None });
    let options = WriteOptions { branch, ..WriteOptions::new(Format::NethackDes) };
    let mut text = String::new();
    write_level(&made.level, 1, &options, &mut text).ok()?;
    let format = Some(Format::NethackDes);
    read_text(text.as_bytes(), ReadOptions { format, legend: None }).levels.pop()
}

/// The rating of a level by `soko rate`.
fn rated(level: &Level, states_max: usize) -> Option<Rating> {
    let limits = RatingLimits { states_max, ..RatingLimits::DEFAULT };
    rate(level, &limits, &mut |_| interrupted()).ok()
}

/// The levels of a branch on their storeys, in the order of play: levels with higher grades come
/// later.
fn placed(levels: &[GeneratedLevel], teleport: Teleport) -> Vec<Placed> {
    let score = |it: &Option<Rating>| it.as_ref().map_or(f64::NEG_INFINITY, |it| it.grade.score);
    let mut graded: Vec<(&GeneratedLevel, Option<Rating>)> = levels
        .iter()
        .map(|made| {
            let read = as_read(made, Storey::Second).and_then(|level| rated(&level, 0));
            (made, read.or_else(|| rating_of(made, 0)))
        })
        .collect();
    graded.sort_by(|one, two| score(&one.1).total_cmp(&score(&two.1)));
    let places = Storey::ALL.into_iter().flat_map(|storey| {
        (1..=VARIANTS).map(move |variant| BranchPlace { storey, variant, teleport })
    });
    let mut placed: Vec<Placed> = places
        .zip(graded)
        .map(|(place, (made, rating))| {
            let level = as_read(made, place.storey).unwrap_or_else(|| made.level.clone());
            let rating = if place.storey == Storey::Prize { rated(&level, 0) } else { rating };
            Placed { place, made: made.clone(), level, rating }
        })
        .collect();
    // The rooms of the prize may change which of two levels is harder.
    placed.sort_by(|one, two| {
        let scores = score(&one.rating).total_cmp(&score(&two.rating));
        one.place.storey.cmp(&two.place.storey).then(scores)
    });
    for (index, it) in placed.iter_mut().enumerate() {
        it.place.variant = index % VARIANTS + 1;
    }
    placed
}

fn write_branches(
    branches: &[Vec<Placed>],
    destination: &BranchDestination,
    style: BranchStyle,
    output: &mut Output,
) -> anyhow::Result<()> {
    let mut gallery = destination.gallery.as_deref().map(Gallery::new).transpose()?;
    for (index, levels) in branches.iter().enumerate() {
        let number = (branches.len() > 1).then_some(index + 1);
        let folder = destination.folder(number);
        write_branch(levels, destination, folder.as_deref(), style, output)?;
        for it in levels {
            let (Some(gallery), Some(rating)) = (&mut gallery, rated(&it.level, STATES_MAX)) else {
                continue;
            };
            let branch = number.map_or(String::new(), |it| format!("branch {it}, "));
            let GeneratedLevel { generator, seed, index, .. } = &it.made;
            let name = format!("{branch}{} ({generator} {seed}-{index})", it.place.name());
            gallery.add(name, &it.level, &rating);
        }
    }
    if let Some(path) = &destination.solutions {
        let text = branches.iter().enumerate().map(|(index, levels)| {
            let folder = (branches.len() > 1).then(|| format!("branch-{}/", index + 1));
            let folder = folder.unwrap_or_default();
            let lines = levels.iter().map(|it| {
                let name = format!("{folder}{}", it.place.name());
                named_solution(&name, &it.made)
            });
            lines.collect::<String>()
        });
        write_files(&[(path.clone(), text.collect::<String>())])?;
    }
    gallery.map_or(Ok(()), |mut it| {
        it.set_title(|| "A branch of NetHack, from entry to prize".to_owned());
        it.finish()
    })
}

/// Writes one branch to `folder`, or to the only file of the destination.
fn write_branch(
    levels: &[Placed],
    destination: &BranchDestination,
    folder: Option<&Path>,
    BranchStyle { dialect, .. }: BranchStyle,
    output: &mut Output,
) -> anyhow::Result<()> {
    let (mut all, mut files) = (String::new(), Vec::new());
    for Placed { place, made, .. } in levels {
        let branch = Some(*place);
        let options = WriteOptions { branch, dialect, ..WriteOptions::new(destination.format) };
        let mut text = String::new();
        write_level(&made.labelled(), place.variant, &options, &mut text)?;
        match folder.filter(|_| destination.format == Format::NethackLua) {
            Some(folder) => files.push((folder.join(format!("{}.lua", place.name())), text)),
            None => all.push_str(&text),
        }
    }
    match (destination.format, folder) {
        (Format::NethackLua, _) => {}
        (_, Some(folder)) => files.push((folder.join("sokoban.des"), all)),
        (_, None) => {
            output.redirect(destination.path.as_deref())?;
            output.write(&all)?;
        }
    }
    write_files(&files)
}

impl BranchDestination {
    /// Refuses a destination that cannot hold this many branches.
    fn check(&self, branches: u64) -> anyhow::Result<()> {
        if self.path.as_deref().is_some_and(is_folder) {
            return Ok(());
        }
        if self.format == Format::NethackLua {
            anyhow::bail!("a nethack-lua file holds one level: name a folder with -o FOLDER/");
        }
        if branches > 1 {
            anyhow::bail!("each branch gets a folder of its own: name one for all with -o FOLDER/");
        }
        Ok(())
    }

    /// The folder of a branch, which has a number if there are several.
    fn folder(&self, number: Option<usize>) -> Option<PathBuf> {
        let folder = self.path.as_deref().filter(|it| is_folder(it))?;
        Some(number.map_or(folder.to_owned(), |it| folder.join(format!("branch-{it}"))))
    }
}

/// The path of the levels in the game's source.
fn where_it_goes(format: Format, dialect: Option<Dialect>) -> String {
    let place = match (format, dialect) {
        (Format::NethackLua, _) => "3.7 the files are dat/soko1-1.lua to dat/soko4-2.lua",
        (_, Some(Dialect::Des343)) => "3.4.3 the file is dat/sokoban.des",
        (_, Some(Dialect::Des4)) => "4 the file is libnethack/dat/sokoban.des",
        _ => "3.6 the file is dat/sokoban.des",
    };
    format!("note: in the source of NetHack {place}; then build and install the game")
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use sokolab::Rules;
    use sokolab::generator::{Chambers, GeneratedLevel, Guard, Selection, StreamRequest, stream};
    use sokolab::text::{Dialect, Format, Storey, Teleport};

    use super::{LEVELS, as_read, placed, rated, where_it_goes};

    fn levels(seed: u64) -> Vec<GeneratedLevel> {
        let recipe = Chambers { guard: Guard::Levitation, ..Chambers::new(Rules::NETHACK_GAME) };
        let judge = |made: &mut GeneratedLevel| {
            as_read(made, Storey::Prize).map(|_| ()).ok_or("no space for rooms")
        };
        let selection = Selection { judge: Some(&judge), ..Selection::default() };
        let (count, trials_max) = (Some(LEVELS as u64), 5_000);
        let wish = StreamRequest { seed, first_index: 1, count, trials_max, threads: 1, selection };
        let mut levels = Vec::new();
        let harvest = stream(&recipe, &wish, &|| true, &mut |made| {
            levels.push(made);
            ControlFlow::Continue(())
        });
        harvest.expect("there are enough");
        levels
    }

    #[test]
    fn lower_storeys_have_the_easier_levels_by_the_grade_that_rate_gives() {
        for seed in [1, 2] {
            let placed = placed(&levels(seed), Teleport::Region);
            let names: Vec<String> = placed.iter().map(|it| it.place.name()).collect();
            let order = ["4-1", "4-2", "3-1", "3-2", "2-1", "2-2", "1-1", "1-2"]
                .map(|it| format!("soko{it}"));
            assert_eq!(names, order);
            let mut last = 0;
            for it in &placed {
                assert_eq!(it.level.rules, Rules::NETHACK_GAME, "as it is read again");
                let grade = rated(&it.level, 0).expect("it has a solution").grade;
                assert!(grade.step >= last, "{}: {grade:?} after {last}", it.place.name());
                last = grade.step;
            }
        }
    }

    #[test]
    fn the_note_names_the_place_in_the_source() {
        let note = |format, dialect| where_it_goes(format, dialect);
        assert!(note(Format::NethackLua, None).contains("3.7"));
        assert!(note(Format::NethackDes, None).contains("3.6 the file is dat/sokoban.des"));
        let four = note(Format::NethackDes, Some(Dialect::Des4));
        assert!(four.contains("libnethack/dat/sokoban.des"), "{four}");
    }
}
