"""What the labels of a release say, whatever tool wrote them, and which values they cover.

A label that is a value of its column is that value, whatever its text looks like. Any other is
read by how it is written:

======================================  ===========================================================
`*`                                     anything
`20-29`, `[20, 35]`, `[0, 5)`, `<18`    numbers between two ends, in either order
`[2,5; 3,75]`                           the same where the column's decimal sign is a comma
`198*`                                  in a column of quantities, the numbers 1980 to 1989
`370**`, `***03`                        texts with these characters; short ones were padded
`{a, b}`, `a / b`                       one of these
`{Doe, Jana | Roe, Ann}`                the same where values hold commas
`{a..c}`                                neighbours in the order of the column, from a to c
`2024-03`, `2024-Q1`, `2024`,           in a column of dates, the days of a month, a quarter, a year
`2020-2029`                             or several years
`[2020-01-05, 2020-03-01]`              in a column of dates, the days between, in the column's
                                        format or in ISO's
======================================  ===========================================================

An interval whose ends are neither numbers nor dates says nothing. A set is split where most of its
members are values of the column, so values with bars or braces are mostly understood; a value that
holds both a comma and a bar may not be.
"""

from celosia.domain.labels.meanings import (
    Anything,
    Exact,
    Interval,
    Label,
    Masked,
    OneOf,
    Period,
    Run,
)
from celosia.domain.labels.reader import LabelReader
from celosia.domain.labels.reading import as_interval, read_label

__all__ = [
    "Anything",
    "Exact",
    "Interval",
    "Label",
    "LabelReader",
    "Masked",
    "OneOf",
    "Period",
    "Run",
    "as_interval",
    "read_label",
]
