"""The table in a terminal: full screen (`app`), or line by line for screen readers and scripts (`plain`)."""
