"""Groups that records can leave and enter, with what each costs at any moment."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import njit

from celosia.methods.clustering.kernels.coded_records import SET, Records, span_cost
from celosia.methods.compiled_code import COMPILE, INNER, UNCOUNTED
from celosia.methods.lattice.kernels.lattice_arrays import Array, Int

LEAN: dict[str, Any] = {**COMPILE, **UNCOUNTED}
LEAN_INNER: dict[str, Any] = {**INNER, **UNCOUNTED}

NONE = -1
HIGHEST = 1 << 40
"""Above every code."""
GROUP, SLOT = 0, 1
LOW, SECOND_LOW, SECOND_HIGH, HIGH, DISTINCT, SEEN, ONCE, COST = 0, 1, 2, 3, 4, 5, 6, 7


class Groups(NamedTuple):
    """Member lists with room to grow, and what is known of each group.

    Few arrays, all of whole numbers: each array of a named tuple makes compiled calls dearer.
    """

    rows: Array
    """(n, d) codes of each record."""
    place: Array
    """(n, 2) GROUP of each record and its SLOT in the list of that group."""
    start: Array
    """(groups + 1,) where the room of each group starts in `member`."""
    member: Array
    """The records of each group."""
    size: Array
    """(groups,) 0 for a group that is not in use."""
    cost: Array
    """(groups,) what each member costs."""
    boxes: Array
    """(groups, d, 8) of each attribute the two least and the two greatest codes, which tell what
    is left when any member leaves; for a SET the number of codes, and two words of bits: bit
    `code % 64` says that such codes are SEEN, and that just ONCE; the attribute's COST."""


@njit(**LEAN)
def cost_with(records: Records, groups: Groups, g: Int, out: Int, into: Int, limit: Int) -> Int:
    """What each member of a group would cost without record `out` and with record `into`.

    Either may be NONE. Above `limit` the sum is not taken to its end.
    """
    total = 0
    for j in range(groups.rows.shape[1]):
        gone = groups.rows[out, j] if out >= 0 else NONE
        come = groups.rows[into, j] if into >= 0 else NONE
        cost = groups.boxes[g, j, COST]
        if gone != come:
            low, high = groups.boxes[g, j, LOW], groups.boxes[g, j, HIGH]
            new_low = groups.boxes[g, j, SECOND_LOW] if gone == low else low
            new_high = groups.boxes[g, j, SECOND_HIGH] if gone == high else high
            if come >= 0:
                new_low, new_high = min(new_low, come), max(new_high, come)
            if records.kind[j] == SET:
                distinct = groups.boxes[g, j, DISTINCT]
                if gone >= 0:
                    distinct -= holds_once(records, groups, g, j, gone)
                if come >= 0:
                    distinct += not holds(records, groups, g, j, come)
                cost = span_cost(records, j, new_low, new_high, distinct)
            elif new_low != low or new_high != high:
                cost = span_cost(records, j, new_low, new_high, 1)
        total += cost
        if total > limit:
            break
    return total


@njit(inline="always")
def holds(records: Records, groups: Groups, g: Int, j: Int, code: Int) -> Int:
    """Tell whether any member has a code of a SET."""
    # Codes share bits modulo 64. A clear bit is certain; a set one only up to 64 codes.
    found = (groups.boxes[g, j, SEEN] >> (code & 63)) & 1
    if found and records.cards[j] > 64:
        found = count_code(groups, g, j, code) > 0
    return found


@njit(inline="always")
def holds_once(records: Records, groups: Groups, g: Int, j: Int, code: Int) -> Int:
    """Tell whether the member with a code of a SET is the only one."""
    # A set bit is certain: one member has any of those codes. A clear one only up to 64 codes.
    found = (groups.boxes[g, j, ONCE] >> (code & 63)) & 1
    if not found and records.cards[j] > 64:
        found = count_code(groups, g, j, code) == 1
    return found


@njit(**LEAN_INNER)
def count_code(groups: Groups, g: Int, j: Int, code: Int) -> Int:
    """Count the members with a code."""
    first = groups.start[g]
    found = 0
    for at in range(first, first + groups.size[g]):
        found += groups.rows[groups.member[at], j] == code
    return found


@njit(**LEAN)
def swap(records: Records, groups: Groups, i: Int, m: Int) -> None:
    """Put two records of different groups each in the other's place."""
    g, slot = groups.place[i, GROUP], groups.place[i, SLOT]
    h, other = groups.place[m, GROUP], groups.place[m, SLOT]
    _write(groups, g, slot, m)
    _write(groups, h, other, i)
    _update(records, groups, g, i, m)
    _update(records, groups, h, m, i)


@njit(**LEAN)
def move(records: Records, groups: Groups, i: Int, h: Int) -> None:
    """Send a record to another group; the last one of its list takes its slot."""
    g, slot = groups.place[i, GROUP], groups.place[i, SLOT]
    groups.size[g] -= 1
    _write(groups, g, slot, groups.member[groups.start[g] + groups.size[g]])
    if groups.size[g] > 0:
        _update(records, groups, g, i, NONE)
    add(records, groups, i, h)


