//! Reading collections, and those that come with the package.

use pyo3::prelude::*;
use sokolab::text::{Item, ReadOptions, Reader as CoreReader, read_text};
use sokolab::{Rules, UnknownName, levels};

use crate::errors::{FindingParts, bad_argument, finding_parts};
use crate::level::Level;
use crate::options;

/// Reads a collection from bytes, in chunks of any size.
#[pyclass(module = "sokolab._native")]
#[derive(Debug)]
pub(crate) struct Reader {
    reader: CoreReader,
    rules: Option<Rules>,
}

#[pymethods]
impl Reader {
    #[new]
    #[pyo3(signature = (rules = None, format = None))]
    fn new(rules: Option<&str>, format: Option<&str>) -> PyResult<Reader> {
        let format = format.map(options::named).transpose()?;
        let reader = CoreReader::new(ReadOptions { format, legend: None });
        Ok(Reader { reader, rules: rules.map(options::named).transpose()? })
    }

    fn feed(&mut self, bytes: &[u8]) {
        self.reader.feed(bytes);
    }

    fn finish(&mut self) {
        self.reader.finish();
    }

    /// The next level, or a finding about the text; `None` until more bytes arrive.
    fn take(&mut self) -> Option<(Option<Level>, Option<FindingParts>)> {
        loop {
            match self.reader.next_item()? {
                Item::Header(_) => {}
                Item::Finding(finding) => {
                    return Some((None, Some(finding_parts(&finding, Rules::OFFICIAL))));
                }
                Item::Level(level) => {
                    let level = match self.rules {
                        Some(rules) => level.with_rules(rules),
                        None => *level,
                    };
                    return Some((Some(Level::new(level)), None));
                }
            }
        }
    }
}

/// The collections that come with the package.
const EMBEDDED: [(&str, &str); 4] = [
    ("workshop", levels::WORKSHOP),
    ("quarry", levels::QUARRY),
    ("forced", levels::FORCED),
    ("first-steps", levels::FIRST_STEPS),
];

/// The levels of a collection that comes with the package.
#[pyfunction]
pub(crate) fn embedded(name: &str) -> PyResult<Vec<Level>> {
    let is_band = |it: &(&str, &str)| it.0.strip_suffix(".sok") == Some(name);
    let band = levels::LADDER.into_iter().find(is_band);
    let found = EMBEDDED.into_iter().find(|it| it.0 == name).or(band).map(|it| it.1);
    let names = EMBEDDED.map(|it| it.0).into_iter().chain(["ladder-01 to ladder-10"]);
    let unknown = || UnknownName::new("collection", name, names);
    let text = found.ok_or_else(|| bad_argument(unknown().to_string()))?;
    let read = read_text(text.as_bytes(), ReadOptions::default());
    Ok(read.levels.into_iter().map(Level::new).collect())
}
