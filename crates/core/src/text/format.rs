//! The file formats and their names.

use crate::rule_set::Rules;

/// Size limit in bytes for formats that have to be read as a whole.
pub(super) const WHOLE_BYTES_MAX: usize = 16 << 20;

crate::named! {
    /// A file format for levels.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Format: "format" {
        /// XSB text and `.sok` collections, run-length encoded or not.
        Sok = "sok" | "xsb",
        /// The text of the Boxoban data set: `; number`, then ten rows of ten.
        Boxoban = "boxoban",
        /// XML collections of `.slc` files.
        Slc = "slc",
        /// Maps as shown on `NetHack`'s screen.
        NethackMap = "nethack-map",
        /// Level descriptions of `NetHack` 3.4.3, `NetHack` 4 and 3.6.
        NethackDes = "nethack-des",
        /// Level descriptions of `NetHack` 3.7.
        NethackLua = "nethack-lua",
        /// The game files of petersohn's solver.
        Petersohn = "petersohn",
        /// JSON lines with the rows of one level each, as the commands of `soko` write them.
        JsonLines = "jsonl",
    }
}

impl Format {
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
