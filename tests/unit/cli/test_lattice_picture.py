"""The lattice that `celosia candidates --graph` draws, however large."""

from __future__ import annotations

from xml.etree import ElementTree

from celosia import Candidate
from celosia.cli.candidates_command import MOST_DRAWN, lattice_svg
from celosia.methods.lattice import SearchResult

SVG = "{http://www.w3.org/2000/svg}"


def result(highest, *nodes):
    """A search that found these nodes, of which the first is minimal and the best."""
    found = tuple(
        Candidate(node, 0, loss, loss, 1, 5, minimal=not place, optimal=not place)
        for place, (node, loss) in enumerate(nodes)
    )
    size = 1
    for high in highest:
        size *= high + 1
    names = tuple(f"c{j}" for j in range(len(highest)))
    return SearchResult(names, (0,) * len(highest), highest, found, found[0], size, 0, True)


def titles(picture):
    return [title.text for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def test_a_lattice_too_large_for_dots_is_drawn_by_height():
    huge = result((99, 99, 9), ((99, 98, 9), 0.9), ((99, 99, 9), 1.0))
    assert huge.nodes > MOST_DRAWN

    told = titles(lattice_svg(huge))

    assert told[0] == "Generalization lattice of c0, c1, c2"
    assert told[1] == "height 207: 1 of 1 safe, 0 minimal; least loss 1.0000"
    assert told[2] == "height 206: 1 of 3 safe, 1 minimal; least loss 0.9000"
    assert told[3] == "height 205: 0 of 6 safe, 0 minimal"
    assert len(told) == 1 + 208


def test_the_row_of_the_best_is_said():
    huge = result((99, 99, 9), ((99, 98, 9), 0.9), ((99, 99, 9), 1.0))

    lines = [text.text for text in ElementTree.fromstring(lattice_svg(huge)).iter(f"{SVG}text")]

    assert [line for line in lines if "the best is here" in line] == [
        "1 of 3 safe, 1 minimal; least loss 0.9000 — the best is here"
    ]


def test_a_lattice_with_room_for_its_nodes_has_a_dot_for_each():
    told = titles(lattice_svg(result((1, 2), ((0, 2), 0.5), ((1, 2), 1.0))))

    assert len(told) == 1 + 6
    assert "(0, 2) optimal; loss 0.5000; 0 suppressed" in told
