//! Parses prototypes and templates drawn in a text file.
//!
//! A line with `prototype` or `template` begins a drawing. Its rows follow, with a full stop for
//! floor and a number sign or a space for wall, up to an empty line. Lines that begin with a
//! semicolon are comments.
//!
//! ```text
//! ; a room with an alcove, and something to add to it
//! prototype
//! ....
//! ....
//! #..#
//!
//! template
//! ..
//! ..
//! ```

use std::fmt;

use super::{OutlineShape, OutlineShapeError};

/// The contents of a file of drawings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drawings {
    /// The prototype, if one is drawn.
    pub prototype: Option<OutlineShape>,
    /// The templates, in order.
    pub templates: Vec<OutlineShape>,
}

/// A problem in a file of drawings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawingError {
    /// Line number, from 1.
    pub line: usize,
    /// The problem.
    pub kind: DrawingErrorKind,
}

/// What is wrong with a file of drawings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DrawingErrorKind {
    /// The line is outside any drawing.
    Outside,
    /// There is already a prototype.
    SecondPrototype,
    /// The drawing that begins there is not a valid shape.
    OutlineShape(OutlineShapeError),
    /// There are no drawings.
    Nothing,
}

impl fmt::Display for DrawingError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: ", self.line)?;
        match &self.kind {
            DrawingErrorKind::Outside => {
                formatter.write_str("a drawing begins with a line that says prototype or template")
            }
            DrawingErrorKind::SecondPrototype => formatter.write_str("there is one prototype only"),
            DrawingErrorKind::OutlineShape(error) => {
                write!(formatter, "this is not a shape: {error}")
            }
            DrawingErrorKind::Nothing => formatter.write_str("nothing is drawn"),
        }
    }
}

impl std::error::Error for DrawingError {}

impl Drawings {
    /// Parses a file of drawings.
    ///
    /// # Errors
    /// The first problem.
    pub fn parse(text: &str) -> Result<Drawings, DrawingError> {
        let mut drawings = Drawings::default();
        let mut open: Option<(usize, &str, Vec<&str>)> = None;
        let mut last = 0;
        for (index, line) in text.lines().enumerate() {
            let (number, line) = (index + 1, line.trim_end());
            last = number;
            let word = line.trim().trim_end_matches(':');
            if line.starts_with(';') {
                continue;
            }
            if word.eq_ignore_ascii_case("prototype") || word.eq_ignore_ascii_case("template") {
                drawings.add(open.take())?;
                open = Some((number, word, Vec::new()));
            } else if line.is_empty() {
                if open.as_ref().is_some_and(|(_, _, rows)| !rows.is_empty()) {
                    drawings.add(open.take())?;
                }
            } else if let Some((_, _, rows)) = &mut open {
                rows.push(line);
            } else {
                return Err(DrawingError { line: number, kind: DrawingErrorKind::Outside });
            }
        }
        drawings.add(open)?;
        if drawings == Drawings::default() {
            return Err(DrawingError { line: last.max(1), kind: DrawingErrorKind::Nothing });
        }
        Ok(drawings)
    }

    fn add(&mut self, drawing: Option<(usize, &str, Vec<&str>)>) -> Result<(), DrawingError> {
        let Some((line, word, rows)) = drawing else { return Ok(()) };
        let error = |kind| DrawingError { line, kind };
        let shape =
            OutlineShape::parse(&rows).map_err(|it| error(DrawingErrorKind::OutlineShape(it)))?;
        if word.eq_ignore_ascii_case("template") {
            self.templates.push(shape);
        } else if self.prototype.replace(shape).is_some() {
            return Err(error(DrawingErrorKind::SecondPrototype));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{DrawingErrorKind, Drawings, OutlineShape, OutlineShapeError};

    #[test]
    fn drawings_are_read_in_order() {
        let text = "; ours\nprototype\n....\n#..#\n\nTemplate:\n..\n..\ntemplate\n.\n";
        let drawings = Drawings::parse(text).expect("three drawings");
        assert_eq!(drawings.prototype.expect("one").rows(), ["....", "#..#"]);
        let templates: Vec<Vec<String>> =
            drawings.templates.iter().map(OutlineShape::rows).collect();
        assert_eq!(templates, [vec!["..", ".."], vec!["."]]);
    }

    #[test]
    fn mistakes_are_told_with_their_line() {
        let check = |text: &str| {
            let error = Drawings::parse(text).expect_err("a mistake");
            (error.line, error.kind)
        };
        assert_eq!(check(""), (1, DrawingErrorKind::Nothing));
        assert_eq!(check("\n...\n"), (2, DrawingErrorKind::Outside));
        assert_eq!(
            check("template\n\n"),
            (1, DrawingErrorKind::OutlineShape(OutlineShapeError::Empty))
        );
        let twice = "prototype\n..\nprototype\n..\n";
        assert_eq!(check(twice), (3, DrawingErrorKind::SecondPrototype));
        let odd = DrawingErrorKind::OutlineShape(OutlineShapeError::Character(1, 2, '@'));
        assert_eq!(check("\ntemplate\n.@\n"), (2, odd));
    }
}
