//! A funnel counts trials by outcome: ordered counters with parts.

use std::fmt;

/// One counter of a funnel, with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FunnelRow {
    /// What is counted.
    pub name: &'static str,
    /// The count.
    pub count: u64,
    /// The parts, in a fixed order; they add up to the count, or there are none.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Vec::is_empty"))]
    pub parts: Vec<FunnelPart>,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FunnelPart {
    /// What is counted.
    pub name: &'static str,
    /// The count.
    pub count: u64,
}

/// A list of counters.
///
/// Announced rows and parts come first and are shown even if they are zero; others follow in the
/// order of their first occurrence, which is that of the trials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Funnel {
    rows: Vec<FunnelRow>,
}

/// A row to announce: its name and those of its parts.
pub type RowNames = (&'static str, &'static [&'static str]);

impl Funnel {
    /// A funnel with these rows, all zero.
    #[must_use]
    pub fn new(rows: &[RowNames]) -> Funnel {
        let rows = rows.iter().map(|&(name, parts)| {
            let parts = parts.iter().map(|&name| FunnelPart { name, count: 0 }).collect();
            FunnelRow { name, count: 0, parts }
        });
        Funnel { rows: rows.collect() }
    }

    /// Increments a row.
    pub fn count(&mut self, name: &'static str) {
        self.row(name).count += 1;
    }

    /// Increments a part of a row, and the row.
    pub fn count_part(&mut self, name: &'static str, part: &'static str) {
        let row = self.row(name);
        row.count += 1;
        match row.parts.iter_mut().find(|it| it.name == part) {
            Some(part) => part.count += 1,
            None => row.parts.push(FunnelPart { name: part, count: 1 }),
        }
    }

    /// The count of a row; 0 if there is none with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> u64 {
        self.rows.iter().find(|row| row.name == name).map_or(0, |row| row.count)
    }

    /// The count of a part of a row; 0 if there is none with this name.
    #[must_use]
    pub fn get_part(&self, name: &str, part: &str) -> u64 {
        let row = self.rows.iter().find(|row| row.name == name);
        let part = row.and_then(|row| row.parts.iter().find(|it| it.name == part));
        part.map_or(0, |it| it.count)
    }

    /// The rows, in order.
    #[must_use]
    pub fn rows(&self) -> &[FunnelRow] {
        &self.rows
    }

    fn row(&mut self, name: &'static str) -> &mut FunnelRow {
        let index = self.rows.iter().position(|row| row.name == name);
        let index = index.unwrap_or_else(|| {
            self.rows.push(FunnelRow { name, count: 0, parts: Vec::new() });
            self.rows.len() - 1
        });
        &mut self.rows[index]
    }
}

/// One line per row: the name, the count, and the non-zero parts.
impl fmt::Display for Funnel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name_width = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
        let longest = self.rows.iter().map(|row| row.count).max().unwrap_or(0);
        let count_width = longest.to_string().len();
        for row in &self.rows {
            write!(formatter, "{:name_width$}  {:>count_width$}", row.name, row.count)?;
            let parts = row.parts.iter().filter(|it| it.count > 0);
            let parts: Vec<String> =
                parts.map(|FunnelPart { name, count }| format!("{name} {count}")).collect();
            if !parts.is_empty() {
                write!(formatter, "   {}", parts.join(", "))?;
            }
            writeln!(formatter)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Funnel, FunnelPart};

    #[test]
    fn rows_keep_their_order_and_parts_add_up() {
        let mut funnel = Funnel::new(&[("trials", &[]), ("failed", &["outline", "goals"])]);
        for _ in 0..12 {
            funnel.count("trials");
        }
        funnel.count_part("failed", "goals");
        funnel.count_part("unwanted", "pushes");
        funnel.count_part("failed", "goals");
        funnel.count_part("failed", "boxes");
        assert_eq!(
            funnel.to_string(),
            "trials    12\n\
             failed     3   goals 2, boxes 1\n\
             unwanted   1   pushes 1\n"
        );
        assert_eq!((funnel.get("failed"), funnel.get_part("failed", "goals")), (3, 2));
        assert_eq!((funnel.get("unheard"), funnel.get_part("failed", "unheard")), (0, 0));
        assert_eq!(funnel.rows()[1].parts[0], FunnelPart { name: "outline", count: 0 });
    }
}
