//! The games as Python sees them.

use std::sync::Arc;

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, ndarray,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use sokolab::text::Legend;
use sokolab::{Direction, Picture};

use super::batch::{Autoreset, Batch, Ending};
use super::config::Config;
use super::observation::{ObservationForm, PLANES, Screen};
use crate::errors::{bad_argument, generate_error};
use crate::level::Level;
use crate::options;
use crate::watch::{Interrupts, detached};

/// Rewards, terminations and truncations.
type Stepped<'py> =
    (Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>);

/// Steps, pushes, level numbers, lower bounds on the remaining pushes, and whether games are lost
/// or won.
type Infos<'py> = (
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<bool>>,
);

/// Many games side by side, stepped in one call.
#[pyclass(module = "sokolab._native")]
#[derive(Debug)]
pub(crate) struct Games {
    batch: Batch,
    observations: Py<PyArrayDyn<u8>>,
    finals: Py<PyArrayDyn<u8>>,
}

#[pymethods]
impl Games {
    #[new]
    fn new(py: Python<'_>, levels: Vec<Bound<'_, Level>>, config: &str) -> PyResult<Games> {
        let config: Config = options::parse(config)?;
        let levels: Vec<_> = levels.iter().map(|it| Arc::clone(&it.get().0)).collect();
        let interrupts = Interrupts::new();
        let keep_going = || interrupts.keep_going();
        let batch = detached(py, || config.prepare(&levels, &keep_going))?;
        let batch = batch.map_err(|error| interrupts.into_raised().unwrap_or(error))?;
        let shape = |games| [vec![games], batch.preparation.screen.shape()].concat();
        let zeros = |games| PyArrayDyn::zeros(py, shape(games), false).unbind();
        let is_followed = batch.autoreset == Autoreset::SameStep;
        let finals = zeros(if is_followed { batch.games } else { 0 });
        Ok(Games { observations: zeros(batch.games), finals, batch })
    }

    /// The shape of one observation.
    #[getter]
    fn shape(&self) -> Vec<usize> {
        self.batch.preparation.screen.shape()
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.batch.conduct.actions.count()
    }

    /// The names of the planes.
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        match self.batch.preparation.screen.form {
            ObservationForm::Planes(count) => PLANES[..count].to_vec(),
            ObservationForm::Symbols | ObservationForm::Colours(_) => Vec::new(),
        }
    }

    /// The current observations. Every step changes the content of the same array.
    #[getter]
    fn observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<u8>> {
        self.observations.bind(py).clone()
    }

    /// The last observations of episodes that ended in this step and were followed by others.
    #[getter]
    fn final_observations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<u8>> {
        self.finals.bind(py).clone()
    }

    #[pyo3(signature = (seeds = None, mask = None, numbers = None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Option<Vec<u64>>,
        mask: Option<Vec<bool>>,
        numbers: Option<Vec<usize>>,
    ) -> PyResult<()> {
        let Games { batch, observations, .. } = self;
        let lengths = [
            seeds.as_ref().map(Vec::len),
            mask.as_ref().map(Vec::len),
            numbers.as_ref().map(Vec::len),
        ];
        if lengths.into_iter().flatten().any(|it| it != batch.games) {
            return Err(bad_argument(format!("there are {} environments", batch.games)));
        }
        if !batch.is_ready && mask.as_ref().is_some_and(|it| it.contains(&false)) {
            return Err(PyRuntimeError::new_err("reset all environments first"));
        }
        let mut written = observations.bind(py).try_readwrite()?;
        let out = written.as_slice_mut()?;
        let is_wanted = |game: usize| mask.as_ref().is_none_or(|it| it[game]);
        let interrupts = Interrupts::new();
        let keep_going = || interrupts.keep_going();
        let done = detached(py, || {
            batch.reset(seeds.as_deref(), &is_wanted, numbers.as_deref(), out, &keep_going)
        })?;
        done.map_err(|why| refused(py, why, interrupts))
    }

    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Stepped<'py>> {
        let Games { batch, observations, finals } = self;
        let actions = actions.as_slice()?;
        check_step(batch, actions)?;
        let mut written = observations.bind(py).try_readwrite()?;
        let mut final_written = finals.bind(py).try_readwrite()?;
        let (out, last) = (written.as_slice_mut()?, final_written.as_slice_mut()?);
        let interrupts = Interrupts::new();
        let keep_going = || interrupts.keep_going();
        let outcomes = detached(py, || batch.step(actions, out, last, &keep_going))?;
        let outcomes = outcomes.map_err(|why| refused(py, why, interrupts))?;
        Ok((
            outcomes.rewards.into_pyarray(py),
            outcomes.terminated.into_pyarray(py),
            outcomes.truncated.into_pyarray(py),
        ))
    }

    /// The action masks: 1 for legal, 0 for illegal.
    fn action_masks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let (batch, count) = (&self.batch, self.batch.conduct.actions.count());
        let masks = if batch.conduct.has_masks {
            batch.masks.clone()
        } else {
            py.detach(|| batch.compute_masks())
        };
        let masks = ndarray::Array2::from_shape_vec((batch.games, count), masks);
        Ok(masks.map_err(|error| bad_argument(error.to_string()))?.into_pyarray(py))
    }

    /// The infos of all games.
    fn infos<'py>(&self, py: Python<'py>) -> Infos<'py> {
        infos(py, self.batch.episodes.iter().map(Ending::of))
    }

    /// The infos of episodes that ended in this step and were followed by others.
    fn final_infos<'py>(&self, py: Python<'py>) -> Infos<'py> {
        infos(py, self.batch.endings.iter().copied())
    }

    /// The rows of a game.
    fn rows(&self, game: usize) -> PyResult<Vec<String>> {
        let episode = self.batch.episodes.get(game).ok_or_else(not_reset)?;
        let picture = Picture::of_board(&episode.level.board, &episode.state);
        Ok(Legend::xsb().rows(&picture))
    }

    /// A game in colours, with this many pixels per place.
    fn colours<'py>(
        &self,
        py: Python<'py>,
        game: usize,
        tile: usize,
    ) -> PyResult<Bound<'py, PyArrayDyn<u8>>> {
        let episode = self.batch.episodes.get(game).ok_or_else(not_reset)?;
        let frame = &self.batch.preparation.screen;
        let screen =
            Screen::new(ObservationForm::Colours(tile.clamp(1, 64)), frame.width, frame.height);
        let mut pixels = vec![0; screen.size()];
        let spots = screen.spots(&episode.level.board);
        screen.draw(&episode.level, &spots, &episode.state, &mut pixels);
        let pixels = ndarray::ArrayD::from_shape_vec(screen.shape(), pixels);
        Ok(pixels.map_err(|error| bad_argument(error.to_string()))?.into_pyarray(py))
    }

    /// Copies with the games as they stand, for searches that try actions.
    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Games {
        let copy = |array: &Py<PyArrayDyn<u8>>| {
            PyArrayDyn::from_owned_array(py, array.bind(py).to_owned_array()).unbind()
        };
        let (observations, finals) = (copy(&self.observations), copy(&self.finals));
        Games { batch: self.batch.clone(), observations, finals }
    }

    /// Names of the directions, in the order of actions.
    #[staticmethod]
    fn directions() -> Vec<&'static str> {
        Direction::ALL.map(Direction::name).to_vec()
    }
}

