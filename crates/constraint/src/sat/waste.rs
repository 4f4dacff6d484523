//! A unary counter for the waste of pushes, as clauses.

use super::engine::{Engine, Literal};

/// A unary counter of the waste before each step.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    /// By step: the amount that a push wastes, and the variable that says so.
    wastes: Vec<Vec<(u32, Literal)>>,
    /// By step and amount, from 1: at least this much has been wasted.
    levels: Vec<Vec<Literal>>,
    /// Number of amounts that every step has variables for.
    amounts: usize,
}

impl Counter {
    /// Adds a step with the waste of its pushes.
    pub(crate) fn add_step(&mut self, engine: &mut Engine<'_, '_>, pushes: &[(Literal, u32)]) {
        if self.levels.is_empty() {
            self.levels.push(Vec::new());
        }
        let mut amounts: Vec<u32> =
            pushes.iter().map(|push| push.1).filter(|&waste| waste > 0).collect();
        amounts.sort_unstable();
        amounts.dedup();
        let helpers: Vec<(u32, Literal)> =
            amounts.iter().map(|&amount| (amount, engine.variable())).collect();
        for &(push, waste) in pushes {
            for &(amount, helper) in &helpers {
                engine.clause([!push, if amount == waste { helper } else { !helper }]);
            }
        }
        self.wastes.push(helpers);
        self.levels.push(Vec::new());
        let known = self.amounts;
        for amount in 1..=known {
            self.link(engine, self.wastes.len() - 1, amount);
        }
    }

    /// The literal for a total waste of at most `amount` after the last step.
    pub(crate) fn at_most(&mut self, engine: &mut Engine<'_, '_>, amount: usize) -> Literal {
        while self.amounts <= amount {
            self.amounts += 1;
            for step in 0..self.wastes.len() {
                self.link(engine, step, self.amounts);
            }
        }
        !self.levels[self.wastes.len()][amount]
    }

    /// Adds the clauses of a step for an amount; those below it exist.
    fn link(&mut self, engine: &mut Engine<'_, '_>, step: usize, amount: usize) {
        if step == 0 && self.levels[0].len() < amount {
            let never = engine.variable();
            engine.clause([!never]);
            self.levels[0].push(never);
        }
        let after = engine.variable();
        self.levels[step + 1].push(after);
        engine.clause([!self.levels[step][amount - 1], after]);
        for &(waste, helper) in &self.wastes[step] {
            let waste = waste as usize;
            if waste >= amount {
                engine.clause([!helper, after]);
            } else {
                let before = self.levels[step][amount - waste - 1];
                engine.clause([!helper, !before, after]);
            }
        }
    }
}
