"""What a game of Pyramid is: cards, variants, who covers whom. Plain values, not compiled."""
