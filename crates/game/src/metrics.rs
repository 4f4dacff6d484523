//! The numbers of a game beside the best ones known.

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
    /// Times another box is pushed than before, the first included.
    BoxChanges,
    /// Runs of pushes without a step between them.
    PushingSessions,
}

impl MetricKind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [MetricKind; 5] = [
        MetricKind::Moves,
        MetricKind::Pushes,
        MetricKind::BoxLines,
        MetricKind::BoxChanges,
        MetricKind::PushingSessions,
    ];

    /// Its name for people.
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

    /// Its count among `measures`.
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

/// One number of a game beside the best one known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Metric {
    /// What is counted.
    pub kind: MetricKind,
    /// The count so far.
    pub count: usize,
    /// The least count of any known solution; `None` if none is known.
    pub best: Option<usize>,
}

/// The numbers of a game beside the least of each among the known solutions, which need not be
/// those of one solution.
#[must_use]
pub fn metrics(game: &Measures, known: &[Measures]) -> [Metric; 5] {
    MetricKind::ALL.map(|kind| Metric {
        kind,
        count: kind.of(game),
        best: known.iter().map(|it| kind.of(it)).min(),
    })
}
