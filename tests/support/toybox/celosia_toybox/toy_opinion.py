"""The second opinion on the toy model."""

from __future__ import annotations

from celosia.second_opinion.opinion import OPINIONS


@OPINIONS.register("toy-model")
def of_toy_model(model, table):
    return [lot.persons >= model["m"] for lot in table.lots()]
