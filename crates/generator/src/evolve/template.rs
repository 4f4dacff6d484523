//! Templates: which places of an area are fixed, and which evolution may change.

use std::fmt;

use sokolab_core::{GoalKind, Ground, Rules};

use crate::settings::{BadSettings, PLACES_MAX};

/// An area to evolve levels in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    pub(super) width: usize,
    /// The fixed ground, row by row with a border of walls; `None` is free.
    pub(super) places: Vec<Option<Ground>>,
}

/// Why a text is not a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateError {
    /// An unknown character, with its line and column, from 1.
    Glyph(char, usize, usize),
    /// Nothing is free.
    NothingFree,
    /// The area has too many places.
    TooLarge,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TemplateError::Glyph(glyph, line, column) => write!(
                formatter,
                "line {line}, column {column}: {glyph:?} is none of ? # _ . ^ < (free, wall, \
                 floor, goal, hole, exit)"
            ),
            TemplateError::NothingFree => formatter.write_str("no place is free: mark some with ?"),
            TemplateError::TooLarge => {
                write!(formatter, "an area has at most {PLACES_MAX} places")
            }
        }
    }
}

impl std::error::Error for TemplateError {}

impl Template {
    /// A rectangle of free places; its size includes the walls around it. Under rules with holes, a
    /// corridor of holes, one for each box, leads from its right side to the exit.
    ///
    /// # Errors
    /// If it is too small or too large.
    pub fn area(
        width: usize,
        height: usize,
        boxes: usize,
        rules: Rules,
    ) -> Result<Template, BadSettings> {
        if width.min(height) < 3 || width.max(height) < 5 {
            return Err(BadSettings::TooSmall(width, height));
        }
        let corridor = if rules.goal() == GoalKind::Fill { boxes + 1 } else { 0 };
        if width.saturating_add(corridor).saturating_mul(height) > PLACES_MAX {
            return Err(BadSettings::TooLarge(width, height));
        }
        let mut rows = vec![vec![None; width - 2]; height - 2];
        if corridor > 0 {
            let middle = (height - 2) / 2;
            for (y, row) in rows.iter_mut().enumerate() {
                let ground = if y == middle { Ground::Goal } else { Ground::Wall };
                row.resize(width - 2 + corridor, Some(ground));
            }
            // Without floor before the first hole, no box could be pushed in.
            let row = &mut rows[middle];
            row[width - 4] = Some(Ground::Floor);
            row[width - 3] = Some(Ground::Floor);
            row[width - 3 + corridor] = Some(Ground::Exit);
        }
        Ok(Template::framed(&rows))
    }

    /// Parses a drawing: `?` is free, `#` wall, `_` or a space floor, `.` a goal, `^` a hole, `<`
    /// the exit. Short rows are padded with walls, and there is a wall around everything.
    ///
    /// # Errors
    /// What is wrong with the drawing.
    pub fn parse(text: &str) -> Result<Template, TemplateError> {
        let mut rows = Vec::new();
        for (y, line) in text.lines().enumerate() {
            let mut row = Vec::new();
            for (x, glyph) in line.trim_end().chars().enumerate() {
                row.push(match glyph {
                    '?' => None,
                    '#' => Some(Ground::Wall),
                    '_' | ' ' => Some(Ground::Floor),
                    '.' | '^' => Some(Ground::Goal),
                    '<' => Some(Ground::Exit),
                    _ => return Err(TemplateError::Glyph(glyph, y + 1, x + 1)),
                });
            }
            rows.push(row);
        }
        // Leading spaces are outside the area.
        for row in &mut rows {
            for place in row.iter_mut().take_while(|it| **it == Some(Ground::Floor)) {
                *place = Some(Ground::Wall);
            }
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        if (width + 2).saturating_mul(rows.len() + 2) > PLACES_MAX {
            return Err(TemplateError::TooLarge);
        }
        if !rows.iter().flatten().any(Option::is_none) {
            return Err(TemplateError::NothingFree);
        }
        Ok(Template::framed(&rows))
    }

    fn framed(rows: &[Vec<Option<Ground>>]) -> Template {
        let width = rows.iter().map(Vec::len).max().unwrap_or(0) + 2;
        let mut places = vec![Some(Ground::Wall); width * (rows.len() + 2)];
        for (y, row) in rows.iter().enumerate() {
            for (x, &place) in row.iter().enumerate() {
                places[(y + 1) * width + x + 1] = place;
            }
        }
        Template { width, places }
    }

    /// The free places.
    pub(super) fn free(&self) -> Vec<usize> {
        (0..self.places.len()).filter(|&it| self.places[it].is_none()).collect()
    }

    /// Number of fixed goals.
    pub(super) fn fixed_goals(&self) -> usize {
        self.places.iter().filter(|it| **it == Some(Ground::Goal)).count()
    }

    /// The drawing, including the wall around it.
    #[must_use]
    pub fn draw(&self) -> String {
        let glyph = |place: &Option<Ground>| match place {
            None => '?',
            Some(Ground::Goal) => '.',
            Some(Ground::Exit) => '<',
            Some(ground) if ground.is_solid() => '#',
            Some(_) => '_',
        };
        let rows = self.places.chunks(self.width);
        rows.map(|row| row.iter().map(glyph).collect::<String>() + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use sokolab_core::Rules;

    use super::{Template, TemplateError};

    #[test]
    fn an_area_with_holes_has_a_corridor_to_the_exit() {
        let template = Template::area(6, 5, 2, Rules::NETHACK).expect("large enough");
        assert_eq!(
            template.draw(),
            "#########\n\
             #????####\n\
             #??__..<#\n\
             #????####\n\
             #########\n"
        );
        assert_eq!(template.fixed_goals(), 2);
        let plain = Template::area(5, 3, 2, Rules::OFFICIAL).expect("large enough");
        assert_eq!(plain.draw(), "#####\n#???#\n#####\n");
    }

    #[test]
    fn drawings_are_read_again_as_they_are_drawn() {
        let template = Template::parse("  ##\n?? ^<\n#??_").expect("a template");
        let drawn = "#######\n#####.#\n";
        assert!(!template.draw().contains(drawn));
        let inner: Vec<String> =
            template.draw().lines().map(|line| line[1..line.len() - 1].to_owned()).collect();
        assert_eq!(inner[1..4], ["#####", "??_.<", "#??_#"]);
        assert_eq!(Template::parse(&inner[1..4].join("\n")), Ok(template));
    }

    #[test]
    fn what_is_no_template_says_why() {
        let error = Template::parse("??\n?x").expect_err("an x");
        assert_eq!(error, TemplateError::Glyph('x', 2, 2));
        assert!(error.to_string().contains("line 2, column 2"));
        assert_eq!(Template::parse("###"), Err(TemplateError::NothingFree));
        let huge = "?".repeat(9_000);
        assert_eq!(Template::parse(&huge), Err(TemplateError::TooLarge));
    }
}
