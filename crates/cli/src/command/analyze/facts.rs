//! The facts to show.

/// The heading of options that select what to show.
pub(super) const SHOWN: &str = "What to show";

/// Which facts to show; without any, all for which there is room.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct FactArgs {
    /// Show or draw locked squares; in text they are drawn as 8.
    #[arg(long, help_heading = SHOWN)]
    locks: bool,

    /// Show or draw tunnels.
    #[arg(long, help_heading = SHOWN)]
    tunnels: bool,

    /// Show or draw chambers.
    #[arg(long, help_heading = SHOWN)]
    chambers: bool,

    /// Show or draw the pushes of a lone box to the nearest goal; in text also for each part of the
    /// floor that the keeper may be in.
    #[arg(long, help_heading = SHOWN)]
    distances: bool,

    /// Show or draw corrals, which are floor that boxes close off from the keeper: whether they are
    /// PI-corrals, which pushes need to be tried, and whether they are proved dead.
    #[arg(long, help_heading = SHOWN)]
    corrals: bool,
}

impl FactArgs {
    /// Whether no fact was selected.
    pub(super) fn is_all(self) -> bool {
        !(self.locks || self.tunnels || self.chambers || self.distances || self.corrals)
    }

    pub(super) fn has_locks(self) -> bool {
        self.locks || self.is_all()
    }

    /// Whether locked squares are drawn in text: only if selected.
    pub(super) fn draws_locks(self) -> bool {
        self.locks
    }

    pub(super) fn has_tunnels(self) -> bool {
        self.tunnels || self.is_all()
    }

    /// Whether a report shows chambers; it has room for all facts.
    pub(super) fn has_chambers(self) -> bool {
        self.chambers || self.is_all()
    }

    /// Whether chambers are drawn: they would cover the other facts.
    pub(super) fn draws_chambers(self) -> bool {
        self.chambers
    }

    /// Whether corrals are shown: they are analysed only if selected.
    pub(super) fn has_corrals(self) -> bool {
        self.corrals
    }

    /// Whether distances are drawn: they would cover the other facts.
    pub(super) fn draws_distances(self) -> bool {
        self.distances
    }
}
