"""Compiled play: numbers only. A deal is a counter, a position a record, a move a code."""
