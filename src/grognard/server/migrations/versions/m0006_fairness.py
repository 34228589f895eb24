"""Who holds which seat, and what has been given out of a match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("fairness", sa.Text))
    at_one_screen = "SELECT match_id FROM links WHERE name = 'hotseat' AND revoked IS NULL"
    update = sa.text(f"UPDATE matches SET fairness = :fairness WHERE id IN ({at_one_screen})")
    op.get_bind().execute(update, {"fairness": '{"screen":true}'})


def downgrade() -> None:
    op.drop_column("matches", "fairness")
