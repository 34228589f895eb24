"""The rules of 1940: What If?, one module per chapter."""
