"""One self-contained page: the question, the answer, figures, tables, and how to get it again."""

from __future__ import annotations

from pyramid_stats.report.page.page import html_page

__all__ = ["html_page"]
