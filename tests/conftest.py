"""Settings of all tests. No test may depend on what the runner inherits: a background job of a shell ignores Ctrl-C, and so
would every process that a test starts."""

from __future__ import annotations

import contextlib
import signal


def pytest_configure() -> None:
    with contextlib.suppress(ValueError):  # not in the main thread: then nobody sends us signals
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.default_int_handler)
