//! Text drawings of a level, with the coordinates that messages use.

use crate::square_name::column_name;

/// A level drawn as rows of characters.
///
/// A drawing may be cropped to the floor or have an added frame of walls, so it records which place
/// its first character shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextDrawing {
    /// The rows, without trailing blanks.
    pub rows: Vec<String>,
    /// Column and row, in the level as read, of the first character of the first row; negative if a
    /// frame was added.
    pub origin: (isize, isize),
}

impl TextDrawing {
    /// The rows with column letters above and row numbers to the left, as in square names. Columns
    /// beyond `z` have their letters stacked vertically.
    #[must_use]
    pub fn with_coordinates(&self) -> Vec<String> {
        self.coordinates_around(&self.rows, 1)
    }

    /// Adds the coordinates of this drawing to other rows that show the same places, for instance
    /// in colour or with `place_width` characters for each place.
    #[must_use]
    pub fn coordinates_around(&self, rows: &[String], place_width: usize) -> Vec<String> {
        let (left, top) = self.origin;
        let columns = self.rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let names: Vec<Vec<char>> = (left..left + columns as isize)
            .map(|column| usize::try_from(column).map_or_else(|_| String::new(), column_name))
            .map(|name| name.chars().collect())
            .collect();
        let letters = names.iter().map(Vec::len).max().unwrap_or(0);
        let numbers: Vec<String> = (top + 1..=top + rows.len() as isize)
            .map(|row| if row > 0 { row.to_string() } else { String::new() })
            .collect();
        let margin = numbers.iter().map(String::len).max().unwrap_or(0);
        let mut lines = Vec::new();
        for line in (0..letters).rev() {
            let letter = |name: &Vec<char>| {
                let at = name.len().checked_sub(line + 1);
                at.map_or(' ', |at| name[at])
            };
            let mut header = String::new();
            for name in &names {
                header.push_str(&format!("{:<place_width$}", letter(name)));
            }
            lines.push(format!("{:margin$} {header}", "").trim_end().to_owned());
        }
        for (number, row) in numbers.iter().zip(rows) {
            lines.push(format!("{number:>margin$} {row}").trim_end().to_owned());
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::TextDrawing;

    fn drawn(rows: &[&str], origin: (isize, isize)) -> Vec<String> {
        let rows = rows.iter().map(|&row| row.to_owned()).collect();
        TextDrawing { rows, origin }.with_coordinates()
    }

    #[test]
    fn letters_stand_above_and_numbers_to_the_left() {
        let expected = ["  abcde", "1 #####", "2 #@$.#", "3 #####"];
        assert_eq!(drawn(&["#####", "#@$.#", "#####"], (0, 0)), expected);
    }

    #[test]
    fn a_frame_outside_the_level_has_no_names() {
        let expected = ["   abc", "  ----", "1 |@.|", "2 ----"];
        assert_eq!(drawn(&["----", "|@.|", "----"], (-1, -1)), expected);
    }

    #[test]
    fn names_beyond_z_are_written_downwards_and_numbers_are_aligned() {
        let row = "#".repeat(28);
        let rows: Vec<&str> = std::iter::repeat_n(row.as_str(), 10).collect();
        let lines = drawn(&rows, (0, 0));
        assert_eq!(lines[0], format!("{}aa", " ".repeat(29)));
        assert_eq!(lines[1], "   abcdefghijklmnopqrstuvwxyzab");
        assert_eq!(lines[2], format!(" 1 {row}"));
        assert_eq!(lines[11], format!("10 {row}"));
    }

    #[test]
    fn wide_places_keep_their_letters_apart() {
        let drawn = TextDrawing { rows: vec!["##".to_owned()], origin: (2, 4) };
        assert_eq!(drawn.coordinates_around(&["████".to_owned()], 2), ["  c d", "5 ████"]);
    }
}
