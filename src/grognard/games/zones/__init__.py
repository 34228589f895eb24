"""What games of zones of control and armies without steps share (docs/zones.md)."""
