"""Count the classes of a node from a frequency set that is at or below it."""

from __future__ import annotations

import numpy as np
from numba import njit

from celosia.methods.compiled_code import COMPILE, INNER
from celosia.methods.lattice.kernels.lattice_arrays import (
    DENSE_DOMAIN,
    DENSE_FACTOR,
    Array,
    Int,
    Lattice,
    Levels,
    Packing,
    Pool,
    Scratch,
    bits_for,
)
from celosia.methods.lattice.kernels.machine_words import times

SPARSE_FACTOR = 4
"""A table so many times wider than its entries is looked at only where they fell; an estimate."""


@njit(**INNER)
def smallest_source(pool: Pool, lattice: Lattice, node: int) -> int:
    """Find the smallest frequency set whose node is at or below `node`."""
    best = 0
    for candidate in range(1, pool.used[0]):
        if pool.size[candidate] >= pool.size[best]:
            continue
        origin = pool.node[candidate]
        below = True
        for j in range(lattice.sizes.size):
            if lattice.levels[origin, j] > lattice.levels[node, j]:
                below = False
                break
        if below:
            best = candidate
    return best


@njit(**INNER)
def fill_lookup(table: Array, packing: Packing, source: Array, start: Array, factor: Array) -> None:
    """Add up, for every packed code, what each of its attributes contributes.

    `source[start[j] + v] * factor[j]` is the contribution of code `v` of attribute `j`.
    """
    first = 0
    for column in range(packing.width.size):
        offset = packing.offset[column]
        table[offset] = 0
        filled = 1
        for member in range(packing.width[column]):
            j = packing.members[first + member]
            # Downwards: code 0 overwrites what the others are made from, so it comes last.
            for v in range(packing.cards[j] - 1, -1, -1):
                share = table.dtype.type(source[start[j] + v] * factor[j])
                base = offset + v * filled
                for x in range(filled):
                    table[base + x] = table[offset + x] + share
            filled *= packing.cards[j]
        first += packing.width[column]


@njit(**INNER, boundscheck=False)
def fill_keys(
    keys: Array, packed: Array, begin: int, length: int, lookup: Array, packing: Packing
) -> None:
    """Turn the packed codes of `length` entries into class keys."""
    columns = packing.width.size
    first = lookup[packing.offset[0] :]
    if columns == 1:
        for i in range(length):
            keys[i] = first[packed[0, begin + i]]
        return
    # Up to three columns are summed in one pass that writes each key once; more are added in turn.
    second = lookup[packing.offset[1] :]
    if columns == 2:
        for i in range(length):
            keys[i] = first[packed[0, begin + i]] + second[packed[1, begin + i]]
        return
    third = lookup[packing.offset[2] :]
    for i in range(length):
        keys[i] = (
            first[packed[0, begin + i]] + second[packed[1, begin + i]] + third[packed[2, begin + i]]
        )
    for column in range(3, columns):
        part = lookup[packing.offset[column] :]
        for i in range(length):
            keys[i] += part[packed[column, begin + i]]


@njit(**INNER, boundscheck=False)
def count_dense(
    keys: Array, counts: Array, begin: int, length: int, table: Array, domain: int, k: int
) -> tuple[Int, Int]:
    """Count by direct address: number of classes, and records in those under k."""
    for i in range(length):
        table[keys[i]] += counts[begin + i]
    classes = np.int64(0)
    outliers = np.int64(0)
    for position in range(domain):
        size = table[position]
        classes += size > 0
        outliers += size if size < k else 0
    return classes, outliers


@njit(**INNER, boundscheck=False)
def count_sparse(
    keys: Array, counts: Array, begin: int, length: int, table: Array, k: int
) -> tuple[Int, Int]:
    """Count by direct address, looking only where entries fell: for few entries in a wide table."""
    classes = np.int64(0)
    for i in range(length):
        classes += table[keys[i]] == 0
        table[keys[i]] += counts[begin + i]
    outliers = np.int64(0)
    for i in range(length):
        outliers += counts[begin + i] if table[keys[i]] < k else 0
    return classes, outliers


table_bits = njit(**COMPILE)(bits_for)


