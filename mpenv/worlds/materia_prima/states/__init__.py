"""States that come from outside: what each field may hold, and the laws of the table."""
