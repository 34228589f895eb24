"""Reasons of computer players as others read them, beside the whole reason."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("entries", sa.Column("told", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    op.drop_column("entries", "told")
