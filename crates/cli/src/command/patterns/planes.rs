//! `--planes`: what propagation says about a drawing over a number of planes.

use sokolab_wire::PropagationLine;

/// What propagation proves about a drawn pattern, as a sentence.
pub(super) fn sentence(proofs: &PropagationLine) -> String {
    let planes = proofs.moves + 1;
    let by = match (proofs.tiles, proofs.one_keeper) {
        (true, _) => "a contradiction, by tiles alone",
        (false, true) => "a contradiction, with one keeper a plane",
        (false, false) => "no contradiction",
    };
    let any = match proofs.all_times.as_deref() {
        Some(way) => format!("proved by propagation {way}"),
        None => "not proved by propagation".to_owned(),
    };
    format!(
        "\nPropagation over {planes} planes, the window clear in the last: {by}.\n\
         For any number of planes: {any}.\n\
         A contradiction says that {} moves do not clear the window; it says nothing about more.\n",
        proofs.moves
    )
}
