"""PySpark, imported when it is first needed; and its failures, told without any data."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from celosia.errors import CelosiaError, DataError, MissingExtraError
from celosia.text.messages import Message

__all__ = ["F", "T", "check_installed", "pa", "pc", "tell_failure"]

INSTALL = Message("engines.install-spark")


class _Later:
    """A module that is imported when something of it is used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __reduce__(self) -> tuple[type[_Later], tuple[str]]:
        return _Later, (self._name,)

    def __getattr__(self, attribute: str) -> Any:
        return getattr(_import(self._name), attribute)


def _import(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise MissingExtraError(INSTALL) from None


if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyspark.sql import (
        functions as F,  # noqa: N812 - the name that all of Spark's users know
        types as T,  # noqa: N812
    )
else:
    pa = _Later("pyarrow")
    pc = _Later("pyarrow.compute")
    F = _Later("pyspark.sql.functions")
    T = _Later("pyspark.sql.types")


def check_installed() -> None:
    """Raise `MissingExtraError` unless PySpark and a Java runtime are there."""
    for module in ("pyspark", "pyarrow", "pandas"):
        _import(module)
    home = os.environ.get("JAVA_HOME")
    if not (shutil.which("java") or (home and (Path(home) / "bin" / "java").exists())):
        raise MissingExtraError(INSTALL)


@contextmanager
def tell_failure(what: Message) -> Iterator[None]:
    """Turn a failure of Spark into an error that names its kind; its text may quote the data."""
    try:
        yield
    except CelosiaError:
        raise
    except Exception as wrong:
        raise DataError("engines.spark-failed-while", what=what, kind=_kind(wrong)) from None


def _kind(wrong: Exception) -> str:
    """Name the condition that Spark gives, or else the class; and that of an error of Python's."""
    condition = getattr(wrong, "getCondition", None)
    try:
        named = condition() if condition is not None else None
    except Exception:  # asking a session that is gone
        named = None
    in_python = re.findall(r"^(\w+(?:\.\w+)*(?:Error|Exception)):", str(wrong), re.MULTILINE)
    return ", ".join([str(named or type(wrong).__name__), *in_python[-1:]])
