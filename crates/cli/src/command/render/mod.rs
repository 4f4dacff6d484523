//! `soko render`: levels, solutions and facts as text, pictures, animations and pages.

mod animated;
mod failure;
mod font;
mod format;
mod look;
mod page;
mod sheet;
mod solution;
mod still;
mod subject;
mod target;
mod text;

use std::path::{Path, PathBuf};

use sokolab::render::overlay::Overlay;
use sokolab::text::Alphabet;

use self::animated::Motion;
use self::failure::Failure;
use self::format::PictureFormat;
use self::look::LookArguments;
use self::sheet::SheetSize;
use self::solution::Solved;
use self::subject::Subject;
use self::target::Target;
use crate::boundary::{self, FailureForm};
use crate::exit::{self, Exit};
use crate::input::claims::claims_for;
use crate::input::read_errors::is_read_without_errors;
use crate::input::{Entry, Input, Levels, WithoutFile};
use crate::io::message;
use crate::io::output::Output;
use crate::terminal::diagnostics;

/// The heading of options that select what is shown.
const SHOWN: &str = "What to show";

/// Draw levels as text, pictures, animations and pages.
///
/// The file name extension selects the format: .svg, .png, .gif or .apng (an animated solution),
/// .html (a page with players) or .txt. Without a file, levels are printed as text.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Render {
    #[command(flatten)]
    input: Input,

    /// Draw the state after these moves.
    #[arg(long, help_heading = SHOWN, value_name = "LURD", allow_hyphen_values = true)]
    after: Option<String>,

    /// A solution, used for every level: a GIF or a page plays it.
    #[arg(long, help_heading = SHOWN, value_name = "LURD", allow_hyphen_values = true,
        conflicts_with_all = ["solutions", "after"])]
    solution: Option<String>,

    /// A file of solutions, as soko solve writes them as JSON lines or lurd.
    ///
    /// Without --solution and --solutions, the solutions stored with the levels are used.
    #[arg(long, help_heading = SHOWN, value_name = "FILE", conflicts_with = "after")]
    solutions: Option<PathBuf>,

    /// The letters of the moves.
    #[arg(long, help_heading = SHOWN, hide_short_help = true, value_name = "NAME",
        default_value = "lurd")]
    moves_alphabet: Alphabet,

    /// Facts to draw over the picture, with a legend; can be given several times.
    #[arg(long, help_heading = SHOWN, value_name = "NAME", value_delimiter = ',')]
    overlay: Vec<Overlay>,

    /// Contact sheets with this many columns and rows of levels, as in 10x9.
    ///
    /// Levels with a known solution are marked.
    #[arg(long, help_heading = SHOWN, value_name = "WxH", value_parser = SheetSize::parse,
        conflicts_with_all = ["after", "overlay"])]
    sheet: Option<SheetSize>,

    /// Text to write below the picture, or above a sheet or a page.
    #[arg(long, help_heading = SHOWN, value_name = "TEXT")]
    caption: Option<String>,

    #[command(flatten)]
    look: LookArguments,

    #[command(flatten)]
    motion: Motion,

    /// The format, if the file name does not determine it.
    #[arg(long, value_name = "FORMAT")]
    format: Option<PictureFormat>,

    /// Write to a file, or one picture per level to a folder, for example pictures/; - is standard
    /// output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  soko render workshop#1 -o level.svg
  soko render workshop#1 -o level.png --theme classic --scale 2
  soko solve workshop --format jsonl -o solved.jsonl
  soko render workshop#1 --solutions solved.jsonl -o solution.gif
  soko render workshop --solutions solved.jsonl -o animations/ --format gif
  soko render workshop --sheet 6x5 --solutions solved.jsonl -o sheet.png
  soko render workshop#1 -o facts.svg --overlay chambers,deadlock --coordinates
";

impl Render {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let format = PictureFormat::of(self.format, self.output.as_deref(), self.sheet.is_some())?;
        self.check_options(format)?;
        if self.sheet.is_none() {
            font::warn_of_missing(self.caption(), format, output);
        }
        let alphabet = self.moves_alphabet;
        let (moves, path) = (self.solution.as_deref(), self.solutions.as_deref());
        let claims = claims_for(&self.input.levels, moves, path, alphabet)?;
        let mut solved = Solved::new(claims);
        let mut levels = self.input.open(WithoutFile::Embedded)?;
        let mut target = Target::new(self.output.as_deref(), format);
        let verdict = match (format, self.sheet) {
            (PictureFormat::Text, _) => {
                target.open(output)?;
                self.each(&mut levels, &mut solved, output, |subject, output| {
                    text::print(&self, subject, output)
                })?
            }
            (PictureFormat::Html, _) => page::run(&self, &mut levels, &mut solved, output, target)?,
            (_, Some(size)) => sheet::run(&self, size, (&mut levels, &mut solved), output, target)?,
            (_, None) => {
                let verdict = self.each(&mut levels, &mut solved, output, |subject, _| {
                    let picture = if format.is_animation() {
                        animated::picture(&self, subject, format)?
                    } else {
                        Some(still::picture(&self, subject, format)?)
                    };
                    let put = |picture| target.put(subject.number, picture);
                    Ok(picture.map_or(Ok(()), put)?)
                })?;
                target.finish(output)?;
                verdict
            }
        };
        Ok(levels.exit().and(verdict))
    }

    /// Refuses options that do not apply to the format.
    fn check_options(&self, format: PictureFormat) -> anyhow::Result<()> {
        if !format.is_animation() && self.motion.is_given() {
            anyhow::bail!(
                "--frames, --speed and --loop are for animations: name a .gif or .apng file"
            );
        }
        if matches!(format, PictureFormat::Text | PictureFormat::Html) && !self.overlay.is_empty() {
            anyhow::bail!(
                "--overlay is for pictures: name a .svg, .png, .gif or .apng file with -o, or a \
                 format"
            );
        }
        if format.is_animation() && self.after.is_some() {
            anyhow::bail!("--after draws one state; an animation takes --solution or --solutions");
        }
        Ok(())
    }

    /// Does something with every level. Failures are reported, and the other levels are still
    /// processed.
    fn each(
        &self,
        levels: &mut Levels,
        solved: &mut Solved,
        output: &mut Output,
        mut work: impl FnMut(&Subject, &mut Output) -> Result<(), Failure>,
    ) -> anyhow::Result<Exit> {
        let (mut verdict, mut number) = (exit::DONE, 0);
        while let Some(Entry { place, level }) = levels.next(output) {
            number += 1;
            if !is_read_without_errors(&place, &level) {
                verdict = verdict.and(exit::NEGATIVE);
                continue;
            }
            let done = boundary::around(&place, &level, FailureForm::Nothing, output, |output| {
                let subject = self.subject(number, (&place, &level), solved)?;
                work(&subject, output)
            })?;
            match done {
                None | Some(Ok(())) => {}
                Some(Err(Failure::Program(error))) => return Err(error),
                Some(Err(Failure::Level { error, rows, exit })) => {
                    let place = format!("{}#{}", place.file, place.level);
                    diagnostics::print_error(&error.context(place));
                    for row in rows {
                        message::line!("  {row}");
                    }
                    verdict = verdict.and(exit);
                }
            }
        }
        Ok(verdict)
    }

    fn caption(&self) -> Option<&str> {
        self.caption.as_deref().filter(|it| !it.trim().is_empty())
    }

    fn output_path(&self) -> Option<&Path> {
        self.output.as_deref()
    }
}
