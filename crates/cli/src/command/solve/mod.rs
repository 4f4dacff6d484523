//! `soko solve`: find solutions, or prove that there are none.

mod dump;
mod format;
mod petersohn;
mod petersohn_pushes;
mod proof;
mod remembered;
mod result;
mod run;
mod text;

use std::path::PathBuf;
use std::time::Duration;

use sokolab::text::Alphabet;
use sokolab::{BudgetChoices, Level, Objective, SolveChoices};
use sokolab_wire::Place;

use self::dump::{DumpStyle, DumpTarget};
use self::format::SolveFormat;
use self::petersohn::PushStyle;
use self::remembered::{Answers, LibraryUse};
use self::run::{Job, Run};
use crate::arguments;
use crate::batch::{self, BatchArgs, Judged, OptionsText, Stream};
use crate::command::help::OUTPUT;
use crate::exit::Exit;
use crate::input::{Input, WithoutFile};
use crate::io::message;
use crate::io::output::Output;
use crate::search::arguments::{SolveArgs, list_methods};
use crate::search::certificate::ProofFile;
use crate::search::judge::NamedJudge;
use crate::search::limits::TIME_DEFAULT;
use crate::search::settings::{Settings, SolvedStart};
use crate::search::watch::TimeLimit;
use crate::search::{constraints, parts};

/// Find solutions, or prove that there are none.
///
/// Without a file, the built-in levels are solved. A level can have its own options (as petersohn's
/// games do), which override the defaults; the command line overrides both.
#[derive(Debug, clap::Args)]
// The name in petersohn's program; `bench` compares runs by that name.
#[command(after_long_help = REPRODUCIBLE, mut_arg("ties", |it| it.alias("compare")))]
pub(crate) struct Solve {
    #[command(flatten)]
    input: Input,

    #[command(flatten)]
    search: SolveArgs,

    /// Time limit per level, in seconds or with ms, s, m, h [default: 60].
    #[arg(long, value_name = "SECONDS", value_parser = arguments::duration)]
    time: Option<Duration>,

    /// Time for shortening the solution after it is found, within the limits; only with --objective
    /// any.
    #[arg(long, hide_short_help = true, value_name = "SECONDS", value_parser = arguments::duration)]
    improve: Option<Duration>,

    /// Threads to use [default: all cores]; with one, equal requests expand equal nodes.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Solve levels that start solved, with at least one push.
    #[arg(long, hide_short_help = true)]
    cyclic: bool,

    /// Write certificates of proved results to a file, for soko check-proof.
    ///
    /// The certificate of an unsolvable level proves that there is no solution; with --objective
    /// pushes or moves, the certificate of a solved level proves that no solution has fewer. The
    /// search for a certificate uses only techniques that can be certified and may take as long as
    /// the first search. If it fails, the verdict stands, and standard error says why there is no
    /// certificate.
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,

    /// The largest size of a certificate, in bytes or with K, M, G [default: 1G].
    #[arg(long, hide_short_help = true, value_name = "SIZE", requires = "proof",
        value_parser = arguments::size)]
    proof_limit: Option<u64>,

    #[command(flatten)]
    library: LibraryUse,

    #[command(flatten)]
    batch: BatchArgs,

    /// Output format [default: text].
    #[arg(long, value_name = "FORMAT")]
    format: Option<SolveFormat>,

    /// Write pushes as pairs of squares, ( 7,  3) --> ( 6,  3), with --format petersohn.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    old_style_output: bool,

    /// Write the dumps of petersohn's solver to a folder: solution.dump, partitions.dump and, if
    /// placements are preprocessed, blocklist.dump. Only for a single level. plusHeur.dump, which
    /// is always empty, is omitted.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_name = "FOLDER",
        conflicts_with_all = ["jobs", "resume"])]
    dump: Option<PathBuf>,

    /// Write the whole search to the folder of --dump, up to 64 MB, for astar and petersohn.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true, value_name = "STYLE",
        requires = "dump")]
    dump_style: Option<DumpStyle>,

    /// The letters of the moves, for text and lurd: hjkl and yubn are NetHack's keys.
    #[arg(long, value_name = "NAME", default_value = "lurd")]
    moves_alphabet: Alphabet,

    /// Write the results to a file when the run ends; an interrupted run writes the results so far.
    #[arg(long, short, value_name = "FILE", conflicts_with = "resume")]
    output: Option<PathBuf>,
}

/// The name and version of the JSON form.
const SCHEMA: &str = "sokolab/solve/1";

const REPRODUCIBLE: &str = "\
What is reproducible:
  Proofs never depend on threads, time or chance: whether a level is unsolvable, and the fewest
  pushes or moves. Only the choice among several best solutions may.

  With --threads 1 and limits on nodes and memory only, equal requests expand equal nodes in the
  same order and print the same solution on every machine. A search reads the clock only to stop: a
  longer --time continues where a shorter one would have stopped. But if --time or --improve ends a
  search, the result depends on the speed of the machine; use --nodes for reproducible results.

  With several threads, which is the default, searches race. Node counts differ from run to run, and
  so may the solution of --objective any, its length, the method that found it, and whether a limit
  is hit.

  Randomised methods (tiling, random, tree-search) follow --seed: equal seeds give equal runs.
";

