"""Matches outlive the rules: sets of data, digests of positions, fingerprints of caches, partings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("matches", sa.Column("data_set", sa.Integer, nullable=False, server_default="1"))
    op.add_column("matches", sa.Column("verified", sa.String(32)))
    op.add_column("matches", sa.Column("parted", sa.Text))
    op.add_column("entries", sa.Column("digest", sa.String(16), nullable=False, server_default=""))
    op.add_column("snapshots", sa.Column("made", sa.String(32)))


def downgrade() -> None:
    for table, column in (("matches", "data_set"), ("matches", "verified"), ("matches", "parted"), ("entries", "digest"),
                          ("snapshots", "made")):  # fmt: skip
        op.drop_column(table, column)
