//! A level.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::{PyArray1, PyArray3, PyArrayMethods};
use pyo3::prelude::*;
use sokolab::analysis::CanonicalForm;
use sokolab::render::{Drawing, svg};
use sokolab::text::{
    Format, Legend, ReadOptions, WriteOptions, level_rows, read_text, write_level,
};
use sokolab::{
    Finding, Findings, Ground, Level as CoreLevel, Note, Occupant, Picture, Refusal, Session,
    Severity, check, parse_moves,
};

use crate::errors::{bad_argument, finding_parts, level_error, moves_error};
use crate::options;
use crate::watch::detached;

/// A level: a picture with a title and a rule set.
///
/// The text is in any format that ``soko`` reads; ``rules`` and ``format`` override what it
/// implies. A text that is not a playable level raises :class:`~sokolab.LevelError`.
///
/// >>> import sokolab
/// >>> level = sokolab.Level("""
/// ... #####
/// ... #@$.#
/// ... #####""")
/// >>> level
/// <sokolab.Level: 5x3, boxes: 1, rules: official>
/// >>> print(level.after("R"))
/// #####
/// # @*#
/// #####
/// >>> level.planes().shape
/// (4, 3, 5)
/// >>> sokolab.Level("#####")
/// Traceback (most recent call last):
///     ...
/// sokolab.errors.LevelError: E0101 no level found (a level needs at least three rows with a ...
#[pyclass(frozen, module = "sokolab", weakref)]
#[derive(Debug)]
pub(crate) struct Level(pub(crate) Arc<CoreLevel>);

impl Level {
    pub(crate) fn new(level: CoreLevel) -> Level {
        Level(Arc::new(level))
    }

    /// A generated level as it is when it is written and read again: equal to itself in a file,
    /// where blanks around it are no rock.
    pub(crate) fn reread(level: CoreLevel) -> Level {
        let mut line = String::new();
        let is_written =
            write_level(&level, 1, &WriteOptions::new(Format::JsonLines), &mut line).is_ok();
        let options = ReadOptions { format: Some(Format::JsonLines), legend: None };
        let read = is_written.then(|| read_text(line.as_bytes(), options).levels.pop()).flatten();
        Level::new(read.unwrap_or(level))
    }

    /// What makes it unplayable.
    fn errors(&self) -> Findings {
        check(&self.0).err().unwrap_or_default()
    }
}

#[pymethods]
impl Level {
    #[new]
    #[pyo3(signature = (text, *, rules = None, format = None))]
    fn parse(
        py: Python<'_>,
        text: &str,
        rules: Option<&str>,
        format: Option<&str>,
    ) -> PyResult<Level> {
        let rules = rules.map(options::named).transpose()?;
        let format = format.map(options::named).transpose()?;
        let options = ReadOptions { format, legend: None };
        let read = detached(py, || read_text(text.as_bytes(), options))?;
        let count = read.levels.len();
        if count > 1 {
            return Err(bad_argument(format!(
                "the text holds {count} levels instead of one: use sokolab.read"
            )));
        }
        let Some(level) = read.levels.into_iter().next() else {
            return Err(level_error(py, &read.findings.into(), sokolab::Rules::OFFICIAL));
        };
        let level = match rules {
            Some(rules) => level.with_rules(rules),
            None => level,
        };
        let is_error = |it: &Finding| it.kind.severity() == Severity::Error;
        let mut errors: Vec<Finding> = read.findings.into_iter().filter(is_error).collect();
        errors.extend(check(&level).err().unwrap_or_default());
        if errors.is_empty() {
            Ok(Level::new(level))
        } else {
            Err(level_error(py, &errors.into(), level.rules))
        }
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.title.as_deref()
    }

    #[getter]
    fn author(&self) -> Option<&str> {
        self.0.author()
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.0.rules.name()
    }

    #[getter]
    fn rows(&self) -> Vec<String> {
        level_rows(&self.0).unwrap_or_else(|_| Legend::xsb().rows(&self.0.picture))
    }

    #[getter]
    fn width(&self) -> usize {
        self.0.picture.width()
    }

    #[getter]
    fn height(&self) -> usize {
        self.0.picture.height()
    }

    #[getter]
    fn boxes(&self) -> usize {
        self.0.picture.places().iter().filter(|it| it.occupant == Occupant::Box).count()
    }

    #[getter]
    fn goals(&self) -> usize {
        self.0.picture.places().iter().filter(|it| it.ground == Ground::Goal).count()
    }

    #[getter]
    fn id(&self) -> Option<String> {
        CanonicalForm::of_level(&self.0).ok().map(|form| form.id().to_string())
    }

    #[getter]
    fn solutions(&self) -> Vec<&str> {
        self.0.snapshots.iter().map(|it| it.moves.as_str()).collect()
    }

    #[getter]
    fn notes(&self) -> Vec<(String, String)> {
        let said = |note: &Note| match note {
            Note::Field { key, value } => (key.clone(), value.clone()),
            Note::Comment(text) => ("Comment".to_owned(), text.clone()),
        };
        self.0.notes.0.iter().map(said).collect()
    }

