"""What a game of Pyramid is: cards, variants and who covers whom. Plain values, nothing compiled."""
