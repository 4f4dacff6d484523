//! On macOS, tells the linker that the interpreter has what an extension module leaves open.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
