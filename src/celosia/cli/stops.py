"""Ctrl-C, a request to terminate, a closed terminal: one sentence each, and nothing left behind."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType

NUMBERS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
GRACE = 5.0
"""Seconds in which a further stop is not heard: working data is being erased then, which takes
less. Whoever asks later is heard again, should a library have swallowed the first."""
AGAIN = 0.01
"""Seconds after which a stop is tried again that came where nobody can be stopped."""


class Stops:
    """What was asked for, and whether it can be answered now."""

    def __init__(self) -> None:
        self.number: int = 0
        """The signal that stopped the work; 0 while none did."""
        self._since = 0.0
        self._holding = False

    @property
    def status(self) -> int:
        """The exit status of a command that was stopped: 130 for Ctrl-C, 143 for SIGTERM."""
        return 128 + (self.number or signal.SIGINT)

    def listen(self) -> None:
        """Answer stops from now on, save those that whoever started us wants ignored (nohup)."""
        for number in NUMBERS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._stop)
        sys.unraisablehook = self._try_again

    def ignore(self) -> None:
        """Hear nothing any more: all is done but the end of the interpreter."""
        for number in NUMBERS:
            signal.signal(number, signal.SIG_IGN)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let a stop wait while modules are loaded: an import that is cut may swallow it."""
        self._holding, before = True, self._holding
        try:
            yield
        finally:
            self._holding = before
        if self.number and not before:
            self._since = monotonic()
            raise KeyboardInterrupt

    def _stop(self, number: int, frame: FrameType | None) -> None:
        again, self.number = bool(self.number), number
        if self._holding or (again and monotonic() - self._since < GRACE):
            return
        self._since = monotonic()
        raise KeyboardInterrupt

    def _try_again(self, unraisable: sys.UnraisableHookArgs, /) -> None:
        """A stop in a callback of the interpreter would be shown as a traceback, and be lost."""
        if not isinstance(unraisable.exc_value, KeyboardInterrupt):
            sys.__unraisablehook__(unraisable)
            return
        from _thread import interrupt_main
        from threading import Timer

        self._since = 0.0
        later = Timer(AGAIN, interrupt_main, [self.number or signal.SIGINT])
        later.daemon = True
        later.start()


STOPS = Stops()
"""Of this process."""
