"""Database migrations; applied when the server starts."""
