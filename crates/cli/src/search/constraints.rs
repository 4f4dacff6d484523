//! The options of the constraint methods and the randomised ones.

use std::path::PathBuf;

use anyhow::Context;
use sokolab::{
    ConstraintOptions, DisabledHeuristics, Heuristic, Method, Outcome, Priors, Report, Technique,
    TileRules,
};
use sokolab_wire::Place;

use crate::io::files::read_text;
use crate::io::message;
use crate::io::output::Output;
use crate::search::judge::{self, NamedJudge};

/// The options.
#[derive(Debug, clap::Args)]
pub(crate) struct ConstraintArguments {
    /// The largest number of moves or pushes to consider, for sat-pushes, sat-steps and the
    /// tilings.
    #[arg(long, hide_short_help = true, value_name = "N")]
    horizon: Option<u32>,

    /// Heuristics to turn off, separated by commas, for constraint and randomised methods.
    #[arg(long, hide_short_help = true, value_name = "LIST", value_delimiter = ',')]
    without: Vec<Heuristic>,

    /// Heuristics to turn on that are off by default: no-repeat, belief, knockouts, next-box and
    /// maximum-player-move,
    /// for tiling.
    #[arg(
        long,
        hide_short_help = true,
        value_name = "LIST",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    with: Vec<Heuristic>,

    /// The rules of super tiles: corrected (the default), or as published.
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    tile_rules: Option<TileRules>,

    /// How tree-search values states: a file with a line for each feature (estimate, on-goals,
    /// region, mobility) and its weight, or a network (FILE.onnx).
    #[arg(long, alias = "priors", hide_short_help = true, value_name = "FILE")]
    judge: Option<PathBuf>,

    /// What a step between two pushes costs tree-search, in pushes [default: 0].
    #[arg(long, hide_short_help = true, value_name = "X")]
    step_cost: Option<f64>,

    /// The seed of randomised methods: tiling, random and tree-search.
    #[arg(long, hide_short_help = true, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
}

/// The options that differ from the usual ones, as words that each begin with a space.
pub(crate) fn unusual(options: &ConstraintOptions) -> String {
    let usual = ConstraintOptions::default();
    let mut text = String::new();
    if options.seed != usual.seed {
        text.push_str(&format!(" seed={}", options.seed));
    }
    if let Some(horizon) = options.horizon {
        text.push_str(&format!(" horizon={horizon}"));
    }
    for heuristic in Heuristic::ALL {
        let name = heuristic.name();
        match (usual.without.keeps(heuristic), options.without.keeps(heuristic)) {
            (true, false) => text.push_str(&format!(" without={name}")),
            (false, true) => text.push_str(&format!(" with={name}")),
            _ => {}
        }
    }
    if options.tile_rules != usual.tile_rules {
        text.push_str(&format!(" tile-rules={}", options.tile_rules.name()));
    }
    let Priors { estimate, on_goals, region, mobility } = options.priors;
    if options.priors != usual.priors {
        text.push_str(&format!(" priors={estimate},{on_goals},{region},{mobility}"));
    }
    if options.step_cost.to_bits() != usual.step_cost.to_bits() {
        text.push_str(&format!(" step-cost={}", options.step_cost));
    }
    text
}

impl ConstraintArguments {
    /// What was said, if the method has such options.
    pub(crate) fn check(&self, method: Option<Method>) -> anyhow::Result<ConstraintOptions> {
        let technique = match method {
            Some(Method::Constrained(technique)) => Some(technique),
            _ => None,
        };
        let is_asked = |name: &str, is_meant: fn(Technique) -> bool| match technique {
            Some(technique) if is_meant(technique) => Ok(()),
            _ => Err(anyhow::anyhow!("{name} is for --method {}", methods(is_meant))),
        };
        if self.horizon.is_some() {
            is_asked("--horizon", Technique::has_horizon)?;
        }
        if self.tile_rules.is_some() {
            is_asked("--tile-rules", Technique::has_tiles)?;
        }
        let mut priors = Priors::BY_ESTIMATE;
        if let Some(path) = &self.judge {
            is_asked("--judge", |it| it == Technique::TreeSearch)?;
            if !judge::is_network(path) {
                let text = read_text(path)?;
                priors = Priors::read(&text).with_context(|| path.display().to_string())?;
            }
        }
        let mut step_cost = ConstraintOptions::default().step_cost;
        if let Some(cost) = self.step_cost {
            is_asked("--step-cost", |it| it == Technique::TreeSearch)?;
            anyhow::ensure!((0.0..=1e6).contains(&cost), "--step-cost is from 0 to 1,000,000");
            step_cost = cost;
        }
        let mut without = DisabledHeuristics::USUAL;
        for &heuristic in self.without.iter().chain(&self.with) {
            is_asked("--with or --without", |_| true)?;
            let known = technique.map_or(&[][..], Technique::heuristics);
            if !known.contains(&heuristic) {
                let name = technique.map_or("", Technique::name);
                let names: Vec<&str> = known.iter().map(|it| it.name()).collect();
                let heuristic = heuristic.name();
                anyhow::bail!("{name} has no heuristic {heuristic}: it has {}", names.join(", "));
            }
        }
        for &heuristic in &self.with {
            if self.without.contains(&heuristic) {
                anyhow::bail!("--with and --without both name {}", heuristic.name());
            }
            without = without.but(heuristic);
        }
        for &heuristic in &self.without {
            without = without.and(heuristic);
        }
        let tile_rules = self.tile_rules.unwrap_or_default();
        Ok(ConstraintOptions {
            horizon: self.horizon,
            without,
            tile_rules,
            seed: self.seed,
            priors,
            step_cost,
        })
    }

    /// The network that judges states, if one was named.
    pub(crate) fn network(&self) -> anyhow::Result<Option<NamedJudge>> {
        let named = self.judge.as_deref().filter(|path| judge::is_network(path));
        named.map(judge::read).transpose()
    }

    /// Warns if a level was left to another method than `wanted`, which has none of these options.
    pub(crate) fn warn(&self, place: &Place, wanted: Method, report: &Report, output: &Output) {
        let is_said = self.horizon.is_some()
            || self.tile_rules.is_some()
            || self.judge.is_some()
            || self.step_cost.is_some()
            || !self.with.is_empty()
            || !self.without.is_empty();
        let is_invalid = matches!(report.outcome, Outcome::Invalid(_));
        let is_left =
            matches!(wanted, Method::Constrained(_)) && report.method != wanted && !is_invalid;
        if is_left && is_said && !output.is_quiet() {
            message::line!(
                "warning: {}#{}: {} was used instead, which ignores --horizon, --with, --without, \
                 --tile-rules, --judge and --step-cost",
                place.file,
                place.level,
                report.method.name(),
            );
        }
    }
}

/// The names of the methods for which something is meant.
fn methods(is_meant: fn(Technique) -> bool) -> String {
    let techniques = Method::ALL.into_iter().filter_map(|method| match method {
        Method::Constrained(technique) => Some(technique),
        _ => None,
    });
    let names: Vec<&str> = techniques.filter(|&it| is_meant(it)).map(Technique::name).collect();
    names.join(", ")
}
