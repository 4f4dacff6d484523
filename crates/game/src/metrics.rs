//! The metrics of a game next to the best known ones.

use sokolab_core::Measures;

/// What a metric counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MetricKind {
    /// Steps and pushes together.
    Moves,
    /// Pushes.
    Pushes,
    /// Runs of pushes of one box in one direction.
    BoxLines,
    /// Number of times that the pushed box changes, counting the first.
    BoxChanges,
    /// Runs of pushes without a step in between.
    PushingSessions,
}

impl MetricKind {
    /// All metrics, in the order in which they are shown.
    pub const ALL: [MetricKind; 5] = [
        MetricKind::Moves,
        MetricKind::Pushes,
        MetricKind::BoxLines,
        MetricKind::BoxChanges,
        MetricKind::PushingSessions,
    ];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MetricKind::Moves => "moves",
            MetricKind::Pushes => "pushes",
            MetricKind::BoxLines => "box lines",
            MetricKind::BoxChanges => "box changes",
            MetricKind::PushingSessions => "pushing sessions",
        }
    }

    /// Its value in `measures`.
    #[must_use]
    pub const fn of(self, measures: &Measures) -> usize {
        match self {
            MetricKind::Moves => measures.moves,
            MetricKind::Pushes => measures.pushes,
            MetricKind::BoxLines => measures.box_lines,
            MetricKind::BoxChanges => measures.box_changes,
            MetricKind::PushingSessions => measures.pushing_sessions,
        }
    }
}

/// One metric of a game next to the best known value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Metric {
    /// What is counted.
    pub kind: MetricKind,
    /// The count so far.
    pub count: usize,
    /// The smallest value of any known solution; `None` if none is known.
    pub best: Option<usize>,
}

/// The metrics of a game next to the smallest value of each among the known solutions, which may
/// come from different solutions.
#[must_use]
pub fn metrics(game: &Measures, known: &[Measures]) -> [Metric; 5] {
    MetricKind::ALL.map(|kind| Metric {
        kind,
        count: kind.of(game),
        best: known.iter().map(|it| kind.of(it)).min(),
    })
}
