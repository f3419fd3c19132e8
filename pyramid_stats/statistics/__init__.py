"""What can be said from counts, and how surely. Knows nothing of the game."""
