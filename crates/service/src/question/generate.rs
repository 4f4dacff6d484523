//! `generate`: new levels.

use std::ops::ControlFlow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sokolab::generator::{
    BadSettings, ChambersOptions, GeneratedLevel, MuraseOptions, Recipe, ReverseOptions, Selection,
    Span, StreamRequest, grade_among, stream,
};
use sokolab::{Rules, Stop};
use sokolab_wire::GenerateLine;

use super::Question;
use crate::event::Event;
use crate::job::Job;
use crate::level_text::line_of;
use crate::refusal::Refusal;
use crate::view::View;

/// Makes levels.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Generate {
    method: MethodName,
    #[serde(default)]
    rules: Option<Rules>,
    seed: u64,
    count: u64,
    #[serde(default)]
    width: Option<usize>,
    #[serde(default)]
    height: Option<usize>,
    #[serde(default)]
    boxes: Option<usize>,
    /// The lowest and the highest grade to accept.
    #[serde(default)]
    grades: Option<(usize, usize)>,
    /// The time limit.
    #[serde(default)]
    seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum MethodName {
    Reverse,
    Murase,
    Chambers,
}

#[derive(Debug, Serialize)]
struct MadeLevel {
    #[serde(flatten)]
    line: GenerateLine,
    title: String,
    /// A text of this level alone, for further questions.
    text: Option<String>,
    view: View,
}

/// The default time limit.
const SECONDS_DEFAULT: f64 = 20.0;

/// The most levels of one question.
const COUNT_MAX: u64 = 100;

/// Trials that may be made for each level.
const TRIALS_PER_LEVEL: u64 = 2_000;

impl Question for Generate {
    fn answer(self, job: &mut Job<'_>) -> Result<String, Refusal> {
        if !(1..=COUNT_MAX).contains(&self.count) {
            return Err(Refusal::question(format!("ask for 1 to {COUNT_MAX} levels")));
        }
        let recipe = self.recipe()?;
        job.limit_seconds(self.seconds.unwrap_or(SECONDS_DEFAULT));
        let keep_going = job.keep_going();
        let judge = self.grades.map(|(least, most)| grade_among(least..=most, &keep_going));
        let selection = Selection {
            judge: judge.as_ref().map(|it| it as &sokolab::generator::Judge<'_>),
            ..Selection::default()
        };
        let wish = StreamRequest {
            seed: self.seed,
            first_index: 1,
            count: Some(self.count),
            trials_max: self.count * TRIALS_PER_LEVEL,
            threads: 1,
            selection,
        };
        let mut made = 0;
        let harvest = stream(recipe.as_ref(), &wish, &keep_going, &mut |level| {
            if let Some(line) = graded_line(&level, &keep_going) {
                made += 1;
                job.tell(Event::of_level(line));
            }
            ControlFlow::Continue(())
        });
        let shortfall = harvest.err().map(|it| it.to_string());
        Ok(json!({
            "schema": "sokolab/generated/1",
            "levels": made,
            "shortfall": shortfall,
            "seconds": job.seconds(),
        })
        .to_string())
    }
}

impl Generate {
    fn recipe(&self) -> Result<Box<dyn Recipe>, Refusal> {
        let rules = Some(self.rules.unwrap_or(Rules::OFFICIAL));
        let (width, height) = (self.width.map(Span::One), self.height.map(Span::One));
        let boxes = self.boxes.map(Span::One);
        let bad = |error: BadSettings| Refusal::question(error.to_string());
        Ok(match self.method {
            MethodName::Reverse => {
                let usual = ReverseOptions::default();
                let options = ReverseOptions { rules, width, height, boxes, ..usual };
                Box::new(options.recipe().map_err(bad)?)
            }
            MethodName::Murase => {
                let usual = MuraseOptions::default();
                let options = MuraseOptions { rules, width, height, boxes, ..usual };
                Box::new(options.recipe().map_err(bad)?)
            }
            MethodName::Chambers => {
                let (width, height) = (self.width, self.height);
                let usual = ChambersOptions::default();
                let options = ChambersOptions { rules, width, height, boxes, ..usual };
                Box::new(options.recipe().map_err(bad)?)
            }
        })
    }
}

/// A level with its grade; `None` if there is no time left to grade it.
fn graded_line(made: &GeneratedLevel, keep_going: &dyn Fn() -> bool) -> Option<Value> {
    let rating = made.rate(0, &mut |_| (!keep_going()).then_some(Stop::Interrupted)).ok()?;
    let level = made.labelled();
    serde_json::to_value(MadeLevel {
        line: GenerateLine::new(made, &rating),
        title: level.title.clone().unwrap_or_default(),
        text: line_of(&level),
        view: View::new(&level),
    })
    .ok()
}
