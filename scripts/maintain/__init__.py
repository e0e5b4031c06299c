"""Tools of maintainers, each a `make` target: tables and pictures of the documentation, mutants, fuzzing, long runs."""
