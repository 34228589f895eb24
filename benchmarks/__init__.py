"""`make bench`: our figures beside a named peer's, measured in the same run on the same machine."""
