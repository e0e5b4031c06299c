"""The documentation, and what makes its tables and pictures."""
