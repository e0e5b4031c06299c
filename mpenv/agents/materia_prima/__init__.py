"""Players made for Materia Prima."""
