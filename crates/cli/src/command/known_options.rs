//! The options that a command knows, listed after an unknown one.

use std::ffi::OsString;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};

/// The widest line of the list.
const WIDTH: usize = 100;

/// Adds to an error about an unknown option which options the command in `words` knows.
pub(super) fn add_to(
    error: &mut clap::Error,
    mut definition: clap::Command,
    words: impl Iterator<Item = OsString>,
) {
    definition.build();
    let mut command = &definition;
    for word in words {
        command = word.to_str().and_then(|it| command.find_subcommand(it)).unwrap_or(command);
    }
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let names =
        command.get_arguments().filter(|it| !it.is_hide_set()).filter_map(clap::Arg::get_long);
    let mut tips = match error.get(ContextKind::Suggested) {
        Some(ContextValue::StyledStrs(tips)) => tips.clone(),
        _ => Vec::new(),
    };
    tips.push(StyledStr::from(listed(&format!("{name} knows"), names)));
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
}

/// A list in lines of limited width, indented like the first words of a tip.
fn listed<'a>(start: &str, names: impl Iterator<Item = &'a str>) -> String {
    const INDENT: &str = "       ";
    let mut text = start.to_owned();
    let mut column = INDENT.len() + text.len();
    for name in names {
        // A space, two hyphens and the name.
        let length = name.len() + 3;
        if column + length > WIDTH {
            text.push('\n');
            text.push_str(INDENT);
            column = INDENT.len() - 1;
        } else {
            text.push(' ');
        }
        text.push_str("--");
        text.push_str(name);
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn long_lists_are_broken_into_lines() {
        let names = ["an-option-with-a-long-name"; 4];
        let text = listed("soko solve knows", names.into_iter());
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 2, "{text}");
        assert!(lines[0].ends_with("name --an-option-with-a-long-name"), "{text}");
        assert_eq!(lines[1].trim_start().split(' ').count(), 2, "{text}");
        assert!(lines.iter().all(|line| line.len() <= 100), "{text}");
    }
}
