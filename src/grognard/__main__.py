"""`python -m grognard`."""

from .cli.main import app

app()
