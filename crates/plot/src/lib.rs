//! Plots of measurements as SVG, readable on light and on dark pages.
//!
//! A plot is a self-contained picture: its colours follow the reader's colour scheme, and curves
//! also differ in their dashes. The legend is beside the curves, so that no label hides anything.
//!
//! ```
//! use sokolab_plot::{Curve, SolvedOverTime, page};
//!
//! let curves = vec![Curve { name: "soko".to_owned(), seconds: vec![0.01, 0.2, 3.0] }];
//! let plot = SolvedOverTime {
//!     title: "Levels solved within processor time".to_owned(),
//!     conditions: "3 levels, limit 60 s".to_owned(),
//!     limit: 60.0,
//!     levels: 3,
//!     curves,
//! };
//! assert!(page(&[plot.chart()]).starts_with("<svg"));
//! ```

mod axis;
mod bars;
mod chart;
mod scatter;
mod solved;

pub use bars::{Bar, Bars};
pub use chart::{Chart, page};
pub use scatter::{Point, Scatter};
pub use solved::{Curve, SolvedOverTime};
