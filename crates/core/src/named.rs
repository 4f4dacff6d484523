//! Closed lists of names: values that users choose by name, on the command line, in JSON and from
//! Python.
//!
//! [`named!`](crate::named!) declares such an enum together with its names. Every name is written
//! once; parsing, display, the command-line help (feature `clap`), JSON (feature `serde`) and its
//! schema (feature `schemars`) follow from it, and every program rejects an unknown name with the
//! same message.

use std::fmt;

/// A name that none of the values has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    noun: &'static str,
    name: String,
    known: Vec<&'static str>,
}

impl UnknownName {
    /// The error for the unknown `name` of a `noun`.
    #[must_use]
    pub fn new(
        noun: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'static str>,
    ) -> UnknownName {
        UnknownName { noun, name: name.to_owned(), known: known.into_iter().collect() }
    }

    /// The names that there are.
    #[must_use]
    pub fn known(&self) -> &[&'static str] {
        &self.known
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownName { noun, name, known } = self;
        write!(formatter, "there is no {noun} {name:?}: use one of {}", known.join(", "))
    }
}

impl std::error::Error for UnknownName {}

/// Declares an enum whose values have names, or names the values of another type.
///
/// Each line declares a value: the variant, its name, aliases, and a summary for the command-line
/// help. Either all values have a summary or none has.
///
/// ```
/// sokolab_core::named! {
///     /// How loud a sound is.
///     #[derive(Clone, Copy, Debug, PartialEq, Eq)]
///     pub enum Volume: "volume" {
///         /// Conversation remains possible.
///         Low = "low" | "quiet": "for the evening",
///         /// Conversation is drowned out.
///         High = "high": "for parties",
///     }
/// }
///
/// assert_eq!("quiet".parse(), Ok(Volume::Low));
/// assert_eq!(Volume::ALL.map(Volume::name), ["low", "high"]);
/// assert_eq!((Volume::High.to_string(), Volume::High.summary()), ("high".into(), "for parties"));
/// let error = "loud".parse::<Volume>().expect_err("no volume");
/// assert_eq!(error.to_string(), r#"there is no volume "loud": use one of low, high"#);
/// ```
///
/// A type that is not displayed by its name puts `as sentence` after its noun and implements
/// `Display` itself. For a type that is not an enum, or that another macro defines, and that has
/// `ALL` and `name` already, `named!(impl Type: "noun")` adds everything except `Display`, and
/// `named!(impl Type: "noun", summary)` also shows its `summary` in the help.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $type:ident: $noun:literal as sentence { $($value:tt)* }) => {
        $crate::named!(@enum [$(#[$meta])*] $vis $type $noun { $($value)* });
    };
    ($(#[$meta:meta])* $vis:vis enum $type:ident: $noun:literal { $($value:tt)* }) => {
        $crate::named!(@enum [$(#[$meta])*] $vis $type $noun { $($value)* });

        impl ::std::fmt::Display for $type {
            fn fmt(&self, formatter: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                formatter.pad(self.name())
            }
        }
    };
    (impl $type:ident: $noun:literal $(, $summary:ident)?) => {
        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                let unknown = || $crate::UnknownName::new($noun, name, $type::ALL.map($type::name));
                $type::ALL.into_iter().find(|it| it.name() == name).ok_or_else(unknown)
            }
        }

        $crate::__named_by_clap!($type, it => { it.name() } $({ it.$summary() })?);
        $crate::__named_by_schemars!($type);
        $crate::__named_by_serde!($type);
    };
    (@enum [$($meta:tt)*] $vis:vis $type:ident $noun:literal {
        $($(#[$about:meta])*
        $variant:ident = $name:literal $(| $alias:literal)*: $summary:literal),+ $(,)?
    }) => {
        $crate::named!(@names [$($meta)*] $vis $type $noun
            $([$(#[$about])*] $variant $name [$($alias)*])+);

        impl $type {
            /// A few words on it, for lists and help.
            #[allow(dead_code, reason = "a crate may need only some of this for its own types")]
            #[must_use]
            $vis const fn summary(self) -> &'static str {
                match self {
                    $($type::$variant => $summary,)+
                }
            }
        }

        $crate::__named_by_clap!($type, it => { it.name() } { it.summary() }
            $($variant [$($alias)*])+);
    };
    (@enum [$($meta:tt)*] $vis:vis $type:ident $noun:literal {
        $($(#[$about:meta])* $variant:ident = $name:literal $(| $alias:literal)*),+ $(,)?
    }) => {
        $crate::named!(@names [$($meta)*] $vis $type $noun
            $([$(#[$about])*] $variant $name [$($alias)*])+);
        $crate::__named_by_clap!($type, it => { it.name() } $($variant [$($alias)*])+);
    };
    (@names [$($meta:tt)*] $vis:vis $type:ident $noun:literal
        $([$($about:tt)*] $variant:ident $name:literal [$($alias:literal)*])+) => {
        $($meta)*
        $vis enum $type {
            $($($about)* $variant,)+
        }

        impl $type {
            /// All of them, in the order in which they are listed.
            #[allow(dead_code, reason = "a crate may need only some of this for its own types")]
            $vis const ALL: [$type; [$($name),+].len()] = [$($type::$variant),+];

            /// The name by which it is chosen and shown.
            #[allow(dead_code, reason = "a crate may need only some of this for its own types")]
            #[must_use]
            $vis const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)+
                }
            }
        }

        impl ::std::str::FromStr for $type {
            type Err = $crate::UnknownName;

            fn from_str(name: &str) -> Result<$type, $crate::UnknownName> {
                match name {
                    $($name $(| $alias)* => Ok($type::$variant),)+
                    _ => Err($crate::UnknownName::new($noun, name, [$($name),+])),
                }
            }
        }

        $crate::__named_by_schemars!($type);
        $crate::__named_by_serde!($type);
    };
}