    #[getter]
    fn is_playable(&self) -> bool {
        self.errors().is_empty()
    }

    /// The errors that make it unplayable, and the warnings that a player should know.
    #[getter]
    fn findings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let class = py.import("sokolab.errors")?.getattr("Finding")?;
        let (errors, odd) = (self.errors(), sokolab::oddities(&self.0));
        let parts = errors.iter().chain(&odd).map(|it| finding_parts(it, self.0.rules));
        parts.map(|it| class.call1(it)).collect()
    }

    fn with_rules(&self, rules: &str) -> PyResult<Level> {
        Ok(Level::new((*self.0).clone().with_rules(options::named(rules)?)))
    }

    fn with_title(&self, title: Option<String>) -> Level {
        Level::new(CoreLevel { title, ..(*self.0).clone() })
    }

    /// The level as it is after some moves.
    fn after(&self, py: Python<'_>, moves: &str) -> PyResult<Level> {
        let picture = self.picture_after(py, moves)?;
        let snapshots = Vec::new();
        Ok(Level::new(CoreLevel { picture, snapshots, ..(*self.0).clone() }))
    }

    #[pyo3(signature = (format = "sok"))]
    fn to_text(&self, format: &str) -> PyResult<String> {
        let mut text = String::new();
        write_level(&self.0, 1, &WriteOptions::new(options::named(format)?), &mut text)
            .map_err(|error| bad_argument(error.to_string()))?;
        Ok(text)
    }

    #[pyo3(signature = (*, after = ""))]
    fn svg(&self, py: Python<'_>, after: &str) -> PyResult<String> {
        let picture = self.picture_after(py, after)?;
        let (rules, title) = (self.0.rules, self.0.title.as_deref());
        Ok(svg(&Drawing { rules, title, ..Drawing::new(&picture) }))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "")
    }

    /// Walls, goals, boxes and keeper, a plane each.
    fn planes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let picture = &self.0.picture;
        let places = picture.places();
        let size = places.len();
        let mut planes = vec![0; 4 * size];
        for (index, place) in places.iter().enumerate() {
            let is_in = [
                place.ground.is_solid(),
                place.ground == Ground::Goal,
                place.occupant == Occupant::Box,
                place.occupant == Occupant::Keeper,
            ];
            for (plane, is_in) in is_in.into_iter().enumerate() {
                planes[plane * size + index] = u8::from(is_in);
            }
        }
        PyArray1::from_vec(py, planes).reshape([4, picture.height(), picture.width()])
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        let (width, height) = (self.width(), self.height());
        let title = self.0.title.as_ref().map_or(String::new(), |it| format!(" {it:?}"));
        let (boxes, rules) = (self.boxes(), self.rules());
        format!("<sokolab.Level{title}: {width}x{height}, boxes: {boxes}, rules: {rules}>")
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Level>().map(|it| Arc::clone(&it.get().0));
        other.is_ok_and(|it| it.picture == self.0.picture && it.rules == self.0.rules)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.0.picture, self.0.rules).hash(&mut hasher);
        hasher.finish()
    }

    /// Levels never change.
    fn __copy__(this: &Bound<'_, Level>) -> Py<Level> {
        this.clone().unbind()
    }

    fn __deepcopy__(this: &Bound<'_, Level>, _memo: &Bound<'_, PyAny>) -> Py<Level> {
        this.clone().unbind()
    }

    /// Levels are pickled as a line of JSON.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let line = self.to_text(Format::JsonLines.name())?;
        Ok((py.get_type::<Level>().getattr("_from_line")?, (line,)))
    }

    #[staticmethod]
    fn _from_line(py: Python<'_>, line: &str) -> PyResult<Level> {
        let read = read_text(
            line.as_bytes(),
            ReadOptions { format: Some(Format::JsonLines), legend: None },
        );
        let level = read.levels.into_iter().next();
        let findings = read.findings;
        level
            .map(Level::new)
            .ok_or_else(|| level_error(py, &findings.into(), sokolab::Rules::OFFICIAL))
    }
}

impl Level {
    fn picture_after(&self, py: Python<'_>, moves: &str) -> PyResult<Picture> {
        let level = &self.0;
        if moves.is_empty() {
            return Ok(level.picture.clone());
        }
        let moves = parse_moves(moves)
            .map_err(|it| moves_error(py, "bad_letter", it.index, it.to_string()))?;
        let mut session =
            Session::new(level).map_err(|findings| level_error(py, &findings, level.rules))?;
        for (index, step) in moves.as_slice().iter().enumerate() {
            let (board, state) = (session.board(), session.state());
            let keeper = board.position(state.keeper);
            let direction = step.direction;
            session.play(direction).map_err(|hindrance| {
                let refusal = Refusal::Move { index, keeper, direction, hindrance };
                moves_error(py, refusal.code(), index, refusal.to_string())
            })?;
        }
        Ok(level.picture.with_state(session.board(), session.state()))
    }
}
