"""Figures of values as people read them."""

from __future__ import annotations


def signed(value: float, decimals: int) -> str:
    """A value with its sign, and with the minus sign that is as wide as a plus."""
    return f"{value:+.{decimals}f}".replace("-", "−") if round(value, decimals) else "0"
