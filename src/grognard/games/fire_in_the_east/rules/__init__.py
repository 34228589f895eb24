"""The rules of Fire in the East, one module per chapter."""
