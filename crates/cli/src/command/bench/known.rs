//! Known solutions, and whether results agree with them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use sokolab::quantity;
use sokolab_wire::Status;

use super::row::Row;
use crate::io::files::read_text;

/// What is known about a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Best {
    pushes: u64,
    moves: u64,
    /// The fewest pushes, if they are proved.
    pushes_proved: Option<u64>,
}

/// The known solutions of collections.
///
/// A table has columns separated by tabs and named in the first line: `collection`, `n` (the number
/// in the level's title), `best_pushes`, `moves`, `proven_opt_pushes`. A table without `collection`
/// is about the collection `NAME` if its file is called `NAME_SOLUTIONS.tsv`, and `n` counts the
/// levels of the file.
#[derive(Debug, Default)]
pub(crate) struct Known {
    by_number: BTreeMap<(String, u64), Best>,
    by_place: BTreeMap<(String, u64), Best>,
}

/// How a result compares with what is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing is known about the level.
    Unknown,
    /// Nothing contradicts the result.
    Possible,
    /// The fewest pushes agree with those proved elsewhere.
    Confirmed,
    /// A known solution refutes the result; the sentence says how.
    Wrong(String),
}

impl Known {
    /// Reads tables.
    pub(crate) fn read(paths: &[PathBuf]) -> anyhow::Result<Known> {
        let mut known = Known::default();
        for path in paths {
            let text = read_text(path)?;
            known.add(path, &text)?;
        }
        Ok(known)
    }

    fn add(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        let (names, lines) = text.split_once('\n').unwrap_or((text, ""));
        let columns = Columns::find(names).with_context(|| {
            let path = path.display();
            format!("{path}: the first line must name n, best_pushes and moves, with tabs between")
        })?;
        let stem = stem(&path.to_string_lossy());
        let own = stem.strip_suffix("_SOLUTIONS").unwrap_or(&stem).to_owned();
        for (index, line) in lines.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            let Some((number, best)) = columns.parse(&fields) else {
                let path = path.display();
                bail!("{path}, line {}: numbers are missing or unreadable", index + 2);
            };
            match columns.collection.and_then(|it| fields.get(it)) {
                Some(name) => self.by_number.insert(((*name).to_owned(), number), best),
                None => self.by_place.insert((own.clone(), number), best),
            };
        }
        Ok(())
    }

    /// Compares a result with the known solutions, which are for the official rules.
    pub(crate) fn judge(&self, row: &Row) -> Verdict {
        let best = self.find(row).filter(|_| row.rules == "official");
        best.map_or(Verdict::Unknown, |best| judge(row, best))
    }

    fn find(&self, row: &Row) -> Option<Best> {
        let collection = stem(&row.file);
        if let Some(best) = self.by_place.get(&(collection.clone(), row.level as u64)) {
            return Some(*best);
        }
        let number = number_in(row.title.as_deref()?)?;
        self.by_number.get(&(collection, number)).copied()
    }
}

/// The columns of a table.
struct Columns {
    collection: Option<usize>,
    number: usize,
    pushes: usize,
    moves: usize,
    pushes_proved: Option<usize>,
}

impl Columns {
    fn find(line: &str) -> Option<Columns> {
        let names: Vec<&str> = line.trim_start_matches('#').split('\t').map(str::trim).collect();
        let column = |name: &str| names.iter().position(|it| *it == name);
        Some(Columns {
            collection: column("collection"),
            number: column("n")?,
            pushes: column("best_pushes")?,
            moves: column("moves")?,
            pushes_proved: column("proven_opt_pushes"),
        })
    }

    fn parse(&self, fields: &[&str]) -> Option<(u64, Best)> {
        let number = |column: usize| fields.get(column)?.trim().parse::<u64>().ok();
        let proved = self.pushes_proved.and_then(|it| fields.get(it)).map(|it| it.trim());
        let pushes_proved = match proved {
            None | Some("") => None,
            Some(text) => Some(text.parse().ok()?),
        };
        let best = Best { pushes: number(self.pushes)?, moves: number(self.moves)?, pushes_proved };
        Some((number(self.number)?, best))
    }
}

