//! The options of a search for solutions, shared by `solve` and `bench`.

use sokolab::{Method, SolveChoices};

use crate::arguments;
use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::search::constraints::{self, JudgeArgument};
use crate::search::parts::{self, PetersohnArguments};

/// The options of a search for solutions that `solve` and `bench` share.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    choices: SolveChoices,

    /// Search method; `list` prints all methods, each with a summary.
    #[arg(long, value_name = "NAME", value_parser = arguments::method_name(),
        hide_possible_values = true, display_order = 0)]
    method: Option<String>,

    #[command(flatten)]
    pub(crate) judge: JudgeArgument,

    #[command(flatten)]
    petersohn: PetersohnArguments,
}

impl SolveArgs {
    /// Whether the user asks for the list of methods.
    pub(crate) fn asks_for_list(&self) -> bool {
        self.method.as_deref() == Some("list")
    }

    /// All choices.
    ///
    /// # Errors
    ///
    /// If an option does not apply to the method, or a file cannot be read.
    pub(crate) fn choices(&self) -> anyhow::Result<SolveChoices> {
        let mut choices = self.choices.clone();
        choices.method = match &self.method {
            None => None,
            Some(name) => arguments::method(name)
                .map_err(|hint| anyhow::anyhow!("there is no method {name}: {hint}"))?,
        };
        constraints::check(&choices.constraint, &self.judge, choices.method)?;
        choices.constraint.priors = self.judge.priors()?;
        choices.parts = self.petersohn.add_to(choices.parts);
        parts::check(choices.parts, choices.method)?;
        Ok(choices)
    }
}

/// Prints every method with its summary.
pub(crate) fn list_methods(output: &mut Output) -> anyhow::Result<Exit> {
    for method in Method::ALL {
        output.line(&format!("{:<18}{}", method.name(), method.summary()))?;
    }
    Ok(exit::DONE)
}
