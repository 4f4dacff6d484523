//! The facts that are asked for.

/// The heading of options that say what to show.
pub(super) const SHOWN: &str = "What to show";

/// Which facts to show; all that there is room for if none is named.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct FactArgs {
    /// Show or draw locked squares; as text they are drawn as 8.
    #[arg(long, help_heading = SHOWN)]
    locks: bool,

    /// Show or draw tunnels.
    #[arg(long, help_heading = SHOWN)]
    tunnels: bool,

    /// Show or draw chambers.
    #[arg(long, help_heading = SHOWN)]
    chambers: bool,

    /// Show or draw the pushes of a lone box to the nearest goal; as text also those by the part of
    /// the floor that the keeper is on.
    #[arg(long, help_heading = SHOWN)]
    distances: bool,

    /// Show or draw corrals, the floor that boxes close to the keeper: which are PI-corrals, what
    /// pushes these leave, and which are proved dead.
    #[arg(long, help_heading = SHOWN)]
    corrals: bool,
}

impl FactArgs {
    /// Whether nothing in particular was asked for.
    pub(super) fn is_all(self) -> bool {
        !(self.locks || self.tunnels || self.chambers || self.distances || self.corrals)
    }

    pub(super) fn has_locks(self) -> bool {
        self.locks || self.is_all()
    }

    /// Whether locked squares are drawn in a text: only if they are asked for.
    pub(super) fn draws_locks(self) -> bool {
        self.locks
    }

    pub(super) fn has_tunnels(self) -> bool {
        self.tunnels || self.is_all()
    }

    /// Whether chambers are wanted in a report, which has room for all facts.
    pub(super) fn has_chambers(self) -> bool {
        self.chambers || self.is_all()
    }

    /// Whether chambers are drawn: they would cover the other facts.
    pub(super) fn draws_chambers(self) -> bool {
        self.chambers
    }

    /// Whether corrals are wanted: they are looked at only if they are asked for.
    pub(super) fn has_corrals(self) -> bool {
        self.corrals
    }

    /// Whether distances are drawn: they would cover the other facts.
    pub(super) fn draws_distances(self) -> bool {
        self.distances
    }
}
