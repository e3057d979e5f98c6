"""Where a release may go, how it and its certificate get names, and how they are found again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from celosia.core.engine import Engine, engine_of, is_path
from celosia.core.progress import not_stopped
from celosia.core.relation import Draft, KnownAside, WritesTables
from celosia.core.table import Table
from celosia.errors import CelosiaError, DataError, ParameterError
from celosia.files.atomic import Aside, WrittenAside, alone_with
from celosia.files.file_format import is_file_name
from celosia.files.journal import Awaited, Journal, awaited_in, settle
from celosia.files.private_files import erase, write_over
from celosia.hierarchies.rule import file_of
from celosia.recipe import Recipe
from celosia.register import (
    ENDING,
    FoundCertificate,
    as_json,
    certificate_of,
    outputs_of,
    read_certificate,
)
from celosia.register.certificate import (
    Evidence,
    belong_together,
    evidence_beside,
    private_file_of,
)
from celosia.workflow.read import read


def find_certificate(source: str | Path, password: str | None = None) -> FoundCertificate | None:
    """Find the certificate of a table; None if there is none that can be read.

    That of a file, or of a folder that Spark wrote, lies beside it. That of a server's table lies
    where it was made: it is looked for in the working folder, by what it says.
    """
    engine, address = engine_of(str(source)), str(source)
    engine.settle(address)
    path = engine.path_of(address)
    if path is not None:
        return _beside(path, engine)
    table = engine.table_of(address)
    return None if table is None else _in_working_folder(address, table, password)


def _beside(path: Path, engine: Engine) -> FoundCertificate | None:
    """Look beside a file or folder; what somebody else wrote under that name is none."""
    lies = certificate_of(path)
    proof = read_certificate(lies)
    outputs = outputs_of(proof or {})
    if proof is None or not all("sha256" in output for output in outputs):
        return None
    told = engine.evidence_of(path)
    return FoundCertificate(lies, proof, any(_same(told, output) for output in outputs))


def _in_working_folder(source: str, table: str, password: str | None) -> FoundCertificate | None:
    """Look among the certificates of the working folder; the server is asked only if one fits."""
    settle(Path())
    waiting = [each for each in awaited_in(Path()) if _release_other(each, table)]
    named = _named_in_working_folder(table)
    if not named and not waiting:
        return None
    with read(source, password=password) as opened:
        told = opened.relation.evidence()
    for each in waiting:
        if not _same_table(each.told, told):
            each.release()
        elif _same(told, each.told):
            each.finish()
        else:
            each.discard()
    about = [
        FoundCertificate(path, proof, _same(told, output))
        for path, proof, output in _named_in_working_folder(table)
        if _same_table(output, told)
    ]
    return max(about, key=lambda one: one.of_this_file, default=None)


def _release_other(waiting: Awaited, table: str) -> bool:
    """Tell whether names wait for a table that is called so; let go of those that do not."""
    if _is_called(waiting.told, table):
        return True
    waiting.release()
    return False


def _named_in_working_folder(
    table: str,
) -> list[tuple[Path, dict[str, Any], Mapping[str, Any]]]:
    """List the certificates that name a table so, whatever the server."""
    found = [(path, read_certificate(path)) for path in sorted(Path().glob(f"*{ENDING}"))]
    return [
        (path, proof, output)
        for path, proof in found
        for output in outputs_of(proof or {})
        if proof and _is_called(output, table)
    ]


def _is_called(output: Mapping[str, Any], table: str) -> bool:
    return str(output.get("table")).endswith(table)


def _same_table(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Tell whether two outputs are about one table, whatever it holds."""
    return all(one.get(key) == other.get(key) for key in ("server", "table"))


def _same(told: Mapping[str, str | int], output: Mapping[str, Any]) -> bool:
    """Tell whether a certificate's output is a table of which that is told."""
    return all(output.get(key) == value for key, value in told.items())


def is_made_of(release: str | Path, original: Table) -> bool:
    """Tell whether a release was made of this very table, by what its owner kept beside it.

    The certificate commits to the original without telling anything of it; the private file
    beside it opens that commitment.
    """
    found = find_certificate(release)
    if found is None or not found.of_this_file:
        raise _not_found(release)
    committed = found.proof.get("input", {}).get("commitment")
    if committed is None:
        raise DataError("workflow.does-not-say-table-made", name=found.path.name)
    told = evidence_beside(found.path).of_table(original.relation.evidence())
    if told != committed and not belong_together(found.path):
        raise DataError("workflow.evidence-of-another-release", name=found.path.name)
    return bool(told == committed)


def _not_found(release: str | Path) -> DataError:
    address = str(release)
    if is_path(address):
        return DataError("workflow.no-certificate-of-file", name=Path(release).name)
    if engine_of(address).table_of(address) is None:
        return DataError("workflow.no-certificate-of-release")
    return DataError("workflow.no-certificate-of-table")


