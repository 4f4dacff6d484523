//! Dumps of petersohn's solver: for each board, info lines, a line of stones, and rows of
//! characters separated by spaces.
//!
//! `*` is wall, `o` a stone, `O` the stone that moves, `.` floor and `+` floor that the keeper
//! reaches.

use std::io::Read;

use anstyle::{AnsiColor, Style};

use crate::input::LevelArgument;
use crate::io::standard_input;

/// The number of bytes examined to distinguish a dump from levels.
const LOOK_BYTES: u64 = 16 << 10;

/// One board of a dump.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Frame {
    /// The lines above it: info lines and the stones.
    pub(super) notes: Vec<String>,
    /// Its rows without the spaces.
    pub(super) rows: Vec<String>,
}

impl Frame {
    /// The rows in colours, with their spaces.
    pub(super) fn colored(&self) -> impl Iterator<Item = String> + '_ {
        self.rows.iter().map(|row| {
            let signs: Vec<String> = row.chars().map(colored).collect();
            signs.join(" ")
        })
    }
}

/// The boards of the file named, if it is a dump; `None` if it is something else.
pub(super) fn read(levels: &[LevelArgument]) -> anyhow::Result<Option<Vec<Frame>>> {
    let [only] = levels else { return Ok(None) };
    let Some(path) = only.file().filter(|path| path.is_file()) else { return Ok(None) };
    // The level reader reports errors of the file better.
    let Ok(file) = std::fs::File::open(path) else { return Ok(None) };
    let mut beginning = Vec::new();
    let is_read = file.take(LOOK_BYTES).read_to_end(&mut beginning).is_ok();
    if !is_read || frames(&String::from_utf8_lossy(&beginning)).is_empty() {
        return Ok(None);
    }
    let bytes = standard_input::open(path).and_then(standard_input::read_to_end);
    let bytes = bytes.map_err(|error| anyhow::anyhow!("cannot read {}: {error}", only.name()))?;
    Ok(Some(frames(&String::from_utf8_lossy(&bytes))))
}

/// The boards of a text; empty if it has no rows of characters separated by spaces.
fn frames(text: &str) -> Vec<Frame> {
    let mut frames: Vec<Frame> = Vec::new();
    let mut frame = Frame::default();
    for line in text.lines().map(str::trim_end) {
        if let Some(row) = row_of(line) {
            frame.rows.push(row);
            continue;
        }
        if !frame.rows.is_empty() {
            frames.push(std::mem::take(&mut frame));
        }
        if !line.is_empty() {
            frame.notes.push(line.to_owned());
        }
    }
    if !frame.rows.is_empty() {
        frames.push(frame);
    }
    frames
}

/// The characters of a row, at least three, if the line is one.
fn row_of(line: &str) -> Option<String> {
    let signs: Vec<char> = line.chars().collect();
    let is_sign = |it: &char| matches!(it, '*' | 'o' | 'O' | '.' | '+');
    let is_row = signs.len() >= 5
        && signs.len() % 2 == 1
        && signs.iter().step_by(2).all(is_sign)
        && signs.iter().skip(1).step_by(2).all(|&it| it == ' ');
    is_row.then(|| signs.into_iter().step_by(2).collect())
}

fn colored(sign: char) -> String {
    let color = match sign {
        'o' => AnsiColor::Yellow,
        'O' => AnsiColor::Red,
        '+' => AnsiColor::Cyan,
        _ => return sign.to_string(),
    };
    let style = Style::new().fg_color(Some(color.into())).bold();
    format!("{style}{sign}{style:#}")
}

#[cfg(test)]
mod tests {
    use super::{Frame, frames};

    #[test]
    fn a_dump_is_told_by_its_rows() {
        let text = "cost 1\n(1, 2) (3, 2)\n* * *\n* O .\n* + *\n\ncost 2\n(1, 3)\n* * *\n* . o\n";
        let frame = |notes: [&str; 2], rows: &[&str]| Frame {
            notes: notes.map(str::to_owned).to_vec(),
            rows: rows.iter().map(|&row| row.to_owned()).collect(),
        };
        let expected = [
            frame(["cost 1", "(1, 2) (3, 2)"], &["***", "*O.", "*+*"]),
            frame(["cost 2", "(1, 3)"], &["***", "*.o"]),
        ];
        assert_eq!(frames(text), expected);
        assert!(frames("#####\n#@$.#\n#####\n").is_empty());
        assert!(frames("").is_empty());
    }
}
