"""Hostile files: every format, recipes, schemas, hierarchies and certificates, bent by a seed.

Each holds canaries: texts that no sentence of ours may ever show. Each kind of bending is one that
a fault, a tool or an attacker makes: bytes flipped, cut, doubled, filled; structure that lies.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import celosia
from tests.support.made_files import MADE

CANARY = "Qx7Zcanary"
COLUMNS = ["age", "town"]
HEAD = b"age,town\n"
NAMES_OF_CODE = b"ADDRESS,{{x}},</script>,$&,constructor,__proto__\n"
AGE = 'roles.age = "quasi-identifier"\n'
TREE = "distinct\nname town\ntype string\nheight 2\n\n"
ROWS = [(str(20 + i % 60), f"{CANARY}{i}") for i in range(40)]


@dataclass(frozen=True)
class Hostile:
    """A file that was bent, and how."""

    kind: str
    """A format's name, or `recipe`, `schema`, `hierarchy`, `certificate`."""
    ending: str
    bent: str
    content: bytes

    def __str__(self) -> str:
        return f"{self.kind}: {self.bent}"


Bend = Callable[[bytes, random.Random], bytes]


def flip(content: bytes, draw: random.Random) -> bytes:
    """Change some bits."""
    bent = bytearray(content)
    for _ in range(draw.choice((1, 3, 20))):
        bent[draw.randrange(len(bent))] ^= 1 << draw.randrange(8)
    return bytes(bent)


def flip_early(content: bytes, draw: random.Random) -> bytes:
    """Change a bit where headers are."""
    bent = bytearray(content)
    bent[draw.randrange(min(len(bent), 200))] ^= 1 << draw.randrange(8)
    return bytes(bent)


def flip_late(content: bytes, draw: random.Random) -> bytes:
    """Change a bit where directories are."""
    bent = bytearray(content)
    bent[-1 - draw.randrange(min(len(bent), 200))] ^= 1 << draw.randrange(8)
    return bytes(bent)


def cut(content: bytes, draw: random.Random) -> bytes:
    """Lose the end."""
    return content[: draw.randrange(len(content))]


def behead(content: bytes, draw: random.Random) -> bytes:
    """Lose the beginning."""
    return content[draw.randrange(1, 64) :]


def drop(content: bytes, draw: random.Random) -> bytes:
    """Lose some bytes in between."""
    at = draw.randrange(len(content))
    return content[:at] + content[at + draw.randrange(1, 100) :]


def double(content: bytes, draw: random.Random) -> bytes:
    """Write a piece twice."""
    at = draw.randrange(len(content))
    return content[:at] + content[max(0, at - draw.randrange(1, 400)) :]


def fill(content: bytes, draw: random.Random) -> bytes:
    """Put other bytes in: zeros, high bytes, quotes, ends of lines."""
    at = draw.randrange(len(content))
    with_ = draw.choice(
        (b"\0", b"\xff", b'"', b"\r", b"\n", b"\x1a", b"\x80", b",", b"=1+1", b"\\")
    )
    return content[:at] + with_ * draw.choice((1, 2, 64)) + content[at:]


def widen(content: bytes, draw: random.Random) -> bytes:
    """Set four bytes to a number that is large, small or negative."""
    at = draw.randrange(max(1, len(content) - 4))
    number = draw.choice((0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x10000))
    return content[:at] + number.to_bytes(4, draw.choice(("little", "big"))) + content[at + 4 :]


def splice(content: bytes, draw: random.Random) -> bytes:
    """Follow the beginning by what is no part of it."""
    return content[: draw.randrange(len(content))] + draw.randbytes(draw.randrange(1, 300))


BYTES: tuple[Bend, ...] = (
    flip, flip_early, flip_late, cut, behead, drop, double, fill, widen, splice,
)  # fmt: skip


def _csv(draw: random.Random) -> bytes:
    """Write a delimited text in one of the ways in which people do."""
    separator = draw.choice([",", ";", "\t", "|"])
    end = draw.choice(["\n", "\r\n", "\r"])
    quote = draw.choice(["", '"'])
    lines = [COLUMNS, *ROWS]
    text = end.join(separator.join(f"{quote}{c}{quote}" for c in row) for row in lines) + end
    encoding = draw.choice(["utf-8", "utf-8-sig", "cp1252", "utf-16"])
    content = text.replace("canary1", "canáry1").encode(encoding)
    return gzip.compress(content) if draw.random() < 0.15 else content


