//! Improving one solution within its limits: what `optimize` and `solve --improve` share.

use sokolab::{ImprovementReport, ImprovementRequest, optimise};
use sokolab_wire::Place;

use crate::boundary;
use crate::io::output::Output;
use crate::search::watch::Watch;

/// Improves a solution until nothing is left to try or a limit is hit.
pub(crate) fn improve(
    request: &ImprovementRequest<'_>,
    place: &Place,
    watch: &mut Watch,
    output: &Output,
) -> ImprovementReport {
    let improved = optimise(request, &mut |progress| watch.look_at_improvement(progress));
    watch.hide();
    if let Some(error) = &improved.error {
        boundary::print_left_out(place, &error.to_string(), output);
    }
    improved
}
