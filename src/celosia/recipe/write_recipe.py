"""How a recipe is written: what differs from the defaults, with a note where there is one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any

import tomli_w

from celosia.core.parameters import to_entries
from celosia.hierarchies import rule_to_dict
from celosia.recipe.read_recipe import READ_FUZZY, READ_GROUPING, READ_READING

if TYPE_CHECKING:
    from celosia.recipe.recipe import Recipe


def plain_entries(recipe: Recipe) -> dict[str, Any]:
    """Give what differs from the default, in the order in which a person decides."""
    default = _default()
    entries: dict[str, Any] = {
        "source": recipe.source,
        "output": recipe.output,
        "population": recipe.population,
        "use_case": recipe.use_case and recipe.use_case.value,
    }
    for key in ("method", "objective", "suppression", "nulls", "seed"):
        entries[key] = _plain(getattr(recipe, key))
    entries |= _chosen(recipe, default, ("keep_suppressed", "cache_mb", "seconds", "language"))
    entries["reading"] = _chosen(recipe.reading, default.reading, READ_READING)
    entries["schema"] = recipe.schema.to_dict()
    entries["roles"] = {column: role.value for column, role in recipe.roles.items()}
    entries["techniques"] = [to_entries(technique) for technique in recipe.techniques]
    entries["models"] = [model.to_dict() for model in recipe.models]
    entries["hierarchies"] = {c: rule_to_dict(rule) for c, rule in recipe.hierarchies.items()}
    entries["levels"] = {column: list(pair) for column, pair in recipe.levels.items()}
    entries["weights"] = dict(recipe.weights)
    entries["node"] = dict(recipe.node)
    entries["outputs"] = {column: output.value for column, output in recipe.outputs.items()}
    entries["grouping"] = _chosen(recipe.grouping, default.grouping, READ_GROUPING)
    entries["controls"] = dict(recipe.controls)
    entries["fuzzy"] = _chosen(recipe.fuzzy, default.fuzzy, READ_FUZZY)
    return {key: value for key, value in entries.items() if value not in (None, {}, [])}


def _chosen(choices: object, default: object, names: Iterable[str]) -> dict[str, Any]:
    """Give what was chosen otherwise than by default."""
    given = {name: getattr(choices, name) for name in names}
    return {name: _plain(v) for name, v in given.items() if v != getattr(default, name)}


def _plain(value: Any) -> Any:
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    return list(value) if isinstance(value, tuple) else value


def written(entries: Mapping[str, Any], notes: Mapping[str, str]) -> str:
    """Write entries as TOML, each below its note."""
    plain = {key: value for key, value in entries.items() if not _is_section(value)}
    lines = _commented("", plain, notes)
    for section, content in entries.items():
        if _is_section(content):
            lines += ["", *_section(section, content, notes)]
    return "\n".join(lines).strip("\n") + "\n"


def _is_section(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and isinstance(value[0], dict))


def _section(name: str, content: Any, notes: Mapping[str, str]) -> list[str]:
    head = _comment(notes.get(name, ""))
    if isinstance(content, list):
        return head + [line for item in content for line in _item(name, item)]
    plain = {key: value for key, value in content.items() if not isinstance(value, dict)}
    tables = [*head, *([f"[{name}]"] if plain else []), *_commented(f"{name}.", plain, notes)]
    for key, value in content.items():
        if key not in plain:
            tables += [*_comment(notes.get(f"{name}.{key}", "")), *_lines({name: {key: value}})]
    return tables


def _item(name: str, item: Mapping[str, Any]) -> list[str]:
    """Write one of several; a table inside it is named after it, or it would be the recipe's."""
    plain = {key: value for key, value in item.items() if not isinstance(value, dict)}
    inner = [_lines({name: {key: value}}) for key, value in item.items() if key not in plain]
    return [f"[[{name}]]", *_lines(plain), *(line for lines in inner for line in lines)]


def _commented(prefix: str, entries: Mapping[str, Any], notes: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for key, value in entries.items():
        lines += _comment(notes.get(prefix + key, ""))
        lines += _lines({key: value})
    return lines


def _lines(entries: Mapping[str, Any]) -> Sequence[str]:
    return tomli_w.dumps(entries).strip("\n").split("\n")


def _comment(note: str) -> list[str]:
    """Write a note as comments, without the control characters that TOML forbids there."""
    return [
        "# " + "".join(sign if sign.isprintable() else " " for sign in line)
        for line in note.splitlines()
    ]


@cache
def _default() -> Recipe:
    from celosia.recipe.recipe import Recipe

    return Recipe()
