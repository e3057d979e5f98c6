"""The private evidence of a release: all that was found in what is not published."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterable, Iterator, Set as AbstractSet
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from celosia.core.engine import engine_of, is_path
from celosia.core.hierarchy import Hierarchy
from celosia.core.parameters import published, published_entries, published_fields
from celosia.core.table import Table
from celosia.files.atomic import file_hash
from celosia.guide import checklist_record
from celosia.hierarchies import HierarchyRule
from celosia.methods.lattice import SearchResult
from celosia.methods.method import grouping_method
from celosia.methods.none import Untouched
from celosia.recipe import Recipe
from celosia.register import ENDING, certificate_of, read_certificate
from celosia.register.certificate import Evidence, evidence_beside, evidence_there
from celosia.text.languages import ENGLISH
from celosia.workflow.code_fuzzy import FuzzyResult
from celosia.workflow.decide import Decision
from celosia.workflow.read import read
from celosia.workflow.residual_risks import ResidualRisk
from celosia.workflow.transform import Step

if TYPE_CHECKING:
    from celosia.workflow.publish import Release


def private_columns(steps: Iterable[Step]) -> frozenset[str]:
    """Name the columns that are differentially private, which any exact figure would break."""
    private = [step.technique for step in steps if step.technique.spends is not None]
    return frozenset(name for technique in private for name in technique.changes)


def technique_record(step: Step, private: AbstractSet[str]) -> dict[str, Any]:
    """Tell what was applied, by its parameters that may be published, and its effect.

    `private` names columns of which no exact figure may be told.
    """
    return {
        **published_entries(step.technique),
        **({"key_check": step.key_check} if step.key_check else {}),
        "effect": step.effect.published(private),
        "warnings": [warning.text(ENGLISH) for warning in step.warnings],
    }


def by_chance_alone(steps: tuple[Step, ...]) -> list[str]:
    """Name the techniques whose draws came from the operating system: a second run differs."""
    kinds = dict.fromkeys(step.technique.kind for step in steps if not step.technique.repeats)
    return list(kinds)


def commitments(
    table: Table, recipe: Recipe, decision: Decision, evidence: Evidence
) -> dict[str, str]:
    """Commit to the original, to the labels and to the population, so that none can be exchanged.

    That there are so many hierarchies, or that a column needed one, is told by no commitment.
    """
    rows = {name: list(each.rows) for name, each in sorted(decision.hierarchies.items())}
    made = {
        "input": evidence.of_table(table.relation.evidence()),
        "hierarchies": evidence.commitment(json.dumps(rows)),
    }
    if recipe.population is None:
        return made
    return {**made, "population": _population(recipe.population, evidence)}


def risks_of_owner(
    risks: Iterable[ResidualRisk], table: Table, decision: Decision, target: str
) -> Iterator[ResidualRisk]:
    """Say what the owner can know of the risks that a recipe leaves open.

    Whether sensitive values decided at all, and which other releases were made of the same table.
    """
    for risk in risks:
        if risk.name == "minimality" and decision.unseen is not None:
            assert isinstance(decision.found, SearchResult)
            node = decision.found.optimum.node
            if decision.unseen != node:
                levels = {"chosen": sum(node), "unseen": sum(decision.unseen)}
                yield ResidualRisk(risk.name, None, levels, "decided")
        elif risk.name == "composition" and (others := _made_of_same(table, target)):
            yield ResidualRisk(risk.name, None, {"releases": others}, "known")
        else:
            yield risk


def _made_of_same(table: Table, target: str) -> int:
    """Count the other releases that lie beside this one, with evidence, and are of this table."""
    own = certificate_of(target)
    found = {path: read_certificate(path) for path in own.parent.glob(f"*{ENDING}") if path != own}
    told = {
        path: proof["input"].get("commitment")
        for path, proof in found.items()
        if proof and isinstance(proof.get("input"), dict) and evidence_there(path)
    }
    if not told:
        return 0
    identity = table.relation.evidence()
    return sum(evidence_beside(path).of_table(identity) == said for path, said in told.items())


def private_record(
    table: Table, recipe: Recipe, decision: Decision, release: Release
) -> dict[str, Any]:
    """Gather what only the owner and an auditor may know; columns and counts, never a value."""
    private = private_columns(release.steps)
    measured = {*recipe.quasi_identifiers, *recipe.sensitive}
    return {
        "versions": versions(),
        "input": {"name": table.name, **table.relation.evidence(), "records": table.records},
        "roles": {column: role.value for column, role in recipe.roles.items()},
        "techniques": [technique_record(step, private) for step in release.steps],
        "spelled_once": {
            each.column: each.to_dict() for each in release.mended if each.column not in private
        },
        "controls": recipe.use_case and checklist_record(recipe.use_case, recipe.controls),
        "suppression_limit": recipe.suppression,
        "keep_suppressed": recipe.keep_suppressed,
        "population": recipe.population and _name(recipe.population),
        "objective": recipe.objective,
        "weights": dict(recipe.weights),
        "method": "node" if recipe.node else recipe.method,
        "seed": recipe.seed,
        "not_repeated_by_seed": by_chance_alone(release.steps),
        "hierarchies": {
            name: _hierarchy(hierarchy, decision.rules[name], recipe.levels.get(name))
            for name, hierarchy in decision.hierarchies.items()
        },
        **_how_found(recipe, decision, release),
        "before": None if private & measured else release.before.to_dict(),
        "suppressed": release.suppressed,
        "excluded": release.excluded,
        "loss": release.loss,
        "seconds": dict(release.seconds),
        "residual_risks": [risk.to_dict() for risk in release.residual],
        "guard": release.guard.to_dict(),
        "exact": recipe.exact_reasons,
        "attacks": release.attacked and release.attacked.to_dict(),
    }


def _how_found(recipe: Recipe, decision: Decision, release: Release) -> dict[str, Any]:
    if isinstance(release.found, Untouched):
        return {}
    if isinstance(release.found, FuzzyResult):
        return {"fuzzy": _fuzzy_entries(recipe, release.found)}
    if not isinstance(release.found, SearchResult):
        return _grouped(recipe, decision)
    search = release.search
    options = recipe.search.published(recipe.how) if not recipe.node else {}
    return {
        "node": release.node,
        "counted_from_level": dict(decision.raised),
        "search": {
            "nodes": search.nodes,
            "checked": search.checked,
            "exact": search.exact,
            "gap": search.gap,
            **({"options": options} if options else {}),
        },
    }


def _grouped(recipe: Recipe, decision: Decision) -> dict[str, Any]:
    """Tell how the groups were made; which record is where stays untold."""
    found = decision.found
    assert not isinstance(found, SearchResult | FuzzyResult | Untouched)
    refined = found.refined
    _, how, _ = grouping_method(found.method, int(found.sizes.sum()))
    return {
        "grouping": {
            "method": found.method,
            "reason": found.reason.text(ENGLISH) if found.reason else None,
            "groups": int(found.sizes.size),
            "outputs": {name: output.value for name, output in found.outputs.items()},
            "options": recipe.grouping.published(how),
            "loss_by_attribute": found.losses,
            "refinement": refined
            and {
                "loss_before": refined.before,
                "loss_after": refined.after,
                "moves": refined.moves,
                "swaps": refined.swaps,
                "finished": refined.finished,
            },
        }
    }


def _fuzzy_entries(recipe: Recipe, found: FuzzyResult) -> dict[str, Any]:
    """Tell how numbers became labels; where the sets lie stays untold."""
    return {
        **published(recipe.fuzzy, asdict(recipe.fuzzy)),
        "columns": list(found.coded),
        "loss_by_attribute": dict(found.losses),
        "convergence": published_fields([part.fit.convergence for part in found.found.parts]),
        "figures": published_fields(found.figures),
    }


def versions() -> dict[str, str]:
    """Name what made a table."""
    packages = ("celosia", "duckdb", "numpy", "numba")
    return {"python": platform.python_version(), **{name: version(name) for name in packages}}


def _hierarchy(
    hierarchy: Hierarchy, rule: HierarchyRule, levels: tuple[int, int] | None
) -> dict[str, Any]:
    entry: dict[str, Any] = {"rule": published_entries(rule), "height": hierarchy.height}
    if levels is not None:
        entry["levels"] = list(levels)
    return entry


def _name(population: str) -> str | None:
    if is_path(population):
        return Path(population).name
    return engine_of(population).table_of(population)


def _population(population: str, evidence: Evidence) -> str:
    if is_path(population):
        return evidence.commitment(file_hash(Path(population)))
    with read(population) as people:
        return evidence.of_table(people.relation.evidence())
