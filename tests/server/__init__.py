"""The server, on both databases."""