@njit(**LEAN_INNER)
def add(records: Records, groups: Groups, i: Int, g: Int) -> None:
    """Put a record that is in no list at the end of a group's."""
    if groups.size[g] == 0:
        for j in range(groups.rows.shape[1]):
            _forget_bounds(groups, g, j)
            groups.boxes[g, j, DISTINCT] = 0
    _write(groups, g, groups.size[g], i)
    groups.size[g] += 1
    _update(records, groups, g, NONE, i)


@njit(**LEAN_INNER)
def _write(groups: Groups, g: Int, slot: Int, i: Int) -> None:
    groups.member[groups.start[g] + slot] = i
    groups.place[i, GROUP] = g
    groups.place[i, SLOT] = slot


@njit(**LEAN_INNER)
def _update(records: Records, groups: Groups, g: Int, out: Int, into: Int) -> None:
    """Bring what is known of a group up to date; `out` has left its list, `into` has entered."""
    total = 0
    for j in range(groups.rows.shape[1]):
        gone = groups.rows[out, j] if out >= 0 else NONE
        come = groups.rows[into, j] if into >= 0 else NONE
        if gone != come:
            _update_bounds(groups, g, j, gone, come)
            if records.kind[j] == SET:
                _update_codes(groups, g, j, gone, come)
            low, high = groups.boxes[g, j, LOW], groups.boxes[g, j, HIGH]
            distinct = groups.boxes[g, j, DISTINCT]
            groups.boxes[g, j, COST] = span_cost(records, j, low, high, distinct)
        total += groups.boxes[g, j, COST]
    groups.cost[g] = total


@njit(**LEAN_INNER)
def _update_bounds(groups: Groups, g: Int, j: Int, gone: Int, come: Int) -> None:
    # Who leaves from strictly between the second bounds changes none of the four; else the members
    # are looked at again, for nobody knows the third.
    low, high = groups.boxes[g, j, SECOND_LOW], groups.boxes[g, j, SECOND_HIGH]
    if gone == NONE or low < gone < high:
        if come >= 0:
            _widen(groups, g, j, come)
        return
    _forget_bounds(groups, g, j)
    first = groups.start[g]
    for at in range(first, first + groups.size[g]):
        _widen(groups, g, j, groups.rows[groups.member[at], j])


@njit(inline="always")
def _forget_bounds(groups: Groups, g: Int, j: Int) -> None:
    groups.boxes[g, j, LOW] = groups.boxes[g, j, SECOND_LOW] = HIGHEST
    groups.boxes[g, j, HIGH] = groups.boxes[g, j, SECOND_HIGH] = NONE


@njit(inline="always")
def _widen(groups: Groups, g: Int, j: Int, code: Int) -> None:
    low, high = groups.boxes[g, j, LOW], groups.boxes[g, j, HIGH]
    groups.boxes[g, j, LOW], groups.boxes[g, j, HIGH] = min(low, code), max(high, code)
    low, high = max(low, code), min(high, code)
    groups.boxes[g, j, SECOND_LOW] = min(groups.boxes[g, j, SECOND_LOW], low)
    groups.boxes[g, j, SECOND_HIGH] = max(groups.boxes[g, j, SECOND_HIGH], high)


@njit(**LEAN_INNER)
def _update_codes(groups: Groups, g: Int, j: Int, gone: Int, come: Int) -> None:
    _find_codes(groups, g, j)
    if come >= 0:
        groups.boxes[g, j, DISTINCT] += count_code(groups, g, j, come) == 1
    if gone >= 0:
        groups.boxes[g, j, DISTINCT] -= count_code(groups, g, j, gone) == 0


@njit(inline="always")
def _find_codes(groups: Groups, g: Int, j: Int) -> None:
    seen = once = 0
    first = groups.start[g]
    for at in range(first, first + groups.size[g]):
        bit = 1 << (groups.rows[groups.member[at], j] & 63)
        once = (once | bit) & ~(seen & bit)
        seen |= bit
    groups.boxes[g, j, SEEN], groups.boxes[g, j, ONCE] = seen, once


@njit(**LEAN)
def enter_all(records: Records, groups: Groups, group_of: Array, seen_in: Array) -> None:
    """Fill empty groups; `seen_in`, a number per code of all attributes, is work space."""
    for i in range(group_of.size):
        g = group_of[i]
        _write(groups, g, groups.size[g], i)
        groups.size[g] += 1
    for at in range(seen_in.size):
        seen_in[at] = NONE
    for g in range(groups.size.size):
        if groups.size[g] > 0:
            _measure(records, groups, g, seen_in)


@njit(**LEAN_INNER)
def _measure(records: Records, groups: Groups, g: Int, seen_in: Array) -> None:
    """Find all that is known of a group, in time that grows with its size."""
    first = groups.start[g]
    total = 0
    for j in range(groups.rows.shape[1]):
        _forget_bounds(groups, g, j)
        distinct = 0
        for at in range(first, first + groups.size[g]):
            code = groups.rows[groups.member[at], j]
            _widen(groups, g, j, code)
            distinct += seen_in[records.offset[j] + code] != g
            seen_in[records.offset[j] + code] = g
        _find_codes(groups, g, j)
        groups.boxes[g, j, DISTINCT] = distinct
        low, high = groups.boxes[g, j, LOW], groups.boxes[g, j, HIGH]
        groups.boxes[g, j, COST] = span_cost(records, j, low, high, distinct)
        total += groups.boxes[g, j, COST]
    groups.cost[g] = total
