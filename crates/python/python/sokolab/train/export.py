"""Networks as ONNX."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from .network import Network


def write_onnx(network: Network, path: str | os.PathLike[str], recipe: str = "") -> int:
    """Write a network as ONNX; ``recipe`` says how it was made. Returns the bytes written."""
    nodes, tensors = [], []

    def constant(name: str, values: object) -> str:
        array = np.ascontiguousarray(values, dtype=np.float32)
        tensors.append(numpy_helper.from_array(array, name))
        return name

    def convolve(name: str, source: str, weights: object, bias: object, size: int) -> str:
        inputs = [source, constant(f"{name}.w", weights), constant(f"{name}.b", bias)]
        pads = [size // 2] * 4
        nodes.append(helper.make_node("Conv", inputs, [name], pads=pads, kernel_shape=[size, size]))
        return name

    def node(kind: str, inputs: list[str], name: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [name], **attributes))
        return name

    w, channels = network.weights, network.channels
    last = "board"
    for layer in range(network.layers):
        inputs = 4 if layer == 0 else channels
        # Rows are (y, x, input), columns outputs.
        kernel = w[f"conv{layer}.w"].reshape(3, 3, inputs, channels).transpose(3, 2, 0, 1)
        last = convolve(f"conv{layer}", last, kernel, w[f"conv{layer}.b"], 3)
        last = node("Relu", [last], f"relu{layer}")

    def pointwise(name: str, source: str) -> str:
        return convolve(name, source, w[f"{name}.w"].T[:, :, None, None], w[f"{name}.b"], 1)

    pointwise("policy", last)
    # The floor is 1 minus the plane of walls.
    floor = convolve("floor", "board", np.array([-1, 0, 0, 0]).reshape(1, 4, 1, 1), [1], 1)
    total = node("GlobalAveragePool", [node("Mul", [last, floor], "on_floor")], "total")
    mean = node("Div", [total, node("GlobalAveragePool", [floor], "share")], "mean")
    hidden = node("Relu", [pointwise("hidden", mean)], "hidden_relu")
    logit = convolve("logit", hidden, w["value.w"].T[:, :, None, None], w["value.b"], 1)
    node("Sigmoid", [logit], "value")

    def tensor(name: str, shape: list[int | str]) -> onnx.ValueInfoProto:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    graph = helper.make_graph(
        nodes,
        "judge",
        [tensor("board", [1, 4, "height", "width"])],
        [tensor("policy", [1, 4, "height", "width"]), tensor("value", [1, 1, 1, 1])],
        tensors,
    )
    opset = [helper.make_opsetid("", 13)]
    model = helper.make_model(graph, opset_imports=opset, producer_name="sokolab", ir_version=8)
    model.doc_string = recipe
    onnx.checker.check_model(model)
    content = model.SerializeToString()
    with open(path, "wb") as file:
        file.write(content)
    return len(content)
