//! Writes the library of deadlock patterns: see `cargo xtask patterns`.

use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("name the file to write");
        return ExitCode::FAILURE;
    };
    let bytes = sokolab_analysis::patterns::library_bytes();
    match std::fs::write(&path, &bytes) {
        Ok(()) => {
            println!("{} patterns in {} bytes", bytes.len() / 5, bytes.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("cannot write {path}: {error}");
            ExitCode::FAILURE
        }
    }
}
