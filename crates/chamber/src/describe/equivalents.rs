//! Finds chambers of the catalogue that do what a drawn one does.

use super::{Description, Subject};
use crate::catalogue::{Catalogue, CatalogueQuery, Entry};

/// The chambers of the catalogue that share one property with a drawn chamber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Equivalents {
    /// The property.
    pub does: CatalogueQuery,
    /// The number of these chambers.
    pub count: usize,
    /// The number of squares of the smallest one.
    pub area_min: usize,
}

pub(super) fn equivalents(subject: &Subject<'_>, found: &Description) -> Vec<Equivalents> {
    let mut wanted = Vec::new();
    let ports = found.ports.count();
    let boxes = found.drawn.boxes as u8;
    if ports == 1 && found.goals.is_none() {
        let stores = found.service.stores.as_ref();
        if let Some(stores) = stores.ok().filter(|it| it.is_regular && it.capacity > 0) {
            wanted.push(CatalogueQuery::Storage(stores.capacity as u8));
        }
        if boxes > 0 && found.drawn.can_be_emptied == Ok(true) {
            let is_inside = subject.drawing.keeper().is_some();
            wanted.push(if is_inside {
                CatalogueQuery::FeedInside(boxes)
            } else {
                CatalogueQuery::Feed(boxes)
            });
        }
    }
    let demands = found.compositions.iter().filter_map(|it| it.demands.ok().flatten());
    if let Some(demand) = demands.max().filter(|&it| ports == 2 && boxes > 0 && it > 0) {
        wanted.push(CatalogueQuery::Directed(boxes, demand));
    }
    let directions = subject.rules.pushes();
    let catalogue = Catalogue::embedded();
    let chambers = |does: CatalogueQuery| {
        let count = catalogue.count(directions, does);
        let entries = (0..count).filter_map(|it| catalogue.pick(directions, does, it));
        Some(Equivalents { does, count, area_min: entries.map(Entry::area).min()? })
    };
    wanted.into_iter().filter_map(chambers).collect()
}
