//! The program and its files: outputs that appear whole or not at all, inputs that stay as they
//! are, names of every kind, and standard input.

mod answers;
mod batches;
mod findings;
mod inputs;
mod library;
mod outputs;
mod pictures;
mod program;
mod proofs;
mod standard_input;
