"""`pyrout` and `python -m pyrout`: the command line as a process of its own."""

from .cli import main
from .commands.console import end
from .commands.streams import prepare


def run() -> None:
    """Run the command line, and end the process at once.

    An orderly shutdown of Python would take a tenth of a short command.
    """
    prepare()
    try:
        main(prog_name="pyrout")
    except SystemExit as leaving:
        end(leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None))


if __name__ == "__main__":
    run()
