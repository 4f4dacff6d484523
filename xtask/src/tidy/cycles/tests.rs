//! Tests on small crates with and without cycles.

use super::{Sources, check_crates};

/// The faults of crates whose files are concatenated, each after a line `=== path`.
fn faults_of(files: &str, not_yet: &[&str]) -> String {
    let files = files.split("=== ").skip(1).filter_map(|it| it.split_once('\n'));
    let sources: Sources =
        files.map(|(path, text)| (format!("crates/{path}").into(), text.to_owned())).collect();
    let mut faults = Vec::new();
    check_crates(&sources, not_yet, &mut faults);
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(files: &str, expected: &str) {
    assert_eq!(faults_of(files, &[]), expected);
}

#[test]
fn a_cycle_is_a_fault_that_names_modules_files_and_lines() {
    check(
        "=== toy/src/lib.rs
mod hen;
mod egg;
mod farm;
=== toy/src/hen.rs
pub struct Hen;
use crate::egg::Egg;
=== toy/src/egg.rs
pub struct Egg(crate::hen::Hen);
=== toy/src/farm.rs
use crate::{hen::Hen, egg::{self, Egg as Round}};
",
        "crates/toy/src/egg.rs:1: modules of `toy` use each other in a cycle: egg → hen → egg
    egg → hen: crates/toy/src/egg.rs:1 uses `crate::hen::Hen`
    hen → egg: crates/toy/src/hen.rs:2 uses `crate::egg::Egg`",
    );
}

#[test]
fn modules_without_a_cycle_pass() {
    check(
        "=== toy/src/lib.rs
mod hen;
mod egg;
=== toy/src/hen.rs
use crate::egg::Egg;
=== toy/src/egg.rs
// Not code: crate::hen::Hen
pub struct Egg(pub &'static str);
const TEXT: &str = \"crate::hen\";
#[cfg(test)]
mod tests { use crate::hen::Hen; }
#[cfg(test)]
use crate::hen::Hen;
",
        "",
    );
}

#[test]
fn names_are_followed_through_the_root() {
    check(
        "=== toy/src/lib.rs
mod hen;
mod egg;
pub use egg::{Egg, lay as make};
pub use hen::Hen;
=== toy/src/hen.rs
pub struct Hen;
pub(crate) fn f() { println!(\"{}\", crate::make()); }
=== toy/src/egg.rs
use crate::Hen;
",
        "crates/toy/src/egg.rs:1: modules of `toy` use each other in a cycle: egg → hen → egg
    egg → hen: crates/toy/src/egg.rs:1 uses `crate::Hen`
    hen → egg: crates/toy/src/hen.rs:2 uses `crate::make`",
    );
}

#[test]
fn names_are_followed_through_globs_and_imported_modules() {
    check(
        "=== toy/src/lib.rs
mod hen;
mod egg;
use egg::*;
=== toy/src/hen.rs
use super::*;
pub struct Hen(Egg);
=== toy/src/egg.rs
use super::hen as bird;
pub struct Egg;
fn f(_: Option<bird::Hen>) {}
",
        "crates/toy/src/egg.rs:1: modules of `toy` use each other in a cycle: egg → hen → egg
    egg → hen: crates/toy/src/egg.rs:1 uses `super::hen`
    hen → egg: crates/toy/src/hen.rs:2 uses `Egg`",
    );
}

#[test]
fn siblings_in_a_folder_are_judged_and_their_parent_is_not() {
    let parent = "=== toy/src/lib.rs
mod nest;
=== toy/src/nest/mod.rs
mod hen;
mod egg;
pub use hen::Hen;
pub struct Nest(egg::Egg);
=== toy/src/nest/egg.rs
pub(super) struct Egg;
";
    check(&format!("{parent}=== toy/src/nest/hen.rs\nuse super::{{Nest, egg::Egg}};\n"), "");
    let hen = "=== toy/src/nest/hen.rs\npub struct Hen(super::egg::Egg);\n";
    check(
        &format!("{parent}use super::Hen;\n{hen}"),
        "crates/toy/src/nest/egg.rs:2: modules of `toy::nest` use each other in a cycle: \
         egg → hen → egg
    egg → hen: crates/toy/src/nest/egg.rs:2 uses `super::Hen`
    hen → egg: crates/toy/src/nest/hen.rs:1 uses `super::egg::Egg`",
    );
}

#[test]
fn what_is_tied_to_a_cycle_is_named_too() {
    let found = faults_of(
        "=== toy/src/lib.rs
mod a { use crate::b; }
mod b { use super::{a, c}; }
mod c { use super::d; }
mod d { use super::b; }
",
        &[],
    );
    assert!(found.contains("a cycle: a → b → a\n"), "{found}");
    assert!(found.ends_with("all modules in cycles here: a, b, c, d"), "{found}");
}

#[test]
fn a_crate_on_the_list_must_have_a_cycle() {
    let tied = "=== toy/src/lib.rs\nmod a { use crate::b; }\nmod b { use crate::a; }\n";
    assert_eq!(faults_of(tied, &["toy"]), "");
    let found = faults_of("=== toy/src/lib.rs\nmod a {}\n", &["toy"]);
    assert!(found.ends_with("`toy` has no cycles: remove it from NOT_YET"), "{found}");
}
