"""`pyrout` and `python -m pyrout`: the command line as a process of its own."""

import contextlib
import gc
import os

from .base.memory import COLLECTED_AFTER

STOPPED = 130  # as shells have it for Ctrl-C


def run() -> None:
    """Run the command line, and end the process at once.

    An orderly shutdown of Python would take a tenth of a short command.
    """
    gc.set_threshold(COLLECTED_AFTER)
    try:
        from .cli import main
        from .commands.console import end
        from .commands.streams import prepare

        prepare()
        try:
            main(prog_name="pyrout")
        except SystemExit as leaving:
            end(leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None))
    except KeyboardInterrupt:  # before a command, or while its last words are written
        with contextlib.suppress(OSError):
            os.write(2, b"pyrout: stopped\n")
        os._exit(STOPPED)


if __name__ == "__main__":
    run()