impl Solve {
    pub(crate) fn run(mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if self.search.asks_for_list() {
            return list_methods(output);
        }
        let choices = self.choices()?;
        let network = self.search.judge.network()?;
        let has_parts = choices.parts.options(choices.method.unwrap_or_default()).is_some();
        if self.dump_style.is_some() && !has_parts {
            anyhow::bail!("--dump-style is for --method petersohn, and astar with parts of it");
        }
        let format = self.batch.format(self.format, SolveFormat::Text, SolveFormat::Jsonl)?;
        self.check(&choices, format)?;
        self.batch.check_memory(choices.budget.budget().memory_bytes_max)?;
        let levels = self.input.open(WithoutFile::Embedded)?;
        output.redirect(self.output.take().as_deref())?;
        let library = self.library.open()?;
        let options = self.options_text(&choices, network);
        let judged = Judged { schema: SCHEMA, exit: result::earlier_exit };
        let stream = Stream::begin(levels, &self.batch, &options, judged, output)?;
        let work_output = self.batch.work_output(output, self.batch.threads(self.threads));
        let style = if self.old_style_output { PushStyle::Squares } else { PushStyle::Direction };
        let exporter = format.exporter(self.moves_alphabet, style);
        let proofs = ProofFile::create(self.proof.as_deref(), self.proof_limit)?;
        let mut run = Run {
            settings: &|place, level, output| Settings {
                judge: network.map(|it| it.judge),
                ..self.settings(place, level, &choices, output)
            },
            format,
            stream,
            library,
            answers: self.answers(&choices),
            proofs,
            dump: self.dump.clone().map(|folder| DumpTarget::new(folder, self.dump_style)),
            exporter,
            output,
        };
        batch::run(&mut run, self.batch.jobs(), &|job: Job| job.solve(&work_output))?;
        let verdict = run.exporter.end(run.output)?;
        if let Some(proofs) = run.proofs {
            proofs.end(run.output);
        }
        Ok(run.stream.end(run.output)?.and(verdict))
    }

    /// Everything on the command line that affects the results, except the levels.
    fn options_text(&self, choices: &SolveChoices, network: Option<NamedJudge>) -> OptionsText {
        let network = network.map_or(String::new(), |it| format!(" judge={:016x}", it.digest));
        let limits = choices.budget.budget();
        let nodes = Some(limits.nodes_max).filter(|it| *it != u64::MAX);
        let objective = choices.objective.map_or("own", Objective::name);
        OptionsText::new(&self.input)
            .with("objective", objective)
            .with("method", choices.method.unwrap_or_default().name())
            .with("time", self.time.unwrap_or(TIME_DEFAULT).as_secs_f64())
            .with("nodes", nodes.map_or("all".to_owned(), |it| it.to_string()))
            .with("memory", limits.memory_bytes_max)
            .with("threads", self.batch.threads(self.threads))
            .with_given("improve", self.improve.map(|it| it.as_secs_f64()))
            .with_given("start", self.cyclic.then_some("cyclic"))
            .with_given("library", self.library.is_asked().then_some("asked"))
            .with_words(&(constraints::unusual(&choices.constraint.options()) + &network))
    }

    /// Whether a library can answer this request.
    fn answers(&self, choices: &SolveChoices) -> Answers {
        let is_plain = choices.method.is_none() && self.improve.is_none() && !self.cyclic;
        if is_plain { Answers::FromLibrary } else { Answers::FromSearch }
    }

    /// Refuses options that contradict each other.
    fn check(&self, choices: &SolveChoices, format: SolveFormat) -> anyhow::Result<()> {
        let objective = choices.objective.unwrap_or_default();
        if self.improve.is_some() && objective != Objective::Any {
            anyhow::bail!("--improve is for --objective any; the others prove what is best");
        }
        if self.moves_alphabet == Alphabet::Vi
            && matches!(format, SolveFormat::Jsonl | SolveFormat::Sok)
        {
            anyhow::bail!("JSON lines and .sok always hold lurd: use --format text or lurd");
        }
        if self.old_style_output && format != SolveFormat::Petersohn {
            anyhow::bail!("--old-style-output is for --format petersohn");
        }
        Ok(())
    }

    /// The choices made on the command line.
    fn choices(&self) -> anyhow::Result<SolveChoices> {
        let threads = Some(self.batch.threads(self.threads));
        Ok(SolveChoices { threads, ..self.search.choices()? })
    }

    /// The settings for a level: those of the command line, otherwise the level's own options,
    /// otherwise the defaults.
    fn settings(
        &self,
        place: &Place,
        level: &Level,
        choices: &SolveChoices,
        output: &Output,
    ) -> Settings {
        let option = |key: &str| {
            level.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
        };
        let mut choices = choices.clone();
        let own_objective = option("objective").and_then(|name| name.parse().ok());
        choices.objective = choices.objective.or(own_objective);
        choices.method = choices.method.or(option("method").and_then(|name| name.parse().ok()));
        choices.budget = choices.budget.or(BudgetChoices {
            nodes: option("nodes").and_then(|value| arguments::count(value).ok()),
            memory: option("memory").and_then(|value| arguments::size(value).ok()),
        });
        let (own_parts, warnings) = parts::stored(level, choices.method);
        choices.parts = choices.parts.or(own_parts);
        for warning in warnings.iter().filter(|_| !output.is_quiet()) {
            message::line!("warning: {}#{}: {warning}", place.file, place.level);
        }
        let own_time = option("time").and_then(|value| arguments::duration(value).ok());
        Settings {
            choices,
            judge: None,
            time: TimeLimit::Wall(self.time.or(own_time).unwrap_or(TIME_DEFAULT)),
            improve: self.improve,
            start: if self.cyclic { SolvedStart::Cyclic } else { SolvedStart::Done },
        }
    }
}