fn check_step(batch: &Batch, actions: &[i64]) -> PyResult<()> {
    if !batch.is_ready {
        return Err(not_reset());
    }
    if actions.len() != batch.games {
        return Err(bad_argument(format!(
            "{} actions for {} environments",
            actions.len(),
            batch.games
        )));
    }
    let count = batch.conduct.actions.count() as i64;
    if let Some(wrong) = actions.iter().find(|it| !(0..count).contains(*it)) {
        return Err(bad_argument(format!("action {wrong} is not from 0 to {}", count - 1)));
    }
    if batch.autoreset != Autoreset::Disabled {
        return Ok(());
    }
    match batch.episodes.iter().position(|it| it.is_over) {
        Some(game) => Err(PyRuntimeError::new_err(format!(
            "the episode of environment {game} is over: reset it"
        ))),
        None => Ok(()),
    }
}

fn not_reset() -> PyErr {
    PyRuntimeError::new_err("call reset first")
}

/// The exception for games that cannot continue: that of Ctrl-C if it is the reason.
fn refused(py: Python<'_>, why: String, interrupts: Interrupts) -> PyErr {
    if let Some(raised) = interrupts.into_raised() {
        return raised;
    }
    if why.starts_with("the generator") { generate_error(py, why) } else { bad_argument(why) }
}

fn infos(py: Python<'_>, endings: impl ExactSizeIterator<Item = Ending>) -> Infos<'_> {
    let count = endings.len();
    let counts = || Vec::with_capacity(count);
    let (mut steps, mut pushes, mut numbers) = (counts(), counts(), counts());
    let mut distances = counts();
    let (mut lost, mut won) = (Vec::with_capacity(count), Vec::with_capacity(count));
    for it in endings {
        steps.push(i64::from(it.steps));
        pushes.push(i64::from(it.pushes));
        numbers.push(i64::from(it.number));
        distances.push(it.distance);
        lost.push(it.is_lost);
        won.push(it.is_won);
    }
    (
        steps.into_pyarray(py),
        pushes.into_pyarray(py),
        numbers.into_pyarray(py),
        distances.into_pyarray(py),
        lost.into_pyarray(py),
        won.into_pyarray(py),
    )
}
