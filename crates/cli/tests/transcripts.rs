//! The program as its users see it: commands, output and exit codes.
//!
//! Each `.trycmd` file is a transcript; the folder `.in` beside it is where its commands run. The
//! examples of the README are run as well. With `TRYCMD=overwrite` in the environment, the test
//! writes what is printed now.

#[test]
fn transcripts_and_readme_are_true() {
    // The examples of the README are meant for the folder it lies in.
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    std::env::set_current_dir(root).expect("the root of the workspace");
    let cases = trycmd::TestCases::new();
    cases.case("crates/cli/tests/transcripts/*.trycmd");
    cases.case("README.md");
    cases.env("NO_COLOR", "1");
}
