"""Fields of checked values that know, in words, what they take; for one-line errors with a hint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from pyramid_stats.errors import UsageError, shown, suggestion


def checked(default: Any, allowed: str, description: str | None = None, **limits: Any) -> Any:
    """Return a pydantic field that also knows its allowed values in words."""
    return Field(default, description=description, json_schema_extra={"allowed": allowed}, **limits)


def explain(problem: ErrorDetails, fields: Mapping[str, FieldInfo], where: str) -> UsageError:
    """Turn a complaint of pydantic into one line and a hint.

    Parameters
    ----------
    problem
        One of a ``ValidationError``'s errors.
    fields
        The model's fields, made by :func:`checked`.
    where
        A file, a config table or a flag, which begins the line; may be empty.
    """
    place = f"{where}: " if where else ""
    key = str(problem["loc"][0]) if problem["loc"] else ""
    if key not in fields:  # empty: of JSON, for a key that no text in UTF-8 can hold
        return UsageError(f"{place}unknown key {shown(key)}", suggestion(key, fields))
    extra = fields[key].json_schema_extra
    allowed = extra["allowed"] if isinstance(extra, dict) else ""
    return UsageError(
        f"{place}{key}: {shown(problem['input'])} is not allowed", f"{key} takes {allowed}"
    )
