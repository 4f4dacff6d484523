//! Data sets: levels divided into parts for training, validation and tests, with a manifest.
//!
//! Levels whose boards are equal up to symmetry, wherever boxes and keeper start, always go to the
//! same part, so that nothing that was learned from one part is met again in another. A part is
//! written as JSON lines with solutions and measures and, where levels have Boxoban's size, as text
//! in its format.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use sha2::{Digest, Sha256};
use sokolab::analysis::LevelId;
use sokolab::generator::GeneratedLevel;
use sokolab::text::{Format, WriteOptions, write_level};
use sokolab_wire::{DataSetFile, DataSetManifest, GenerateLine};

use crate::io::files::write_files;

/// Levels of a file.
const FILE_LEVELS: usize = 1_000;

/// The parts of a data set.
const PARTS: [&str; 3] = ["train", "valid", "test"];

/// Shares of the three parts, in hundredths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Split([usize; 3]);

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Split, String> {
        let shares: Result<Vec<usize>, _> = text.split('/').map(str::parse).collect();
        match shares.as_deref() {
            Ok(&[one, two, three]) if [one, two, three].iter().all(|it| *it <= 100) => {
                if one + two + three == 100 {
                    Ok(Split([one, two, three]))
                } else {
                    Err(format!("{one} + {two} + {three} is not 100"))
                }
            }
            _ => Err("write three percentages, as in 90/5/5".to_owned()),
        }
    }
}

/// The files of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartFiles {
    /// JSON lines, and text in Boxoban's format.
    LinesAndBoxoban,
    /// JSON lines only, for levels of any size.
    Lines,
}

/// A level of a data set.
#[derive(Debug)]
struct Member {
    board: LevelId,
    grade: u8,
    /// Its rows; empty if there are only JSON lines.
    rows: String,
    line: String,
}

/// A data set that is being made.
#[derive(Debug)]
pub(crate) struct DataSet {
    folder: PathBuf,
    split: Split,
    files: PartFiles,
    manifest: Option<DataSetManifest>,
    members: Vec<Member>,
}

impl DataSet {
    /// A data set to be written to a folder.
    pub(crate) fn new(folder: &Path, split: Split, files: PartFiles) -> DataSet {
        let folder = folder.to_owned();
        DataSet { folder, split, files, manifest: None, members: Vec::new() }
    }

    /// Adds a level with its line.
    pub(crate) fn add(&mut self, made: &GeneratedLevel, line: &GenerateLine) -> anyhow::Result<()> {
        let rows = match self.files {
            PartFiles::LinesAndBoxoban => boxoban_rows(made)?,
            PartFiles::Lines => String::new(),
        };
        let (board, grade) = (made.board_id(), line.grade);
        let line = serde_json::to_string(line)? + "\n";
        self.members.push(Member { board, grade, rows, line });
        self.manifest.get_or_insert_with(|| DataSetManifest::new(made));
        Ok(())
    }

    /// Writes the parts and the manifest.
    pub(crate) fn finish(self) -> anyhow::Result<()> {
        let Some(mut manifest) = self.manifest else { return Ok(()) };
        let boards: Vec<LevelId> = self.members.iter().map(|it| it.board).collect();
        let parts = divide(&boards, self.split);
        let mut texts = Vec::new();
        for (part, name) in PARTS.into_iter().enumerate() {
            let members = self.members.iter().zip(&parts).filter(|(_, of)| **of == part);
            let members: Vec<&Member> = members.map(|(member, _)| member).collect();
            manifest.counts.insert(name.to_owned(), members.len());
            let grades = manifest.grades.entry(name.to_owned()).or_default();
            for member in &members {
                *grades.entry(member.grade).or_default() += 1;
            }
            if self.files == PartFiles::LinesAndBoxoban {
                for (number, chunk) in members.chunks(FILE_LEVELS).enumerate() {
                    texts.push((format!("{name}/{number:03}.txt"), chunk.len(), boxoban(chunk)));
                }
            }
            let lines: String = members.iter().map(|it| it.line.as_str()).collect();
            texts.push((format!("{name}.jsonl"), members.len(), lines));
        }
        let mut files = Vec::new();
        for (path, levels, text) in texts {
            let sha256 = hexadecimal(&Sha256::digest(text.as_bytes()));
            files.push((self.folder.join(&path), text));
            manifest.files.push(DataSetFile { path, levels, sha256 });
        }
        if self.files == PartFiles::Lines {
            "jsonl".clone_into(&mut manifest.format);
        }
        manifest.split = self.split.0.to_vec();
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        files.push((self.folder.join("manifest.json"), text));
        write_files(&files)
    }
}

