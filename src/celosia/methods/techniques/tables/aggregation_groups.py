"""The groups of an aggregated table: the values of a column, or intervals of its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from celosia.domain.arrays import IntArray
from celosia.domain.cells import CellArray
from celosia.domain.values import Value
from celosia.methods.techniques.quantities import Numbers
from celosia.text.numerals import as_number, decimal_sign


@dataclass(frozen=True, slots=True, eq=False)
class Groups:
    """What the groups are called, in order, and the group of each record; nulls come last."""

    labels: tuple[Value, ...]
    codes: IntArray

    @classmethod
    def by_value(cls, cells: CellArray) -> Groups:
        """Make a group of each value: in the order of numbers where all are, else of texts.

        >>> from celosia.domain.cells import cell_array
        >>> Groups.by_value(cell_array(["10", "9", None])).labels
        ('9', '10', None)
        """
        texts = sorted({cell for cell in cells if cell is not None})
        sign = decimal_sign(texts)
        numbers = {text: as_number(text, sign) for text in texts}
        if not any(np.isnan(number) for number in numbers.values()):
            texts.sort(key=numbers.__getitem__)
        labels: tuple[Value, ...] = (*texts, None) if None in cells else tuple(texts)
        code = {label: position for position, label in enumerate(labels)}
        return cls(labels, np.array([code[cell] for cell in cells], np.int64))

    @classmethod
    def by_interval(cls, column: str, cells: CellArray, edges: Sequence[float]) -> Groups:
        """Cut a column of numbers at the edges; each belongs above it, the last one below.

        Numbers outside get groups of their own. Whole numbers are labelled as the guide does.

        >>> from celosia.domain.cells import cell_array
        >>> Groups.by_interval("pay", cell_array(["2000", "900"]), [1000, 2000, 3000]).labels
        ('<1000', '1000-1999', '2000-3000', '>3000', None)
        """
        numbers = Numbers.of(column, cells)
        codes = np.searchsorted(np.asarray(edges, float), numbers.values, side="right")
        codes[numbers.values == edges[-1]] = len(edges) - 1
        codes[np.isnan(numbers.values)] = len(edges) + 1
        return cls((*_labels(edges, numbers), None), codes.astype(np.int64))


def _labels(edges: Sequence[float], numbers: Numbers) -> list[str]:
    texts = [_text(edge, numbers.sign) for edge in edges]
    whole = numbers.decimals == 0 and all(edge == int(edge) and edge >= 0 for edge in edges)
    between = "; " if numbers.sign == "," else ", "
    inner = [
        f"{low}-{int(end) - 1}" if whole else f"[{low}{between}{high})"
        for (low, high), end in zip(pairwise(texts), edges[1:], strict=True)
    ]
    low, high = texts[-2:]
    inner[-1] = f"{low}-{high}" if whole else f"[{low}{between}{high}]"
    return [f"<{texts[0]}", *inner, f">{texts[-1]}"]


def _text(edge: float, sign: str) -> str:
    return np.format_float_positional(edge, trim="-").replace(".", sign)
