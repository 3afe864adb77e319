"""`pyrout cache`."""

from __future__ import annotations

import click

from ..base import cache as kept
from ..errors import one_line


@click.command()
@click.option("--clear", is_flag=True, help="Delete all cache entries.")
def cache(clear: bool) -> None:
    """Show the cache of boards and saved games: its place and its size.

    Set its place with PYROUT_CACHE=DIR; PYROUT_CACHE=off turns it off.
    """
    place = kept.folder()
    where = one_line(str(place))
    if place is None:
        click.echo(f"the cache is off ({kept.VARIABLE}=off, or there is no home folder)")
        return
    why = kept.obstacle(place)
    if why:
        click.echo(f"{where}: not used, as {why}; set {kept.VARIABLE} to a folder of your own")
        return
    if clear:
        click.echo(f"{where}: {_counted(kept.clear(), 'entry', 'entries')} removed")
        return
    entries = kept.entries()
    size = sum(entry.size for entry in entries)
    click.echo(
        f"{where}: {_counted(len(entries), 'entry', 'entries')}, {_megabytes(size)} of {kept.MOST_BYTES >> 20} MB"
    )
    kinds: dict[str, list[int]] = {}
    for entry in entries:
        kinds.setdefault(entry.path.name.partition("-")[0], []).append(entry.size)
    for kind, sizes in sorted(kinds.items()):
        click.echo(f"  {kind}: {len(sizes)}, {_megabytes(sum(sizes))}")


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _megabytes(size: int) -> str:
    return f"{size / (1 << 20):.1f} MB"
