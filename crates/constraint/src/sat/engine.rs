//! A small interface to the SAT solver, so that formulas do not depend on a particular one.

use std::cell::{Cell, RefCell};

use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, SolverOpts, lbool};

use sokolab_core::{Meter, Stop};

/// A variable or its negation.
pub(crate) type Literal = batsat::Lit;

/// The result of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SatResult {
    /// There is a model, which can be queried.
    Satisfiable,
    /// There is no model with these assumptions.
    Refuted,
    /// There is no model at all.
    Contradictory,
}

/// A formula and its solver.
pub(crate) struct Engine<'m, 'a> {
    solver: Solver<Watch<'m, 'a>>,
    clause: Vec<Literal>,
    literals: u64,
}

/// Counts conflicts as nodes, and stops the solver when the meter does.
struct Watch<'m, 'a> {
    meter: RefCell<&'m mut Meter<'a>>,
    stopped: Cell<Option<Stop>>,
    learnt: u64,
}

impl Callbacks for Watch<'_, '_> {
    fn on_new_clause(&mut self, clause: &[Literal], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.learnt += clause.len() as u64;
            if let Err(stop) = self.meter.get_mut().count_node() {
                self.stopped.set(Some(stop));
            }
        }
    }

    fn on_delete_clause(&mut self, clause: &[Literal]) {
        self.learnt = self.learnt.saturating_sub(clause.len() as u64);
    }

    fn stop(&self) -> bool {
        if self.stopped.get().is_none()
            && let Ok(mut meter) = self.meter.try_borrow_mut()
            && let Err(stop) = meter.work(1_000)
        {
            self.stopped.set(Some(stop));
        }
        self.stopped.get().is_some()
    }
}

impl<'m, 'a> Engine<'m, 'a> {
    pub(crate) fn new(meter: &'m mut Meter<'a>) -> Engine<'m, 'a> {
        let watch = Watch { meter: RefCell::new(meter), stopped: Cell::new(None), learnt: 0 };
        let solver = Solver::new(SolverOpts::default(), watch);
        Engine { solver, clause: Vec::new(), literals: 0 }
    }

    /// The meter.
    pub(crate) fn meter(&mut self) -> &mut Meter<'a> {
        self.solver.cb_mut().meter.get_mut()
    }

    /// A new variable.
    pub(crate) fn variable(&mut self) -> Literal {
        Literal::new(self.solver.new_var_default(), true)
    }

    /// `count` new variables.
    pub(crate) fn variables(&mut self, count: usize) -> Vec<Literal> {
        (0..count).map(|_| self.variable()).collect()
    }

    /// Adds a clause.
    pub(crate) fn clause(&mut self, literals: impl IntoIterator<Item = Literal>) {
        self.clause.clear();
        self.clause.extend(literals);
        self.literals += self.clause.len() as u64;
        self.solver.add_clause_reuse(&mut self.clause);
    }

    /// Requires that at most one of these holds: a ladder of auxiliary variables, three clauses
    /// each.
    pub(crate) fn at_most_one(&mut self, literals: &[Literal]) {
        if literals.len() <= 5 {
            for (index, &one) in literals.iter().enumerate() {
                for &two in &literals[index + 1..] {
                    self.clause([!one, !two]);
                }
            }
            return;
        }
        let mut before: Option<Literal> = None;
        for &literal in literals {
            let so_far = self.variable();
            self.clause([!literal, so_far]);
            if let Some(before) = before {
                self.clause([!before, so_far]);
                self.clause([!before, !literal]);
            }
            before = Some(so_far);
        }
    }

    /// Checks whether time and memory allow more clauses.
    ///
    /// # Errors
    /// If the meter stops.
    pub(crate) fn ask(&mut self) -> Result<(), Stop> {
        let literals = self.literals + self.solver.cb().learnt;
        let bytes = literals * 16 + u64::from(self.solver.num_vars()) * 120;
        self.meter().take_bytes(bytes)?;
        self.meter().ask()
    }

    /// Searches for a model in which these hold.
    ///
    /// # Errors
    /// If the meter stops.
    pub(crate) fn solve(&mut self, assumptions: &[Literal]) -> Result<SatResult, Stop> {
        self.ask()?;
        let answer = self.solver.solve_limited(assumptions);
        if answer == lbool::TRUE {
            Ok(SatResult::Satisfiable)
        } else if answer == lbool::FALSE {
            let is_empty = !self.solver.is_ok() || self.solver.unsat_core().is_empty();
            Ok(if is_empty { SatResult::Contradictory } else { SatResult::Refuted })
        } else {
            Err(self.solver.cb().stopped.get().unwrap_or(Stop::Interrupted))
        }
    }

    /// Whether a literal holds in the last model.
    pub(crate) fn holds(&self, literal: Literal) -> bool {
        self.solver.value_lit(literal) == lbool::TRUE
    }
}
