//! The options of a search as users give them: on a command line, in JSON, or with a level.
//!
//! A [`Request`] has a value for everything; here, what is not given is `None`. That is what
//! programs read (features `clap` and `serde`) and merge, and [`SolveChoices::request`] is the one
//! place that adds the defaults.

use sokolab_constraint::ConstraintChoices;
use sokolab_core::{BudgetChoices, Level, Objective};

use crate::merging::Merging;
use crate::method::Method;
use crate::part_choices::PartChoices;
use crate::request::Request;

/// The options that a user selected; `None` stands for the default.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default))]
pub struct SolveChoices {
    /// What to find: any solution, the fewest pushes or the fewest moves [default: any].
    #[cfg_attr(feature = "clap", arg(long, value_name = "GOAL"))]
    pub objective: Option<Objective>,

    /// Search method.
    // Command lines also offer a list of all methods.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub method: Option<Method>,

    /// Limit on threads.
    // Its default differs between programs.
    #[cfg_attr(feature = "clap", arg(skip))]
    pub threads: Option<usize>,

    /// Options of the constraint methods.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub constraint: ConstraintChoices,

    /// The components of `astar` and `petersohn`.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub parts: PartChoices,

    /// States that `astar` and `idastar` merge: images under symmetries of the whole board, or also
    /// those with two parts of the board swapped, such as the halves of a room [default: board].
    #[cfg_attr(
        feature = "clap",
        arg(long, hide_short_help = true, help_heading = "Method", value_name = "board|parts")
    )]
    pub symmetry: Option<Merging>,

    /// The limits.
    // JSON has them beside this struct, because serde cannot refuse unknown keys when a flattened
    // struct has a flattened field.
    #[cfg_attr(feature = "clap", command(flatten))]
    #[cfg_attr(feature = "serde", serde(skip))]
    pub budget: BudgetChoices,
}

impl SolveChoices {
    /// The request for a level with these options, and the defaults for the others. A
    /// [`judge`](Request::judge) is left to the caller.
    #[must_use]
    pub fn request<'a>(&self, level: &'a Level) -> Request<'a> {
        let usual = Request::new(level);
        let method = self.method.unwrap_or(usual.method);
        Request {
            objective: self.objective.unwrap_or(usual.objective),
            method,
            budget: self.budget.budget(),
            threads: self.threads.unwrap_or(usual.threads),
            constraint: self.constraint.options(),
            parts: self.parts.options(method),
            merging: self.symmetry.unwrap_or(usual.merging),
            ..usual
        }
    }
}
