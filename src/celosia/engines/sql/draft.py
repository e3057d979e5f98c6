"""A table written aside until it is known to hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from celosia.engines.sql.errors import MEANWHILE, UNSETTLED, ConnectionLost, ServerError
from celosia.engines.sql.session import Session
from celosia.engines.sql.source import TableName
from celosia.engines.sql.working import Run, drop
from celosia.errors import CelosiaError, ParameterError

if TYPE_CHECKING:
    from celosia.engines.sql.relation import SqlRelation


class TableDraft:
    """A recoded table under a working name in its target's schema."""

    def __init__(
        self,
        session: Session,
        run: Run,
        target: TableName,
        write: Callable[[TableName], int],
        reopen: Callable[[TableName], SqlRelation],
    ) -> None:
        self._session = session
        self._run = run
        self._target = target
        self._reopen = reopen
        self.table = run.name("draft", target.schema)
        self._old = run.name("old", target.schema)
        self._published = False
        self._opened: SqlRelation | None = None
        run.made = True
        try:
            self._records = write(self.table)
        except BaseException:
            with suppress(CelosiaError):  # what is left is dropped, and told, by close()
                run.clean(session)
            raise

    @property
    def records(self) -> int:
        """How many records were written."""
        return self._records

    def reopen(self) -> SqlRelation:
        """Open what was written by a new connection."""
        self._opened = self._reopen(self.table)
        return self._opened

    def evidence(self) -> Mapping[str, str | int]:
        """Number of records and fingerprint of what was written, under its target's name."""
        if self._opened is None:
            self.reopen().close()
        assert self._opened is not None
        # by the connection that wrote: a third one would ask again what the columns are
        return {**self._opened.evidence_by(self._session), "table": str(self._target)}

    def publish(self) -> None:
        """Give it the name of its target in one step; what had that name before is replaced.

        Nothing else is done here, so that a certificate can follow at once: where the old table
        still exists, it is dropped with the working tables.
        """
        server = self._session.server
        kind = server.kind_of(self._session, self._target)
        if kind == "other":
            raise ParameterError("engines.view-name-table-target", table=self._target)
        try:
            server.swap(self._session, self.table, self._target, self._old, kind is not None)
        except ConnectionLost:
            if self._is_aside():
                raise  # it was cut before the swap: nothing was changed
        except CelosiaError as wrong:
            if wrong.code in server.changed_meanwhile:
                raise ServerError(MEANWHILE, table=self._target) from None
            raise
        self._published = True

    def discard(self) -> None:
        """Remove it; nothing happens after it was published."""
        with suppress(CelosiaError):  # what is left is dropped, and told, by close()
            if not self._published and self._is_there():
                drop(self._session, [self.table])

    def _is_there(self) -> bool:
        return self._session.server.kind_of(self._session, self.table) is not None

    def _is_aside(self) -> bool:
        """Ask by a new connection whether the draft still has its working name."""
        try:
            return self._is_there()
        except ServerError:
            raise ServerError(UNSETTLED, table=self._target) from None
