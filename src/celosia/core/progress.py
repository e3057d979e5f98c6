"""How long work tells of itself, how it is stopped, and what must not be left half done."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, current_thread, main_thread
from types import FrameType
from typing import TypeAlias

from celosia.errors import StoppedLate

Progress: TypeAlias = Callable[[str, float], None]
"""Called with a stage and the share of it that is done; raise `Cancelled` from it to stop."""


def silent(stage: str, share: float) -> None:
    """Tell nobody."""


STOPS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_STARTED = Event()
"""Set while the main thread lets stops wait."""


@contextmanager
def not_stopped() -> Iterator[None]:
    """Let Ctrl-C and a request to terminate wait until the end; a second one stops at once.

    Only the main thread is ever interrupted by them, so that elsewhere there is nothing to do, nor
    is there inside a block that lets them wait already.
    """
    if current_thread() is not main_thread() or _STARTED.is_set():
        yield
        return
    _STARTED.set()
    waiting: list[signal.Signals] = []

    def wait(number: int, frame: FrameType | None) -> None:
        if waiting:
            raise KeyboardInterrupt
        waiting.append(signal.Signals(number))

    before = {stop: signal.getsignal(stop) or signal.SIG_DFL for stop in STOPS}
    for stop in STOPS:
        signal.signal(stop, wait)
    done = False
    try:
        yield
        done = True
    finally:
        for stop in STOPS:
            signal.signal(stop, before[stop])
        _STARTED.clear()
        for stop in waiting:
            _deliver(stop, done)


def _deliver(stop: signal.Signals, done: bool) -> None:
    """Let a stop that waited do its work; it stops nothing where all was done."""
    try:
        signal.raise_signal(stop)
    except KeyboardInterrupt:
        if done:
            raise StoppedLate from None
        raise
