//! Finds the functions of a file.
//!
//! This is a scan over masked code, not a parser. Braces before a body, as in a const generic
//! default, are mistaken for the body, and macro output is not seen.

/// A function with a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    /// The line of the keyword `fn`, from 1.
    pub(super) line: usize,
    /// Number of lines from there to the closing brace.
    pub(super) length: usize,
}

/// The functions with a body in `code`, which must be masked, including nested ones.
pub(super) fn functions_of(code: &str) -> Vec<Function> {
    let code: Vec<char> = code.chars().collect();
    (0..code.len()).filter_map(|at| function_at(&code, at)).collect()
}

/// The function whose keyword `fn` is at `at`.
fn function_at(code: &[char], at: usize) -> Option<Function> {
    let is_whole_word = at == 0 || !is_word(code[at - 1]);
    if !is_whole_word || code[at..].get(..2)? != ['f', 'n'] || !code.get(at + 2)?.is_whitespace() {
        return None;
    }
    let after = code[at + 2..].iter().copied().skip_while(|it| it.is_whitespace());
    let name: String = after.take_while(|&it| is_word(it)).collect();
    if name.is_empty() {
        return None;
    }
    let end = body_end(code, body_start(code, at)?)?;
    let lines_in = |part: &[char]| part.iter().filter(|&&it| it == '\n').count();
    Some(Function { name, line: lines_in(&code[..at]) + 1, length: lines_in(&code[at..end]) + 1 })
}

/// Where the brace of the body opens; `None` for a function without a body.
fn body_start(code: &[char], from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, &character) in code.iter().enumerate().skip(from) {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.checked_sub(1)?,
            '{' if depth == 0 => return Some(at),
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Where the brace that opens at `from` is closed.
fn body_end(code: &[char], from: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, &character) in code.iter().enumerate().skip(from) {
        match character {
            '{' => depth += 1,
            '}' => depth = depth.checked_sub(1)?,
            _ => continue,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::functions_of;

    /// `expected` holds name, first line and length of each function.
    #[track_caller]
    fn check(code: &str, expected: &[(&str, usize, usize)]) {
        let found = functions_of(code);
        let found: Vec<_> = found.iter().map(|it| (it.name.as_str(), it.line, it.length)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_function_goes_from_its_word_to_its_brace() {
        check("\npub fn one(\n    a: u8,\n) {\n    { a }\n}\n", &[("one", 2, 5)]);
        check("const fn two() {}", &[("two", 1, 1)]);
    }

    #[test]
    fn functions_inside_others_are_listed() {
        check("fn outer() {\n    fn inner() {\n    }\n}", &[("outer", 1, 4), ("inner", 2, 2)]);
    }

    #[test]
    fn declarations_and_pointers_have_no_body() {
        check("trait T { fn declared(&self) -> [u8; 4]; }", &[]);
        check("type P = fn(&str);", &[]);
        check("struct S { fn_field: u8 }", &[]);
    }

    #[test]
    fn semicolons_in_a_signature_do_not_end_it() {
        check("fn f(a: [u8; 4]) -> [u8; 2] {\n}", &[("f", 1, 2)]);
    }
}
