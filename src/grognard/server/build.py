"""Which build a server is: a page that was opened with another one reloads itself."""

from __future__ import annotations

import hashlib
from pathlib import Path

from .. import __version__


def build_of(static: Path) -> str:
    """A name for this version and its page; the page names its parts by their content, so any change of them changes it."""
    page = static / "index.html"
    data = page.read_bytes() if page.is_file() else b""
    return hashlib.sha256(__version__.encode() + b"\0" + data).hexdigest()[:12]
