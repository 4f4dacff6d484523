//! Explanations as text and as Markdown.

use sokolab::insight::explain::{Detail, PlanStep};
use sokolab::push_range;
use sokolab_wire::Spoil;

use super::result::ExplainedLevel;
use crate::boundary::FailureForm;
use crate::export::Exporter;
use crate::io::output::Output;
use crate::terminal::layout::wrapped;
use crate::terminal::level_drawing::plain_named_rows;

/// What the second picture of a level shows.
const MAP_LEGEND: &str = "In the second picture letters mark the chambers; : is floor that belongs \
    to none of them, such as a corridor, a niche or the exit.";

/// The markup of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// For a terminal.
    Text,
    /// Markdown, with a picture after every step.
    Markdown,
}

/// Writes a report for each level.
#[derive(Debug)]
pub(super) struct Report {
    pub(super) style: Style,
}

impl Exporter<ExplainedLevel> for Report {
    fn failure_form(&self) -> FailureForm {
        FailureForm::Text
    }

    fn level(&mut self, result: ExplainedLevel, output: &mut Output) -> anyhow::Result<()> {
        output.write(&report(&result, self.style))
    }
}

/// A level explained as text or Markdown.
fn report(level: &ExplainedLevel, style: Style) -> String {
    let is_text = style == Style::Text;
    let mut paper = Paper { text: String::new(), is_text };
    paper.title(&level.title());
    paper.paragraph(&level.explained.summary.join(" "));
    paper.picture(&level.pictures());
    if !level.explained.chambers.is_empty() {
        paper.remark(MAP_LEGEND);
        paper.heading("Chambers");
        for note in &level.explained.chambers {
            paper.item(&note.sentences.join(" "));
        }
    }
    if let (Spoil::Yes, Some(full)) = (level.spoil, level.full()) {
        paper.heading("Storage, full");
        paper.picture(&plain_named_rows(&level.level, &full));
    }
    if !level.explained.remarks.is_empty() {
        paper.heading("Good to know");
        level.explained.remarks.iter().for_each(|it| paper.item(it));
    }
    if let Some(plan) = &level.explained.plan {
        paper.heading(&level.plan_heading(plan));
        for (number, step) in plan.steps.iter().enumerate() {
            paper.step(number + 1, step);
            let last = level.moves_after(step);
            if let Some(rows) = last.filter(|_| !is_text).and_then(|it| level.after(it)) {
                paper.picture(&rows);
            }
        }
        let points = plan.turning_points();
        if !points.is_empty() {
            paper.heading("Turning points");
        }
        for point in &points {
            paper.item(&point.sentence);
        }
    } else {
        paper.text.push('\n');
        paper.paragraph(&level.known.remark);
    }
    paper.text.push('\n');
    paper.text
}

/// A report in either style.
struct Paper {
    text: String,
    is_text: bool,
}

impl Paper {
    fn title(&mut self, title: &str) {
        let title = if self.is_text { title.to_owned() } else { format!("# {}", escaped(title)) };
        self.text.push_str(&format!("{title}\n"));
    }

    fn heading(&mut self, heading: &str) {
        let mark = if self.is_text { "" } else { "## " };
        let lead = if self.text.ends_with("\n\n") { "" } else { "\n" };
        self.text.push_str(&format!("{lead}{mark}{heading}\n"));
        if !self.is_text {
            self.text.push('\n');
        }
    }

    fn paragraph(&mut self, text: &str) {
        let text = if self.is_text { wrapped(text, "", "") } else { format!("\n{text}\n") };
        self.text.push_str(&text);
    }

    /// A paragraph below a picture.
    fn remark(&mut self, text: &str) {
        let text = if self.is_text { wrapped(text, "\n", "") } else { format!("{text}\n") };
        self.text.push_str(&text);
    }

    fn picture(&mut self, rows: &[String]) {
        let indent = if self.is_text { "    " } else { "" };
        let fence = if self.is_text { "" } else { "```\n" };
        let lead = if self.text.ends_with("\n\n") { "" } else { "\n" };
        self.text.push_str(&format!("{lead}{fence}"));
        for row in rows {
            self.text.push_str(format!("{indent}{row}").trim_end());
            self.text.push('\n');
        }
        self.text.push_str(fence);
        if !self.is_text {
            self.text.push('\n');
        }
    }

    fn item(&mut self, text: &str) {
        let text = if self.is_text { wrapped(text, "  ", "  ") } else { format!("- {text}\n") };
        self.text.push_str(&text);
    }

    fn step(&mut self, number: usize, step: &PlanStep) {
        let pushes = push_range(step.first_push, step.last_push);
        if self.is_text {
            let text = format!("{} ({pushes})", step.text);
            self.text.push_str(&wrapped(&text, &format!("  {number}. "), "     "));
            let details: Vec<String> = step.details.iter().map(detail_text).collect();
            if !details.is_empty() {
                self.text.push_str(&wrapped(&details.join("; "), "     ", "     "));
            }
        } else {
            self.text.push_str(&format!("{number}. **{}** ({pushes})\n", step.text));
            for detail in &step.details {
                self.text.push_str(&format!("   - {}\n", detail_text(detail)));
            }
        }
    }
}

/// Text escaped for Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '~' | '|') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    // Number signs at the end of a heading would be dropped.
    if escaped.ends_with('#') {
        escaped.insert(escaped.trim_end_matches('#').len(), '\\');
    }
    escaped
}

fn detail_text(detail: &Detail) -> String {
    let forced = detail.forced_note().map_or(String::new(), |it| format!(" ({it})"));
    format!("{}{forced}", detail.text)
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn issue_16_titles_mean_themselves_in_markdown() {
        assert_eq!(escaped("a.sok#1 plain"), "a.sok#1 plain");
        assert_eq!(
            escaped("<b>*x* [y](z) `q` _u_ &amp; \\"),
            "\\<b\\>\\*x\\* \\[y\\](z) \\`q\\` \\_u\\_ \\&amp; \\\\"
        );
        assert_eq!(escaped("C ##"), "C \\##");
    }
}
