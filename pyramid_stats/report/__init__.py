"""Runs in; tables, files and figures out."""
