"""Machine instructions on 64-bit words that Numba has no name for.

A set of cells or of stock cards is a ``uint64``; these read it a bit at a time.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _unary(instruction: str, **extra: bool) -> Any:
    """Return an intrinsic that applies one LLVM instruction to a uint64 and gives another."""

    def emit(typing: Any, word: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = context.cast(builder, args[0], signature.args[0], types.uint64)
            if instruction == "ctpop":
                return builder.ctpop(word)
            # The flag says that zero is a defined input (and gives 64).
            return getattr(builder, instruction)(word, ir.Constant(ir.IntType(1), 0))

        return types.uint64(word), lower

    emit.__doc__ = f"LLVM's ``{instruction}`` on 64 bits."
    return intrinsic(emit)


count = _unary("ctpop")
"""Number of cards in a set."""

lowest = _unary("cttz")
"""Index of the lowest card of a set; 64 if it is empty."""

leading_zeros = _unary("ctlz")
"""63 less the index of the highest card; 64 if the set is empty."""


def _swap_bytes(typing: Any, word: Any) -> Any:
    """Return a uint64 with its eight bytes in reverse order."""

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bswap(args[0])

    return types.uint64(types.uint64), lower


def _multiply_high(typing: Any, a: Any, b: Any) -> Any:
    """Return the high 64 bits of the 128-bit product of two uint64."""

    def lower(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), lower


swap_bytes: Any = intrinsic(_swap_bytes)
multiply_high: Any = intrinsic(_multiply_high)
