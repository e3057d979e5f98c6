"""`celosia demo`: the whole path on a table made up for it."""

from __future__ import annotations

import time
from pathlib import Path

import click

import celosia
from celosia.cli.language import Command, option, say
from celosia.cli.output import print_json, progress, show
from celosia.demo import write_hospital
from celosia.files.atomic import write_whole
from celosia.hierarchies import Dates, Frequent, Masking, Suppression
from celosia.models import KAnonymity
from celosia.techniques.generalization.rounding import Rounding

K = 5
SUPPRESSION = 0.02
COST_STEP = 2000
"""Of 500 records, so that few are alone in their cost."""


@click.command("demo", cls=Command, help="cli.help-demo")
@option("--folder", type=click.Path(file_okay=False), default="celosia-demo")
@option("--rows", type=click.IntRange(100), default=10_000, show_default=True)
@option("--seed", type=int, default=0, show_default=True)
@option("--json", "as_json", is_flag=True, help="cli.option-json")
def command(folder: str, rows: int, seed: int, as_json: bool) -> None:
    """Make a realistic Spanish hospital table, anonymize it at k=5, show what happened."""
    start = time.perf_counter()
    home = Path(folder)
    home.mkdir(parents=True, exist_ok=True)
    data = write_hospital(home / "hospital.csv", rows, seed)
    recipe = demo_recipe()
    recipe_path = home / "celosia.toml"
    write_whole(recipe_path, recipe.to_toml())
    with celosia.read(data) as table, progress(as_json) as report:
        release = celosia.anonymize(table, recipe, home / "hospital.release.csv", report)
    seconds = time.perf_counter() - start
    if as_json:
        figures = release.after.figures
        print_json(
            {
                "data": str(data),
                "recipe": str(recipe_path),
                "output": str(release.path),
                "certificate": str(release.certificate),
                "node": list(release.search.optimum.node),
                "min_class": figures.min_class,
                "loss": release.loss,
                "suppressed": release.suppressed,
                "seconds": seconds,
            }
        )
        return
    show(release, recipe)
    say("cli.original-recipe", data=data, recipe_path=recipe_path)
    say("cli.done-s-run-again-celosia", seconds=seconds, recipe_path=recipe_path)


def demo_recipe() -> celosia.Recipe:
    """Choose as a careful person would for the hospital's table."""
    role = celosia.Role
    return celosia.Recipe(
        roles={
            "nhc": role.IDENTIFIER,
            "dni": role.IDENTIFIER,
            "nombre": role.IDENTIFIER,
            "sexo": role.QUASI_IDENTIFIER,
            "fecha_nacimiento": role.QUASI_IDENTIFIER,
            "codigo_postal": role.QUASI_IDENTIFIER,
            "municipio": role.IDENTIFIER,
            "provincia": role.IDENTIFIER,
            "nacionalidad": role.QUASI_IDENTIFIER,
            "estado_civil": role.QUASI_IDENTIFIER,
            "fecha_ingreso": role.QUASI_IDENTIFIER,
            "servicio": role.INSENSITIVE,
            "diagnostico": role.SENSITIVE,
            "dias_estancia": role.INSENSITIVE,
            "coste": role.INSENSITIVE,
        },
        techniques=(Rounding("coste", COST_STEP),),  # nobody shares a cost to the cent
        models=(KAnonymity(K),),
        hierarchies={
            "sexo": Suppression(),
            "fecha_nacimiento": Dates(levels=("year", "decade")),
            "codigo_postal": Masking(masked=(2, 3)),
            "nacionalidad": Frequent((200, 1000), other="otra"),
            "estado_civil": Suppression(),
            "fecha_ingreso": Dates(levels=("month", "quarter", "year")),
        },
        source="hospital.csv",
        output="hospital.release.csv",
        suppression=SUPPRESSION,
        weights={"fecha_nacimiento": 4.0, "codigo_postal": 3.0},  # what the analysis needs most
    )
