"""The whole path: count, decide, recode, write aside, verify, and only then give it its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from celosia.core.memory import is_limited, memory_limited
from celosia.core.model import model_name
from celosia.core.parameters import published_fields
from celosia.core.progress import Progress, not_stopped, silent
from celosia.core.relation import (
    Change,
    Draft,
    HeldGroups,
    Partition,
    Recoding,
    Relation,
    TellsFormulas,
    Workable,
)
from celosia.core.schema import Roles
from celosia.core.table import Table
from celosia.core.technique import epsilon_of
from celosia.core.values import Combinations
from celosia.errors import NotAchievable, ParameterError, VerificationFailed
from celosia.files.file_format import FILE_FORMATS, is_file_name
from celosia.files.formulas import are_escaped, escaped_formulas
from celosia.files.private_files import working_space
from celosia.methods.lattice import SearchResult
from celosia.methods.none import Untouched
from celosia.recipe import Recipe
from celosia.register import certificate_of
from celosia.register.certificate import Evidence, evidence_of
from celosia.text.languages import ENGLISH
from celosia.text.messages import Message
from celosia.workflow.attack_release import AttackedRelease, attack_release
from celosia.workflow.budget import BudgetFile, Payment
from celosia.workflow.certify import PublishedRecipe, certificate
from celosia.workflow.code_fuzzy import FuzzyResult
from celosia.workflow.count import Stopwatch, check_roles
from celosia.workflow.decide import Decision, Found, decide, figures_of
from celosia.workflow.derive import people_alike
from celosia.workflow.gather_evidence import commitments, private_record, risks_of_owner
from celosia.workflow.guard import Guard, check_exact, measure, unknowable
from celosia.workflow.propose import check_whose
from celosia.workflow.read import tell_formulas, with_stored_hierarchies
from celosia.workflow.release_files import publish, target_of
from celosia.workflow.residual_risks import ResidualRisk
from celosia.workflow.spell_once import Respelled
from celosia.workflow.transform import Step, Transformation, transform
from celosia.workflow.unguarded import refuse_unguarded
from celosia.workflow.verify import Figures, Verification, judge
from celosia.workflow.whose import (
    Whose,
    count_people,
    people_subject,
    persons_record,
    risks_of_rows,
)

if TYPE_CHECKING:
    from celosia.methods.clustering.group_records import Grouping
    from celosia.vault.vault import VaultFile
    from celosia.workflow.group_pieces import GroupedPieces
from typing import TYPE_CHECKING

from celosia.methods.method import Choice, Method, MethodFamily

KEPT_ARE_A_CLASS = Message("workflow.kept-are-a-class")


def confirm(after: Verification, decision: Decision, recipe: Recipe) -> None:
    """Refuse the release unless what was read back is what was decided, and satisfies all."""
    failed = [(model_name(model), n) for model, n in after.rejected if n]
    unseen = [model for model, n in after.rejected if n and model.sensitive]
    if recipe.choice is Choice.BLIND and len(unseen) == len(failed) > 0:
        raise NotAchievable("workflow.blind-choice-fails", models=map(model_name, unseen))
    if failed:
        advice = KEPT_ARE_A_CLASS if recipe.keep_suppressed else Message("text.verbatim", text="")
        raise VerificationFailed(
            "workflow.written-does-not-satisfy",
            failed=[
                Message("workflow.rejected-records", model=said, count=n) for said, n in failed
            ],
            advice=advice,
        )
    doubted = [
        Message("workflow.rejected-records", model=model_name(model), count=n)
        for (model, _), n in zip(after.rejected, after.second, strict=True)
        if n
    ]
    if doubted:
        raise VerificationFailed("workflow.second-opinion-differs", doubted=doubted)
    if after.excluded:
        raise VerificationFailed(
            "workflow.written-records-null-quasi-identifier", excluded=after.excluded
        )
    kept = decision.records
    if not recipe.keep_suppressed:
        kept -= decision.found.suppressed
    if after.figures.records != kept:
        raise VerificationFailed(
            "workflow.records-read-back-instead-nothing", records=after.figures.records, kept=kept
        )


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
    guard: Guard
    """How far the published columns besides the quasi-identifiers tell records apart."""
    raised: Mapping[str, int] = field(default_factory=dict)
    """Lowest level of quasi-identifiers whose finest counts would not have fitted into memory."""
    steps: tuple[Step, ...] = ()
    """The techniques that were applied first, with their effects."""
    mended: tuple[Respelled, ...] = ()
    """Columns whose values were spelled in several ways, and are published in one."""
    pseudonymized: tuple[str, ...] = ()
    """The columns that hold pseudonyms: while there are some, the release is personal data."""
    vault: Path | None = None
    """Where it is kept who is behind each pseudonym."""
    paid: Payment | None = None
    """What differentially private cells took from the ledger, if one was named."""
    residual: tuple[ResidualRisk, ...] = ()
    """What it does not rule out."""
    attacked: AttackedRelease | None = None
    """What attacks on all published columns achieved; for the owner alone."""
    formulas: Mapping[str, int] = field(default_factory=dict)
    """Cells of delimited text, by column, that a spreadsheet program would run as formulas."""

    def to_dict(self, recipe: Recipe, reading: float = 0.0) -> dict[str, Any]:
        """Tell what was published by this recipe, with its figures."""
        return release_to_dict(self, recipe, reading)

    @property
    def path(self) -> Path:
        """The file that was written."""
        return Path(self.output)

    @property
    def name(self) -> str:
        """What to call it: the name of the file or of the table."""
        return self.path.name if is_file_name(self.output) else self.output

    @property
    def evidence(self) -> Path:
        """The private file that shows an auditor what the release was made of."""
        return evidence_of(self.output)

    @property
    def search(self) -> SearchResult:
        """The search of a full-domain generalization; groups of records have none."""
        if not isinstance(self.found, SearchResult):
            raise ParameterError("workflow.groups-records-made-no-single")
        return self.found

    @property
    def grouping(self) -> Grouping | GroupedPieces:
        """The groups of records, where each has labels of its own."""
        if isinstance(self.found, SearchResult | FuzzyResult | Untouched):
            raise ParameterError("workflow.whole-table-treated-alike-no")
        return self.found

    @property
    def fuzzy(self) -> FuzzyResult:
        """The fuzzy sets that numbers were told by."""
        if not isinstance(self.found, FuzzyResult):
            raise ParameterError("workflow.no-fuzzy-sets-made-method")
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
    budget: BudgetFile | None = None,
) -> Release:
    r"""Publish a table that satisfies the recipe's models, or raise and leave everything as it was.

    What was written is re-read and measured; only then does it take the name of the output.

    Parameters
    ----------
    table
        An open table, wherever it lives; it is not changed.
    recipe
        All choices; its techniques come first, in their order.
    output
        A file, or a table where the source lives; the recipe's output otherwise.
    progress
        Is told how far the work is; what it raises stops it, and nothing is written.
    key
        The secret of the techniques that need one.
    vault
        Keeps who is behind each pseudonym.
    budget
        Pays for differentially private cells.

    Returns
    -------
    Release
        What was found, written and measured, and where its certificate and evidence are.

    Raises
    ------
    NotAchievable
        When nothing satisfies the models within the recipe's limits.
    VerificationFailed
        When what was written does not hold what was decided; it is gone then.
    ParameterError, RoleError, DataError
        When the recipe does not fit the table, or the output cannot be written.
    MemoryShort
        When counts do not fit into the memory that is allowed.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> import celosia
    >>> from celosia.models import KAnonymity
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "people.csv"
    ...     _ = path.write_text("sex\nf\nf\nm\nm\nm\n")
    ...     with celosia.read(path) as table:
    ...         recipe = celosia.Recipe(
    ...             roles={"sex": celosia.Role.QUASI_IDENTIFIER}, models=(KAnonymity(2),)
    ...         )
    ...         release = celosia.anonymize(table, recipe, Path(folder) / "release.csv")
    ...         print(sorted(release.path.read_text().split()), release.after.satisfied)
    ['f', 'f', 'm', 'm', 'm', 'sex'] True
    """
    target = target_of(recipe, output, table)
    recipe = with_stored_hierarchies(recipe)
    check_whose(table, recipe)
    check_roles(table, recipe)
    check_exact(recipe)
    beside = (Path(target), certificate_of(target), evidence_of(target))
    taken = None
    if vault is not None:
        taken = vault.check(apart_from=beside).taken
    if budget is not None:
        budget.check(epsilon_of(recipe.techniques), apart_from=beside)
    clock = Stopwatch()
    timed = clock.of("techniques") if recipe.techniques else nullcontext()
    with memory_limited(None if is_limited() else recipe.memory):
        with timed, ExitStack() as until_the_end:
            made = until_the_end.enter_context(transform(table, recipe, key, target, taken))
            kept = until_the_end.pop_all()
        with kept, escaped_formulas(recipe.escape_formulas or are_escaped()):
            release = _release(table, recipe, made, target, clock, progress, vault, budget)
    tell_formulas(release.formulas)
    return release


def _release(
    source: Table,
    asked: Recipe,
    made: Transformation,
    target: str,
    clock: Stopwatch,
    progress: Progress,
    vault: VaultFile | None,
    budget: BudgetFile | None,
) -> Release:
    """Decide on the table that the techniques made, write it aside, verify and publish it."""
    table, recipe = made.table, made.recipe
    roles = check_roles(table, recipe)
    refuse_unguarded(made, asked, roles)
    decision = decide(table, recipe, roles, clock, progress)
    changed = made.steps or made.mended
    before = figures_of(source, asked) if changed else decision.before
    with clock.of("write"):
        progress("write", 0.0)
        draft = decision.draft(table, target, recipe.seed)
    try:
        with clock.of("verify"):
            progress("verify", 0.0)
            evidence = Evidence.new()
            verified = _verify_written(made, asked, draft, roles, decision, target, evidence)
        after = verified.after
        confirm(after, decision, recipe)
        told = PublishedRecipe.of(asked, after.columns)
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
            mended=made.mended,
            pseudonymized=made.pseudonymized,
            vault=vault.path if vault else None,
            residual=(
                *after.residual,
                *verified.guard.residual,
                *risks_of_owner(told.residual, source, decision, target),
            ),
            guard=verified.guard,
            attacked=verified.attacked,
            formulas=verified.formulas,
        )
        committed = commitments(source, asked, decision, evidence)
        output = {"name": release.name, **draft.evidence()}
        proof = certificate(verified.public, told, verified.public_guard, output, committed)
        private = private_record(source, asked, decision, release)
        private |= {"after": after.figures.to_dict(), "persons": verified.persons}
        with not_stopped(), ExitStack() as until_named:
            kept = [until_named.enter_context(vault.keep(made.identities))] if vault else []
            paid = None
            epsilon = epsilon_of(asked.techniques)
            if budget is not None and epsilon is not None:
                what = Message("workflow.ledger-techniques-of-recipe", name=release.name)
                charged = budget.charge(epsilon, what.text(ENGLISH))
                paid, ledger = until_named.enter_context(charged)
                kept.append(ledger)
            told_to_all = {**proof, "budget": published_fields(paid)}
            publish(draft, release.certificate, told_to_all, evidence, private, kept=kept)
            release = replace(release, paid=paid)
    finally:
        draft.discard()
    return release


@dataclass(frozen=True, slots=True, eq=False)
class Verified:
    """What was read back of a release."""

    after: Verification
    """As it was asked for: in persons, where the recipe names the subject."""
    public: Verification
    """As whoever has the release alone can measure it."""
    guard: Guard
    """How far its columns tell people apart, counted as in `after`."""
    public_guard: Guard
    attacked: AttackedRelease | None
    persons: Mapping[str, Any] | None = None
    """Whose records it holds, for the evidence, where the release itself does not say it."""
    formulas: Mapping[str, int] = field(default_factory=dict)


def _verify_written(
    made: Transformation,
    asked: Recipe,
    draft: Draft,
    roles: Roles,
    decision: Decision,
    target: str,
    evidence: Evidence,
) -> Verified:
    """Read what was written anew, judge it and attack it."""
    table, recipe, change = made.table, made.recipe, decision.change
    names, subject = recipe.quasi_identifiers, recipe.subject
    people = _people_alike(table, recipe, change)
    given = (names, recipe.models, recipe.nulls, people, roles.sensitive)
    with closing(draft.reopen()) as written:
        formulas = _formulas(written, target)
        if set(subject) <= set(roles.published):
            whose = Whose(written, subject) if subject else None
            after = judge(written, *given, whose, recipe.as_written)
            told = risks_of_rows(written, names, subject, linked=True)
            after = replace(after, residual=(*after.residual, *told))
            guard = measure(written, names, asked, subject)
            attacked = attack_release(table, written, recipe, decision, unknowable(asked))
            owner = guard.beside(attacked.others if attacked else None)
            return Verified(after, after, owner, guard, attacked, formulas=formulas)
        assert isinstance(change, Recoding | Partition)
        with _written_with_subject(table, change, recipe, target) as keyed:
            columns = (*names, *roles.sensitive)
            _check_same(written, keyed, columns)
            after = judge(keyed, *given, Whose(keyed, subject), recipe.as_written)
            noted = persons_record(keyed, columns, subject, evidence)
            told = risks_of_rows(keyed, names, subject, linked=False)
            guard = measure(keyed, names, asked, subject)
            attacked = attack_release(table, keyed, recipe, decision, unknowable(asked))
        residual = (*after.residual, *told)
        after = replace(after, columns=tuple(written.columns), residual=residual)
        public = measure(written, names, asked)
        seen = judge(written, *given, as_written=recipe.as_written)
        owner = guard.beside(attacked.others if attacked else None)
        return Verified(after, seen, owner, public, attacked, noted, formulas)


def _formulas(written: Relation, target: str) -> Mapping[str, int]:
    """Count what a spreadsheet program would run of delimited text; typed cells are not run."""
    if not isinstance(written, TellsFormulas) or not is_file_name(target):
        return {}
    return {} if FILE_FORMATS.written_as(Path(target)).holds else written.formulas()


@contextmanager
def _written_with_subject(
    table: Table, change: Change, recipe: Recipe, target: str
) -> Iterator[Relation]:
    """Write the release once more, with the columns that say whose each record is; then erase it.

    A release without them cannot be measured in persons.
    """
    columns = tuple(dict.fromkeys((*change.published, *recipe.subject)))
    keyed, relation = replace(change, published=columns), table.relation
    with working_space() as folder:
        if isinstance(relation, Workable):
            draft = relation.draft_work(keyed, target, table.declared, recipe.seed)
        else:
            path = str(folder / Path(target).name)
            draft = relation.draft(keyed, path, table.declared, recipe.seed)
        try:
            with closing(draft.reopen()) as written:
                yield written
        finally:
            draft.discard()


def _check_same(written: Relation, judged: Relation, columns: Sequence[str]) -> None:
    """Refuse a release unless what was judged, with its persons, is what was written."""
    one, other = (
        dict(zip(zip(*found.values, strict=True), found.counts, strict=True))
        for found in (written.combinations(columns), judged.combinations(columns))
    )
    if one != other:
        raise VerificationFailed("workflow.whose-of-other-records")


def _people_alike(table: Table, recipe: Recipe, change: Change | HeldGroups) -> Combinations | None:
    """Count the population, generalized as the release was."""
    if recipe.population is None or not isinstance(change, Recoding):
        return None
    with working_space() as folder:
        draft = people_alike(recipe, change, folder / "people.csv", table)
        with closing(draft.reopen()) as made:
            whose = people_subject(made.columns, recipe.population_subject, recipe.subject)
            return count_people(made, recipe.quasi_identifiers, whose, recipe.nulls)


def release_to_dict(release: Release, recipe: Recipe, reading: float = 0.0) -> dict[str, Any]:
    """Tell what was published; `reading` is how many seconds it took to open the table."""
    figures = release.after.figures
    return {
        "method": recipe.method,
        "attributes": list(recipe.quasi_identifiers),
        "techniques": [_step(step) for step in release.steps],
        "spelled_once": {each.column: each.to_dict() for each in release.mended},
        "pseudonymized": list(release.pseudonymized),
        **_found(release, recipe.how),
        "records_in": release.records_in,
        "records_out": figures.records + release.after.excluded,
        "suppressed": release.suppressed,
        "excluded": release.excluded,
        "min_class": figures.min_class,
        "persons": figures.persons,
        "min_persons": figures.min_class if recipe.rows else figures.min_persons,
        "classes": figures.classes,
        "loss": release.loss,
        "nulls": recipe.nulls.value,
        "proposed_hierarchies": list(release.proposed),
        "models": [str(model) for model in recipe.models],
        "before": release.before.to_dict(),
        "after": figures.to_dict(),
        "residual_risks": [risk.to_dict() for risk in release.residual],
        "guard": release.guard.to_dict(),
        "formulas": dict(release.formulas),
        "attacks": release.attacked and release.attacked.to_dict(),
        "output": release.output,
        "certificate": str(release.certificate),
        "evidence": str(release.evidence),
        "vault": str(release.vault) if release.vault else None,
        "budget": release.paid and asdict(release.paid),
        "seconds": {"read": reading, **release.seconds},
    }


def _found(release: Release, method: Method) -> dict[str, Any]:
    if method.family is MethodFamily.UNTOUCHED:
        return {}
    if method.family is MethodFamily.FUZZY:
        return _sets(release)
    return _groups(release) if method.groups else _search(release)


def _step(step: Step) -> dict[str, Any]:
    return {
        "kind": step.technique.kind,
        "effect": step.effect.to_dict(),
        "warnings": [warning.text() for warning in step.warnings],
    }


def _search(release: Release) -> dict[str, Any]:
    search = release.search
    return {
        "node": list(search.optimum.node),
        "exact": search.exact,
        "gap": search.gap,
        "counted_from_level": dict(release.raised),
    }


def _groups(release: Release) -> dict[str, Any]:
    found = release.grouping
    refined = found.refined
    return {
        "grouped_by": found.method,
        "reason": found.reason.text() if found.reason else None,
        "groups": int(found.sizes.size),
        "outputs": {name: output.value for name, output in found.outputs.items()},
        "loss_by_attribute": found.losses,
        "loss_before_refinement": refined.before if refined else None,
        "refinement_finished": refined.finished if refined else None,
    }


def _sets(release: Release) -> dict[str, Any]:
    found = release.fuzzy
    return {
        "columns": list(found.coded),
        "loss_by_attribute": dict(found.losses),
        "fuzzy": found.figures and asdict(found.figures),
    }
