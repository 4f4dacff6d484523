//! The panel beside the board: metrics with the best known ones, time, and background activity.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Paragraph;
use sokolab::GoalKind;
use sokolab::game::{Metric, MetricKind, PushPreference, metrics};

use super::super::engine::Engine;
use super::super::model::{Model, Watches};
use crate::screen::Flow;

impl<D: Engine> Model<D> {
    /// Draws the panel, or the part of it that fits in a line.
    pub(super) fn draw_side(&self, frame: &mut Frame<'_>, area: Rect) {
        let known = self.levels.stage(self.at).record.known_measures();
        let metrics = metrics(&self.game.measures(), &known);
        if area.height == 1 {
            let [moves, pushes, ..] = metrics;
            let text = format!("{}  {}  {}", short(moves), short(pushes), self.clock());
            return frame.render_widget(Paragraph::new(text), area);
        }
        let mut lines: Vec<Line<'_>> = vec![Line::from("                 now  best")];
        lines.extend(metrics.into_iter().map(|it| Line::from(row(it))));
        lines.push(Line::from(format!("time {:>15}", self.clock())));
        lines.push(Line::from(""));
        lines.extend(self.standing().into_iter().map(Line::from));
        let activity = self.activity();
        if !activity.is_empty() {
            lines.push(Line::from(activity));
        }
        frame.render_widget(Paragraph::new(lines), area);
    }

    /// Lets time pass.
    pub(super) fn tick(&mut self, passed: Duration) -> Flow {
        if let Some(player) = &mut self.player {
            return player.tick(passed);
        }
        let shown = self.elapsed.as_secs();
        if self.game.move_count() > 0 && !self.game.is_won() {
            self.elapsed += passed;
        }
        if self.elapsed.as_secs() == shown { Flow::Still } else { Flow::On }
    }

    fn clock(&self) -> String {
        let seconds = self.elapsed.as_secs();
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }

    /// The position in the history, and the state of the alarm.
    fn standing(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let (GoalKind::Fill, Some(spare)) = (self.game.board().rules().goal(), self.spare) {
            lines.push(format!("boulders to spare: {spare}"));
        }
        let branches = self.game.tips().len();
        if branches > 1 {
            lines.push(format!("branches: {branches}"));
        }
        let marks = self.game.bookmarks().len();
        if marks > 0 {
            lines.push(format!("bookmarks: {marks}"));
        }
        if self.fewest == PushPreference::Moves {
            lines.push("clicks: fewest moves".to_owned());
        }
        lines.push(match (&self.alarm, self.watches) {
            (Some(_), _) => "alarm: LOST".to_owned(),
            (None, Watches::On) => "alarm: on".to_owned(),
            (None, Watches::Off) => "alarm: off".to_owned(),
        });
        lines
    }
}

fn row(metric: Metric) -> String {
    let best = metric.best.map_or_else(|| "-".to_owned(), |it| it.to_string());
    let name = match metric.kind {
        MetricKind::PushingSessions => "sessions",
        kind => kind.name(),
    };
    format!("{name:<14}{:>6}{best:>6}", metric.count)
}

fn short(metric: Metric) -> String {
    let best = metric.best.map_or_else(String::new, |it| format!("/{it}"));
    format!("{} {}{best}", metric.kind.name(), metric.count)
}
