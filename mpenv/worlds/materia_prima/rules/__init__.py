"""The game: pure rules over one tables record and one state record."""
