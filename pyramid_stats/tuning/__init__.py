"""Searching the weights with which a strategy wins most."""
