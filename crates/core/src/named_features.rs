//! What [`named!`](crate::named!) adds with the features `clap`, `schemars` and `serde`.
//!
//! A `cfg` in a macro refers to the features of the crate that defines it, so crates that declare
//! names need no features of their own.

/// `clap::ValueEnum` for [`named!`](crate::named!), if the feature `clap` is on.
#[cfg(feature = "clap")]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_by_clap {
    ($type:ident, $it:ident => { $name:expr } $({ $summary:expr })?
        $($variant:ident [$($alias:literal)*])*) => {
        impl $crate::__clap::ValueEnum for $type {
            fn value_variants<'a>() -> &'a [$type] {
                &$type::ALL
            }

            fn to_possible_value(&self) -> Option<$crate::__clap::builder::PossibleValue> {
                let $it = self;
                let value = $crate::__clap::builder::PossibleValue::new($name)$(.help($summary))?;
                $($(let value = match self {
                    $type::$variant => value.alias($alias),
                    _ => value,
                };)*)*
                Some(value)
            }
        }
    };
}

/// Nothing, because the feature `clap` is off.
#[cfg(not(feature = "clap"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_by_clap {
    ($($anything:tt)*) => {};
}

/// `schemars::JsonSchema` for [`named!`](crate::named!), if the feature `schemars` is on.
#[cfg(feature = "schemars")]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_by_schemars {
    ($type:ident) => {
        impl $crate::__schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(
                _: &mut $crate::__schemars::SchemaGenerator,
            ) -> $crate::__schemars::Schema {
                let names = $type::ALL.map($type::name);
                $crate::__schemars::json_schema!({ "type": "string", "enum": names })
            }
        }
    };
}

/// Nothing, because the feature `schemars` is off.
#[cfg(not(feature = "schemars"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_by_schemars {
    ($($anything:tt)*) => {};
}

/// `Serialize` and `Deserialize` for [`named!`](crate::named!), if the feature `serde` is on.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_by_serde {
    ($type:ident) => {
        impl $crate::__serde::Serialize for $type {
            fn serialize<S: $crate::__serde::Serializer>(
                &self,
                serializer: S,
            ) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> $crate::__serde::Deserialize<'de> for $type {
            fn deserialize<D: $crate::__serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$type, D::Error> {
                let name = <String as $crate::__serde::Deserialize>::deserialize(deserializer)?;
                name.parse().map_err($crate::__serde::de::Error::custom)
            }
        }
    };
}

/// Nothing, because the feature `serde` is off.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __named_by_serde {
    ($($anything:tt)*) => {};
}
