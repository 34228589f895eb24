"""How many trials a computer player made for a decision: from that number it can be repeated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("entries", sa.Column("trials", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("entries", "trials")
