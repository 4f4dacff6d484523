//! A domain and a problem for each level, for planners.

use sokolab::Rules;
use sokolab::text::{pddl_domain, pddl_problem};

use super::Convert;
use super::writable::{next_writable, refuse};
use crate::exit::{self, Exit};
use crate::input::WithoutFile;
use crate::io::files::write_one_of_many;
use crate::io::output::Output;

/// A domain for all levels and a problem for each, in separate files as planners require.
pub(super) fn convert(convert: &Convert, output: &mut Output) -> anyhow::Result<Exit> {
    let Some(folder) = &convert.output else {
        anyhow::bail!(
            "a domain and its problems are separate files: name a folder with -o FOLDER/"
        );
    };
    let mut levels = convert.input.open(WithoutFile::Mistake)?;
    let mut verdict = exit::DONE;
    let mut rules: Option<Rules> = None;
    let mut written = 0;
    while let Some((place, level)) = next_writable(&mut levels, &mut verdict, output) {
        if *rules.get_or_insert(level.rules) != level.rules {
            anyhow::bail!(
                "a domain is for one rule set: use --rules, or convert the levels separately"
            );
        }
        let number = written + 1;
        let problem = pddl_problem(&level, &format!("level-{number}"));
        let both = problem.and_then(|problem| Ok((pddl_domain(level.rules)?, problem)));
        let (domain, problem) = match both {
            Ok(both) => both,
            Err(error) => {
                refuse(&place, &error);
                verdict = exit::NEGATIVE;
                continue;
            }
        };
        if written == 0 {
            write_one_of_many(&folder.join("domain.pddl"), &domain)?;
        }
        write_one_of_many(&folder.join(format!("problem-{number}.pddl")), &problem)?;
        written += 1;
    }
    Ok(levels.exit().and(verdict))
}