fn judge(row: &Row, best: Best) -> Verdict {
    let Best { pushes, moves, pushes_proved } = best;
    let wrong = |claim: String, truth: String| Verdict::Wrong(format!("{claim}, but {truth}"));
    let (with_pushes, with_moves) = (quantity(pushes, "push"), quantity(moves, "move"));
    let known = format!("a solution with {with_pushes} and {with_moves} is known");
    if row.status == Status::Unsolvable {
        return wrong("proved unsolvable".to_owned(), known);
    }
    let (unit, found, least) = match row.objective.as_str() {
        "moves" => ("moves", row.moves, moves),
        _ => ("pushes", row.pushes, pushes),
    };
    let found = found.map(|it| it as u64).filter(|_| row.optimal);
    if let Some(found) = found.filter(|found| *found > least) {
        return wrong(format!("proved fewest {unit} {found}"), known);
    }
    if !matches!(row.status, Status::Invalid | Status::Failed) && row.lower_bound > least {
        return wrong(format!("proved at least {} {unit}", row.lower_bound), known);
    }
    match (found, pushes_proved) {
        (Some(found), Some(proved)) if row.objective == "pushes" => {
            if found == proved {
                return Verdict::Confirmed;
            }
            let truth = format!("{proved} are proved elsewhere");
            wrong(format!("proved fewest pushes {found}"), truth)
        }
        _ => Verdict::Possible,
    }
}

/// The name of a file without folder and extension.
fn stem(file: &str) -> String {
    Path::new(file).file_stem().map_or(String::new(), |it| it.to_string_lossy().into_owned())
}

/// The number of a level in its title: the first after `#`, otherwise the last word that is a
/// number.
fn number_in(title: &str) -> Option<u64> {
    let marked = title.split_whitespace().find_map(|it| it.strip_prefix('#')?.parse().ok());
    marked.or_else(|| title.split_whitespace().rev().find_map(|it| it.parse().ok()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use sokolab_wire::Status;

    use super::{Known, Row, Verdict, number_in};

    const TABLE: &str = "# collection\tn\tbest_pushes\tmoves\tproven_opt_pushes\tlurd\n\
        easy\t7\t8\t33\t8\tdlU\neasy\t9\t20\t60\t\tdlU\n";

    #[derive(Clone, Copy)]
    enum Claim {
        Fewest(usize),
        AtLeast(u64),
        Unsolvable,
    }

    fn judge(level: u64, claim: Claim) -> Verdict {
        let (status, pushes, lower_bound) = match claim {
            Claim::Fewest(pushes) => (Status::Solved, Some(pushes), pushes as u64),
            Claim::AtLeast(bound) => (Status::Stopped, None, bound),
            Claim::Unsolvable => (Status::Unsolvable, None, 0),
        };
        let row = Row {
            file: "levels/easy.sok".to_owned(),
            level: 1,
            title: Some(format!("easy #{level} of 12")),
            rules: "official".to_owned(),
            status,
            reason: None,
            objective: "pushes".to_owned(),
            method: "auto".to_owned(),
            optimal: status == Status::Solved,
            pushes,
            moves: pushes,
            lower_bound,
            nodes: 1,
            lemma_nodes: 0,
            cpu_seconds: 0.0,
            seconds: 0.0,
            memory_bytes: 0,
        };
        let mut known = Known::default();
        known.add(Path::new("SOLUTIONS.tsv"), TABLE).expect("the table is well formed");
        known.judge(&row)
    }

    #[test]
    fn claims_are_held_against_known_solutions() {
        let is_wrong = |verdict| matches!(verdict, Verdict::Wrong(_));
        assert_eq!(judge(7, Claim::Fewest(8)), Verdict::Confirmed);
        assert_eq!(judge(9, Claim::Fewest(18)), Verdict::Possible);
        assert_eq!(judge(9, Claim::AtLeast(20)), Verdict::Possible);
        assert_eq!(judge(8, Claim::Unsolvable), Verdict::Unknown);
        assert!(is_wrong(judge(7, Claim::Fewest(9))));
        assert!(is_wrong(judge(7, Claim::Fewest(7))));
        assert!(is_wrong(judge(9, Claim::Fewest(21))));
        assert!(is_wrong(judge(9, Claim::AtLeast(21))));
        assert!(is_wrong(judge(9, Claim::Unsolvable)));
    }

    #[test]
    fn numbers_are_found_in_titles() {
        assert_eq!(number_in("12"), Some(12));
        assert_eq!(number_in("XSokoban 3"), Some(3));
        assert_eq!(number_in("hard_2 #4 hard/000 3"), Some(4));
        assert_eq!(number_in("No number"), None);
    }

    #[test]
    fn tables_without_numbers_are_refused() {
        let add = |text: &str| Known::default().add(Path::new("a.tsv"), text);
        assert!(add("collection\tn\n").is_err());
        assert!(add("n\tbest_pushes\tmoves\n1\tmany\t3\n").is_err());
        assert!(add("n\tbest_pushes\tmoves\n1\t2\t3\n").is_ok());
    }
}
