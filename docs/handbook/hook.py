"""Hooks of mkdocs for building the handbook: they add the generated pages and the navigation."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parents[1]
sys.path[:0] = [path for path in (str(DOCS.parent), str(DOCS)) if path not in sys.path]

from handbook import site  # noqa: E402


def on_files(files: Any, config: Any) -> Any:
    from mkdocs.structure.files import File

    made = site.made()
    for page in made.pages:
        files.append(File.generated(config, page.path, content=page.text))
    config.nav = made.nav
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Positions where a page asks for them; links to what lies outside of docs lead to the page that the site has of it."""
    text = site.filled(site.inside(markdown), page.file.src_uri, site.made().positions)

    def there(path: str) -> bool:
        file = files.get_file_from_path(path)
        return file is not None and not file.inclusion.is_excluded()

    return site.inward(text, page.file.src_uri, there)
