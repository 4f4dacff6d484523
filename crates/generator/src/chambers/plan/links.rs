//! Divides boxes and the storage they demand among the directed chambers of a chain.

use sokolab_chamber::catalogue::Manner;

use crate::seed::Chance;

/// Maximum number of chambers in a chain.
const LINKS_MAX: usize = 4;

/// Maximum number of boxes in a chamber through which others pass boxes.
const STRICT_BOXES_MAX: usize = 2;

/// One directed chamber of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ChainLink {
    /// Number of boxes it starts with.
    pub(super) boxes: usize,
    /// The storage it demands.
    pub(super) requirement: usize,
    /// How it treats boxes of others.
    pub(super) manner: Manner,
}

/// Divides `boxes` so that `stored` of them must be in storage at once, if the catalogue `has` such
/// chambers; the first link is the one at the goals.
///
/// The chambers behind the first are strict: all their boxes must be in storage while the first
/// one, which is firm or demands two by itself, hands on what it must. If this is impossible, the
/// demands of the chambers make up the sum, which promises less: one chamber may hold boxes of
/// another.
pub(super) fn divide(
    boxes: usize,
    stored: usize,
    has: impl Fn(ChainLink) -> bool,
    chance: &mut Chance,
) -> Option<Vec<ChainLink>> {
    let exact = exact(boxes, stored, &has);
    if !exact.is_empty() {
        return chance.pick(&exact).cloned();
    }
    chance.pick(&nominal(boxes, stored, &has)).cloned()
}

/// All divisions in which the demand of the first link and the boxes of the others add up to
/// `stored`.
fn exact(boxes: usize, stored: usize, has: &impl Fn(ChainLink) -> bool) -> Vec<Vec<ChainLink>> {
    let mut ways = Vec::new();
    for requirement in 1..=stored.min(3) {
        let behind = stored - requirement;
        let Some(own) = boxes.checked_sub(behind) else { continue };
        // A central chamber that demands two by itself is proved together with its row.
        let manner = if behind == 0 || requirement > 1 { Manner::Any } else { Manner::Firm };
        let first = ChainLink { boxes: own, requirement, manner };
        if !has(first) {
            continue;
        }
        let mut pending = vec![(vec![first], behind)];
        while let Some((links, behind)) = pending.pop() {
            if behind == 0 {
                ways.push(links);
                continue;
            }
            if links.len() == LINKS_MAX {
                continue;
            }
            let strict = |it| ChainLink { boxes: it, requirement: it, manner: Manner::Strict };
            let counts = 1..=behind.min(STRICT_BOXES_MAX);
            for link in counts.map(strict).filter(|&it| has(it)) {
                pending.push(([&links[..], &[link]].concat(), behind - link.boxes));
            }
        }
    }
    ways
}

/// All divisions in which the demands add up to `stored`.
fn nominal(boxes: usize, stored: usize, has: &impl Fn(ChainLink) -> bool) -> Vec<Vec<ChainLink>> {
    let mut ways: Vec<Vec<ChainLink>> = Vec::new();
    let mut pending = vec![(Vec::new(), boxes, stored)];
    while let Some((links, boxes, stored)) = pending.pop() {
        if boxes == 0 && stored == 0 {
            ways.push(links);
            continue;
        }
        if links.len() == LINKS_MAX || boxes == 0 || stored == 0 {
            continue;
        }
        for count in 1..=boxes.min(4) {
            let any = |requirement| ChainLink { boxes: count, requirement, manner: Manner::Any };
            for link in (1..=stored.min(3)).map(any).filter(|&it| has(it)) {
                let links = [&links[..], &[link]].concat();
                pending.push((links, boxes - count, stored - link.requirement));
            }
        }
    }
    ways
}

/// The boxes of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChainShare {
    /// How many there are.
    pub(super) boxes: usize,
    /// How many of them must be in storage at once.
    pub(super) stored: usize,
}

/// Divides `boxes`, `stored` of which must be in storage, among several chains. `None` if there are
/// too few.
pub(super) fn shares(
    boxes: usize,
    stored: usize,
    chains: usize,
    chance: &mut Chance,
) -> Option<Vec<ChainShare>> {
    let mut shares = vec![ChainShare { boxes: 1, stored: 1 }; chains];
    for _ in chains..stored {
        let share = &mut shares[chance.below(chains)];
        share.boxes += 1;
        share.stored += 1;
    }
    let taken: usize = shares.iter().map(|it| it.boxes).sum();
    for _ in 0..boxes.checked_sub(taken)? {
        shares[chance.below(chains)].boxes += 1;
    }
    Some(shares)
}
