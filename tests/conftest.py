"""Settings that all tests share."""

from __future__ import annotations

from hypothesis import settings

# A test run gives the same answer every time, and compiling the kernels may take a while;
# ``pytest --hypothesis-profile explore`` looks further afield.
settings.register_profile("steady", derandomize=True, database=None, deadline=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile("steady")
