//! The file formats and their names.

use std::fmt;

use crate::rule_set::Rules;

/// Size limit in bytes for formats that have to be read as a whole.
pub(super) const WHOLE_BYTES_MAX: usize = 16 << 20;

/// A file format for levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// XSB text and `.sok` collections, run-length encoded or not.
    Sok,
    /// The text of the Boxoban data set: `; number`, then ten rows of ten.
    Boxoban,
    /// XML collections of `.slc` files.
    Slc,
    /// Maps as shown on `NetHack`'s screen.
    NethackMap,
    /// Level descriptions of `NetHack` 3.4.3, `NetHack` 4 and 3.6.
    NethackDes,
    /// Level descriptions of `NetHack` 3.7.
    NethackLua,
    /// The game files of petersohn's solver.
    Petersohn,
    /// JSON lines with the rows of one level each, as the commands of `soko` write them.
    JsonLines,
}

impl Format {
    /// All formats that can be read.
    pub const ALL: [Format; 8] = [
        Format::Sok,
        Format::Boxoban,
        Format::Slc,
        Format::NethackMap,
        Format::NethackDes,
        Format::NethackLua,
        Format::Petersohn,
        Format::JsonLines,
    ];

    /// The name used on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sok => "sok",
            Format::Boxoban => "boxoban",
            Format::Slc => "slc",
            Format::NethackMap => "nethack-map",
            Format::NethackDes => "nethack-des",
            Format::NethackLua => "nethack-lua",
            Format::Petersohn => "petersohn",
            Format::JsonLines => "jsonl",
        }
    }

    /// The format with this name; `xsb` is `sok`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Format> {
        let name = if name == "xsb" { "sok" } else { name };
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Size limit in bytes of a file in this format; `None` if there is none.
    #[must_use]
    pub const fn file_bytes_max(self) -> Option<usize> {
        match self {
            Format::Sok
            | Format::Boxoban
            | Format::Slc
            | Format::NethackMap
            | Format::JsonLines => None,
            Format::NethackDes | Format::NethackLua | Format::Petersohn => Some(WHOLE_BYTES_MAX),
        }
    }

    /// The rule set of levels in this format, unless they name another.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Format::Sok | Format::Boxoban | Format::Slc | Format::JsonLines => Rules::OFFICIAL,
            Format::NethackMap | Format::NethackDes | Format::NethackLua => Rules::NETHACK,
            Format::Petersohn => Rules::SINK,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
