"""What is found out about an open table."""

from __future__ import annotations

from dataclasses import replace

import celosia


def test_something_is_found_out_once_while_the_table_is_open(app, project):
    asked = []

    def once(of):
        app.readers.once(project, "kind", of, lambda: asked.append(of))

    for of in (1, 1, 2, 2, 1):
        once(of)
    assert asked == [1, 2, 1]

    app.readers.forget(project)
    once(1)

    assert asked == [1, 2, 1, 1]


def test_it_is_found_out_anew_when_the_file_is_read_in_another_way(app, project):
    asked = []
    app.readers.once(project, "kind", 1, lambda: asked.append(1))

    reading = celosia.ReadOptions(null_values=("gripe",))
    project.change_recipe(lambda recipe: replace(recipe, reading=reading))
    app.readers.once(project, "kind", 1, lambda: asked.append(2))

    assert asked == [1, 2]