def _lying_csv(draw: random.Random) -> tuple[str, bytes]:
    """Write texts whose structure lies, by hand."""
    body = "".join(f"{a},{t}\n" for a, t in ROWS).encode()
    made = {
        "mixed encodings": lambda: (
            HEAD + "1,Málaga\n".encode() + "2,León\n".encode("cp1252") + body
        ),
        "a quote nobody closes": lambda: b"age,town\n" + b'1,"' + body,
        "a cell of 17 MB": lambda: b"age,town\n1," + b"x" * (17 << 20) + b"\n" + body,
        "names twice": lambda: b"age,Age\n" + body,
        "no header": lambda: body,
        "too many columns": lambda: b"age,town\n" + body + b"1,2,3,4\n",
        "too few columns": lambda: b"age,town\n" + body + b"1\n",
        "many columns": lambda: ",".join(f"c{i}" for i in range(3000)).encode() + b"\n",
        "a header of formulas": lambda: b"=cmd(),@x\n" + body,
        "only ends of lines": lambda: b"\n" * 5000,
        "a nul": lambda: b"age,town\n1,\0\n" + body,
        "line ends of three kinds": lambda: b"age,town\r1,a\n2,b\r\n3,c\n" + body,
        "quotes inside": lambda: b'age,town\n1,a"b"c\n2,"a"b\n' + body,
        "a gzip in a gzip": lambda: gzip.compress(gzip.compress(b"age,town\n" + body)),
        "a cut gzip": lambda: gzip.compress(b"age,town\n" + body)[:-9],
        "two gzips": lambda: gzip.compress(b"age,town\n" + body) + gzip.compress(body),
        "a gzip of a workbook": lambda: gzip.compress(base("xlsx")),
        "an archive of a csv": lambda: _archive({"a.csv": b"age,town\n" + body}),
        "only a mark": lambda: b"\xef\xbb\xbf",
        "utf-16 cut in a sign": lambda: ("age,town\n" + "1,é\n" * 9).encode("utf-16")[:-1],
        "a surrogate": lambda: b"age,town\n1,\xed\xa0\x80\n" + body,
        "names of code": lambda: NAMES_OF_CODE + b"1,2,3,4,5,6\n" * 3,
    }
    bent = draw.choice(sorted(made))
    return bent, _once(bent, made[bent])


