"""Looking at the games of Materia Prima: the pulse of a pack, and which of its cards matter."""
