//! Filters for the catalogue of chambers.

use clap::builder::PossibleValuesParser;
use sokolab::Directions;
use sokolab::chamber::catalogue::{Entry, EntryRole};

/// The heading of options about the catalogue.
const CATALOGUE: &str = "Catalogue";

/// Which chambers of the catalogue to list.
#[derive(Debug, clap::Args)]
pub(super) struct CatalogueFilter {
    /// List chambers of the catalogue, the smallest first, instead of describing a drawing. The
    /// text output can be piped to soko chamber -.
    ///
    /// A directed chamber is firm if the boxes of other chambers do not help it, so that it demands
    /// its storage in addition to theirs, and strict if it also cannot hold any of them: the
    /// demands of strict chambers in a row add up. An irregular storage cannot take or give back a
    /// box at any time. A bend is empty: boxes pass it like a corridor.
    #[arg(long, help_heading = CATALOGUE)]
    pub(super) catalogue: bool,

    /// Only chambers of this kind.
    #[arg(long, help_heading = CATALOGUE, value_name = "KIND",
        value_parser = PossibleValuesParser::new(EntryRole::NAMES))]
    kind: Option<String>,

    /// Only storages for N boxes, and directed chambers that demand a storage for N.
    #[arg(long, help_heading = CATALOGUE, value_name = "N")]
    capacity: Option<u8>,

    /// Only feeds and directed chambers that begin with N boxes.
    #[arg(long, help_heading = CATALOGUE, value_name = "N")]
    boxes: Option<u32>,

    /// Only chambers with N ports.
    #[arg(long, help_heading = CATALOGUE, value_name = "N")]
    ports: Option<usize>,

    /// Only chambers whose floor fits a rectangle of this size, for example 4x3, in any
    /// orientation.
    #[arg(long, help_heading = CATALOGUE, value_name = "WxH", value_parser = size)]
    size: Option<(usize, usize)>,

    /// Only chambers that a rotation or a reflection maps to themselves.
    #[arg(long, help_heading = CATALOGUE)]
    symmetric: bool,

    /// How many to list [default: 12 as text, all as JSON].
    #[arg(long, help_heading = CATALOGUE, value_name = "N")]
    pub(super) count: Option<usize>,

    /// Only the chamber with this number.
    #[arg(long, help_heading = CATALOGUE, value_name = "NUMBER")]
    pub(super) entry: Option<usize>,
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let sizes = text.split_once(['x', 'X']);
    let sizes = sizes.and_then(|(width, height)| width.parse().ok().zip(height.parse().ok()));
    sizes.ok_or_else(|| "a size is written as 4x3".to_owned())
}

impl CatalogueFilter {
    /// Whether the catalogue is requested.
    pub(super) fn is_asked_for(&self) -> bool {
        self.catalogue
    }

    /// # Errors
    /// If a filter of the catalogue is given without --catalogue.
    pub(super) fn refuse_without_catalogue(&self) -> anyhow::Result<()> {
        let given = [
            ("--kind", self.kind.is_some()),
            ("--capacity", self.capacity.is_some()),
            ("--boxes", self.boxes.is_some()),
            ("--ports", self.ports.is_some()),
            ("--size", self.size.is_some()),
            ("--symmetric", self.symmetric),
            ("--count", self.count.is_some()),
            ("--entry", self.entry.is_some()),
        ];
        match given.iter().find(|it| it.1) {
            Some((option, _)) => {
                anyhow::bail!("{option} is about the catalogue: give --catalogue, too")
            }
            None => Ok(()),
        }
    }

    /// Whether an entry passes the filters, cheap ones first.
    pub(super) fn wants(&self, entry: &Entry, directions: &[Directions]) -> bool {
        let own = if entry.eight { Directions::Eight } else { Directions::Four };
        if !directions.contains(&own)
            || self.kind.as_ref().is_some_and(|it| it != entry.role.name())
        {
            return false;
        }
        let (capacity, boxes) = match entry.role {
            EntryRole::Storage { capacity, .. } => (Some(capacity), None),
            EntryRole::Feed { boxes, .. } => (None, Some(boxes.count_ones())),
            EntryRole::Directed { boxes, requirement, .. } => {
                (Some(requirement), Some(boxes.count_ones()))
            }
            EntryRole::Bend => (None, None),
        };
        if self.capacity.is_some_and(|it| capacity != Some(it))
            || self.boxes.is_some_and(|it| boxes != Some(it))
        {
            return false;
        }
        let fits = |(width, height): (usize, usize), (w, h): (usize, usize)| {
            (w <= width && h <= height) || (w <= height && h <= width)
        };
        let needs_shape = self.ports.is_some() || self.size.is_some() || self.symmetric;
        !needs_shape || {
            let shape = entry.shape();
            self.ports.is_none_or(|it| shape.ports().len() == it)
                && self.size.is_none_or(|it| fits(it, shape.size()))
                && (!self.symmetric || shape.is_symmetric())
        }
    }
}