def _archive(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


_bases: dict[str, bytes] = {}


def base(kind: str) -> bytes:
    """Give a sound file of a format, as another program writes it."""
    if kind not in _bases:
        with TemporaryDirectory() as folder:
            if kind in ("release", "certificate"):
                _release(Path(folder))
            else:
                _bases[kind] = MADE[kind](Path(folder), COLUMNS, ROWS).read_bytes()
    return _bases[kind]


def _release(folder: Path) -> None:
    """Publish a small release, to have its certificate."""
    recipe = celosia.Recipe.from_toml(
        'roles = {age = "quasi-identifier", town = "identifier"}\nsuppression = 1.0\n'
        'rows = "persons"\nmodels = [{model = "k-anonymity", k = 2}]'
    )
    with celosia.read(MADE["csv"](folder, COLUMNS, ROWS)) as table:
        release = celosia.anonymize(table, recipe, folder / "release.csv")
    _bases["release"] = release.path.read_bytes()
    _bases["certificate"] = release.certificate.read_bytes()


def _bent_leaf(draw: random.Random) -> bytes:
    """Put something else in the place of one entry of a certificate."""
    proof = json.loads(base("certificate"))
    places: list[tuple[Any, Any]] = []
    waiting = [proof]
    while waiting:
        inner = waiting.pop()
        for key in list(inner) if isinstance(inner, dict) else range(len(inner)):
            places.append((inner, key))
            if isinstance(inner[key], dict | list) and inner[key]:
                waiting.append(inner[key])
    where, key = draw.choice(places)
    if draw.random() < 0.2:
        del where[key]
    else:
        where[key] = draw.choice([None, 3, -1, 1e308, True, CANARY, [], {}, [CANARY], {"a": 1}])
    return json.dumps(proof).encode()


SHEET = "xl/worksheets/sheet1.xml"
LONG_CELL = (
    b'<row r="50"><c r="A50" t="inlineStr"><is><t>',
    b"</t></is></c></row></sheetData>",
)
_made: dict[str, bytes] = {}


def _once(name: str, make: Callable[[], bytes]) -> bytes:
    """Make a large file once."""
    if name not in _made:
        _made[name] = make()
    return _made[name]


def _bent_part(draw: random.Random) -> tuple[str, bytes]:
    """Bend one part of a workbook, and pack it with its right checksum."""
    with zipfile.ZipFile(io.BytesIO(base("xlsx"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = draw.choice(sorted(parts) + [SHEET, "xl/sharedStrings.xml", "xl/workbook.xml"] * 3)
    bend = draw.choice(BYTES)
    parts[name] = bend(parts[name], draw)
    return f"{bend.__name__} of {name}", _archive(parts)


def _lying_workbook(draw: random.Random) -> tuple[str, bytes]:
    """Make workbooks whose structure lies, by hand."""
    with zipfile.ZipFile(io.BytesIO(base("xlsx"))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts[SHEET]

    def with_sheet(content: bytes) -> bytes:
        return _archive({**parts, SHEET: content})

    def with_end(content: bytes) -> bytes:
        return with_sheet(sheet.replace(b"</sheetData>", content))

    far = b'<row r="1048576"><c r="XFD1048576" s="0"/></row></sheetData>'
    filled = b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    made = {
        "a blank cell far away": lambda: with_sheet(sheet.replace(b"</sheetData>", far)),
        "a cell far away": lambda: with_sheet(sheet.replace(b"</sheetData>", filled)),
        "a row beyond the last": lambda: with_sheet(sheet.replace(b'r="3"', b'r="99999999"')),
        "a column beyond the last": lambda: with_sheet(sheet.replace(b'"A3"', b'"ZZZZZ3"')),
        "a cell of 18 MB": lambda: with_sheet(
            sheet.replace(b"</sheetData>", LONG_CELL[0] + b"ab" * (9 << 20) + LONG_CELL[1])
        ),
        "a bomb": lambda: with_sheet(
            sheet.replace(b"</sheetData>", b" " * (80 << 20) + b"</sheetData>")
        ),
        "a cut sheet": lambda: with_sheet(sheet[: len(sheet) // 2]),
        "no sheet": lambda: _archive({n: c for n, c in parts.items() if n != SHEET}),
        "no sheets at all": lambda: _archive(
            {**parts, "xl/workbook.xml": b"<workbook><sheets></sheets></workbook>"}
        ),
        "shared strings missing": lambda: _archive(
            {n: c for n, c in parts.items() if n != "xl/sharedStrings.xml"}
        ),
        "entities": lambda: with_sheet(
            b'<!DOCTYPE a [<!ENTITY a "' + b"x" * 1000 + b'"><!ENTITY b "' + b"&a;" * 1000 + b'">'
            b"]><worksheet><sheetData><row><c><v>&b;</v></c></row></sheetData></worksheet>"
        ),
        "an archive in an archive": lambda: _archive({"xl/workbook.xml": base("xlsx")}),
        "locked": lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + draw.randbytes(2000),
        "an empty sheet": lambda: with_sheet(b"<worksheet><sheetData></sheetData></worksheet>"),
        "dimensions that lie": lambda: with_sheet(sheet.replace(b"A1:B41", b"A1:XFD1048576")),
    }
    bent = draw.choice(sorted(made))
    return bent, _once(bent, made[bent])


RECIPE = f'''
source = "people.csv"
output = "release.csv"
seed = 3

[roles]
age = "quasi-identifier"
town = "sensitive"

[[models]]
model = "k-anonymity"
k = 2

[hierarchies.age]
rule = "intervals"
widths = [5, 10]

[controls]
legal-basis = "{CANARY}"
'''
SCHEMA = '[columns.age]\ntype = "integer"\n[columns.town]\ntype = "text"\nmax_length = 40\n'
HIERARCHY = "level_0,level_1,level_2\n" + "".join(f"{t},{t[:-1]},*\n" for _, t in ROWS)


def _lying_text(kind: str, draw: random.Random) -> tuple[str, bytes]:
    """Make texts of ours whose structure lies."""
    deep = draw.choice((70, 3_000, 100_000))
    toml = {
        "lists in lists": "seed = " + "[" * deep + "]" * deep,
        "tables in tables": "seed = " + "{a=" * deep + "1" + "}" * deep,
        "a dotted name": "a" + ".a" * deep + " = 1",
        "a long number": "seed = " + "9" * 5000,
        "an infinite number": "seed = inf\nsuppression = nan",
        "a wrong type": 'roles = 3\nmodels = "x"\nhierarchies = [1]',
        "a wrong entry": f'roles.age = "{CANARY}"',
        "numbers for names": "roles = {1 = 2}",
        "nothing": "",
        "text": CANARY * 100,
        "a model that is none": 'models = [{model = "no-such"}]',
        "a model of a wrong type": 'models = [{model = "k-anonymity", k = "x"}]',
        "a hierarchy that is none": AGE + 'hierarchies.age = {rule = "no-such"}',
        "a technique that is none": 'techniques = [{kind = "no-such"}]',
        "a schema that is none": 'schema = {age = "integer"}\ncolumns = {age = "integer"}',
        "values in a rule": AGE + f'hierarchies.age = {{rule = "rows", rows = [["{CANARY}"], 3]}}',
        "a null of two kinds": f'reading = {{null_values = ["{CANARY}", 3]}}',
        "a separator of five": f'reading = {{separator = "{CANARY}"}}',
        "a control character": "seed = 1\x01",
    }
    jsons = {
        "lists in lists": "[" * deep + "]" * deep,
        "objects in objects": '{"output":' * deep + "1" + "}" * deep,
        "a long number": "9" * 5000,
        "not a number": '{"output": NaN, "models": Infinity}',
        "a wrong type": '{"output": [1], "models": {"a": 1}, "quasi_identifiers": 3}',
        "a wrong output": json.dumps({"output": {"sha256": CANARY}}),
        "outputs of nothing": '{"outputs": []}',
        "nothing": "",
        "a surrogate": '{"output": {"name": "\\ud800"}}',
    }
    levels = {
        "many levels": ",".join(f"level_{i}" for i in range(5000)) + "\na\n",
        "a value twice": HIERARCHY + HIERARCHY[25:],
        "rows of two lengths": HIERARCHY + f"{CANARY}x\n",
        "a quote nobody closes": HIERARCHY + '"' + "x" * 100_000,
        "a wrong header": HIERARCHY.replace("level_1", "level_9"),
        "a ring": TREE + f"{CANARY} has b \nb has {CANARY} \n",
        "amnesia without nodes": "distinct\nname town\ntype string\nheight 99999999999\n",
        "ranges that lie": f"range\nname age\ntype int\nheight 2\n\n5-1 has {CANARY}-{CANARY} \n",
        "nothing": "",
        "nulls": "level_0,level_1\n,\n,\n",
        "quotes": HIERARCHY + 'a"b"c,d,e\n',
        "a file of names": f"{CANARY}1,{CANARY}2\n" * 3,
    }
    made = {"recipe": toml, "schema": toml, "certificate": jsons, "hierarchy": levels}[kind]
    bent = draw.choice(sorted(made))
    return bent, made[bent].encode()


TEXTS = {
    "recipe": (RECIPE, ".toml"),
    "schema": (SCHEMA, ".toml"),
    "hierarchy": (HIERARCHY, ".csv"),
    "certificate": ("", ".json"),
}
SHARES = {
    "csv": 40, "xlsx": 9, "parquet": 6, "recipe": 12, "hierarchy": 10, "certificate": 7,
    "schema": 6, "ods": 2, "xls": 2, "sav": 2, "dta": 2, "por": 1, "xpt": 1,
}  # fmt: skip
"""In a hundred files, how many of each kind: what comes from outside most often is tried most."""


def hostile_files(number: int, seed: int = 17) -> Iterator[Hostile]:
    """Give so many files, always the same for a seed."""
    draw = random.Random(seed)
    kinds = [kind for kind, share in SHARES.items() for _ in range(share)]
    for i in range(number):
        kind = kinds[i % len(kinds)] if number >= len(kinds) else draw.choice(kinds)
        yield _bent(kind, draw)


def _bent(kind: str, draw: random.Random) -> Hostile:
    by_hand = draw.random() < 0.4
    if kind in TEXTS:
        text, ending = TEXTS[kind]
        if by_hand:
            return Hostile(kind, ending, *_lying_text(kind, draw))
        if kind == "certificate" and draw.random() < 0.6:
            return Hostile(kind, ending, "an entry replaced", _bent_leaf(draw))
        bend = draw.choice(BYTES)
        sound = text.encode() or base(kind)
        return Hostile(kind, ending, bend.__name__, bend(sound, draw))
    if kind == "csv":
        if by_hand:
            return Hostile(kind, ".csv", *_lying_csv(draw))
        bend = draw.choice(BYTES)
        return Hostile(kind, ".csv", bend.__name__, bend(_csv(draw), draw))
    if kind == "xlsx" and draw.random() < 0.7:
        lie = _lying_workbook if by_hand else _bent_part
        return Hostile(kind, ".xlsx", *lie(draw))
    bend = draw.choice(BYTES)
    return Hostile(kind, f".{kind}", bend.__name__, bend(base(kind), draw))
