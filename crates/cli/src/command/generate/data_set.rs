//! Data sets: levels divided into parts for training, validation and tests, with a manifest.
//!
//! Levels whose boards are equal up to symmetry, wherever boxes and keeper start, always go to the
//! same part, so that no two parts share a board. Every part has the same share of each grade. A
//! part is written as Parquet, or as JSON lines with solutions and measures, together with files in
//! the format of Boxoban if the levels have its size.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use sokolab::analysis::LevelId;
use sokolab::generator::GeneratedLevel;
use sokolab::text::{Format, WriteOptions, write_level};
use sokolab_wire::{DataSetFile, DataSetManifest, GenerateLine};

use super::columns;
use super::digest::sha256;
use super::leftovers::{self, leftovers};
use crate::io::files::write_files;
use crate::io::message;
use crate::io::output::Output;

/// The number of levels in a file.
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
    /// Parquet only, for levels of any size.
    Columns,
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

/// A data set while it is built.
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
            PartFiles::Lines | PartFiles::Columns => String::new(),
        };
        let (board, grade) = (made.board_id(), line.grade);
        let line = serde_json::to_string(line)? + "\n";
        self.members.push(Member { board, grade, rows, line });
        self.manifest.get_or_insert_with(|| DataSetManifest::new(made));
        Ok(())
    }

    /// Writes the parts and the manifest, in place of an earlier data set in the folder.
    pub(crate) fn finish(self, output: &Output) -> anyhow::Result<()> {
        let Some(mut manifest) = self.manifest else { return Ok(()) };
        let boards: Vec<(LevelId, u8)> =
            self.members.iter().map(|it| (it.board, it.grade)).collect();
        let parts = divide(&boards, self.split);
        let mut contents = Vec::new();
        for (part, name) in PARTS.into_iter().enumerate() {
            let members = self.members.iter().zip(&parts).filter(|(_, of)| **of == part);
            let members: Vec<&Member> = members.map(|(member, _)| member).collect();
            if members.is_empty() && self.split.0[part] > 0 && !output.is_quiet() {
                message::line!("warning: the part {name} is empty: there are too few boards");
            }
            manifest.counts.insert(name.to_owned(), members.len());
            let grades = manifest.grades.entry(name.to_owned()).or_default();
            for member in &members {
                *grades.entry(member.grade).or_default() += 1;
            }
            if self.files == PartFiles::LinesAndBoxoban {
                for (number, chunk) in members.chunks(FILE_LEVELS).enumerate() {
                    let path = format!("{name}/{number:03}.txt");
                    contents.push((path, chunk.len(), boxoban(chunk).into_bytes()));
                }
            }
            let lines = members.iter().map(|it| it.line.as_str());
            let (path, content) = match self.files {
                PartFiles::LinesAndBoxoban | PartFiles::Lines => {
                    (format!("{name}.jsonl"), lines.collect::<String>().into_bytes())
                }
                PartFiles::Columns => {
                    (format!("{name}.parquet"), columns::write(&lines.collect::<Vec<_>>())?)
                }
            };
            contents.push((path, members.len(), content));
        }
        let mut files = Vec::new();
        for (path, levels, content) in contents {
            let sha256 = sha256(&content);
            files.push((self.folder.join(&path), content));
            manifest.files.push(DataSetFile { path, levels, sha256 });
        }
        match self.files {
            PartFiles::LinesAndBoxoban => {}
            PartFiles::Lines => "jsonl".clone_into(&mut manifest.format),
            PartFiles::Columns => "parquet".clone_into(&mut manifest.format),
        }
        manifest.split = self.split.0.to_vec();
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        files.push((self.folder.join("manifest.json"), text.into_bytes()));
        let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
        let leftovers = leftovers(&self.folder, &paths)?;
        write_files(&files)?;
        leftovers::remove(&leftovers)
    }
}

/// The rows of a level in Boxoban's format. The heading has the number of the level in its file,
/// which is known at the end.
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

fn line(row: &str) -> String {
    if row.is_empty() { String::new() } else { format!("{row}\n") }
}

/// The part of each level, from its board and its grade. Boards are taken grade by grade (that of
/// their hardest level) and within a grade in the order of their names, which are hashes and so are
/// unrelated to the levels' properties. Each goes to the part that is furthest behind its share, so
/// that parts have their shares of every grade as well as of the whole.
fn divide(boards: &[(LevelId, u8)], split: Split) -> Vec<usize> {
    let mut sizes: BTreeMap<LevelId, (u8, usize)> = BTreeMap::new();
    for &(board, grade) in boards {
        let (hardest, size) = sizes.entry(board).or_default();
        (*hardest, *size) = (grade.max(*hardest), *size + 1);
    }
    let mut order: Vec<(u8, LevelId, usize)> =
        sizes.into_iter().map(|(board, (grade, size))| (grade, board, size)).collect();
    order.sort_unstable();
    let mut part_of: BTreeMap<LevelId, usize> = BTreeMap::new();
    let (mut given, mut total) = ([0; 3], 0);
    for (_, board, size) in order {
        total += size;
        // The deficit in hundredths of levels; ties go to the first part.
        let lack = |part: &usize| (total * split.0[*part]) as i64 - 100 * given[*part] as i64;
        let part = (0..3).rev().max_by_key(lack).unwrap_or(0);
        part_of.insert(board, part);
        given[part] += size;
    }
    boards.iter().map(|(board, _)| part_of[board]).collect()
}

#[cfg(test)]
mod tests {
    use sokolab::analysis::LevelId;

    use super::{Split, divide};

    fn board(number: usize) -> LevelId {
        // Numbers spread over the whole range, like hashes.
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
        let boards: Vec<(LevelId, u8)> = (0..200).map(|it| (board(it), 1)).collect();
        assert_eq!(counts(&divide(&boards, Split([90, 5, 5]))), [180, 10, 10]);
        assert_eq!(counts(&divide(&boards, Split([0, 0, 100]))), [0, 0, 200]);
        assert_eq!(counts(&divide(&boards, Split([100, 0, 0]))), [200, 0, 0]);
        assert!(divide(&[], Split([90, 5, 5])).is_empty());
    }

    #[test]
    fn levels_on_one_board_never_part() {
        let boards: Vec<(LevelId, u8)> =
            (0..300).map(|it| (board(it * it % 37), (it % 10) as u8)).collect();
        let parts = divide(&boards, Split([60, 20, 20]));
        for (one, first) in boards.iter().enumerate() {
            for (two, second) in boards.iter().enumerate() {
                assert!(first.0 != second.0 || parts[one] == parts[two]);
            }
        }
        assert!(counts(&parts).iter().all(|count| *count > 30), "{:?}", counts(&parts));
    }

    #[test]
    fn every_part_has_its_share_of_every_grade() {
        let boards: Vec<(LevelId, u8)> = (0..1000).map(|it| (board(it), (it % 7) as u8)).collect();
        let parts = divide(&boards, Split([80, 10, 10]));
        assert_eq!(counts(&parts), [800, 100, 100]);
        for grade in 0..7 {
            let of_grade = boards.iter().zip(&parts).filter(|(board, _)| board.1 == grade);
            let counts = counts(&of_grade.map(|(_, part)| *part).collect::<Vec<_>>());
            assert!((13..=16).contains(&counts[1]) && (13..=16).contains(&counts[2]), "{counts:?}");
        }
    }
}
