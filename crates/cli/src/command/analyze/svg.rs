//! Pictures with the facts laid over them.

use sokolab::render::{Drawing, Theme, svg};

use super::facts::FactArgs;
use super::result::AnalyzedLevel;
use crate::boundary::FailureForm;
use crate::export::Exporter;
use crate::io::output::Output;
use crate::layers;

/// Draws each level.
#[derive(Debug)]
pub(super) struct Svg {
    pub(super) facts: FactArgs,
}

impl Exporter<AnalyzedLevel> for Svg {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Nothing
    }

    fn level(&mut self, result: AnalyzedLevel, output: &mut Output) -> anyhow::Result<()> {
        let AnalyzedLevel { level, facts, .. } = result;
        let mut drawing = Drawing {
            picture: &level.picture,
            rules: level.rules,
            title: level.title.as_deref(),
            layers: Vec::new(),
            theme: Theme::LIGHT,
        };
        if self.facts.draws_chambers() {
            drawing.layers.push(layers::chambers(&facts));
        }
        if self.facts.draws_distances() {
            drawing.layers.push(layers::distances(&facts, level.rules));
        }
        if self.facts.has_tunnels() {
            drawing.layers.push(layers::tunnels(&facts));
        }
        if self.facts.has_locks() {
            drawing.layers.push(layers::locks(&facts));
        }
        output.write(&svg(&drawing))
    }
}
