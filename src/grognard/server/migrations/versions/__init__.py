"""One module per step; a step that has been released is never changed."""
