"""One game at a time: read moves, referee them, draw the position, play a game again."""
