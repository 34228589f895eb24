"""Seatings; several seats may decide, and several have to agree."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_LISTS = ("deciding", "takeback")


def _change(column_type: sa.types.TypeEngine[str]) -> None:
    if op.get_bind().dialect.name != "sqlite":  # which knows no lengths
        for name in _LISTS:
            op.alter_column("matches", name, type_=column_type)


def upgrade() -> None:
    op.add_column("matches", sa.Column("seating", sa.String(64)))
    _change(sa.Text())


def downgrade() -> None:
    _change(sa.String(32))
    op.drop_column("matches", "seating")
