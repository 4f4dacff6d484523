//! The names of the formats.

use crate::rule_set::Rules;

/// The size in bytes that a text must stay below whose format is read as a whole.
pub(super) const WHOLE_BYTES_MAX: usize = 16 << 20;

crate::named! {
    /// A way to write levels down.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Format: "format" {
        /// XSB text and `.sok` collections, run-length encoded or not.
        Sok = "sok" | "xsb",
        /// The data set's text: `; number`, then ten rows of ten.
        Boxoban = "boxoban",
        /// XML collections.
        Slc = "slc",
        /// Maps as on `NetHack`'s screen.
        NethackMap = "nethack-map",
        /// Level descriptions of `NetHack` 3.4.3, `NetHack` 4 and 3.6.
        NethackDes = "nethack-des",
        /// Level descriptions of `NetHack` 3.7.
        NethackLua = "nethack-lua",
        /// The game files of petersohn's solver.
        Petersohn = "petersohn",
        /// JSON lines with the rows of a level each, as the commands of `soko` write them.
        JsonLines = "jsonl",
    }
}

impl Format {
    /// The size in bytes that a file in this format must stay below; `None` for any size.
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

    /// The rule set that levels in this format are meant for, unless they say otherwise.
    #[must_use]
    pub const fn rules(self) -> Rules {
        match self {
            Format::Sok | Format::Boxoban | Format::Slc | Format::JsonLines => Rules::OFFICIAL,
            Format::NethackMap | Format::NethackDes | Format::NethackLua => Rules::NETHACK,
            Format::Petersohn => Rules::SINK,
        }
    }
}
