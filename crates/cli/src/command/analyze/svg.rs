//! Pictures with the facts laid over them.

use sokolab::render::{Coordinates, Drawing, overlay, svg};

use super::facts::FactArgs;
use super::result::AnalyzedLevel;
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;

/// Draws one level, since a file holds one picture.
#[derive(Debug)]
pub(super) struct Svg {
    facts: FactArgs,
    picture: Option<String>,
}

impl Svg {
    pub(super) fn new(facts: FactArgs) -> Svg {
        Svg { facts, picture: None }
    }
}

impl Exporter<AnalyzedLevel> for Svg {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Nothing
    }

    fn level(&mut self, result: AnalyzedLevel, _: &mut Output) -> anyhow::Result<()> {
        let AnalyzedLevel { place, level, facts, .. } = result;
        if self.picture.is_some() {
            anyhow::bail!("this format shows one level: select it, as in {}#1", place.file);
        }
        let mut drawing = Drawing {
            rules: level.rules,
            title: level.title.as_deref(),
            coordinates: Coordinates::Shown,
            ..Drawing::new(&level.picture)
        };
        if self.facts.draws_chambers() {
            drawing.layers.push(overlay::chambers(&facts));
        }
        if self.facts.draws_distances() {
            drawing.layers.push(overlay::distances(&facts));
        }
        if self.facts.has_corrals() {
            drawing.layers.push(overlay::corrals(&facts));
        }
        if self.facts.has_tunnels() {
            drawing.layers.push(overlay::tunnels(&facts));
        }
        if self.facts.has_locks() {
            drawing.layers.push(overlay::locks(&facts));
        }
        self.picture = Some(svg(&drawing));
        Ok(())
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        if let Some(picture) = &self.picture {
            output.write(picture)?;
        }
        Ok(exit::DONE)
    }
}
