"""The whole path: count, search, recode, write aside, verify, publish."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import uuid4

from celosia.api.certifying import certificate
from celosia.api.problems import Prepared, check_roles, prepare, recoding
from celosia.api.reading import read
from celosia.api.searching import chosen
from celosia.api.verifying import Figures, Verification, verify
from celosia.domain.classes import Classes
from celosia.domain.nulls import NullPolicy
from celosia.domain.progress import Progress, silent
from celosia.domain.reading import Dialect, ReadOptions
from celosia.domain.recoding import Recoding
from celosia.domain.table import Table
from celosia.engines.embedded import output_format
from celosia.errors import NotAchievable, ParameterError, VerificationFailed
from celosia.hierarchies import FromFile
from celosia.methods.lattice import SearchResult
from celosia.recipe import Recipe
from celosia.register import certificate_of, write_certificate


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """A table that was published, with the measured proof of what it protects and costs."""

    path: Path
    certificate: Path
    search: SearchResult
    before: Figures
    after: Verification
    records_in: int
    suppressed: int
    excluded: int
    proposed: tuple[str, ...]
    """Quasi-identifiers whose hierarchy was proposed, not given."""
    seconds: dict[str, float]

    @property
    def node(self) -> dict[str, int]:
        """The level of each quasi-identifier."""
        return dict(zip(self.search.attributes, self.search.optimum.node, strict=True))


def anonymize(
    table: Table, recipe: Recipe, output: str | Path | None = None, progress: Progress = silent
) -> Release:
    """Publish a table that satisfies the recipe's models, or raise and leave everything as it was.

    What was written is re-read and measured; only then does it take the name of the output.
    """
    path = _output(recipe, output, table)
    roles = check_roles(table, recipe)
    clock = _Clock()
    with clock.of("count"):
        prepared = prepare(table, recipe)
        before = _before(table, recipe, prepared)
    with clock.of("search"):
        search = chosen(prepared, recipe, progress)
    with clock.of("apply"):
        change = recoding(table, recipe, prepared, search.optimum.node)
        if search.optimum.classes == 0:
            raise NotAchievable("Every record would be suppressed: nothing would be left.")
    with _aside(path) as draft:
        with clock.of("write"):
            progress("write", 0.0)
            table.relation.write(change, draft, table.declared, recipe.seed)
            _sync(draft)
        with clock.of("verify"):
            progress("verify", 0.0)
            with _people_alike(recipe, change, draft) as (people, written):
                after = verify(
                    draft,
                    recipe.quasi_identifiers,
                    recipe.models,
                    recipe.nulls,
                    _as_written(table),
                    people,
                    roles.sensitive,
                    written,
                )
        _confirm(after, prepared.problem.records, search, recipe)
        release = Release(
            path=path,
            certificate=certificate_of(path),
            search=search,
            before=before,
            after=after,
            records_in=table.records,
            suppressed=search.optimum.suppressed,
            excluded=table.records - prepared.problem.records,
            proposed=prepared.proposed,
            seconds=clock.seconds,
        )
        proof = certificate(table, recipe, prepared, roles, release, draft)
        with _aside(release.certificate) as draft_proof:
            write_certificate(proof, draft_proof)
            _sync(draft_proof)
            draft.replace(path)
            draft_proof.replace(release.certificate)
    _sync(path.parent)
    return release


def _before(table: Table, recipe: Recipe, prepared: Prepared) -> Figures:
    """Measure the table as it came; without more to measure, what was counted says it."""
    if recipe.sensitive or recipe.nulls is NullPolicy.WILDCARD:
        queries = [(name,) for name in recipe.sensitive]
        return Figures.of(table.relation.classes(recipe.quasi_identifiers, queries, recipe.nulls))
    return Figures.of(Classes(prepared.problem.base.counts))


@contextmanager
def _people_alike(
    recipe: Recipe, change: Recoding, draft: Path
) -> Iterator[tuple[Path | None, ReadOptions | None]]:
    """Generalize the population as the release was, for the time of verification."""
    if recipe.population is None:
        yield None, None
        return
    alike = replace(change, published=change.quasi_identifiers, rejected=(), nulls=NullPolicy.VALUE)
    with _aside(draft.with_suffix(".people.csv")) as path, read(recipe.population) as people:
        people.relation.write(alike, path, people.declared, recipe.seed)
        yield path, _as_written(people)


def _confirm(after: Verification, records: int, search: SearchResult, recipe: Recipe) -> None:
    """Refuse the release unless what was read back is what was decided, and satisfies all."""
    failed = [f"{model}: {n} records" for model, n in after.rejected if n]
    if failed:
        advice = ""
        if recipe.keep_suppressed:
            advice = " The suppressed records are too few to hide among themselves: leave them out."
        raise VerificationFailed(
            "What was written does not satisfy the models, so nothing was kept. In rejected "
            f"classes: {'; '.join(failed)}.{advice}"
        )
    if after.excluded:
        raise VerificationFailed(
            f"{after.excluded} written records have a null quasi-identifier and could not be "
            "judged, so nothing was kept."
        )
    kept = records if recipe.keep_suppressed else records - search.optimum.suppressed
    if after.figures.records != kept:
        raise VerificationFailed(
            f"{after.figures.records} records were read back instead of {kept}; nothing was kept."
        )


def _output(recipe: Recipe, output: str | Path | None, table: Table) -> Path:
    given = output if output is not None else recipe.output
    if given is None:
        raise ParameterError("Name the output file.")
    path = Path(given)
    output_format(path)
    if path.is_dir():
        raise ParameterError(f"{path} is a folder; name a file.")
    if not path.parent.is_dir():
        raise ParameterError(f"There is no folder {path.parent}.")
    read_from = [table.path, *map(Path, filter(None, [recipe.population]))]
    read_from += [Path(r.path) for r in recipe.hierarchies.values() if isinstance(r, FromFile)]
    if path.exists() and any(used.exists() and path.samefile(used) for used in read_from):
        raise ParameterError(
            "The output must not be the source itself, nor a hierarchy or the population."
        )
    return path


def _as_written(table: Table) -> ReadOptions:
    dialect = getattr(table.relation, "dialect", None) or Dialect()
    return ReadOptions(dialect.separator, dialect.quote or '"', "utf-8")


@contextmanager
def _aside(path: Path) -> Iterator[Path]:
    """Give a hidden name in the same folder; whatever is left there at the end is removed."""
    draft = path.with_name(f".celosia-{uuid4().hex}-{path.name}")
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Make sure that what was written survives a crash."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class _Clock:
    """How long each stage took."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def of(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.seconds[stage] = time.perf_counter() - start
