//! Suite files: lists of level arguments.
//!
//! A suite has one argument a line, seen from the folder of the suite; a line that begins with `#`
//! is a comment.

use std::path::Path;

use anyhow::{Context, bail};

use crate::input::LevelArgument;

/// The arguments with every suite replaced by what it lists.
pub(crate) fn expand(arguments: Vec<LevelArgument>) -> anyhow::Result<Vec<LevelArgument>> {
    let mut levels = Vec::new();
    for argument in arguments {
        match argument.file().filter(|path| is_suite(path)) {
            None => levels.push(argument),
            Some(path) if argument.is_whole() => levels.extend(read(path)?),
            Some(path) => {
                let path = path.display();
                bail!("{path} is a suite, of which no levels can be picked: pick them inside it");
            }
        }
    }
    Ok(levels)
}

fn is_suite(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "suite")
}

fn read(path: &Path) -> anyhow::Result<Vec<LevelArgument>> {
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("cannot read the suite {}", path.display()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut levels = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let place = format!("{}, line {}", path.display(), index + 1);
        levels.push(parse_line(line, folder).context(place)?);
    }
    if levels.is_empty() {
        bail!("{} lists no levels: write one level file a line", path.display());
    }
    Ok(levels)
}

fn parse_line(line: &str, folder: &Path) -> anyhow::Result<LevelArgument> {
    if line == "-" {
        bail!("a suite cannot name standard input: name a level file");
    }
    let Ok(argument) = folder.join(line).to_string_lossy().parse::<LevelArgument>();
    if argument.file().is_some_and(is_suite) {
        bail!("a suite cannot name a suite: name level files");
    }
    if !argument.file().is_some_and(Path::exists) {
        let folder = if folder == Path::new("") { Path::new(".") } else { folder };
        bail!("there is no file {}: names are seen from {}", argument.name(), folder.display());
    }
    Ok(argument)
}
