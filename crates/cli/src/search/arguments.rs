//! The options of a search for solutions, shared by `solve` and `bench`.

use sokolab::{Method, Objective};

use crate::arguments;
use crate::exit::{self, Exit};
use crate::io::output::Output;
use crate::search::constraints::ConstraintArguments;
use crate::search::parts::PartArguments;

/// The options of a search for solutions that `solve` and `bench` share.
#[derive(Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// What to find: any solution, the fewest pushes or the fewest moves [default: any].
    #[arg(long, value_name = "GOAL")]
    pub(crate) objective: Option<Objective>,

    /// Search method; `list` prints all methods with a line about each.
    #[arg(long, value_name = "NAME", value_parser = arguments::method_name(),
        hide_possible_values = true)]
    pub(crate) method: Option<String>,

    /// Limit on expanded states per level.
    #[arg(long, value_name = "N", value_parser = arguments::count)]
    pub(crate) nodes: Option<u64>,

    /// Memory limit for tables, in bytes or with K, M, G [default: 2G].
    #[arg(long, value_name = "SIZE", value_parser = arguments::size)]
    pub(crate) memory: Option<u64>,

    #[command(flatten)]
    pub(crate) constraints: ConstraintArguments,

    #[command(flatten)]
    pub(crate) parts: PartArguments,
}

impl SolveArgs {
    /// Whether the methods are to be listed instead of used.
    pub(crate) fn asks_for_list(&self) -> bool {
        self.method.as_deref() == Some("list")
    }

    /// The method that was named; `None` if none was.
    pub(crate) fn method(&self) -> anyhow::Result<Option<Method>> {
        let Some(name) = &self.method else { return Ok(None) };
        arguments::method(name).map_err(|hint| anyhow::anyhow!("there is no method {name}: {hint}"))
    }
}

/// Prints every method with a line on each.
pub(crate) fn list_methods(output: &mut Output) -> anyhow::Result<Exit> {
    for method in Method::ALL {
        output.line(&format!("{:<18}{}", method.name(), method.summary()))?;
    }
    Ok(exit::DONE)
}