def publish(
    draft: Draft,
    certificate: Path,
    proof: Mapping[str, Any],
    evidence: Evidence,
    private: Mapping[str, Any],
    also: Sequence[Draft] = (),
    kept: Sequence[Aside] = (),
) -> None:
    """Give a release, its certificate and its evidence their names: all of them, or none.

    Whoever kills the process, fills the disk or cuts the power: the names are given, or will be by
    whoever reads the release next, or none is. Others that publish there wait. Ctrl-C waits too.

    Parameters
    ----------
    also
        Further tables that the certificate speaks of.
    kept
        What else belongs to the release: a vault, a ledger.
    """
    evidence_file = private_file_of(certificate)
    if certificate.is_dir():
        raise ParameterError("workflow.folder-certificate-needs-name", certificate=certificate)
    if evidence_file.is_dir():
        raise ParameterError("register.folder-evidence-needs-name", path=evidence_file)
    public = as_json(proof)
    with not_stopped(), alone_with(certificate):
        settle(certificate.parent)
        journal = Journal(certificate)
        try:
            journal.write(certificate.name, public)
            journal.write(evidence_file.name, evidence.file(public, private), private=True)
            drafts = (draft, *also)
            if all(isinstance(each, WrittenAside) for each in drafts):
                _publish_files(journal, drafts, kept)
            else:
                _publish_tables(journal, drafts, kept, outputs_of(proof)[0])
        finally:
            journal.discard()


def _publish_files(journal: Journal, drafts: Sequence[Draft], kept: Sequence[Aside]) -> None:
    """Write all names down, then give them: what else belongs to a release before the release."""
    written = [each.aside for each in drafts if isinstance(each, WrittenAside)]
    sidecars = journal.moves[:]
    journal.moves.clear()
    for aside in (*kept, *written):
        journal.include(aside.held, aside.move)
    journal.moves.extend(sidecars)
    journal.commit()
    journal.finish()


def _publish_tables(
    journal: Journal, drafts: Sequence[Draft], kept: Sequence[Aside], output: Mapping[str, Any]
) -> None:
    """Let a server give its table the name, which it does in one step, between ours.

    A vault that knows too many and a ledger that paid too much do no harm, and so come first. The
    certificate gets its name after the table; whoever asks for it next sees by the table whether
    it should have.
    """
    before = {aside: aside.target.read_bytes() for aside in kept if _is_vault(aside)}
    new = [aside for aside in kept if aside.private and aside not in before]
    journal.commit(waits_for=output)
    for aside in kept:
        aside.publish()
    try:
        for draft in drafts:
            draft.publish()
    except BaseException as wrong:
        if not _may_have_happened(wrong, draft):
            journal.take_back()
            for aside, content in before.items():
                write_over(aside.target, content)
            for aside in new:
                erase(aside.target)
        raise
    journal.finish()
    for other in awaited_in(journal.held.path.parent):  # of earlier tables of that name
        other.discard() if _same_table(other.told, output) else other.release()


def _may_have_happened(wrong: BaseException, draft: Draft) -> bool:
    """Tell whether a table may have got its name although something failed."""
    if isinstance(wrong, CelosiaError):
        return not wrong.settled
    try:
        return not (isinstance(draft, KnownAside) and draft.is_aside())
    except CelosiaError:  # nobody can be asked
        return True


def _is_vault(aside: Aside) -> bool:
    return aside.private and aside.target.exists()


def target_of(recipe: Recipe, output: str | Path | None, table: Table) -> str:
    """Find out what to write, before any work is done."""
    given = output if output is not None else recipe.output
    if given is None:
        raise ParameterError("workflow.name-output-file-table-where")
    others = [path for rule in recipe.hierarchies.values() if (path := file_of(rule))]
    others += [recipe.population] if recipe.population else []
    if isinstance(table.relation, WritesTables) and not is_file_name(str(given)):
        table.relation.check_target(str(given), others)
    else:
        _check_file(Path(given), table, others)
    return str(given)


def release_address(recipe: Recipe) -> str | None:
    """Say how the recipe's release is read: by its name, or by an address if it is no file."""
    if recipe.source is None or recipe.output is None:
        return recipe.output
    return engine_of(recipe.source).address_of(recipe.source, recipe.output)


def _check_file(path: Path, table: Table, others: list[str]) -> None:
    becomes_folder = engine_of(table.source).check_file(table.source, path)
    if path.is_dir() and not becomes_folder:
        raise ParameterError("workflow.folder-name-file", path=path)
    if not path.parent.is_dir():
        raise ParameterError("workflow.no-folder", parent=path.parent)
    read_from = [table.path, *map(Path, others)]
    used = [file for file in read_from if file is not None and file.exists()]
    if path.exists() and any(path.samefile(file) for file in used):
        raise ParameterError("workflow.output-must-not-source-itself-nor-hierarchy")