/// The rows of a level in Boxoban's format. The number in the heading is that of the level in its
/// file, which is known at the end.
fn boxoban_rows(made: &GeneratedLevel) -> anyhow::Result<String> {
    let mut text = String::new();
    write_level(&made.level, 1, &WriteOptions::new(Format::Boxoban), &mut text).context(
        "a data set in Boxoban's format has levels of 10 by 10; give --width 10 --height 10, or \
         --format jsonl for other sizes",
    )?;
    Ok(text.lines().skip_while(|it| it.starts_with(';')).map(line).collect())
}

/// A file in Boxoban's format.
fn boxoban(members: &[&Member]) -> String {
    let text = |(index, member): (usize, &&Member)| format!("; {index}\n{}\n", member.rows);
    members.iter().enumerate().map(text).collect()
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

fn line(row: &str) -> String {
    if row.is_empty() { String::new() } else { format!("{row}\n") }
}

/// The part of each level. Boards are taken in the order of their names, which are hashes and so
/// say nothing about the levels, and parts are cut between boards, as near to the shares as can be.
fn divide(boards: &[LevelId], split: Split) -> Vec<usize> {
    let mut sizes: BTreeMap<LevelId, usize> = BTreeMap::new();
    for &board in boards {
        *sizes.entry(board).or_default() += 1;
    }
    let mut part_of: BTreeMap<LevelId, usize> = BTreeMap::new();
    let (mut part, mut given) = (0, 0);
    let mut end = boards.len() * split.0[0];
    for (&board, &size) in &sizes {
        // In hundredths of levels: half of a board beyond the end belongs to the next part.
        while part < 2 && given * 100 + size * 50 > end {
            part += 1;
            end += boards.len() * split.0[part];
        }
        part_of.insert(board, part);
        given += size;
    }
    boards.iter().map(|board| part_of[board]).collect()
}

#[cfg(test)]
mod tests {
    use sokolab::analysis::LevelId;

    use super::{Split, divide};

    fn board(number: usize) -> LevelId {
        // Numbers spread over the whole range, as hashes are.
        let spread = (number as u128 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        LevelId::parse(&format!("v1:{spread:032x}")).expect("a name")
    }

    fn counts(parts: &[usize]) -> [usize; 3] {
        [0, 1, 2].map(|part| parts.iter().filter(|it| **it == part).count())
    }

    #[test]
    fn shares_are_three_that_make_a_hundred() {
        assert_eq!("90/5/5".parse(), Ok(Split([90, 5, 5])));
        for wrong in ["90/5", "90/5/6", "x/5/5", "-1/50/51", "", "200/0/0"] {
            assert!(wrong.parse::<Split>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn distinct_boards_are_divided_exactly() {
        let boards: Vec<LevelId> = (0..200).map(board).collect();
        assert_eq!(counts(&divide(&boards, Split([90, 5, 5]))), [180, 10, 10]);
        assert_eq!(counts(&divide(&boards, Split([0, 0, 100]))), [0, 0, 200]);
        assert_eq!(counts(&divide(&boards, Split([100, 0, 0]))), [200, 0, 0]);
        assert!(divide(&[], Split([90, 5, 5])).is_empty());
    }

    #[test]
    fn levels_on_one_board_never_part() {
        let boards: Vec<LevelId> = (0..300).map(|it| board(it * it % 37)).collect();
        let parts = divide(&boards, Split([60, 20, 20]));
        for (one, first) in boards.iter().enumerate() {
            for (two, second) in boards.iter().enumerate() {
                assert!(first != second || parts[one] == parts[two]);
            }
        }
        assert!(counts(&parts).iter().all(|count| *count > 30), "{:?}", counts(&parts));
    }
}
