"""Arrays whose references are not counted.

Numba counts the references to an array, atomically and wherever it is handed on. In a search that
hands on its tables at every state that took a third to half of the time.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


def _borrow(typing: Any, array: Any) -> Any:
    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        view: Any = make_array(signature.args[0])(context, builder, args[0])  # type: ignore[no-untyped-call]
        view.meminfo = cgutils.get_null_value(view.meminfo.type)  # type: ignore[no-untyped-call]
        return view._getvalue()

    return array(array), lower


borrowed: Any = intrinsic(_borrow)
"""Return the same array without an owner: whoever calls this has to keep the array alive."""
