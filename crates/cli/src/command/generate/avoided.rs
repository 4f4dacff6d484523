//! Levels to avoid.

use std::collections::BTreeSet;

use sokolab::Rules;
use sokolab::analysis::{CanonicalForm, LevelId};

use crate::input::level_argument::level_argument;
use crate::input::{Input, LevelArgument, WithoutFile};
use crate::io::output::Output;

#[derive(Debug, clap::Args)]
pub(crate) struct Avoided {
    /// Make no level that is in these files, up to symmetry.
    #[arg(long, value_name = "FILE", num_args = 1.., help_heading = "Which",
        value_parser = level_argument())]
    avoid: Vec<LevelArgument>,
}

impl Avoided {
    /// The canonical ids of the levels, under the rules of the generated ones.
    pub(super) fn ids(&self, rules: Rules, output: &Output) -> anyhow::Result<BTreeSet<LevelId>> {
        let mut ids = BTreeSet::new();
        if self.avoid.is_empty() {
            return Ok(ids);
        }
        let levels = self.avoid.clone();
        let input = Input { levels, from: None, legend: None, rules: Some(rules) };
        let mut levels = input.open(WithoutFile::Mistake)?;
        while let Some(entry) = levels.next(output) {
            // A level that cannot be played cannot be generated either.
            if let Ok(form) = CanonicalForm::of_level(&entry.level) {
                ids.insert(form.id());
            }
        }
        if levels.exit() == crate::exit::DONE {
            return Ok(ids);
        }
        anyhow::bail!("the levels to avoid could not all be read")
    }
}
