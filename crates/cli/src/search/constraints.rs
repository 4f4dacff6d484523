//! The options of the constraint methods and the randomised ones.

use std::path::PathBuf;

use anyhow::Context;
use sokolab::{
    ConstraintChoices, ConstraintOptions, Heuristic, Method, Outcome, Priors, Report, Technique,
};
use sokolab_wire::Place;

use crate::io::files::read_text;
use crate::io::message;
use crate::io::output::Output;
use crate::search::judge::{self, NamedJudge};
use crate::search::settings::Settings;

/// The option that names the judge of tree search.
#[derive(Debug, clap::Args)]
pub(crate) struct JudgeArgument {
    /// The evaluation of states by tree-search: a file with one line for each feature (estimate,
    /// on-goals, region, mobility) and its weight, or a network (FILE.onnx).
    #[arg(long, alias = "priors", hide_short_help = true, value_name = "FILE")]
    judge: Option<PathBuf>,
}

/// The options that differ from the defaults, as words that each begin with a space.
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
        match (usual.disabled.enables(heuristic), options.disabled.enables(heuristic)) {
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

impl JudgeArgument {
    /// The weights, if a file with weights was named.
    pub(crate) fn priors(&self) -> anyhow::Result<Option<Priors>> {
        let Some(path) = self.judge.as_deref().filter(|path| !judge::is_network(path)) else {
            return Ok(None);
        };
        let priors = Priors::read(&read_text(path)?);
        Ok(Some(priors.with_context(|| path.display().to_string())?))
    }

    /// The network that judges states, if one was named.
    pub(crate) fn network(&self) -> anyhow::Result<Option<NamedJudge>> {
        let named = self.judge.as_deref().filter(|path| judge::is_network(path));
        named.map(judge::read).transpose()
    }
}

/// Refuses options that the method does not have.
pub(crate) fn check(
    choices: &ConstraintChoices,
    judge: &JudgeArgument,
    method: Option<Method>,
) -> anyhow::Result<()> {
    let technique = match method {
        Some(Method::Constrained(technique)) => Some(technique),
        _ => None,
    };
    let demand = |name: &str, is_meant: fn(Technique) -> bool| match technique {
        Some(technique) if is_meant(technique) => Ok(()),
        _ => Err(anyhow::anyhow!("{name} is for --method {}", methods(is_meant))),
    };
    if choices.horizon.is_some() {
        demand("--horizon", Technique::has_horizon)?;
    }
    if choices.tile_rules.is_some() {
        demand("--tile-rules", Technique::has_tiles)?;
    }
    if judge.judge.is_some() {
        demand("--judge", |it| it == Technique::TreeSearch)?;
    }
    if let Some(cost) = choices.step_cost {
        demand("--step-cost", |it| it == Technique::TreeSearch)?;
        anyhow::ensure!((0.0..=1e6).contains(&cost), "--step-cost is from 0 to 1,000,000");
    }
    for &heuristic in choices.without.iter().chain(&choices.with) {
        demand("--with or --without", |_| true)?;
        let known = technique.map_or(&[][..], Technique::heuristics);
        if !known.contains(&heuristic) {
            let name = technique.map_or("", Technique::name);
            let names: Vec<&str> = known.iter().map(|it| it.name()).collect();
            let heuristic = heuristic.name();
            anyhow::bail!("{name} has no heuristic {heuristic}: it has {}", names.join(", "));
        }
    }
    if let Some(both) = choices.with.iter().find(|it| choices.without.contains(it)) {
        anyhow::bail!("--with and --without both name {}", both.name());
    }
    Ok(())
}

/// Warns if a level was left to a method other than the chosen one, which has none of these
/// options.
pub(crate) fn warn(place: &Place, settings: &Settings, report: &Report, output: &Output) {
    let wanted = settings.choices.method.unwrap_or_default();
    // Any method accepts a seed.
    let chosen = ConstraintChoices { seed: None, ..settings.choices.constraint.clone() };
    let is_said = chosen != ConstraintChoices::default() || settings.judge.is_some();
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

/// The names of the methods that an option applies to.
fn methods(is_meant: fn(Technique) -> bool) -> String {
    let techniques = Method::ALL.into_iter().filter_map(|method| match method {
        Method::Constrained(technique) => Some(technique),
        _ => None,
    });
    let names: Vec<&str> = techniques.filter(|&it| is_meant(it)).map(Technique::name).collect();
    names.join(", ")
}
