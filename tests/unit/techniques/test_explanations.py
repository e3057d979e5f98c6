"""What techniques say of themselves."""

from __future__ import annotations

import pytest

from celosia.core.technique import technique_from_dict


@pytest.mark.parametrize(
    ("entries", "en", "es"),
    [
        ({"kind": "uniform-noise", "column": "x", "share": 0.05}, "0.05 of", "0,05 de su rango"),
        ({"kind": "gaussian-noise", "column": "x", "width": 2.5}, "of 2.5.", "de 2,5."),
        ({"kind": "correlated-noise", "columns": ["x"], "share": 0.1}, "0.1 of", "0,1 de"),
        ({"kind": "swap", "columns": ["x"], "rate": 0.125}, "12.5 %", "12,5 %"),
        ({"kind": "rank-swap", "column": "x", "percent": 2.5}, "2.5 %", "2,5 %"),
        ({"kind": "semantic-rank-swap", "column": "x", "percent": 2.5}, "2.5 %", "2,5 %"),
        ({"kind": "semantic-noise", "column": "x", "scale": 0.5}, "0.5)", "0,5)"),
        ({"kind": "pram", "column": "x", "keep": 0.8}, "0.8 and", "0,8 y"),
        (
            {"kind": "laplace-mechanism", "column": "x", "epsilon": 0.5, "low": 0.25, "high": 9},
            "at 0.25 and 9",
            "entre 0,25 y 9",
        ),
        (
            {
                "kind": "randomized-response",
                "column": "x",
                "epsilon": 0.5,
                "categories": ["a", "b"],
            },
            "0.5-differentially",
            "0,5-diferencialmente",
        ),
        ({"kind": "rounding", "column": "x", "base": 0.5}, "of 0.5.", "de 0,5."),
        ({"kind": "intervals", "column": "x", "width": 0.5}, "0.5 wide", "amplitud 0,5"),
    ],
    ids=lambda given: given["kind"] if isinstance(given, dict) else "",
)
def test_numbers_are_written_as_each_language_does(entries, en, es):
    explanation = technique_from_dict(entries).explanation

    assert en in str(explanation)
    assert es in explanation.text("es")
