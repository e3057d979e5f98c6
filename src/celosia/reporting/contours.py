"""Lines of equal height over a grid."""

from __future__ import annotations

import numpy as np

from celosia.domain.arrays import FloatArray

# Corners of a cell are numbered around it; each edge joins a corner and the next one. For every
# pattern of corners that are high, the pairs of edges that a line crosses.
_CROSSED = {
    1: ((3, 0),), 2: ((0, 1),), 3: ((3, 1),), 4: ((1, 2),), 5: ((3, 0), (1, 2)), 6: ((0, 2),),
    7: ((3, 2),), 8: ((2, 3),), 9: ((2, 0),), 10: ((0, 1), (2, 3)), 11: ((2, 1),), 12: ((1, 3),),
    13: ((1, 0),), 14: ((0, 3),),
}  # fmt: skip
_CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def contour(heights: FloatArray, level: float) -> list[list[tuple[float, float]]]:
    """Give the lines along which a surface has a height, by marching squares.

    Points are (column, row) in steps of the grid; where a cell's corners leave open which way two
    lines pass it, they keep its high corners apart.

    References: Maple, Geometric design and space planning using the marching squares and marching
    cube algorithms, GMAG 2003.

    >>> contour(np.array([[0.0, 1.0], [0.0, 1.0]]), 0.5)
    [[(0.5, 0.0), (0.5, 1.0)]]
    """
    high = heights >= level
    pattern = high[:-1, :-1] + 2 * high[:-1, 1:] + 4 * high[1:, 1:] + 8 * high[1:, :-1]
    pieces = []
    for row, column in np.argwhere((pattern > 0) & (pattern < 15)).tolist():
        corners = [(column + dx, row + dy) for dx, dy in _CORNERS]
        for one, two in _CROSSED[int(pattern[row, column])]:
            start, end = (_crossing(heights, corners, edge, level) for edge in (one, two))
            if start != end:  # else it only touches a corner
                pieces.append((start, end))
    return _joined(pieces)


def _crossing(
    heights: FloatArray, corners: list[tuple[int, int]], edge: int, level: float
) -> tuple[float, float]:
    """Find where the surface has the height on an edge, the same from both of its cells."""
    (x, y), (to_x, to_y) = sorted((corners[edge], corners[(edge + 1) % 4]))
    start, end = float(heights[y, x]), float(heights[to_y, to_x])
    share = (level - start) / (end - start)
    return round(x + share * (to_x - x), 3), round(y + share * (to_y - y), 3)


def _joined(
    pieces: list[tuple[tuple[float, float], tuple[float, float]]],
) -> list[list[tuple[float, float]]]:
    """Put pieces that share an end one behind the other."""
    at: dict[tuple[float, float], list[int]] = {}
    for number, piece in enumerate(pieces):
        for end in piece:
            at.setdefault(end, []).append(number)
    left = set(range(len(pieces)))
    lines = []
    while left:
        first = left.pop()
        line = list(pieces[first])
        for _ in range(2):
            while (following := next((n for n in at[line[-1]] if n in left), None)) is not None:
                left.remove(following)
                one, two = pieces[following]
                line.append(two if one == line[-1] else one)
            line.reverse()
        lines.append(line)
    return lines
