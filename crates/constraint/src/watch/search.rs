//! Watches the complete search over tiles: the visited states, length by length.

use super::WatchRecord;
use super::stages::Scene;
use super::states::{solution, stage, views};
use crate::complete;
use crate::preprocess::PreprocessedLevel;
use crate::task::TechniqueAnswer;
use sokolab_core::{Meter, Stop};

impl Scene<'_> {
    /// Searches for solutions of increasing length, up to the examined one.
    pub(super) fn search(
        &self,
        ready: PreprocessedLevel,
        nodes_max: u64,
        watched: &mut WatchRecord,
        meter: &mut Meter<'_>,
    ) -> Result<(), Stop> {
        let horizon = Some(u32::try_from(self.moves).unwrap_or(u32::MAX));
        let task = self.task.with_horizon(horizon);
        meter.budget = meter.budget.with_nodes(meter.progress.nodes.saturating_add(nodes_max));
        let answer = complete::solve(&task, &ready, meter);
        let visits = ready.into_visits();
        let lengths = match visits.ladder.as_slice() {
            [] => "no length".to_owned(),
            [one] => format!("plays of {} moves", one.length),
            [first, .., last] => format!("plays of {} to {} moves", first.length, last.length),
        };
        if visits.count() > 0 {
            let remark = format!(
                "{lengths}: {} states that propagation had not refuted, {} of them known to fail \
                 from before",
                visits.count(),
                visits.recalled
            );
            watched.stages.push(stage("states searched", remark, views(&visits, self.space)));
        }
        watched.ladder = visits.ladder;
        watched.answer = answer?;
        if let TechniqueAnswer::Solved { way, .. } = &watched.answer {
            watched.stages.push(solution(&task, self.space, way));
        }
        Ok(())
    }
}
