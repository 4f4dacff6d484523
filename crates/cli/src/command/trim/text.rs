//! Before and after, for a person.

use sokolab::insight::trim::{Change, Condition};
use sokolab::{noun_for, quantity};

use super::result::{TrimmedLevel, why_not};
use crate::boundary::FailureForm;
use crate::exit::{self, Exit};
use crate::export::Exporter;
use crate::io::output::Output;
use crate::terminal::layout::beside;
use crate::terminal::level_drawing::plain_rows;

/// Draws each level before and after, with its measures.
#[derive(Debug)]
pub(super) struct Text;

impl Exporter<TrimmedLevel> for Text {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: TrimmedLevel, output: &mut Output) -> anyhow::Result<()> {
        result.print_findings();
        output.write(&describe(&result))
    }

    fn end(&mut self, output: &mut Output) -> anyhow::Result<Exit> {
        output.remark("`soko trim --help` explains the measures");
        Ok(exit::DONE)
    }
}

/// The result of a level, for a person.
fn describe(result: &TrimmedLevel) -> String {
    let TrimmedLevel { place, level, trimmed } = result;
    let title = level.title.as_ref().map_or(String::new(), |title| format!(" {title}"));
    let name = format!("{}#{}{title}", place.file, place.level);
    let found = match trimmed {
        Ok(found) => found,
        Err(why) => return format!("{name}: {}\n", why_not(why)),
    };
    let mut text = String::new();
    if found.changes.is_empty() {
        let so_far = if found.stopped.is_some() {
            "stopped, nothing trimmed yet"
        } else {
            "nothing to trim"
        };
        text.push_str(&format!("{name}: {so_far}\n"));
    } else {
        text.push_str(&format!("{name}: trimmed\n\n"));
        let rows = [level, &found.level].map(|it| plain_rows(it, &it.picture));
        for row in beside(&rows[0], &rows[1]) {
            text.push_str(format!("    {row}").trim_end());
            text.push('\n');
        }
        text.push('\n');
        for change in &found.changes {
            text.push_str(&format!("  {}\n", sentence(change)));
        }
    }
    if found.changes.is_empty() {
        text.push_str(&measures(&[("", &found.before)]));
    } else {
        text.push('\n');
        text.push_str(&measures(&[("before", &found.before), ("after", &found.after)]));
    }
    for storage in &found.after.storages {
        text.push_str(&format!(
            "  {}: holds {}, {} needed at once in every solution (proved)\n",
            storage.name, storage.capacity, storage.needed
        ));
    }
    if let Some(reason) = found.stopped {
        text.push_str(&format!("  {reason}: more may be possible\n"));
    }
    text
}

fn sentence(change: &Change) -> String {
    let squares = |count: usize| quantity(count, "square");
    match change {
        Change::Storage { name, squares: area, capacity } => format!(
            "{name}: {} for {} replaced by {} for {}",
            squares(area.0),
            capacity.0,
            squares(area.1),
            capacity.1
        ),
        Change::Chamber { name, squares: area } => {
            format!("{name}: {} replaced by {} that do the same", squares(area.0), squares(area.1))
        }
        Change::Filled { count } => {
            format!("{count} spare {} of floor filled", noun_for(*count, "square"))
        }
        Change::PreludeRemoved { count } => {
            format!("begins {} later, after its prelude", quantity(*count, "push"))
        }
        Change::PreludeExtended { count } => {
            format!("begins {} earlier", quantity(*count, "forced push"))
        }
    }
}

/// The measures of one condition or of several, as a table.
fn measures(columns: &[(&str, &Condition)]) -> String {
    type Measure = (&'static str, fn(&Condition) -> usize);
    let measures: [Measure; 9] = [
        ("squares", |it| it.squares),
        ("spare squares", |it| it.spare),
        ("fewest pushes", |it| it.pushes),
        ("grade of 10", |it| usize::from(it.grade)),
        ("crossings", |it| it.crossings),
        ("prelude", |it| it.prelude),
        ("forced pushes", |it| it.forced),
        ("slack of storages", Condition::slack),
        ("waste of storages", Condition::waste),
    ];
    let mut text = String::new();
    if columns.len() > 1 {
        let names: Vec<String> = columns.iter().map(|it| format!("{:>8}", it.0)).collect();
        text.push_str(&format!("  {:<17}{}\n", "", names.concat()));
    }
    for (name, measure) in measures {
        let numbers = columns.iter().map(|it| format!("{:>8}", measure(it.1)));
        text.push_str(&format!("  {name:<17}{}\n", numbers.collect::<String>()));
    }
    text
}
