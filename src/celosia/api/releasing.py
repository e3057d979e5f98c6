"""The whole path: count, decide, recode, write aside, verify, publish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from celosia.api.certifying import certificate
from celosia.api.clock import Clock
from celosia.api.deciding import Decision, Found, decide, figures_of
from celosia.api.problems import check_roles
from celosia.api.reading import read
from celosia.api.stored_hierarchies import with_stored_hierarchies
from celosia.api.transforming import Step, Transformation, transformed
from celosia.api.vague import VagueLabels
from celosia.api.verifying import Figures, Verification, judge
from celosia.domain.nulls import NullPolicy
from celosia.domain.places import Place, is_file_name, place_of
from celosia.domain.ports import Draft, HeldGroups
from celosia.domain.progress import Progress, silent
from celosia.domain.recoding import Change, Recoding
from celosia.domain.roles import Roles
from celosia.domain.table import Table
from celosia.domain.values import Combinations
from celosia.engines.embedded import beside, output_format, synced
from celosia.errors import ParameterError, VerificationFailed
from celosia.hierarchies import FromFile
from celosia.methods.lattice import SearchResult
from celosia.methods.untouched import Untouched
from celosia.recipe import Recipe
from celosia.register import certificate_of, write_certificate

if TYPE_CHECKING:
    from celosia.api.grouping_in_pieces import GroupedPieces
    from celosia.methods.clustering.grouping import Grouping
    from celosia.register.keeping import VaultFile


@dataclass(frozen=True, slots=True, eq=False)
class Release:
    """A table that was published, with the measured proof of what it protects and costs."""

    output: str
    """The file, or the table of the source's server."""
    certificate: Path
    found: Found
    """How the labels were found: a generalization of the whole table, or groups of records."""
    before: Figures
    after: Verification
    records_in: int
    excluded: int
    proposed: tuple[str, ...]
    """Quasi-identifiers whose hierarchy was proposed, not given."""
    seconds: dict[str, float]
    raised: Mapping[str, int] = field(default_factory=dict)
    """Lowest level of quasi-identifiers whose finest counts would not have fitted into memory."""
    steps: tuple[Step, ...] = ()
    """The techniques that were applied first, with their effects."""
    pseudonymized: tuple[str, ...] = ()
    """The columns that hold pseudonyms: while there are some, the release is personal data."""
    vault: Path | None = None
    """Where it is kept who is behind each pseudonym."""

    @property
    def path(self) -> Path:
        """The file that was written."""
        return Path(self.output)

    @property
    def name(self) -> str:
        """What to call it: the name of the file or of the table."""
        return self.path.name if is_file_name(self.output) else self.output

    @property
    def search(self) -> SearchResult:
        """The search of a full-domain generalization; groups of records have none."""
        if not isinstance(self.found, SearchResult):
            raise ParameterError("Groups of records were made; there is no single generalization.")
        return self.found

    @property
    def grouping(self) -> Grouping | GroupedPieces:
        """The groups of records, where each has labels of its own."""
        if isinstance(self.found, SearchResult | VagueLabels | Untouched):
            raise ParameterError("The whole table was treated alike; there are no groups.")
        return self.found

    @property
    def vague(self) -> VagueLabels:
        """The fuzzy sets that numbers were told by."""
        if not isinstance(self.found, VagueLabels):
            raise ParameterError("No fuzzy sets were made; the method was another.")
        return self.found

    @property
    def node(self) -> dict[str, int]:
        """The level of each quasi-identifier; empty where groups have labels of their own."""
        if not isinstance(self.found, SearchResult):
            return {}
        return dict(zip(self.found.attributes, self.found.optimum.node, strict=True))

    @property
    def loss(self) -> float:
        """Mean certainty penalty, suppressed records at 1."""
        return self.found.loss

    @property
    def suppressed(self) -> int:
        """Records left out, or kept as `*`, because no class could hold them."""
        return self.found.suppressed


def anonymize(
    table: Table,
    recipe: Recipe,
    output: str | Path | None = None,
    progress: Progress = silent,
    key: bytes | None = None,
    vault: VaultFile | None = None,
) -> Release:
    """Publish a table that satisfies the recipe's models, or raise and leave everything as it was.

    The recipe's techniques come first, in their order; `key` is the secret of those that need one,
    and a vault keeps who is behind each pseudonym.
    What was written is re-read and measured; only then does it take the name of the output.
    """
    recipe = with_stored_hierarchies(recipe)
    target = _target(recipe, output, table)
    check_roles(table, recipe)
    if vault is not None:
        vault.check(apart_from=(Path(target), certificate_of(target)))
    clock = Clock()
    timed = clock.of("techniques") if recipe.techniques else nullcontext()
    with timed, ExitStack() as until_the_end:
        made = until_the_end.enter_context(transformed(table, recipe, key, target))
        kept = until_the_end.pop_all()
    with kept:
        return _released(table, recipe, made, target, clock, progress, vault)


