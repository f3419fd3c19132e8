"""Exact answers with every card known: whether a deal can be won, and in how many moves."""
