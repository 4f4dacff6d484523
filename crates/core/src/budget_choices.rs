//! The limits of a search as users give them.

#[cfg(feature = "clap")]
use crate::amount::{parse_count, parse_size};
use crate::budget::Budget;

/// The limits that a user chose. The others have their defaults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", derive(serde::Deserialize), serde(default))]
pub struct BudgetChoices {
    /// Limit on expanded states per level.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", value_parser = parse_count))]
    pub nodes: Option<u64>,

    /// Memory limit for tables, in bytes or with K, M, G [default: 2G].
    #[cfg_attr(feature = "clap", arg(long, value_name = "SIZE", value_parser = parse_size))]
    pub memory: Option<u64>,
}

impl BudgetChoices {
    /// What was chosen here, else what `other` chose.
    #[must_use]
    pub fn or(self, other: BudgetChoices) -> BudgetChoices {
        BudgetChoices { nodes: self.nodes.or(other.nodes), memory: self.memory.or(other.memory) }
    }

    /// These limits, with the defaults for the others.
    #[must_use]
    pub fn budget(self) -> Budget {
        let usual = Budget::DEFAULT;
        Budget {
            nodes_max: self.nodes.unwrap_or(usual.nodes_max),
            memory_bytes_max: self.memory.unwrap_or(usual.memory_bytes_max),
        }
    }
}
