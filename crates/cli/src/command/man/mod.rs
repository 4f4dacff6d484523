//! `soko man`: the manual pages.

use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man as Page;

use crate::command::Program;
use crate::exit::{self, Exit};
use crate::io::files::write_files;
use crate::io::output::Output;

/// Print a manual page, or write one page per command into a folder.
#[derive(Debug, clap::Args)]
pub(crate) struct Man {
    /// The command to describe, for example `generate murase`; without one, the program itself.
    command: Vec<String>,

    /// Write every page into this folder instead.
    #[arg(long, short, value_name = "FOLDER", conflicts_with = "command")]
    output: Option<PathBuf>,
}

impl Man {
    pub(crate) fn run(self, output: &mut Output) -> anyhow::Result<Exit> {
        let mut program = Program::definition();
        program.build();
        if let Some(folder) = self.output {
            let pages = pages(&program)?;
            let paths = pages.into_iter().map(|(name, page)| (folder.join(name), page));
            write_files(&paths.collect::<Vec<_>>())?;
            return Ok(exit::DONE);
        }
        let mut wanted = &program;
        for name in &self.command {
            wanted = wanted.find_subcommand(name).with_context(|| {
                format!("there is no command {}; see soko --help", self.command.join(" "))
            })?;
        }
        output.write(&page(wanted)?)?;
        Ok(exit::DONE)
    }
}

/// The pages of a command and all its subcommands, by file name, except the pages of `help`.
fn pages(command: &Command) -> anyhow::Result<Vec<(String, String)>> {
    let mut all = vec![(Page::new(command.clone()).get_filename(), page(command)?)];
    for below in command.get_subcommands().filter(|it| it.get_name() != "help") {
        all.extend(pages(below)?);
    }
    Ok(all)
}

fn page(command: &Command) -> anyhow::Result<String> {
    // The page lists the subcommands too, and `help` has no page.
    let listed = command.clone().mut_subcommands(|below| {
        let is_help = below.get_name() == "help";
        below.hide(is_help)
    });
    let name = listed.get_display_name().unwrap_or("soko").to_owned();
    let page = Page::new(listed)
        .title(name.to_uppercase())
        .source(concat!("soko ", env!("CARGO_PKG_VERSION")))
        .manual("Sokolab");
    let mut text = Vec::new();
    page.render_title(&mut text)?;
    page.render_name_section(&mut text)?;
    text.extend_from_slice(section("Synopsis", &usage(command)).as_bytes());
    page.render_description_section(&mut text)?;
    page.render_options_section(&mut text)?;
    if command.get_subcommands().any(|it| it.get_name() != "help") {
        page.render_subcommands_section(&mut text)?;
    }
    let after = command.get_after_long_help().or(command.get_after_help());
    let after = after.map(ToString::to_string).unwrap_or_default();
    let mut sections = sections_of(&after);
    let has_status = sections.iter().any(|(heading, _)| heading == STATUS_HEADING);
    if !has_status {
        sections.extend(sections_of(exit::STATUS));
    }
    for (heading, body) in &sections {
        text.extend_from_slice(section(heading, body).as_bytes());
    }
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The heading of the section on exit codes.
const STATUS_HEADING: &str = "Exit status";

/// The synopsis of a command, one line per form.
fn usage(command: &Command) -> String {
    let usage = command.clone().render_usage().to_string();
    let lines = usage.trim_start_matches("Usage:").lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    lines.fold(String::new(), |text, line| text + "  " + line + "\n")
}

/// The sections of the text below the options. Each begins with a line that ends in a colon.
fn sections_of(text: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    for line in text.lines() {
        let heading = line.strip_suffix(':').filter(|it| !it.starts_with(' '));
        match (heading, sections.last_mut()) {
            (Some(heading), _) => sections.push((heading.to_owned(), String::new())),
            (None, Some((_, body))) => *body += &format!("{line}\n"),
            (None, None) if line.trim().is_empty() => {}
            (None, None) => sections.push(("Notes".to_owned(), format!("{line}\n"))),
        }
    }
    sections
}

/// A section in roff. Paragraphs of full sentences are filled; everything else keeps its lines.
fn section(heading: &str, body: &str) -> String {
    let mut text = format!(".SH {}\n", escaped(&heading.to_uppercase()));
    for paragraph in body.trim_end().split("\n\n") {
        let lines: Vec<&str> = paragraph.lines().collect();
        let is_prose = lines.len() > 1
            && lines.iter().all(|line| !line.trim_start().contains("  "))
            && paragraph.trim_end().ends_with('.');
        if is_prose {
            let words: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            text += &format!(".PP\n{}\n", escaped(&words.join(" ")));
        } else {
            let lines = lines.iter().map(|line| escaped(line.strip_prefix("  ").unwrap_or(line)));
            text += &format!(".nf\n{}\n.fi\n", lines.collect::<Vec<_>>().join("\n"));
        }
    }
    text
}

/// A line with the special characters of roff escaped.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use clap::Command;

    use super::pages;
    use crate::command::Program;

    #[test]
    fn pages_have_proper_headings_and_say_what_exit_codes_mean() {
        let mut program = Program::definition();
        program.build();
        for (name, text) in pages(&program).expect("pages") {
            let first = text.lines().find(|line| line.starts_with(".TH")).expect("a title");
            assert!(first.contains("\"soko ") && first.contains("Sokolab"), "{name}: {first}");
            assert!(!text.contains(".SH EXTRA"), "{name}");
            assert_eq!(text.matches(".SH EXIT STATUS").count(), 1, "{name}");
            assert_eq!(text.matches(".SH SYNOPSIS").count(), 1, "{name}");
        }
        let (_, solve) = pages(&program)
            .expect("pages")
            .into_iter()
            .find(|(name, _)| name == "soko-solve.1")
            .expect("a page");
        assert!(solve.contains(".SH WHAT IS REPRODUCIBLE\n.PP\nProofs never depend"), "{solve}");
        assert!(solve.contains("soko solve [OPTIONS] [LEVELS]..."), "{solve}");
    }

    /// The number of pages of a command and all its subcommands.
    fn count(command: &Command) -> usize {
        let below = command.get_subcommands().filter(|it| it.get_name() != "help");
        1 + below.map(count).sum::<usize>()
    }

    #[test]
    fn there_is_a_page_for_every_command_and_none_for_help() {
        let mut program = Program::definition();
        program.build();
        let pages = pages(&program).expect("pages");
        let names: Vec<&str> = pages.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"soko.1") && names.contains(&"soko-generate-murase.1"));
        assert!(names.iter().all(|name| !name.contains("help")), "{names:?}");
        assert_eq!(names.len(), count(&program));
        for (name, text) in &pages {
            assert!(!text.contains("help(1)"), "{name} refers to a page that is not there");
        }
    }
}