def _released(
    source: Table,
    asked: Recipe,
    made: Transformation,
    target: str,
    clock: Clock,
    progress: Progress,
    vault: VaultFile | None,
) -> Release:
    """Decide on the table that the techniques made, write it aside, verify and publish it."""
    table, recipe = made.table, made.recipe
    roles = check_roles(table, recipe)
    decision = decide(table, recipe, roles, clock, progress)
    before = figures_of(source, asked) if made.steps else decision.before
    with clock.of("write"):
        progress("write", 0.0)
        draft = decision.draft(table, target, recipe.seed)
    try:
        with clock.of("verify"):
            progress("verify", 0.0)
            after = _verified(draft, recipe, roles, decision.change)
        _confirm(after, decision, recipe)
        release = Release(
            output=target,
            certificate=certificate_of(target),
            found=decision.found,
            before=before,
            after=after,
            records_in=source.records,
            excluded=table.records - decision.records,
            proposed=decision.proposed,
            seconds=clock.seconds,
            raised=decision.raised,
            steps=made.steps,
            pseudonymized=made.pseudonymized,
            vault=vault.path if vault else None,
        )
        proof = certificate(source, asked, decision, release, draft)
        with vault.keeping(made.identities) if vault else nullcontext():
            _publish(draft, release, proof)
    finally:
        draft.discard()
    return release


def _publish(draft: Draft, release: Release, proof: dict[str, object]) -> None:
    """Write the certificate aside too, so that the two names are given one after the other."""
    with _aside(release.certificate) as draft_proof:
        write_certificate(proof, draft_proof)
        synced(draft_proof)
        draft.publish()
        draft_proof.replace(release.certificate)
    synced(release.certificate.parent)


def _verified(
    draft: Draft, recipe: Recipe, roles: Roles, change: Change | HeldGroups
) -> Verification:
    """Read what was written anew, and judge it."""
    people = _people_alike(recipe, change)
    with closing(draft.reopen()) as written:
        return judge(
            written, recipe.quasi_identifiers, recipe.models, recipe.nulls, people, roles.sensitive
        )


def _people_alike(recipe: Recipe, change: Change | HeldGroups) -> Combinations | None:
    """Count the population, generalized as the release was."""
    if recipe.population is None or not isinstance(change, Recoding):
        return None
    alike = replace(change, published=change.quasi_identifiers, rejected=(), nulls=NullPolicy.VALUE)
    with TemporaryDirectory() as folder, read(recipe.population) as people:
        path = Path(folder) / "people.csv"
        with closing(people.relation.draft(alike, str(path), people.declared, 0).reopen()) as made:
            return made.combinations(recipe.quasi_identifiers)


def _confirm(after: Verification, decision: Decision, recipe: Recipe) -> None:
    """Refuse the release unless what was read back is what was decided, and satisfies all."""
    failed = [f"{model}: {n} records" for model, n in after.rejected if n]
    if failed:
        advice = ""
        if recipe.keep_suppressed:
            advice = " Suppressed records kept as * are a class of their own: leave them out."
        raise VerificationFailed(
            "What was written does not satisfy the models, so nothing was kept. In rejected "
            f"classes: {'; '.join(failed)}.{advice}"
        )
    if after.excluded:
        raise VerificationFailed(
            f"{after.excluded} written records have a null quasi-identifier and could not be "
            "judged, so nothing was kept."
        )
    kept = decision.records
    if not recipe.keep_suppressed:
        kept -= decision.found.suppressed
    if after.figures.records != kept:
        raise VerificationFailed(
            f"{after.figures.records} records were read back instead of {kept}; nothing was kept."
        )


def _target(recipe: Recipe, output: str | Path | None, table: Table) -> str:
    """Find out what to write, before any work is done."""
    given = output if output is not None else recipe.output
    if given is None:
        raise ParameterError("Name the output: a file, or a table where the source is one.")
    if place_of(table.source) is not Place.SERVER or is_file_name(str(given)):
        _check_file(Path(given), recipe, table)
    return str(given)


def _check_file(path: Path, recipe: Recipe, table: Table) -> None:
    writes_folder = _writes_folder(path, table)
    if path.is_dir() and not writes_folder:
        raise ParameterError(f"{path} is a folder; name a file.")
    if not path.parent.is_dir():
        raise ParameterError(f"There is no folder {path.parent}.")
    read_from = [table.path, Path(recipe.population) if recipe.population else None]
    read_from += [Path(r.path) for r in recipe.hierarchies.values() if isinstance(r, FromFile)]
    used = [file for file in read_from if file is not None and file.exists()]
    if path.exists() and any(path.samefile(file) for file in used):
        raise ParameterError(
            "The output must not be the source itself, nor a hierarchy or the population."
        )


def _writes_folder(path: Path, table: Table) -> bool:
    """Refuse a format that the engine cannot write; tell whether it writes a folder of files."""
    if place_of(table.source) is Place.SPARK:
        from celosia.engines.spark import output_format as format_on_spark

        return format_on_spark(path) == ".parquet"
    output_format(path)
    return False


@contextmanager
def _aside(path: Path) -> Iterator[Path]:
    """Give a hidden name in the same folder; whatever is left there at the end is removed."""
    draft = beside(path)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)
