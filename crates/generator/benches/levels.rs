//! Speed of the generators on one core. The throughput is in trials; every level is verified by the
//! referee.

use std::ops::ControlFlow;

use divan::Bencher;
use divan::counter::ItemsCount;
use sokolab_core::Rules;
use sokolab_generator::{Murase, Recipe, Reverse, Selection, StreamRequest, TRIALS, stream};

fn main() {
    divan::main();
}

#[divan::bench]
fn murase1996(bencher: Bencher<'_, '_>) {
    time(bencher, &Murase::murase1996(), 20);
}

#[divan::bench]
fn boxoban(bencher: Bencher<'_, '_>) {
    time(bencher, &Reverse::boxoban(), 100);
}

/// Nine by nine with three boxes.
#[divan::bench(args = [Rules::OFFICIAL, Rules::NETHACK, Rules::SINK])]
fn reverse(bencher: Bencher<'_, '_>, rules: Rules) {
    time(bencher, &Reverse::new(rules), 5);
}

fn time(bencher: Bencher<'_, '_>, recipe: &dyn Recipe, count: u64) {
    let trials = make(recipe, count);
    bencher.counter(ItemsCount::new(trials)).bench(|| make(recipe, count));
}

/// Makes some levels, always the same, and gives the number of trials.
fn make(recipe: &dyn Recipe, count: u64) -> u64 {
    let request = StreamRequest {
        seed: 1,
        first_index: 1,
        count: Some(count),
        trials_max: u64::MAX,
        threads: 1,
        selection: Selection::default(),
    };
    let harvest = stream(recipe, &request, &|| true, &mut |_| ControlFlow::Continue(()));
    harvest.map_or_else(|it| it.harvest.funnel, |it| it.funnel).get(TRIALS)
}
