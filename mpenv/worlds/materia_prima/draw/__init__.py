"""Board and cards for people."""
