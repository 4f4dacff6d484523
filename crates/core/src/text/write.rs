//! Writes levels in any format.

use super::own_branch::recognised;
use super::write_error::WriteError;
use super::write_options::WriteOptions;
use super::{
    Format, Legend, boxoban, json_lines, nethack_des, nethack_lua, nethack_map, petersohn, slc, sok,
};
use crate::level::{Level, Notes};

/// Writes what precedes the first level of a collection.
pub fn write_header(header: &Notes, options: &WriteOptions, out: &mut String) {
    match options.format {
        Format::Sok => sok::write_header(header, out),
        Format::Slc => slc::write_header(header, out),
        _ => {}
    }
}

/// Writes what follows the last level of a collection.
pub fn write_footer(options: &WriteOptions, out: &mut String) {
    if options.format == Format::Slc {
        slc::write_footer(out);
    }
}

/// Writes one level of a collection. `number` counts from 1.
///
/// # Errors
/// What the format cannot express; `out` is then unchanged.
pub fn write_level(
    level: &Level,
    number: usize,
    options: &WriteOptions,
    out: &mut String,
) -> Result<(), WriteError> {
    match options.format {
        Format::Sok => {
            let legend = options.legend.clone().unwrap_or_else(Legend::xsb);
            sok::write_level(level, &legend, options.encoding, out)
        }
        Format::Boxoban => boxoban::write_level(level, number, out),
        Format::Slc => slc::write_level(level, out),
        Format::NethackMap => nethack_map::write_level(level, out),
        Format::NethackDes => nethack_des::write_level(level, number, options, recognised, out),
        Format::NethackLua => {
            nethack_lua::write_level(level, number, options.branch, recognised, out)
        }
        Format::Petersohn => petersohn::write_level(level, out),
        Format::JsonLines => json_lines::write_level(level, options.id_of, out),
    }
}

/// Writes a whole collection.
///
/// # Errors
/// What the format cannot express.
pub fn write_collection(
    header: &Notes,
    levels: &[Level],
    options: &WriteOptions,
) -> Result<String, WriteError> {
    let mut out = String::new();
    write_header(header, options, &mut out);
    for (index, level) in levels.iter().enumerate() {
        write_level(level, index + 1, options, &mut out)?;
    }
    write_footer(options, &mut out);
    Ok(out)
}
