"""ARX CSV: `;` separated, no header, the value first and its coarsest label last.

References: Prasser et al., Software: Practice and Experience 50(7), 2020 (ARX). ARX writes a
missing value as the text NULL, which is read as that text; an empty field is a null.
"""

from __future__ import annotations

from celosia.core.hierarchy import Hierarchy
from celosia.hierarchies.formats import level_csv


def read(text: str, attribute: str) -> Hierarchy:
    r"""Read a hierarchy.

    >>> read("Male;*\nFemale;*\n", "sex").rows
    (('Male', '*'), ('Female', '*'))
    """
    return Hierarchy.from_rows(attribute, level_csv.table(level_csv.parse(text, ";")))


def write(hierarchy: Hierarchy) -> str:
    r"""Write a hierarchy.

    >>> write(Hierarchy.from_rows("sex", [("Male", "*"), ("Female", "*")]))
    'Male;*\nFemale;*\n'
    """
    return level_csv.unparse(hierarchy.rows, ";")
