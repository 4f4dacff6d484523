//! Text laid out for the width of a terminal.

/// The widest text that fits on a terminal.
const WIDTH_MAX: usize = 79;

/// Text in lines that fit on a terminal.
pub(crate) fn wrapped(text: &str, first: &str, others: &str) -> String {
    let mut out = String::new();
    let mut line = first.to_owned();
    let mut is_empty = true;
    for word in text.split_whitespace() {
        if !is_empty && line.chars().count() + 1 + word.chars().count() > WIDTH_MAX {
            out.push_str(&line);
            out.push('\n');
            others.clone_into(&mut line);
            is_empty = true;
        }
        if !is_empty {
            line.push(' ');
        }
        line.push_str(word);
        is_empty = false;
    }
    out.push_str(&line);
    out.push('\n');
    out
}

/// Two pictures side by side, or one below the other if they are too wide.
pub(crate) fn beside(one: &[String], two: &[String]) -> Vec<String> {
    let width = |rows: &[String]| rows.iter().map(|it| it.chars().count()).max().unwrap_or(0);
    if width(one) + width(two) + 6 > WIDTH_MAX {
        return [one, &[String::new()], two].concat();
    }
    let empty = String::new();
    let column = width(one) + 4;
    let row = |at: usize| {
        let (left, right) = (one.get(at).unwrap_or(&empty), two.get(at).unwrap_or(&empty));
        let pad = column - left.chars().count();
        format!("{left}{}{right}", " ".repeat(pad)).trim_end().to_owned()
    };
    (0..one.len().max(two.len())).map(row).collect()
}
