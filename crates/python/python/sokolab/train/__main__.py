"""``python -m sokolab.train``: make, label, train, write."""

from __future__ import annotations

import argparse

from .. import generate
from .data import label_levels
from .export import write_onnx
from .network import train


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m sokolab.train", description=__doc__)
    parser.add_argument("--out", required=True, metavar="FILE.onnx", help="the file to write")
    parser.add_argument("--levels", type=int, default=3000, help="levels to make (default: 3000)")
    parser.add_argument("--boxes", type=int, default=4, help="boxes of a level (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of everything (default: 1)")
    parser.add_argument("--channels", type=int, default=16)
    parser.add_argument("--layers", type=int, default=5)
    parser.add_argument("--epochs", type=int, default=3)
    options = parser.parse_args()
    made = generate(
        "reverse",
        width=10,
        height=10,
        boxes=options.boxes,
        count=options.levels,
        seed=options.seed,
    )
    samples = list(label_levels((it.level for it in made), options.seed))
    lost = sum(it.value == 0 for it in samples)
    print(f"{len(samples)} states of {options.levels} levels, {lost} of them lost", flush=True)
    network = train(
        samples,
        options.seed,
        channels=options.channels,
        layers=options.layers,
        epochs=options.epochs,
        report=lambda line: print(line, flush=True),
    )
    named = ("levels", "boxes", "seed", "channels", "layers", "epochs")
    recipe = " ".join(f"--{name} {getattr(options, name)}" for name in named)
    size = write_onnx(network, options.out, f"python -m sokolab.train {recipe}")
    print(f"{options.out}: {size} bytes")


if __name__ == "__main__":
    main()
