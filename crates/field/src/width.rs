//! Chooses the width of a field.

/// Calls a function with the smallest of the listed widths that holds the given number of words, or
/// evaluates the expression after `else` if none does.
///
/// Builds with debug assertions use the shorter list after `debug`, which compiles faster. So does
/// WebAssembly, which is downloaded: each width is a copy of all searches.
///
/// ```
/// fn width<const N: usize>() -> Option<usize> {
///     Some(N)
/// }
/// let width_of = |words: usize| {
///     sokolab_field::by_width!(words, [2, 4, 8], debug [8], width(), else None)
/// };
/// assert_eq!(width_of(6), Some(8));
/// assert_eq!(width_of(9), None);
/// ```
#[macro_export]
macro_rules! by_width {
    (
        $words:expr, [$($width:literal),*], debug [$($few:literal),*],
        $call:ident $arguments:tt, else $other:expr
    ) => {{
        let words: usize = $words;
        #[cfg(not(any(debug_assertions, target_arch = "wasm32")))]
        {
            match words {
                $(words if words <= $width => $call::<$width> $arguments,)*
                _ => $other,
            }
        }
        #[cfg(any(debug_assertions, target_arch = "wasm32"))]
        {
            match words {
                $(words if words <= $few => $call::<$few> $arguments,)*
                _ => $other,
            }
        }
    }};
}
