"""Views for people: board and cards as text and pictures."""