@njit(**INNER, boundscheck=False)
def count_hashed(
    keys: Array,
    counts: Array,
    begin: int,
    length: int,
    slots: Array,
    table: Array,
    bits: int,
    k: int,
) -> tuple[Int, Int]:
    """Count by open addressing; afterwards `keys` holds table positions and `slots` is zero."""
    word = slots.dtype.type
    shift = word(slots.itemsize * 8 - bits)
    # Fibonacci hashing: one product, of which the high bits are mixed best. Keys are raised by 1,
    # for 0 marks a free slot.
    golden = word(0x9E3779B97F4A7C15) if slots.itemsize == 8 else word(0x9E3779B1)
    mask = word((1 << bits) - 1)
    classes = np.int64(0)
    for i in range(length):
        key = word(keys[i] + word(1))
        position = word(word(times(key, golden)) >> shift)
        while slots[position] != key:
            if slots[position] == 0:
                slots[position] = key
                classes += 1
                break
            position = word(position + word(1)) & mask
        table[position] += counts[begin + i]
        keys[i] = position
    outliers = np.int64(0)
    for position in range(1 << bits):
        size = table[position]
        outliers += size if size < k else 0
        slots[position] = 0
    return classes, outliers


@njit(**INNER, boundscheck=False)
def keep_classes(pool: Pool, keys: Array, begin: int, length: int, table: Array) -> int:
    """Append one representative per class to the arena; leaves the table zero."""
    end = pool.used[1]
    kept = 0
    for i in range(length):
        position = keys[i]
        size = table[position]
        if size > 0:
            table[position] = 0
            for column in range(pool.packed.shape[0]):
                pool.packed[column, end + kept] = pool.packed[column, begin + i]
            pool.counts[end + kept] = size
            kept += 1
    pool.used[1] = end + kept
    return kept


@njit(**INNER)
def penalty_of_outliers(
    pool: Pool, scratch: Scratch, packing: Packing, begin: int, length: int, k: int
) -> float:
    """Add up what suppressing the outliers of one part costs."""
    total = 0.0
    for i in range(length):
        if scratch.table[scratch.keys[i]] < k:
            cost = 0.0
            for column in range(packing.width.size):
                code = pool.packed[column, begin + i]
                cost += scratch.rest[packing.offset[column] + code]
            total += cost * pool.counts[begin + i]
    return total


@njit(**INNER)
def rarest(pool: Pool, scratch: Scratch, begin: int, length: int) -> Int:
    """Find an entry of the smallest class of one part."""
    found: Int = np.int64(-1)
    fewest = np.int64(1) << 62
    for i in range(length):
        size = scratch.table[scratch.keys[i]]
        if size < fewest:
            fewest = size
            found = begin + i
            if size == 1:
                break
    return found


@njit(**INNER)
def key_weights(
    weights: Array, starts: Array, levels: Levels, lattice: Lattice, node: int, part: int
) -> tuple[Int, float]:
    """Choose mixed-radix weights for a node's keys inside one part; give the domain's size."""
    domain = np.int64(1)
    wide = 1.0
    for j in range(lattice.sizes.size):
        level = lattice.levels[node, j]
        starts[j] = levels.start[j, level]
        if j == part:
            weights[j] = 0
            continue
        weights[j] = domain
        wide *= levels.cards[j, level]
        # A whole number would wrap unseen, so the float tells when the domain is wider than a word.
        if wide < 9e18:
            domain *= levels.cards[j, level]
    return domain, wide


@njit(**INNER)
def is_dense(domain: float, parts: int, entries: int, room: int) -> bool:
    """Decide between direct addressing and hashing."""
    if domain > room:
        return False
    return domain <= DENSE_DOMAIN or domain * parts <= DENSE_FACTOR * entries


@njit(**INNER)
def count_part(
    pool: Pool,
    scratch: Scratch,
    packing: Packing,
    begin: int,
    length: int,
    domain: int,
    dense: bool,
    k: int,
) -> tuple[Int, Int, Int]:
    """Count one part: classes, outliers, and how much of the table was used."""
    fill_keys(scratch.keys, pool.packed, begin, length, scratch.lookup, packing)
    if dense and domain > SPARSE_FACTOR * length:
        classes, outliers = count_sparse(scratch.keys, pool.counts, begin, length, scratch.table, k)
        return classes, outliers, domain
    if dense:
        classes, outliers = count_dense(
            scratch.keys, pool.counts, begin, length, scratch.table, domain, k
        )
        return classes, outliers, domain
    bits = table_bits(length)
    classes, outliers = count_hashed(
        scratch.keys, pool.counts, begin, length, scratch.slots, scratch.table, bits, k
    )
    return classes, outliers, 1 << bits
