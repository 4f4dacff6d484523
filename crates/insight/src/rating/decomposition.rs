//! The 2-decomposition of a solution: how well it splits into two groups of boxes.
//!
//! Jarušek and Pelánek found it to be the best single measure of difficulty for people: the fewest
//! switches between two groups of boxes, over all partitions of the pushed boxes into two. Every
//! switch is between two boxes, so this is the minimum cut of a graph whose edges are weighted by
//! switches. The algorithm of Stoer and Wagner finds it for any number of boxes without
//! enumeration.

/// The fewest switches between two groups of boxes. `turns` are the boxes in the order in which
/// they are pushed; with fewer than two boxes, the result is 0.
pub(super) fn fewest_switches(turns: &[usize]) -> usize {
    let mut names: Vec<usize> = turns.to_vec();
    names.sort_unstable();
    names.dedup();
    let count = names.len();
    if count < 2 {
        return 0;
    }
    let place = |name: usize| names.binary_search(&name).expect("every box has a place");
    let mut weights = vec![vec![0_usize; count]; count];
    for pair in turns.windows(2).filter(|pair| pair[0] != pair[1]) {
        let (one, other) = (place(pair[0]), place(pair[1]));
        weights[one][other] += 1;
        weights[other][one] += 1;
    }
    smallest_cut(&mut weights)
}

/// Stoer and Wagner: a phase adds vertices, the most tightly connected first. The cut that isolates
/// the last one is the best cut between it and the one before, so the two are merged.
fn smallest_cut(weights: &mut [Vec<usize>]) -> usize {
    let mut alive: Vec<usize> = (0..weights.len()).collect();
    let mut best = usize::MAX;
    while alive.len() > 1 {
        let mut pull = vec![0; weights.len()];
        let mut rest = alive.clone();
        let (mut last, mut before) = (rest[0], rest[0]);
        while !rest.is_empty() {
            let at = (0..rest.len()).rev().max_by_key(|&at| pull[rest[at]]).unwrap_or(0);
            before = last;
            last = rest.remove(at);
            for &other in &rest {
                pull[other] += weights[last][other];
            }
        }
        best = best.min(pull[last]);
        for &other in alive.iter().filter(|&&other| other != last && other != before) {
            let weight = weights[last][other];
            weights[before][other] += weight;
            weights[other][before] += weight;
        }
        alive.retain(|&it| it != last);
    }
    best
}

#[cfg(test)]
mod tests {
    use sokolab_core::testing::Chance;

    use super::fewest_switches;

    /// The same by brute force over all partitions.
    fn by_trying(turns: &[usize]) -> usize {
        let boxes = turns.iter().max().map_or(0, |max| max + 1);
        let pushed: usize = turns.iter().fold(0, |set, &it| set | 1 << it);
        let is_fair = |group: &usize| pushed & group != 0 && pushed & !group != 0;
        let switches = |group: usize| {
            turns.windows(2).filter(|pair| (group >> pair[0] ^ group >> pair[1]) & 1 == 1).count()
        };
        (0..1 << boxes).filter(is_fair).map(switches).min().unwrap_or(0)
    }

    #[test]
    fn one_box_after_the_other_is_one_switch() {
        assert_eq!(fewest_switches(&[]), 0);
        assert_eq!(fewest_switches(&[3]), 0);
        assert_eq!(fewest_switches(&[0, 1, 2]), 1);
        assert_eq!(fewest_switches(&[0, 1, 0, 1]), 3);
    }

    #[test]
    fn the_smallest_cut_is_what_trying_everything_finds() {
        let mut chance = Chance::new(6);
        for _ in 0..300 {
            let boxes = 1 + chance.below(7);
            let mut turns: Vec<usize> =
                (0..chance.below(30)).map(|_| chance.below(boxes)).collect();
            turns.dedup();
            assert_eq!(fewest_switches(&turns), by_trying(&turns), "{turns:?}");
        }
    }
}
